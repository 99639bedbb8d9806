// What the APU leaves to the designer, and the shape of the system. Cores 0.. are compute units; the last `cpus` of them are CPU
// cores.
#pragma once

#include <algorithm>
#include <boost/describe.hpp>
#include <cstdint>

#include "model/all_names.hpp"
#include "model/shape.hpp"
#include "specs/operational/needs.hpp"

namespace tandem::apu {

/// When a ldAcq invalidates GL1. (2.2 does not say what happens to a block that is on its way meanwhile.)
BOOST_DEFINE_FIXED_ENUM_CLASS(Acquire, std::uint8_t,
    forgets_fills,  // what was asked for before is given to those who wait for it, and not kept
    keeps_fills)    // "resetting their valid bits", and no more: a fill that comes later is valid

/// How GL1s are kept coherent.
BOOST_DEFINE_FIXED_ENUM_CLASS(Gl1s, std::uint8_t,
    software_coherent,       // "GL1s are made coherent with ldAcq operation" (2.2)
    // GL2 "broadcasts invalidation messages to the GL1 to make it read coherent. Thus, an acquire operation does not need to
    // invalidate" (9.1)
    hardware_coherent,
    hardware_coherent_told)  // and nothing else is changed: GL2 tells the directory what it evicts, whoever has it in GL1

/// When GL2 lets others read the data of a write-through.
BOOST_DEFINE_FIXED_ENUM_CLASS(WriteThroughs, std::uint8_t,
    hold_the_block,  // when the directory has acknowledged it
    merge_at_once)   // on arrival, as public sources have it

/// When the system directory acknowledges a write-through.
BOOST_DEFINE_FIXED_ENUM_CLASS(Acknowledges, std::uint8_t,
    after_probes,   // when the CPU caches have answered its invalidations
    before_probes)  // at once, as public sources have it

/// What a CPU receives when it reads a block that the probe filter has in GL2 only.
BOOST_DEFINE_FIXED_ENUM_CLASS(ReadGrant, std::uint8_t,
    shared,     // a copy that it may not store to
    exclusive)  // one that it may: public sources do not look at the GPU's bit

/// What happens to a request for a block that GL2 or the directory is busy with. 2.1 does not say.
BOOST_DEFINE_FIXED_ENUM_CLASS(Busy, std::uint8_t,
    stalls,  // it waits in its channel, with all behind it
    queues)  // it waits at GL2 or at the directory: requests for other blocks pass, and memory takes its time (queueing.hpp)

/// The number of stores that a CPU's store buffer can hold.
inline constexpr int most_buffered = 2;

struct Config {
    Acquire acquire = Acquire::forgets_fills;
    WriteThroughs write_throughs = WriteThroughs::hold_the_block;
    Acknowledges acknowledges = Acknowledges::after_probes;
    ReadGrant read_grant = ReadGrant::shared;
    Gl1s gl1s = Gl1s::software_coherent;
    Busy busy = Busy::stalls;
    int cpus = 1;           // of the cores
    int gl2s = 1;           // parts of GL2, to which blocks belong in turn
    int buffered = 1;       // committed stores that a CPU's store buffer holds
    int capacity = 1;       // messages in each channel
    int lanes = 1;          // blocks that one instruction of a wavefront may touch
    bool atomics = false;   // there are read-modify-writes
    bool evictions = true;  // caches replace blocks
    bool early = false;     // CPUs ask for blocks before loads of them commit
    model::Shape shape;     // cores are CUs, then CPUs; threads are the wavefronts of a CU, or of a CPU core

    void for_programs(const specs::ProgramNeeds& needs) {
        lanes = needs.lanes;
        capacity = std::max(capacity, lanes);  // an instruction sends a message for each of its blocks
        atomics = needs.atomics;
    }
    int cpu_count() const { return std::min(cpus, shape[model::Sort::core]); }
    int cu_count() const { return shape[model::Sort::core] - cpu_count(); }
    /// The part of GL2 that a block belongs to.
    template <class Address>
    int gl2_of(const Address& a) const { return model::dealt_to(a, gl2s); }
    bool broadcasts() const { return gl1s != Gl1s::software_coherent; }
    bool is_cpu(int core) const { return core >= cu_count(); }
};

}  // namespace tandem::apu
