// Words by lane that kernels often need.
#pragma once

#include "perfsim/coalescer.hpp"

namespace tandem::perfsim {

/// All lanes have `word`.
inline Lanes every(std::uint32_t word) {
    Lanes lanes;
    lanes.fill(word);
    return lanes;
}
/// The mask of the first `count` lanes.
inline std::uint32_t first_lanes(std::uint32_t count) { return count >= lane_count ? 0xffffffff : (1u << count) - 1; }
/// The mask of the lanes of `among` for which `holds(lane)`.
template <class Holds>
std::uint32_t lanes_where(std::uint32_t among, Holds&& holds) {
    std::uint32_t mask = 0;
    for (std::uint32_t l = 0; l < lane_count; ++l)
        if ((among >> l & 1) && holds(l)) mask |= 1u << l;
    return mask;
}

}  // namespace tandem::perfsim
