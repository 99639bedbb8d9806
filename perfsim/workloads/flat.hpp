// Kernels of flat threads, as in the MTTOP paper (Hechtman and Sorin, ISCA 2013, 7.2 and 9.2). All threads of the machine run
// from the beginning to the end of one launch, share all memory, and meet at barriers. Nothing is in shared memory.
//
// A kernel with passes may also have a launch for each, as GPU benchmarks do.
//
// A warp may have fewer than 32 lanes. Loads of one innermost loop body, whose addresses are known, begin together (`begin`), as
// a compiler arranges them. The consistency model decides whether they overlap.
#pragma once

#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/synchronise.hpp"

namespace tandem::perfsim {

/// The launch of a flat grid: as many thread blocks as the machine holds.
inline Launch flat_launch(const MachineDescription& machine, std::function<Kernel(Warp&)> kernel) {
    return resident_launch(machine, 8, std::move(kernel));
}

/// How the passes of a kernel follow each other.
BOOST_DEFINE_FIXED_ENUM_CLASS(Passes, std::uint8_t,
    barriers,  // in one launch, between whose passes all threads meet
    launches)  // each is a launch, and the host does the rest

inline std::vector<WorkloadSetting> passes_settings() {
    auto settings = polling_settings({});
    settings.insert(settings.begin(),
                    {"passes", "barriers: all passes are in one launch, and all threads meet between them; launches: each is one",
                     "barriers", "WORD"});
    return settings;
}
inline Passes passes_of(const WorkloadOptions& options) {
    return choice<Passes>("way of passes", given(options, passes_settings().front()));
}
/// The launch of a grid of that many threads, of 32 lanes a warp.
inline Launch launch_of(std::uint32_t threads, std::function<Kernel(Warp&)> kernel) {
    constexpr int warps = 8;
    return {static_cast<int>(threads / (lane_count * warps)), warps, std::move(kernel)};
}

/// The lanes of the warp whose element is one of `count`; `first` is the first lane's element.
inline std::uint32_t lanes_within(const Warp& w, std::uint32_t first, std::uint32_t count) {
    return first < count ? first_lanes(count - first) & w.all() : 0;
}

}  // namespace tandem::perfsim
