// Device memory as the host sees it, before a run and after it: arrays of words, one after the other.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "perfsim/block_places.hpp"
#include "perfsim/coalescer.hpp"

namespace tandem::perfsim {

/// An array in device memory; `at(i)` is the byte address of word i.
struct Buffer {
    Address base = 0;
    std::uint32_t words = 0;

    Address at(std::uint32_t i) const { return base + 4 * i; }
    /// The addresses of the words `first`, `first + 1`, ... by lane; of a wavefront's lanes if L says so.
    template <class L = Lanes>
    L from(std::uint32_t first) const {
        L addresses;
        for (std::uint32_t l = 0; l < addresses.size(); ++l) addresses[l] = at(first + l);
        return addresses;
    }
    /// The addresses of the words `index` by lane.
    template <std::size_t N>
    std::array<std::uint32_t, N> at(const std::array<std::uint32_t, N>& index) const {
        std::array<std::uint32_t, N> addresses;
        for (std::size_t l = 0; l < N; ++l) addresses[l] = at(index[l]);
        return addresses;
    }
};

class Memory {
public:
    /// A block has `block` bytes: a power of two.
    explicit Memory(int block = perfsim::block_bytes, BlockPlaces places = {})
        : places(places), words_of_block_(static_cast<std::size_t>(block) / 4) {}

    /// An array that starts at a block of its own.
    Buffer allocate(std::size_t words) {
        const Buffer buffer{static_cast<Address>(image.size() * words_of_block_ * 4), static_cast<std::uint32_t>(words)};
        const std::size_t blocks = image.size() + (words + words_of_block_ - 1) / words_of_block_;
        if (blocks * words_of_block_ > std::size_t(1) << 30)
            throw std::length_error("a workload of this size does not fit into 4 GiB of device memory");
        image.resize((blocks + places.group() - 1) / places.group() * places.group());
        return buffer;
    }
    Buffer allocate(std::span<const std::uint32_t> words) {
        const Buffer buffer = allocate(words.size());
        write(buffer, words);
        return buffer;
    }
    /// Throws std::length_error for more words than the array has.
    void write(const Buffer& buffer, std::span<const std::uint32_t> words) {
        if (words.size() > buffer.words)
            throw std::length_error("a workload writes " + std::to_string(words.size()) + " words to an array of " +
                                    std::to_string(buffer.words));
        for (std::size_t i = 0; i < words.size(); ++i)
            image[place(buffer, i)].own().words[i % words_of_block_] = words[i];
    }
    std::vector<std::uint32_t> read(const Buffer& buffer) const {
        std::vector<std::uint32_t> words(buffer.words);
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] = image[place(buffer, i)].word(static_cast<int>(i % words_of_block_));
        return words;
    }

    MemoryImage image;  // by block, where it lies
    const BlockPlaces places;

private:
    std::size_t place(const Buffer& buffer, std::size_t word) const {
        const std::size_t block = (buffer.base / 4 + word) / words_of_block_;
        return places.plain() ? block : places(static_cast<std::uint32_t>(block));
    }

    std::size_t words_of_block_;
};

}  // namespace tandem::perfsim
