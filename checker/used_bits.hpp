// Which bits of keys the numbers given so far can set, and how a key is cut into what is mixed and what is not.
//
// Fields have spare bits that no number reaches yet (layout.hpp). They are left out here. Up to 64 of the other bits, of a
// key's first 64, are mixed and quotiented (quotient.hpp). The rest is stored as it is: the other words of long keys, and bits
// that came into use later. Those change where a key belongs, by their hash, and zero changes nothing: so states stay in their
// places when a number needs one bit more.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "checker/bit_gathering.hpp"
#include "checker/layout.hpp"
#include "model/hash.hpp"

namespace tandem::checker {

template <int W>
class UsedBits {
public:
    static constexpr std::size_t quads = KeyBits<W>::quads;
    using Quads = std::array<std::uint64_t, quads>;

    UsedBits() = default;
    /// Mixes all bits of `used` that it can.
    explicit UsedBits(const Quads& used) : stored_(used), mixed_(used[0]) {
        stored_[0] = 0;
        measure();
    }
    /// These, with those of `used` besides.
    UsedBits with(const Quads& used) const {
        UsedBits more = *this;
        for (std::size_t q = 0; q < quads; ++q) more.stored_[q] |= used[q] & ~used_mask(q);
        more.measure();
        return more;
    }

    /// The same bits, of which all that can be are mixed.
    UsedBits mixed_anew() const {
        Quads used{};
        for (std::size_t q = 0; q < quads; ++q) used[q] = used_mask(q);
        return UsedBits(used);
    }

    int mixed_bits() const { return std::popcount(mixed_); }
    int stored_bits() const { return stored_bits_; }

    /// Whether only these bits of a key are set.
    bool covers(const KeyBits<W>& key) const {
        std::uint64_t others = 0;
        for (std::size_t q = 0; q < quads; ++q) others |= key.bits[q] & ~used_mask(q);
        return others == 0;
    }
    std::uint64_t to_mix(const KeyBits<W>& key) const { return gather_bits(key.bits[0], mixed_); }
    /// The bits that are stored, side by side.
    Quads stored(const KeyBits<W>& key) const {
        Quads stored{};
        int at = 0;
        for (std::size_t q = 0; q < quads; ++q) {
            const auto word = static_cast<std::size_t>(at) >> 6;
            const int shift = at & 63;
            const std::uint64_t bits = gather_bits(key.bits[q], stored_[q]);
            if (stored_[q] == 0) continue;
            stored[word] |= bits << shift;
            if (const std::uint64_t high = bits >> 1 >> (63 - shift)) stored[word + 1] |= high;
            at += std::popcount(stored_[q]);
        }
        return stored;
    }
    /// A key with these bits, and zeros where others are mixed.
    KeyBits<W> with_stored(const Quads& stored) const {
        KeyBits<W> key;
        int at = 0;
        for (std::size_t q = 0; q < quads; ++q) {
            if (stored_[q] == 0) continue;
            const auto word = static_cast<std::size_t>(at) >> 6;
            const int shift = at & 63;
            const std::uint64_t high = word + 1 < quads ? stored[word + 1] << 1 << (63 - shift) : 0;
            key.bits[q] = scatter_bits(stored[word] >> shift | high, stored_[q]);
            at += std::popcount(stored_[q]);
        }
        return key;
    }
    /// The same with those.
    void set_mixed(KeyBits<W>& key, std::uint64_t to_mix) const { key.bits[0] |= scatter_bits(to_mix, mixed_); }

    /// All its bits depend on what is stored of a key; of zeros it is zero. It stays the same when further bits are stored that
    /// are zero.
    std::uint64_t hash(const KeyBits<W>& key) const {
        std::uint64_t sum = 0;
        for (std::size_t q = 0; q < quads; ++q) sum = model::mixed(sum * model::golden_ratio + (key.bits[q] & stored_[q]));
        return sum;
    }

private:
    std::uint64_t used_mask(std::size_t q) const { return q == 0 ? stored_[0] | mixed_ : stored_[q]; }
    void measure() {
        stored_bits_ = 0;
        for (const std::uint64_t quad : stored_) stored_bits_ += std::popcount(quad);
    }

    Quads stored_{};
    std::uint64_t mixed_ = 0;
    int stored_bits_ = 0;
};

/// The bits that the numbers given so far can set.
template <int W>
typename UsedBits<W>::Quads used_bits(const Layout& layout, const Components& components) {
    typename UsedBits<W>::Quads used{};
    for (std::size_t s = 0; s < static_cast<std::size_t>(layout.slots); ++s) {
        const FieldPlace field = layout.fields[s];
        const Number largest = components.count(static_cast<int>(s)) - 1;
        used[field.quad] |= ((std::uint64_t{1} << std::bit_width(largest)) - 1) << field.shift;
    }
    return used;
}

}  // namespace tandem::checker
