// The reader of Accel-Sim's traces of kernels. It reads files alone, so a file in memory has the text; each warp of it is then
// read as the simulator does.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "perfsim/traces/kernel_trace.hpp"
#include "perfsim/workload.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tandem::perfsim;
    static const int file = memfd_create("trace", 0);
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) return 0;
    try {
        TraceCounts counts;
        TraceMap map;
        const KernelTrace kernel("/proc/self/fd/" + std::to_string(file), counts, map);
        for (const KernelTrace::Block& block : kernel.blocks())
            for (std::uint32_t number = 0; number < static_cast<std::uint32_t>(kernel.header().warps_per_block); ++number)
                if (const KernelTrace::Warp* warp = kernel.warp(block, number)) {
                    WarpTrace instructions(kernel, block, *warp);
                    for (TraceInstruction instruction; instructions.next(instruction);) {
                    }
                }
    } catch (const WorkloadError&) {
    }
    return 0;
}
