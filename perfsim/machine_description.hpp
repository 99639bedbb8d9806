// The simulated machine, as data. Defaults are in perfsim/machines/paper.toml, and nowhere else.
#pragma once

#include <string>

#include "perfsim/dram.hpp"
#include "perfsim/stores.hpp"
#include "perfsim/torus_places.hpp"

namespace tandem::perfsim {

/// Cycles are those of the SMs' clock. A number documented so is 0 if the machine lacks that part, and a file without that key
/// lacks it too.
struct MachineDescription {
    std::string name;

    struct Blocks {
        int bytes = block_bytes;  // of a block, in caches and memory: a power of two
    } blocks;
    struct Sms {
        int count = 1;
        int lanes = lane_count;   // of a warp: a power of two; kernels for warps use no more than `lane_count`
        // cycles of a scheduler for a warp's instruction: more than 1 where it has fewer lanes than the warp
        int issue_cycles = 1;
        int warps = 1;            // that are resident in each
        int thread_blocks = 1;    // that are resident in each
        int schedulers = 1;       // each issues an instruction a cycle, from its own warps
        // 0: the warp that it issued last, else the oldest; 1: the next after that one, in turn; 2: the same within a group of
        // `group_warps`, and the next group only if none of that one can issue
        int scheduling = 0;
        int group_warps = 8;
        int pipeline = 1;         // maximum number of memory instructions in the load/store unit
        // cycles from the issue of an instruction without memory to that of one that needs its result; 0: no instruction waits
        // for one
        int arithmetic_latency = 0;
        int special_latency = 0;     // the same for roots, exponentials and the like
        int division_latency = 0;    // the same for divisions
        int registers = 0;           // of 32 bits, which the threads of resident thread blocks share; 0: no limit
        int shared_bytes = 0;        // of shared memory, for the resident thread blocks; 0: no limit
        // of shared memory: lanes that want different words of one take turns; 0: an access is an instruction like those without
        // memory
        int shared_banks = 0;
        int shared_latency = 0;      // cycles from the load/store unit to the words, where there are banks; 0 is 1
        int launch_cycles = 0;       // before the first thread block of a launch, in which nothing runs
    } sms;
    struct L1 {
        int bytes = 0;            // 0: as many lines as needed
        int ways = 1;
        int sectors = 1;          // consecutive blocks that share a way and its tag: 1, or as many as in L2
        int latency = 1;          // cycles from the load/store unit to the tags' answer
        int ports = 1;            // blocks whose tags it reads in a cycle
        int mshr_entries = 32;    // blocks with accesses under way; at least one for each lane
        // a load that passes L1 asks for the smallest aligned part of a block, of this size or more, in which all its words are
        int bypass_bytes = 32;
        int mshr_merges = 0;      // accesses that may wait at one block, the first included; 0: any number
        // 1: an instruction's requests leave one by one as there are entries for them; 0: it waits until there is one for each
        int mshr_incremental = 0;
        int fifo = 128;           // dirty blocks that the FIFO holds, in protocols that have one; more than an instruction writes
    } l1;
    struct L2 {
        int partitions = 1;
        int bytes = 0;            // of each partition
        int ways = 1;
        int sectors = 1;          // consecutive blocks that share a way and its tag, and go to the same partition
        int hashed = 0;           // 1: a block's partition is an exclusive or of all bits of its address above the block's
        // lanes of an atomic that a partition, or a directory that performs atomics, performs in a cycle; 0: all at once
        int atomic_lanes = 0;
        int latency = 1;          // cycles from the network to the tags' answer
        // requests between its port and its tags; with fewer than `latency` + 1 less than one a cycle passes
        int queue = 2;
        int mshr_entries = 1;     // blocks that DRAM is read for
        // where it keeps hashes of what L1s have: evictions of a set of L1 after which it is sent new ones; 0: it knows exactly
        // what they have
        int rehash = 0;
        int events = 1;  // of the protocol that a partition handles in a cycle; not given: 1
    } l2;
    struct Directory {            // behind the banks, where a protocol has another kind of node before memory
        int distance = 1;         // cycles on the network between a bank and it
        int latency = 1;          // cycles from the network to its tags' answer
        int queue = 2;            // messages between its port and its tags, as of L2
        int mshr_entries = 1;     // blocks that memory is read for
        int events = 1;           // that it handles in a cycle; not given: 1
        int channels = 1;         // of DRAM behind it, a power of two; not given: 1
        int port_flits = 1;       // that each end of the crossbars to and from it moves in a cycle; not given: as of the network
        bool present = false;     // whether the machine file mentions it, and L3
        // 1: a protocol without such a node has its DRAM behind the banks, and ignores this table and L3's; else it is refused
        int optional = 0;
    } directory;
    struct Pool {                 // of what cores share, beside the banks, where a protocol has one
        int distance = 1;         // cycles on the network between a core and it
        int entries = 1;          // a power of two
        // that each end of the crossbars to and from it holds, those on their way included; 0: as of the network
        int packets = 0;
        bool present = false;     // whether the machine file mentions it
    } pool;
    struct Cpus {                 // cores of one thread each, before the directory, where a protocol has such nodes
        int count = 0;
        int steps = 1;            // of a core in a cycle of the machine: the ratio of the clocks. Latencies here are in steps
        int width = 1;            // instructions that it fetches, and commits, in a step; those without memory commit in groups
        int rob = 1;              // instructions fetched and not committed
        int loads = 1, stores = 1;  // of those
        int buffered = 1;         // committed stores that are not performed
        int mrf = 1;              // entries of the mutex request FIFO, where a protocol has one
        int counts = 1;           // the most that its request count of a mutex holds
        int arithmetic_latency = 1, special_latency = 1, division_latency = 1;  // as of SMs
        int l1_bytes = 0, l1_ways = 1, l1_latency = 1;  // of its first cache, which is included in the second
        int bytes = 0, ways = 1, latency = 1;           // of its second cache, which the text knows
        int mshr_entries = 1;     // blocks that it waits for on behalf of loads that have not committed
        int distance = 1;         // cycles of the machine on the network between a core and the directory
    } cpus;
    struct L3 {                   // memory's, behind a directory
        int bytes = block_bytes;
        int ways = 1;
        int latency = 0;          // cycles from a read of memory to L3's answer
    } l3;
    struct Network {
        int flit_bytes = 32;
        int port_flits = 1;  // that each end of a crossbar moves in a cycle; not given: 1
        int latency = 1;
        int header_bytes = 8;     // of a message: its kind, block, warp and flags
        int input_packets = 8, output_packets = 8;
        int input_flits = 0, output_flits = 0;  // 0: the capacity is in packets
        int torus_columns = 0, torus_rows = 0;  // of routers; 0: a crossbar for each direction
        int hop_latency = 1;                    // cycles from router to router
        int channel_flits = 1;                  // capacity of each of a link's virtual channels
        // cycles that a message waits at most before it enters, drawn from this seed for each: it overtakes others, but where the
        // text is checked with ordered channels; 0: none waits
        int jitter = 0;
        int jitter_seed = 0;
        TorusPlaces torus() const { return {torus_columns, torus_rows}; }
    } network;
    DramShape dram;
    struct Timestamps {
        int bits = 32;            // 3..32, of logical time; beyond 31 there is no limit that a run could reach
        int cycle_bits = 32;      // of physical time: what a moment costs in a message, whose cycles have no limit here
        int lease = 10;           // logical time
        int lease_cycles = 100;   // physical time
        /// The size of one in a message. The epoch of a reset is a flag in the header.
        int bytes() const { return (bits + 7) / 8; }
        int cycle_bytes() const { return (cycle_bits + 7) / 8; }
    } timestamps;
};

/// The error in a machine file, in one line. The program turns it into its own error.
struct DescriptionError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads the text of a machine file; `from` names it in errors. It gives the differences from its `base`, a machine that comes
/// with the program; by default the paper's. Throws DescriptionError for a key that no machine has.
MachineDescription machine_from(const std::string& text, const std::string& from);
/// The paper's machine (VI-A).
MachineDescription paper_machine();

}  // namespace tandem::perfsim
