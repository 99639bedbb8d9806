// The possible structures between a core and its cluster's cache, and what the paper leaves open about them; each is a choice.
//
// Source: Hechtman and Sorin, "Exploring Memory Consistency for Massively-Threaded Throughput-Oriented Processors" (ISCA 2013),
// section 6 and 7.5.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>

namespace tandem::cores {

BOOST_DEFINE_FIXED_ENUM_CLASS(Side, std::uint8_t,
    scsimple,       // 6.1: one access of a thread at a time
    scwb,           // 6.2: stores wait in a FIFO write buffer, which "must be drained before a subsequent load can commit"
    tso,            // 6.3: the same, and a load waits only for a store of its block there
    rmo,            // 6.4: no buffer; a thread goes on after a store that misses, and waits for a load
    rmo_lr,         // 7.5, load reordering: it issues further loads while loads are outstanding
    rmo_lr_stores)  // and stores as well, which the paper leaves open

/// What a load does that finds a store to its block in the write buffer of TSO.
BOOST_DEFINE_FIXED_ENUM_CLASS(Forwarding, std::uint8_t,
    none,          // it waits: the paper's buffer is write-only (6.3)
    of_own,        // it gets the data of the youngest such store of its thread, as in x86
    of_everybody)  // of whoever shares the buffer: stores are not atomic then

/// The owner of a write buffer. The paper has one "between each MTTOP core and its L1 data cache" (6.2), and 64 threads on a
/// core.
BOOST_DEFINE_FIXED_ENUM_CLASS(Buffers, std::uint8_t,
    of_threads,  // each thread of the cluster is on a core of its own
    of_a_core)   // all threads of the cluster are on one core

/// Which stores of a shared buffer a thread waits for, if it waits for some.
BOOST_DEFINE_FIXED_ENUM_CLASS(Awaits, std::uint8_t,
    all,  // "this FIFO write buffer must be drained" (6.2)
    own)

/// "While waiting for the write buffer to drain, the core may prefetch, but it may not commit memory operations" (6.2): what
/// happens to data that a load of SCwb has prefetched.
BOOST_DEFINE_FIXED_ENUM_CLASS(Prefetched, std::uint8_t,
    read_again,  // the load reads its cache when the buffer is empty; so a prefetch is nothing but a line that comes earlier
    kept)        // the load keeps what it found

/// What a fence of RMO waits for. "A Fence waits for all outstanding stores to update the cache" (6.4). Nothing is said of the
/// loads that 7.5 leaves outstanding.
BOOST_DEFINE_FIXED_ENUM_CLASS(FencesWait, std::uint8_t, for_all, for_stores)

/// Whether loads of a thread to one block may pass each other, with load reordering.
BOOST_DEFINE_FIXED_ENUM_CLASS(SameBlock, std::uint8_t,
    any_order,  // a younger load may hit while an older one waits to be tried again: SPARC's RMO allows that
    in_order)   // Alpha, whose code the paper runs, does not

/// How the threads of a cluster proceed.
BOOST_DEFINE_FIXED_ENUM_CLASS(Lanes, std::uint8_t,
    apart,    // each by itself
    in_step)  // they are lanes of one warp, which issues its next instruction when all lanes have gone on (2.1, 4)

/// The maximum number of stores in a write buffer, and of a thread's loads that wait for a retry.
inline constexpr int most_waiting = 3;

struct Choices {
    Side side = Side::scsimple;
    Forwarding forwarding = Forwarding::none;
    Buffers buffers = Buffers::of_threads;
    Awaits awaits = Awaits::all;
    Prefetched prefetched = Prefetched::read_again;
    FencesWait fences = FencesWait::for_all;
    SameBlock same_block = SameBlock::any_order;
    Lanes lanes_go = Lanes::apart;
    int waiting = 2;  // places of a write buffer, and loads of a thread that may wait to be tried again

    bool buffered() const { return side == Side::scwb || side == Side::tso; }
    bool reorders_loads() const { return side == Side::rmo_lr || side == Side::rmo_lr_stores; }
    bool shared_buffer() const { return buffered() && buffers == Buffers::of_a_core; }
};

}  // namespace tandem::cores
