// All partial orders of a few things, for models in which coherence relates only some writes of a location (PTX 6 and later).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tandem::specs {

/// More are ordered in over a hundred thousand ways.
inline constexpr std::size_t most_partly_ordered = 5;

/// By thing, the set of those after it; transitive.
using PartialOrder = std::array<std::uint8_t, most_partly_ordered>;

/// All strict partial orders of `n` things, the fewest pairs first: 1, 1, 3, 19, 219 and 4231 of them (OEIS A001035). Throws
/// std::length_error for more than `most_partly_ordered` things.
const std::vector<PartialOrder>& partial_orders(std::size_t n);

}  // namespace tandem::specs
