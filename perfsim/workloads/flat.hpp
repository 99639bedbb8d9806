// Kernels of flat threads, as the MTTOP paper's are (Hechtman and Sorin, ISCA 2013, 7.2 and 9.2): all threads of the machine run from the beginning to the end of one launch, share all memory, and meet at barriers. Nothing is in shared memory.
//
// Lanes of a warp may be fewer than 32. Loads of one innermost loop body, whose addresses are known, are begun together (`begin`), as a compiler arranges them; whether they overlap is the consistency model's business.
#pragma once

#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/synchronise.hpp"

namespace tandem::perfsim {

/// Of a flat grid: as many thread blocks as the machine holds.
inline Launch flat_launch(const MachineDescription& machine, std::function<Kernel(Warp&)> kernel) { return resident_launch(machine, 8, std::move(kernel)); }

/// The lanes of the warp whose element, the first of which is `first`, is one of `count`.
inline std::uint32_t lanes_within(const Warp& w, std::uint32_t first, std::uint32_t count) { return first < count ? first_lanes(count - first) & w.all() : 0; }

}  // namespace tandem::perfsim
