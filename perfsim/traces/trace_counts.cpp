#include "perfsim/traces/trace_counts.hpp"

namespace tandem::perfsim {

std::vector<Counter> as_counters(const TraceCounts& counts) {
    return {
        {"kernels", counts.kernels},
        {"thread blocks", counts.blocks},
        {"warps", counts.warps},
        {"instructions", counts.instructions},
        {"loads", counts.of(TraceKind::load)},
        {"stores", counts.of(TraceKind::store)},
        {"atomics", counts.of(TraceKind::atomic)},
        {"fences", counts.of(TraceKind::fence)},
        {"barriers", counts.of(TraceKind::barrier)},
        {"without lanes", counts.without_lanes},
        {"shared memory", counts.of(TraceKind::shared)},
        {"constants", counts.of(TraceKind::constant)},
        {"textures", counts.of(TraceKind::texture)},
        {"bulk copies", counts.of(TraceKind::bulk)},
        {"unknown memory", counts.of(TraceKind::unknown)},
        {"others", counts.of(TraceKind::other)},
        {"lanes that accessed", counts.lanes},
        {"bytes accessed", counts.bytes},
    };
}

}  // namespace tandem::perfsim
