#include "checker/disk/state_form.hpp"

#include <algorithm>

namespace tandem::checker {

StateForm::StateForm(const Widths& widths) : history_{widths} {
    for (std::size_t s = 0; s < widths.size(); ++s) {
        const int fits = std::min<int>(widths[s], most_mixed_bits - first_bits_);
        if (fits > 0)
            first_.push_back({static_cast<std::uint8_t>(s), 0, static_cast<std::uint8_t>(fits), 0,
                              static_cast<std::uint8_t>(first_bits_)});
        first_bits_ += fits;
        add_more(s, fits, widths[s] - fits);
    }
    mixed_bits_ = std::max(least_mixed_bits, first_bits_);
    mixing_ = Mixing(mixed_bits_);
}

bool StateForm::add(const Widths& widths) {
    int added = 0;
    for (std::size_t s = 0; s < widths.size(); ++s) added += std::max(0, widths[s] - this->widths()[s]);
    if (more_bits_ + added > static_cast<int>(64 * StateString::quads)) return false;
    if (added == 0) return true;
    Widths all = this->widths();
    for (std::size_t s = 0; s < widths.size(); ++s) {
        add_more(s, all[s], widths[s] - all[s]);
        all[s] = std::max(all[s], widths[s]);
    }
    history_.push_back(std::move(all));
    return true;
}

/// No piece lies across two words.
void StateForm::add_more(std::size_t slot, int from, int width) {
    while (width > 0) {
        const int at = more_bits_ % 64, fits = std::min(width, 64 - at);
        more_.push_back({static_cast<std::uint8_t>(slot), static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(fits),
                         static_cast<std::uint8_t>(more_bits_ / 64), static_cast<std::uint8_t>(at)});
        more_bits_ += fits, from += fits, width -= fits;
    }
}

bool StateForm::fits(const Parts& parts) const {
    for (std::size_t s = 0; s < widths().size(); ++s)
        if (parts[s] >> widths()[s] != 0) return false;
    return true;
}

StateString StateForm::string_of(const Parts& parts) const {
    StateString string;
    std::uint64_t first = 0;
    const auto bits = [&](const Piece& piece) {
        return (std::uint64_t{parts[piece.slot]} >> piece.from & ((std::uint64_t{1} << piece.width) - 1)) << piece.at;
    };
    for (const Piece& piece : first_) first |= bits(piece);
    for (const Piece& piece : more_) string.more[piece.quad] |= bits(piece);
    string.mixed = mixed(first, string.more);
    return string;
}

Parts StateForm::parts_of(const StateString& string) const {
    Parts parts{};
    const auto set = [&](const Piece& piece, std::uint64_t quad) {
        parts[piece.slot] |= static_cast<Number>((quad >> piece.at & ((std::uint64_t{1} << piece.width) - 1)) << piece.from);
    };
    const std::uint64_t first = unmixed(string);
    for (const Piece& piece : first_) set(piece, first);
    for (const Piece& piece : more_) set(piece, string.more[piece.quad]);
    return parts;
}

}  // namespace tandem::checker
