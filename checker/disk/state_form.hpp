// What a state is called on disk: a string of bits that no layout of keys changes (layout.hpp).
//
// The bits of its numbers stand side by side. Those that numbers had when the form was made are mixed by a permutation
// (quotient.hpp), so strings are spread evenly and their order is no matter of contents. Bits that came into use later stand
// behind, as they are, and their hash moves the mixed ones: zero moves nothing. So a string that was written before a number
// needed one bit more is still the state's string, and no file is written again for it.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "checker/layout.hpp"
#include "checker/quotient.hpp"
#include "model/hash.hpp"

namespace tandem::checker {

struct StateString {
    static constexpr std::size_t quads = 3;

    std::uint64_t mixed = 0;  // in the first bits; the last one is always zero
    std::array<std::uint64_t, quads> more{};

    friend auto operator<=>(const StateString&, const StateString&) = default;
};

class StateForm {
public:
    /// Some bits of the number in a slot, and where they stand.
    struct Piece {
        std::uint8_t slot, from, width, quad, at;
    };
    /// By slot, how many bits its numbers have.
    using Widths = std::vector<std::uint8_t>;

    StateForm() = default;
    explicit StateForm(const Widths& widths);
    /// From now on numbers have so many bits; false if a string has no room for them.
    bool add(const Widths& widths);

    const std::vector<Piece>& first() const { return first_; }  // those that are mixed
    const std::vector<Piece>& more() const { return more_; }
    const Widths& widths() const { return history_.back(); }
    /// The widths that it was made of, and those that were added: the same make the same form.
    const std::vector<Widths>& history() const { return history_; }
    /// How many bits the mixed number has, of which so many are those of numbers.
    int mixed_bits() const { return mixed_bits_; }
    int first_bits() const { return first_bits_; }
    int more_bits() const { return more_bits_; }
    std::size_t more_quads() const { return (static_cast<std::size_t>(more_bits_) + 63) / 64; }

    std::uint64_t mixed(std::uint64_t first, const std::array<std::uint64_t, StateString::quads>& more) const {
        return (mixing_.mix(first) ^ change(more)) << (64 - mixed_bits_);
    }
    std::uint64_t unmixed(const StateString& string) const {
        return mixing_.unmix(string.mixed >> (64 - mixed_bits_) ^ change(string.more));
    }
    /// Whether the numbers have no more bits than it knows.
    bool fits(const Parts& parts) const;
    StateString string_of(const Parts& parts) const;
    Parts parts_of(const StateString& string) const;

private:
    static constexpr int least_mixed_bits = 36, most_mixed_bits = 63;

    void add_more(std::size_t slot, int from, int width);
    std::uint64_t change(const std::array<std::uint64_t, StateString::quads>& more) const {
        std::uint64_t sum = 0;
        for (std::size_t q = 0; q < more_quads(); ++q)
            if (more[q] != 0) sum ^= model::mixed(more[q] + q * model::golden_ratio);
        return sum >> (64 - mixed_bits_);
    }

    std::vector<Widths> history_;
    std::vector<Piece> first_, more_;
    int mixed_bits_ = least_mixed_bits, first_bits_ = 0, more_bits_ = 0;
    Mixing mixing_{least_mixed_bits};
};

/// A form as keys of one layout need it: where each piece stands in a key.
template <int W>
class FormOfKeys {
public:
    FormOfKeys() = default;
    FormOfKeys(const StateForm& form, const Layout& layout)
        : form_(&form), first_(placed(form.first(), layout)), more_(placed(form.more(), layout)) {
        used_ = {};
        for (const auto* pieces : {&first_, &more_})
            for (const Placed& piece : *pieces) used_[piece.source] |= piece.mask << piece.shift;
    }

    /// Whether the key has bits only that strings have room for.
    bool covers(const KeyBits<W>& key) const {
        std::uint64_t others = 0;
        for (std::size_t q = 0; q < used_.size(); ++q) others |= key.bits[q] & ~used_[q];
        return others == 0;
    }
    StateString string_of(const KeyBits<W>& key) const {
        StateString string{0, more_of(key)};
        std::uint64_t first = 0;
        for (const Placed& piece : first_) first |= (key.bits[piece.source] >> piece.shift & piece.mask) << piece.at;
        string.mixed = form_->mixed(first, string.more);
        return string;
    }
    /// Of its string, what stands behind the mixed bits.
    std::array<std::uint64_t, StateString::quads> more_of(const KeyBits<W>& key) const {
        std::array<std::uint64_t, StateString::quads> more{};
        for (const Placed& piece : more_)
            more[piece.quad] |= (key.bits[piece.source] >> piece.shift & piece.mask) << piece.at;
        return more;
    }
    KeyBits<W> key_of(const StateString& string) const {
        KeyBits<W> key;
        const std::uint64_t first = form_->unmixed(string);
        for (const Placed& piece : first_) key.bits[piece.source] |= (first >> piece.at & piece.mask) << piece.shift;
        for (const Placed& piece : more_)
            key.bits[piece.source] |= (string.more[piece.quad] >> piece.at & piece.mask) << piece.shift;
        return key;
    }

private:
    struct Placed {
        std::uint64_t mask;
        std::uint8_t source, shift, quad, at;
    };
    static std::vector<Placed> placed(const std::vector<StateForm::Piece>& pieces, const Layout& layout) {
        std::vector<Placed> all;
        for (const StateForm::Piece& piece : pieces) {
            const FieldPlace field = layout.fields[piece.slot];
            all.push_back({(std::uint64_t{1} << piece.width) - 1, field.quad,
                           static_cast<std::uint8_t>(field.shift + piece.from), piece.quad, piece.at});
        }
        return all;
    }

    const StateForm* form_ = nullptr;
    std::vector<Placed> first_, more_;
    std::array<std::uint64_t, KeyBits<W>::quads> used_{};
};

}  // namespace tandem::checker
