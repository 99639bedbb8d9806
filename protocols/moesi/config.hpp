// What the MOESI directory protocol leaves to the designer, and the shape of the system.
//
// The paper (Hechtman and Sorin, "Exploring Memory Consistency for Massively-Threaded Throughput-Oriented Processors", ISCA 2013)
// says only "a directory-style MOESI cache coherence protocol" (6). Its open points are choices here.
#pragma once

#include "protocols/baseline/config.hpp"

namespace tandem::moesi {

/// The states in which a cache may hold a block, besides I, S and M.
BOOST_DEFINE_FIXED_ENUM_CLASS(States, std::uint8_t,
    moesi,
    mesi,  // no O: who shares a modified block writes it back
    mosi,  // no E: the only reader gets the block shared
    msi)

/// What happens to a modified block that another cache wants to read.
BOOST_DEFINE_FIXED_ENUM_CLASS(Reading, std::uint8_t,
    shares,     // the writer keeps it, as its owner or shared
    migratory)  // the reader gets it to write, and the writer gives it up

/// How a writer knows that all sharers have acknowledged.
BOOST_DEFINE_FIXED_ENUM_CLASS(Acks, std::uint8_t,
    sets,    // it is told who they are
    counts)  // it is told how many

/// How a shared copy leaves a cache.
BOOST_DEFINE_FIXED_ENUM_CLASS(Leaving, std::uint8_t,
    announced,  // PUTS: the directory knows all sharers and no others
    silent)     // it may take for a sharer who is none any more

/// How many caches may read a block at a time.
BOOST_DEFINE_FIXED_ENUM_CLASS(Readers, std::uint8_t,
    one,       // one transaction a block
    together)  // while a reader's UNBLOCK is on its way the directory answers others, if nobody may write the block

/// What a cache does when its PUTX or PUTO is refused, because the block was wanted while it was on its way and is now owned or
/// shared.
BOOST_DEFINE_FIXED_ENUM_CLASS(Refused, std::uint8_t,
    stays,    // it has the block as before, as what it is now, and may evict it anew
    // it asks again at once: a message that has come must wait for room in the channel of requests, and these wait for others'
    // messages
    repeats)

/// Where a request waits while the directory is busy with its block.
BOOST_DEFINE_FIXED_ENUM_CLASS(Busy, std::uint8_t,
    stalls,  // in its channel, before all others of its cache
    queues)  // at the directory: requests for other blocks pass, and memory takes its time (queueing_directory.hpp)

/// Which messages share a virtual network, and so wait for each other.
BOOST_DEFINE_FIXED_ENUM_CLASS(Networks, std::uint8_t,
    four,                      // requests, forwards, responses, last words
    forwards_with_responses,   // three
    last_words_with_requests,  // three
    write_backs_with_requests, // three, as gem5: data of write-backs with the requests, UNBLOCK with the responses
    one)

struct Config : baseline::Config {
    States states = States::moesi;
    Reading reading = Reading::shares;
    Acks acks = Acks::sets;
    Leaving leaving = Leaving::announced;
    Readers readers = Readers::one;
    Refused refused = Refused::stays;
    Busy busy = Busy::stalls;
    Networks networks = Networks::four;

    bool has_owned() const { return states == States::moesi || states == States::mosi; }
    bool has_exclusive() const { return states == States::moesi || states == States::mesi; }
};

}  // namespace tandem::moesi
