// An open-addressing index from hashes to positions, four bytes a slot, in cache lines of sixteen slots.
//
// A slot holds position + 1 in its low bits and a tag, taken from the hash, in all the bits that positions leave over. A probe
// reads one line, compares sixteen tags at once, and goes on to the next line only when this one is full. A slot is
// written once, from 0, and slots are claimed in probe order; so a key is absent when its probe meets an empty slot first,
// and two threads that insert the same key want the same slot. Who loses it looks again.
//
// The hash, taken as a fraction of one and multiplied by the number of lines, gives the home line before the point and the tag
// behind it. So when the lines are doubled, a tag's first bit says which of two lines its slot goes to: see tag_index_growth.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "checker/memory_map.hpp"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TANDEM_SCAN_ATOMICALLY 1
#endif
#endif
#if defined(__SANITIZE_THREAD__) || !defined(__SSE2__)
#define TANDEM_SCAN_ATOMICALLY 1
#endif
#ifndef TANDEM_SCAN_ATOMICALLY
#include <emmintrin.h>
#endif

namespace tandem::checker {

/// The place of a state in the order in which states were found.
using Position = std::uint32_t;

class TagIndex {
public:
    struct alignas(64) Line {
        std::array<std::uint32_t, 16> slots;
    };

    /// How full the index may become: 13 of 16 slots. Then about one line in six is full.
    static constexpr std::size_t keys_per_line = 13;

    /// Has room for `most_lines` in the end.
    explicit TagIndex(std::size_t most_lines) : memory_(std::max<std::size_t>(1, most_lines) * sizeof(Line)) {}

    /// Gives the empty index its first lines.
    void start(std::size_t lines) {
        assert(lines_ == 0 && lines * sizeof(Line) <= memory_.size());
        lines_ = lines;
        position_bits_ = std::bit_width(capacity());
        assert(position_bits_ <= 32);
    }
    /// Forgets everything and gives the memory back.
    void close() {
        memory_.release_all();
        lines_ = 0;
    }

    /// Doubles the lines and spreads the slots over them. No other thread may use the index meanwhile. Of some positions it needs
    /// to know the hash again: `hash_of(position)`, with `prefetch(position)` called some time before.
    template <class Prefetch, class HashOf>
    void double_lines(int threads, Prefetch&& prefetch, HashOf&& hash_of);

    std::size_t lines() const { return lines_; }
    std::size_t capacity() const { return lines_ * keys_per_line; }
    std::size_t bytes() const { return lines_ * sizeof(Line); }

    /// The line where the probe for `hash` starts.
    Line* home(std::uint64_t hash) const { return first() + home_number(hash); }
    Line* next(Line* line) const { return line + 1 == first() + lines_ ? first() : line + 1; }

    /// One bit for each slot of a line.
    struct Scan {
        std::uint32_t matches;  // the right tag, before the first empty slot
        std::uint32_t empty;    // the first empty slot and some after it; 0 if the line is full
    };

    /// The slots that may hold `hash`. What it finds filled stays as it is; what it finds empty may be filled meanwhile.
    Scan scan(const Line* line, std::uint64_t hash) const {
        const std::uint32_t tag = tag_of(hash);
        const std::uint32_t mask = tag_mask();
        std::uint32_t matches = 0, empty = 0;
#ifdef TANDEM_SCAN_ATOMICALLY
        for (int i = 0; i < 16; ++i) {
            const std::uint32_t slot = std::atomic_ref(const_cast<Line*>(line)->slots[i]).load(std::memory_order_relaxed);
            matches |= std::uint32_t{(slot & mask) == tag} << i;
            empty |= std::uint32_t{slot == 0} << i;
        }
#else
        // Vector loads are not atomic in C++. On x86 each aligned 32-bit lane is, and no decision rests on them alone: an empty
        // slot is claimed by compare-and-swap, a match is loaded again by `position`.
        const auto* quads = reinterpret_cast<const __m128i*>(line);
        const __m128i a = _mm_load_si128(quads), b = _mm_load_si128(quads + 1);
        const __m128i c = _mm_load_si128(quads + 2), d = _mm_load_si128(quads + 3);
        const auto slots_where = [&](auto test) {
            const __m128i low = _mm_packs_epi32(test(a), test(b)), high = _mm_packs_epi32(test(c), test(d));
            return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
        };
        const __m128i wide_mask = _mm_set1_epi32(static_cast<int>(mask)), wide_tag = _mm_set1_epi32(static_cast<int>(tag));
        matches = slots_where([&](__m128i quad) { return _mm_cmpeq_epi32(_mm_and_si128(quad, wide_mask), wide_tag); });
        empty = slots_where([](__m128i quad) { return _mm_cmpeq_epi32(quad, _mm_setzero_si128()); });
#endif
        // A slot behind an empty one can only have been filled since; the claim will fail and the caller scan again.
        return {matches & ((empty & -empty) - 1), empty};
    }

    /// The position in a filled slot. Reading the key at that position is safe afterwards.
    Position position(Line* line, int slot) const {
        const std::uint32_t content = std::atomic_ref(line->slots[slot]).load(std::memory_order_acquire);
        return static_cast<Position>((content & ((std::uint64_t{1} << position_bits_) - 1)) - 1);
    }

    /// Puts `position` into an empty slot; false if another thread was faster. Publishes the key at that position.
    bool claim(Line* line, int slot, std::uint64_t hash, Position position) {
        std::uint32_t empty = 0;
        return std::atomic_ref(line->slots[slot])
            .compare_exchange_strong(empty, tag_of(hash) | (position + 1), std::memory_order_release, std::memory_order_acquire);
    }

    /// Adds a position whose key is known to be absent. Any number of threads may do so at once.
    void add(std::uint64_t hash, Position position) {
        for (Line* line = home(hash);;) {
            const std::uint32_t empty = scan(line, hash).empty;
            if (!empty) line = next(line);
            else if (claim(line, std::countr_zero(empty), hash, position)) return;
        }
    }

private:
    class Splitter;
    __extension__ using Wide = unsigned __int128;

    Line* first() const { return static_cast<Line*>(memory_.data()); }
    std::size_t home_number(std::uint64_t hash) const { return static_cast<std::size_t>((Wide{hash} * lines_) >> 64); }
    std::uint32_t tag_mask() const { return static_cast<std::uint32_t>(~std::uint64_t{0} << position_bits_); }
    std::uint32_t tag_of(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash * lines_ >> 32) & tag_mask(); }

    MemoryMap memory_;
    std::size_t lines_ = 0;
    int position_bits_ = 0;
};

}  // namespace tandem::checker
