// Where each component's number stands in the bits of a state's key.
//
// Numbers are given out as components are discovered, so the widths are not known beforehand: a layout has room for the
// numbers so far, and some more; when a number outgrows its field the search stops, makes a wider layout and repacks.
// No field lies across two 64-bit words, so a successor's key is its parent's with a few fields exchanged, each by one shift
// and one exclusive or.
#pragma once

#include <bit>
#include <cstring>

#include "checker/components.hpp"

namespace tandem::checker {

/// Keys have at most this many 32-bit words.
inline constexpr int max_words = 6;

struct FieldPlace {
    std::uint8_t quad = 0, shift = 0;  // which 64-bit word, and where in it
    std::uint32_t limit = 1;           // numbers are below it; also the field's mask
};

/// A key of W 32-bit words, as 64-bit words for computing.
template <int W>
struct KeyBits {
    using Key = std::array<std::uint32_t, W>;
    static constexpr std::size_t quads = (W + 1) / 2;

    std::array<std::uint64_t, quads> bits{};

    KeyBits() = default;
    explicit KeyBits(const Key& key) { std::memcpy(bits.data(), key.data(), sizeof key); }
    Key key() const {
        Key key;
        std::memcpy(key.data(), bits.data(), sizeof key);
        return key;
    }
    Number get(FieldPlace f) const { return static_cast<std::uint32_t>(quad(f) >> f.shift) & f.limit; }
    /// False, with the key spoilt, if the number outgrows its field.
    bool set(FieldPlace f, Number number) { return exchange(f, get(f), number); }
    /// The same where the field is known to hold `old`.
    bool exchange(FieldPlace f, Number old, Number number) {
        bits[quads == 1 ? 0 : f.quad] ^= std::uint64_t{old ^ number} << f.shift;
        return number < f.limit;
    }
    friend bool operator==(const KeyBits&, const KeyBits&) = default;

private:
    std::uint64_t quad(FieldPlace f) const { return bits[quads == 1 ? 0 : f.quad]; }
};

struct Layout {
    int slots = 0;
    int words = 1;
    std::array<FieldPlace, max_slots> fields{};

    /// A layout for all numbers given so far, with spare bits given to the fields in turn.
    /// The all-ones key stays unused, as the store needs: no field's largest number is ever used.
    static Layout for_components(const Components& components);

    /// False if a number outgrows its field.
    template <std::size_t W>
    bool pack(const Parts& parts, std::array<std::uint32_t, W>& key) const {
        KeyBits<W> bits;
        bool fits = true;
        for (std::size_t s = 0; s < static_cast<std::size_t>(slots); ++s) fits &= bits.exchange(fields[s], 0, parts[s]);
        key = bits.key();
        return fits;
    }

    template <std::size_t W>
    void unpack(const std::array<std::uint32_t, W>& key, Parts& parts) const {
        const KeyBits<W> bits(key);
        for (std::size_t s = 0; s < static_cast<std::size_t>(slots); ++s) parts[s] = bits.get(fields[s]);
    }

private:
    bool place(const std::array<int, max_slots>& least_width);
};

}  // namespace tandem::checker
