// Where each component's number stands in the bits of a state's key.
//
// Numbers are given out as components are discovered, so the widths are not known beforehand: a layout has room for the
// numbers so far, and some more; when a number outgrows its field the search stops, makes a wider layout and repacks.
#pragma once

#include <bit>

#include "checker/components.hpp"

namespace tandem::checker {

/// Keys have at most this many 32-bit words.
inline constexpr int max_words = 6;

struct Layout {
    struct FieldPlace {
        std::uint16_t word = 0, shift = 0;
        std::uint32_t limit = 1;  // numbers are below it
    };
    int slots = 0;
    int words = 1;
    std::array<FieldPlace, max_slots> fields{};

    /// A layout for all numbers given so far, with spare bits given to the fields in turn.
    /// The all-ones key stays unused, as the store needs.
    static Layout for_components(const Components& components) {
        Layout layout;
        layout.slots = components.slots();
        std::array<int, max_slots> width{};
        int sum = 0;
        for (int s = 0; s < layout.slots; ++s) sum += width[static_cast<std::size_t>(s)] = std::bit_width(components.count(s));
        layout.words = (sum + 31) / 32;
        if (layout.words > max_words) throw std::length_error("a state needs more than 192 bits of component numbers");
        for (int s = 0; sum < 32 * layout.words; s = (s + 1) % layout.slots) ++width[static_cast<std::size_t>(s)], ++sum;
        int at = 0;
        for (int s = 0; s < layout.slots; ++s) {
            const int w = std::min(width[static_cast<std::size_t>(s)], 31);
            // The largest number of each field is never used, so no key is all ones.
            layout.fields[static_cast<std::size_t>(s)] = {static_cast<std::uint16_t>(at / 32), static_cast<std::uint16_t>(at % 32), (1u << w) - 1};
            at += width[static_cast<std::size_t>(s)];
        }
        return layout;
    }

    /// False if a number outgrows its field.
    template <std::size_t W>
    bool pack(const Parts& parts, std::array<std::uint32_t, W>& key) const {
        std::array<std::uint32_t, W + 1> words{};
        bool fits = true;
        for (int s = 0; s < slots; ++s) {
            const FieldPlace& f = fields[static_cast<std::size_t>(s)];
            const std::uint32_t number = parts[static_cast<std::size_t>(s)];
            fits &= number < f.limit;
            const std::uint64_t bits = std::uint64_t(number) << f.shift;
            words[f.word] |= static_cast<std::uint32_t>(bits);
            words[f.word + 1u] |= static_cast<std::uint32_t>(bits >> 32);
        }
        for (std::size_t w = 0; w < W; ++w) key[w] = words[w];
        return fits;
    }

    template <std::size_t W>
    void unpack(const std::array<std::uint32_t, W>& key, Parts& parts) const {
        for (int s = 0; s < slots; ++s) {
            const FieldPlace& f = fields[static_cast<std::size_t>(s)];
            std::uint64_t bits = key[f.word];
            if (f.word + 1u < W) bits |= std::uint64_t(key[f.word + 1u]) << 32;
            parts[static_cast<std::size_t>(s)] = static_cast<std::uint32_t>(bits >> f.shift) & f.limit;
        }
    }
};

}  // namespace tandem::checker
