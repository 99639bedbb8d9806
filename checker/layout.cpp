// Giving fields their widths and places.
#include "checker/layout.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace tandem::checker {

Layout Layout::for_components(const Components& components) {
    Layout layout;
    layout.slots = components.slots();
    std::array<int, max_slots> width{};
    int sum = 0;
    for (int s = 0; s < layout.slots; ++s) sum += width[static_cast<std::size_t>(s)] = std::bit_width(components.count(s));
    for (layout.words = (sum + 31) / 32; layout.words <= max_words; ++layout.words)
        if (layout.place(width)) return layout;
    throw std::length_error("a state needs more than 192 bits of component numbers");
}

/// Wide fields first, each in the first word with room; then the words' spare bits go to their fields in turn.
bool Layout::place(const std::array<int, max_slots>& least_width) {
    std::array<int, max_slots> order{}, width = least_width, quad{};
    const auto end = order.begin() + slots;
    std::iota(order.begin(), end, 0);
    std::stable_sort(order.begin(), end,
                     [&](int a, int b) { return width[static_cast<std::size_t>(a)] > width[static_cast<std::size_t>(b)]; });
    std::array<int, (max_words + 1) / 2> room{};
    for (int w = 0; w < words; ++w) room[static_cast<std::size_t>(w / 2)] += 32;
    for (auto s = order.begin(); s != end; ++s) {
        const int w = width[static_cast<std::size_t>(*s)];
        const auto fit = std::find_if(room.begin(), room.end(), [&](int bits) { return bits >= w; });
        if (fit == room.end()) return false;
        *fit -= w;
        quad[static_cast<std::size_t>(*s)] = static_cast<int>(fit - room.begin());
    }
    for (bool given = true; given;) {
        given = false;
        for (auto s = order.begin(); s != end; ++s) {
            int& spare = room[static_cast<std::size_t>(quad[static_cast<std::size_t>(*s)])];
            int& w = width[static_cast<std::size_t>(*s)];
            if (spare == 0 || w >= 31) continue;
            --spare, ++w, given = true;
        }
    }
    std::array<int, (max_words + 1) / 2> at{};
    for (std::size_t s = 0; s < static_cast<std::size_t>(slots); ++s) {
        int& shift = at[static_cast<std::size_t>(quad[s])];
        fields[s] = {static_cast<std::uint8_t>(quad[s]), static_cast<std::uint8_t>(shift), (1u << width[s]) - 1};
        shift += width[s];
    }
    return true;
}

}  // namespace tandem::checker
