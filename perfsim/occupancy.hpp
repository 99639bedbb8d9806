// How many thread blocks of a launch are resident on an SM at a time, and what limits them.
//
// As in GPGPU-Sim (shader_core_config::max_cta), warp slots, thread block slots, registers and shared memory each admit a number,
// and the least counts. Registers of a thread are rounded up to a multiple of 4.
#pragma once

#include "perfsim/warp_scheduler.hpp"

namespace tandem::perfsim {

/// The error for a launch that no SM of the machine can run: one line.
struct LaunchError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

struct Occupancy {
    int thread_blocks = 0;        // of an SM at a time, with all their warps
    int admitted = 0;             // the same but for warps: one may begin in the warp slots of others that are partly done
    // what the machine file would need more of: "warps", "thread_blocks", "registers" or "shared_bytes"
    const char* limit = nullptr;
};

/// Throws LaunchError if not even one thread block fits.
Occupancy occupancy(const MachineDescription::Sms& machine, const Launch& launch);

}  // namespace tandem::perfsim
