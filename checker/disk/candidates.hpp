// States that steps lead to, as they are found: most of them more than once, and many known for long.
//
// Each is put down in the part of the memory that its first bits name, and nothing is looked up. So what a thread writes is a few
// streams. When a level ends, or when this memory is full, each part is sorted by itself (sieve.hpp).
#pragma once

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

#include "checker/disk/state_form.hpp"
#include "checker/memory_map.hpp"

namespace tandem::checker {

class Candidates {
public:
    /// How many first bits name a part.
    static constexpr int part_bits = 8;
    static constexpr std::size_t parts = std::size_t{1} << part_bits;

    /// Room for about `bytes` bytes in all, and at least for a few states; they have no bits beside the mixed ones at first.
    Candidates(std::size_t bytes, int threads)
        : chunk_bytes_(std::clamp<std::size_t>(bytes / (4 * parts * static_cast<std::size_t>(threads)) / 64 * 64, least_chunk,
                                               most_chunk)),
          least_chunks_(2 * parts * static_cast<std::size_t>(threads)),
          most_chunks_(std::max(bytes / chunk_bytes_, least_chunks_)),
          memory_(most_chunks_ * chunk_bytes_),
          lanes_(static_cast<std::size_t>(threads)) {}

    /// Puts down a state that thread `thread` has found; false if there is no room.
    bool put(std::size_t thread, const StateString& string, std::uint32_t tag) {
        const std::size_t part = string.mixed >> (64 - part_bits);
        Lane& lane = *lanes_[thread];
        Stream& stream = lane.streams[part];
        if (stream.left < entry_bytes_ && !new_chunk(lane, stream)) return false;
        std::memcpy(stream.at, &string.mixed, sizeof string.mixed);
        std::memcpy(stream.at + sizeof string.mixed, &tag, sizeof tag);
        if (entry_bytes_ != least_entry)
            std::memcpy(stream.at + sizeof string.mixed + sizeof tag, string.more.data(), entry_bytes_ - least_entry);
        stream.at += entry_bytes_;
        stream.left -= entry_bytes_;
        return true;
    }

    std::size_t count(std::size_t part) const {
        std::size_t sum = 0;
        for (const auto& lane : lanes_) sum += count(lane->streams[part]);
        return sum;
    }
    /// Of all parts; may be asked while threads put states down, and is a little old then.
    std::size_t chunks_in_use() const { return std::min(next_chunk_.load(std::memory_order_relaxed), most_chunks_); }
    std::size_t bytes_in_use() const { return chunks_in_use() * chunk_bytes_; }
    std::size_t count() const {
        std::size_t sum = 0;
        for (std::size_t part = 0; part < parts; ++part) sum += count(part);
        return sum;
    }

    /// Calls visit(string, tag) for each state of a part.
    template <class Visit>
    void for_each(std::size_t part, Visit&& visit) const {
        StateString string;
        std::uint32_t tag;
        for (const auto& lane : lanes_) {
            const Stream& stream = lane->streams[part];
            for (std::size_t c = 0; c < stream.chunks.size(); ++c) {
                const std::byte* at = chunk(stream.chunks[c]);
                const std::byte* const end =
                    c + 1 < stream.chunks.size() ? at + chunk_bytes_ / entry_bytes_ * entry_bytes_ : stream.at;
                for (; at != end; at += entry_bytes_) {
                    std::memcpy(&string.mixed, at, sizeof string.mixed);
                    std::memcpy(&tag, at + sizeof string.mixed, sizeof tag);
                    if (entry_bytes_ != least_entry)
                        std::memcpy(string.more.data(), at + sizeof string.mixed + sizeof tag, entry_bytes_ - least_entry);
                    visit(string, tag);
                }
            }
        }
    }

    /// Forgets all. What follows has so many words of bits beside the mixed ones.
    void clear(std::size_t more_quads) {
        most_in_use_ = std::max(most_in_use_, chunks_in_use());
        next_chunk_ = 0;
        entry_bytes_ = least_entry + more_quads * sizeof(std::uint64_t);
        for (auto& lane : lanes_) *lane = {};
    }

    /// From now on there is room for so many bytes, and no more than there was first. It is empty.
    void limit(std::size_t bytes) {
        most_chunks_ = std::clamp(bytes / chunk_bytes_, least_chunks_, memory_.size() / chunk_bytes_);
        if (most_in_use_ <= most_chunks_) return;
        memory_.release(most_chunks_ * chunk_bytes_, most_in_use_ * chunk_bytes_);
        most_in_use_ = most_chunks_;
    }

    std::size_t bytes() const { return std::max(most_in_use_, chunks_in_use()) * chunk_bytes_; }

private:
    static constexpr std::size_t least_chunk = 256, most_chunk = 8192, least_entry = 12;
    static_assert(least_chunk >= least_entry + sizeof StateString::more);

    struct Stream {
        std::byte* at = nullptr;
        std::size_t left = 0;  // bytes of the last chunk
        std::vector<std::uint32_t> chunks;
    };
    struct alignas(64) Lane {
        std::array<Stream, parts> streams;
    };

    std::byte* chunk(std::uint32_t number) const { return static_cast<std::byte*>(memory_.data()) + number * chunk_bytes_; }
    std::size_t count(const Stream& stream) const {
        const std::size_t a_chunk = chunk_bytes_ / entry_bytes_;
        return stream.chunks.empty() ? 0 : stream.chunks.size() * a_chunk - stream.left / entry_bytes_;
    }
    bool new_chunk(Lane&, Stream& stream) {
        const std::size_t next = next_chunk_.fetch_add(1, std::memory_order_relaxed);
        if (next >= most_chunks_) return false;
        stream.chunks.push_back(static_cast<std::uint32_t>(next));
        stream.at = chunk(stream.chunks.back());
        stream.left = chunk_bytes_;
        return true;
    }

    template <class T>
    struct Owned {
        std::unique_ptr<T> held = std::make_unique<T>();
        T& operator*() const { return *held; }
        T* operator->() const { return held.get(); }
    };

    std::size_t entry_bytes_ = least_entry;
    std::size_t chunk_bytes_, least_chunks_, most_chunks_;
    MemoryMap memory_;
    std::vector<Owned<Lane>> lanes_;
    std::atomic<std::size_t> next_chunk_ = 0;
    std::size_t most_in_use_ = 0;
};

}  // namespace tandem::checker
