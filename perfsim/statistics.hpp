// The counts of a simulated run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/reflect.hpp"

namespace tandem::perfsim {

/// What keeps a warp from issuing an instruction, and its SM if no warp can issue.
BOOST_DEFINE_FIXED_ENUM_CLASS(Stall, std::uint8_t,
    none,           // it issues
    data,           // a load or an atomic has not come back
    scoreboard,     // the result of an instruction without memory is not there yet
    order,          // sequential consistency: an earlier access is not complete
    fence,          // accesses before the fence are not complete
    block_locked,   // the block has accesses under way that this one must not meet (V-A; one access of a warp to a block)
    mshr_full,
    merges_full,    // the block's MSHR entry has the maximum number of waiting accesses
    network_full,
    pipeline,       // earlier instructions occupy the load/store unit
    barrier,
    pause,          // it waits on purpose, between polls
    no_warp)        // nothing is left to run on this SM
inline constexpr std::size_t stall_count = model::enum_size<Stall>;

/// Messages of one kind.
struct Traffic {
    std::string name;
    std::uint64_t messages = 0, flits = 0, bytes = 0;
};

struct Counter {
    std::string name;
    std::uint64_t count = 0;
};

/// Launches with the same number of thread blocks on an SM, for the same reason.
struct LaunchesAlike {
    int thread_blocks = 0, warps_per_block = 0;
    std::string limit;  // the key of the machine file that limits it; "grid" if there are no more thread blocks
    std::uint64_t launches = 0;
};

/// Of all CPUs. Steps are cycles of their own clock.
struct CpuCounts {
    std::uint64_t instructions = 0, loads = 0, stores = 0, atomics = 0, fences = 0;  // committed
    std::uint64_t steps = 0;      // in which a thread ran
    std::uint64_t no_commit = 0;  // of those, in which nothing committed; and in which besides the window was full
    std::uint64_t full = 0;
    std::uint64_t first_cache_hits = 0, evictions = 0;
    std::uint64_t early = 0;      // blocks that were asked for before a load of them committed
    std::uint64_t flits = 0;                     // to and from the node before memory, and a pool
    std::uint64_t bytes = 0, pool_bytes = 0;     // to and from the node before memory; to and from a pool

    CpuCounts& operator+=(const CpuCounts& other) {
        for (const auto count : {&CpuCounts::instructions, &CpuCounts::loads, &CpuCounts::stores, &CpuCounts::atomics,
                                 &CpuCounts::fences, &CpuCounts::steps, &CpuCounts::no_commit, &CpuCounts::full,
                                 &CpuCounts::first_cache_hits, &CpuCounts::evictions, &CpuCounts::early, &CpuCounts::flits,
                                 &CpuCounts::bytes, &CpuCounts::pool_bytes})
            this->*count += other.*count;
        return *this;
    }
};

struct Statistics {
    std::int64_t cycles = 0;
    std::uint64_t instructions = 0;         // issued, of a warp each
    std::uint64_t memory_instructions = 0;  // of those, loads, stores, atomics and fences
    std::uint64_t loads = 0, stores = 0, atomics = 0, fences = 0;  // instructions
    std::uint64_t accesses = 0;             // blocks that they touch
    // instructions to shared memory, and the cycles that its banks took for them; where it has banks
    std::uint64_t shared_accesses = 0, shared_cycles = 0;
    std::vector<Counter> outcomes;          // of the protocol's handlers, by name
    std::vector<Counter> stalled;           // cycles of SMs by `Stall`, `none` included
    std::vector<LaunchesAlike> launches;    // in the order of the first of each
    bool states_registers = false, states_shared = false;  // whether a launch does: of its threads, of its thread blocks
    std::vector<Traffic> traffic;           // by kind of message, all directions
    // to banks, to cores, between cores, between banks; to and from the node before memory, and a pool
    std::uint64_t request_flits = 0, response_flits = 0, peer_flits = 0, bank_flits = 0, memory_flits = 0, pool_flits = 0;
    // over links between routers, of all and of the busiest; 0 with crossbars
    std::uint64_t flit_hops = 0, most_flits_of_a_link = 0;
    std::uint64_t l1_fills_beyond_set = 0;  // lines that had to wait for a way
    std::uint64_t l1_evictions = 0, l2_evictions = 0, write_backs = 0;
    std::uint64_t l1_lookups = 0, l2_lookups = 0;  // reads of tags; 0 for an SM without a cache
    // of L2: requests of cores for blocks, or what a directory asks of memory; acknowledgements and the like are not among them
    std::uint64_t l2_asked = 0;
    // of those, reads of DRAM, of a block each, that its banks begin; or requests that they pass on to the node before memory
    std::uint64_t l2_misses = 0;
    std::uint64_t performed_by_lanes = 0;  // atomics that took a bank's time by `l2.atomic_lanes`
    // of data that L1s take in and give away, what hits read not among it; that L2 takes in and gives away, on either side of it
    std::uint64_t l1_bytes = 0, l2_bytes = 0;
    std::uint64_t l1_hits = 0;   // loads of a block that complete at once
    std::uint64_t l1_fills = 0;  // blocks that come in
    std::uint64_t dram_reads = 0, dram_writes = 0, dram_row_hits = 0, dram_activations = 0;
    std::uint64_t dram_forwarded = 0;       // reads and writes of blocks that waited to be written, which needed no column
    std::uint64_t warp_cycles = 0;          // cycles that warps were resident, summed over all
    CpuCounts cpus;
    int most_warps = 0, warps_of_machine = 0;  // maximum number resident at a time; capacity of the machine
    std::uint64_t data_latency = 0;         // cycles from issue to the last word, summed over loads and atomics

    /// The average number of resident warps, over the cycles of the run.
    double mean_warps() const { return cycles == 0 ? 0 : static_cast<double>(warp_cycles) / static_cast<double>(cycles); }
    std::uint64_t outcome(const std::string& name) const {
        for (const Counter& c : outcomes)
            if (c.name == name) return c.count;
        return 0;
    }
};

}  // namespace tandem::perfsim
