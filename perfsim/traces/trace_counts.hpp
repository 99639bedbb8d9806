// The contents of a trace, or the part that has been replayed: instructions by their treatment, each counted once.
#pragma once

#include <bit>
#include <vector>

#include "perfsim/statistics.hpp"
#include "perfsim/traces/trace_addresses.hpp"

namespace tandem::perfsim {

struct TraceCounts {
    std::uint64_t kernels = 0, blocks = 0, warps = 0, instructions = 0;
    // that are replayed, or of a kind that is not
    std::array<std::uint64_t, static_cast<std::size_t>(TraceKind::other) + 1> of_kind{};
    std::uint64_t without_lanes = 0;  // of a replayed kind, without a participating lane
    std::uint64_t lanes = 0, bytes = 0;  // of loads, stores and atomics

    /// Counts an instruction; `lanes` of it access memory, each with `width` bytes.
    void count(TraceKind kind, bool takes_part, int lanes_of_it, int width) {
        ++instructions;
        const bool accesses = kind == TraceKind::load || kind == TraceKind::store || kind == TraceKind::atomic,
                   replayed = accesses || kind == TraceKind::fence || kind == TraceKind::barrier;
        if (replayed && !takes_part) {
            ++without_lanes;
            return;
        }
        // A generic access with all lanes in shared memory.
        if (accesses && lanes_of_it == 0) kind = TraceKind::shared;
        ++of_kind[static_cast<std::size_t>(kind)];
        lanes += static_cast<std::uint64_t>(lanes_of_it);
        bytes += static_cast<std::uint64_t>(lanes_of_it) * static_cast<std::uint64_t>(width);
    }
    std::uint64_t of(TraceKind kind) const { return of_kind[static_cast<std::size_t>(kind)]; }

    friend bool operator==(const TraceCounts&, const TraceCounts&) = default;
};

/// By the names that reports give them; the kinds and `without lanes` add up to the instructions.
std::vector<Counter> as_counters(const TraceCounts& counts);

}  // namespace tandem::perfsim
