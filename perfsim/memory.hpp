// Device memory as the host sees it, before a run and after it: arrays of words, one after the other.
#pragma once

#include <span>

#include "perfsim/coalescer.hpp"

namespace tandem::perfsim {

/// An array in device memory; `at(i)` is the byte address of word i.
struct Buffer {
    Address base = 0;
    std::uint32_t words = 0;

    Address at(std::uint32_t i) const { return base + 4 * i; }
    /// The addresses of the words `first`, `first + 1`, ... by lane.
    Lanes from(std::uint32_t first) const {
        Lanes addresses;
        for (std::uint32_t l = 0; l < lane_count; ++l) addresses[l] = at(first + l);
        return addresses;
    }
    /// The addresses of the words `index` by lane.
    Lanes at(const Lanes& index) const {
        Lanes addresses;
        for (std::size_t l = 0; l < lane_count; ++l) addresses[l] = at(index[l]);
        return addresses;
    }
};

class Memory {
public:
    /// An array that starts at a block of its own.
    Buffer allocate(std::size_t words) {
        const Buffer buffer{static_cast<Address>(image.size() * block_bytes), static_cast<std::uint32_t>(words)};
        const std::size_t blocks = image.size() + (words + words_per_block - 1) / words_per_block;
        if (blocks > std::size_t(1) << 25) throw std::length_error("a workload of this size does not fit into 4 GiB of device memory");
        image.resize(blocks);
        return buffer;
    }
    Buffer allocate(std::span<const std::uint32_t> words) {
        const Buffer buffer = allocate(words.size());
        write(buffer, words);
        return buffer;
    }
    void write(const Buffer& buffer, std::span<const std::uint32_t> words) {
        for (std::size_t i = 0; i < words.size(); ++i)
            image[buffer.base / block_bytes + i / words_per_block].own().words[i % words_per_block] = words[i];
    }
    std::vector<std::uint32_t> read(const Buffer& buffer) const {
        std::vector<std::uint32_t> words(buffer.words);
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] = image[buffer.base / block_bytes + i / words_per_block].word(static_cast<int>(i % words_per_block));
        return words;
    }

    MemoryImage image;  // by block
};

}  // namespace tandem::perfsim
