// A cache line of slots of any number of bits, which many threads read and add to.
//
// Its first byte counts the slots that are filled, and a bit of it locks the line. A tag of a byte for each slot follows, so that
// all are compared at once; the rest of each slot stands behind the tags. A slot is written under the lock, before it is counted,
// and what is counted never changes. So readers need no lock. A slot may share a word with one that is being written: words are
// read and written as atomics, which costs nothing.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include "checker/tag_index.hpp"

namespace tandem::checker {

class alignas(64) SlotLine {
public:
    static constexpr int header_bits = 8, tag_bits = 8, room = 512 - header_bits, most_slots = 31;

    /// How many slots are filled. They may be read afterwards.
    int filled() const { return static_cast<int>(word(0).load(std::memory_order_acquire) & count_mask); }

    /// One bit for each of the first `filled` slots: whether it has this tag.
    std::uint32_t tagged(std::uint8_t tag, int filled) const {
        std::uint32_t matches = 0;
#ifdef TANDEM_SCAN_ATOMICALLY
        for (int slot = 0; slot < filled; ++slot) matches |= std::uint32_t{bits(tag_place(slot), 0xff) == tag} << slot;
        return matches;
#else
        // On x86 each byte of a vector is read at once, and those of filled slots do not change.
        const auto* halves = reinterpret_cast<const __m128i*>(words_.data());
        const __m128i wide = _mm_set1_epi8(static_cast<char>(tag));
        const auto equal = [&](__m128i half) {
            return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(half, wide)));
        };
        matches = equal(_mm_load_si128(halves)) | equal(_mm_load_si128(halves + 1)) << 16;
        return matches >> 1 & ((1u << filled) - 1);
#endif
    }

    /// The bits of the line from `at` on that `mask` has; they must not reach beyond its end.
    std::uint64_t bits(int at, std::uint64_t mask) const {
        const auto w = static_cast<std::size_t>(at) >> 6;
        const int shift = at & 63;
        // Behind the last word come the first again: what they add lies beyond the mask.
        const std::uint64_t low = word(w).load(std::memory_order_relaxed) >> shift,
                            high = word((w + 1) & 7).load(std::memory_order_relaxed) << 1 << (63 - shift);
        return (low | high) & mask;
    }
    static constexpr int tag_place(int slot) { return header_bits + tag_bits * slot; }

    /// Waits for the line; then how many slots are filled.
    int lock() {
        std::uint64_t before;
        for (int looks = 0; (before = word(0).fetch_or(lock_bit, std::memory_order_acquire)) & lock_bit;)
            if (++looks > 1000) std::this_thread::yield();  // its holder may have lost the processor
        return static_cast<int>(before & count_mask);
    }
    /// With so many slots filled.
    void unlock(int filled) {
        const std::uint64_t rest = word(0).load(std::memory_order_relaxed) & ~std::uint64_t{0xff};
        word(0).store(rest | static_cast<std::uint64_t>(filled), std::memory_order_release);
    }
    /// Of a locked line, where these bits are zero.
    void set_tag(int slot, std::uint8_t tag) {
        const int at = tag_place(slot);
        add(static_cast<std::size_t>(at) >> 6, std::uint64_t{tag} << (at & 63));
    }
    void set_bits(int at, std::uint64_t value) {
        const auto w = static_cast<std::size_t>(at) >> 6;
        const int shift = at & 63;
        add(w, value << shift);
        add((w + 1) & 7, value >> 1 >> (63 - shift));  // whether there is anything to add no branch could foretell
    }

private:
    static constexpr std::uint64_t lock_bit = 0x80, count_mask = 0x7f;

    std::atomic_ref<std::uint64_t> word(std::size_t w) const { return std::atomic_ref(const_cast<std::uint64_t&>(words_[w])); }
    void add(std::size_t w, std::uint64_t bits) {
        word(w).store(word(w).load(std::memory_order_relaxed) | bits, std::memory_order_relaxed);
    }

    std::array<std::uint64_t, 8> words_;
};

}  // namespace tandem::checker
