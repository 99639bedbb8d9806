#include "specs/axiomatic/partial_orders.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

namespace tandem::specs {

namespace {

int pairs_of(const PartialOrder& order) {
    int pairs = 0;
    for (const std::uint8_t row : order) pairs += std::popcount(row);
    return pairs;
}

/// Adds thing `n` to each order of the `n` before it: some set of them comes before it, closed downwards, and some set after it,
/// closed upwards, and what is before is before what is after.
std::vector<PartialOrder> with_one_more(const std::vector<PartialOrder>& orders, std::size_t n) {
    std::vector<PartialOrder> larger;
    const unsigned all = 1u << n;
    for (const PartialOrder& order : orders) {
        const auto after = [&](std::size_t i) { return static_cast<unsigned>(order[i]); };
        for (unsigned below = 0; below < all; ++below) {
            bool closed = true;
            for (std::size_t i = 0; i < n; ++i)
                closed = closed && !(~below >> i & 1 && after(i) & below);  // what is before it is before it too
            if (!closed) continue;
            for (unsigned above = 0; above < all; ++above) {
                bool fits = (above & below) == 0;
                for (std::size_t i = 0; i < n; ++i) {
                    if (above >> i & 1) fits = fits && (after(i) & ~above) == 0;
                    if (below >> i & 1) fits = fits && (above & ~after(i)) == 0;
                }
                if (!fits) continue;
                PartialOrder next = order;
                for (std::size_t i = 0; i < n; ++i)
                    if (below >> i & 1) next[i] |= static_cast<std::uint8_t>(1u << n);
                next[n] = static_cast<std::uint8_t>(above);
                larger.push_back(next);
            }
        }
    }
    return larger;
}

}  // namespace

const std::vector<PartialOrder>& partial_orders(std::size_t n) {
    static const std::array<std::vector<PartialOrder>, most_partly_ordered + 1> all = [] {
        std::array<std::vector<PartialOrder>, most_partly_ordered + 1> orders;
        orders[0] = {PartialOrder{}};
        for (std::size_t k = 0; k < most_partly_ordered; ++k) orders[k + 1] = with_one_more(orders[k], k);
        for (auto& list : orders)
            std::stable_sort(list.begin(), list.end(),
                             [](const PartialOrder& a, const PartialOrder& b) { return pairs_of(a) < pairs_of(b); });
        return orders;
    }();
    if (n > most_partly_ordered)
        throw std::length_error("a location has " + std::to_string(n) + " writes, and a model of partial coherence takes " +
                                std::to_string(most_partly_ordered));
    return all[n];
}

}  // namespace tandem::specs
