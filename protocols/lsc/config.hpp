// The repairs that the mutex scheme needs, the paper's other open points, and the shape of the system.
#pragma once

#include <algorithm>
#include <boost/describe.hpp>
#include <cstdint>

#include "protocols/apu/config.hpp"

namespace tandem::lsc {

/// What lets a thread continue while its accesses are under way.
BOOST_DEFINE_FIXED_ENUM_CLASS(Ordering, std::uint8_t,
    mutexes,        // of what is under way, and of what goes on
    one_at_a_time)  // nothing: each access waits for all earlier ones. The reference of what mutexes buy

/// How several mutexes are requested, if stores wait for theirs (a repair).
BOOST_DEFINE_FIXED_ENUM_CLASS(Asking, std::uint8_t,
    // a wavefront's at once, each for the store of one block, which is issued when its mutex comes and gives it back when it is
    // done; a CPU's one by one
    apart,
    one_by_one,  // the next when the one before has come, and stores are issued when all have
    // all at once, and stores are issued when all have come: "the ROB now issues a mutex request [...] for all younger memory
    // requests reaching ROB head" (6.3)
    together)

/// What happens to a mutex that arrives when its stores are done. A manager releases when a store returns (6.3, 6.4); the text
/// does not mention a later arrival.
BOOST_DEFINE_FIXED_ENUM_CLASS(LateMutexes, std::uint8_t,
    given_back,  // it is released as it arrives
    kept)        // until the next store that asks for it returns: the text by its letter

/// What becomes of a wavefront's nacked request when its stores are done, so that nothing needs the mutex.
BOOST_DEFINE_FIXED_ENUM_CLASS(Nacked, std::uint8_t,
    // "When pending-mutex reaches zero and all these mutex requests have acquired their mutex, the next wavefront instruction is
    // serviced" (6.4): it is repeated, and the mutex released as it comes
    asks_until_acquired,
    dropped_when_done)  // it is not repeated, and the wavefront goes on

/// The owner of a GMM's mutex vector.
BOOST_DEFINE_FIXED_ENUM_CLASS(Vector, std::uint8_t,
    of_a_wavefront,  // "GMM manages mutexes per wavefront" (6.4)
    of_a_cu)         // "2 bits (CU) per entry" (Table 3): what one wavefront has acquired all have

/// Which blocks the hashes cover that a GL1 recalculates.
BOOST_DEFINE_FIXED_ENUM_CLASS(Rehash, std::uint8_t,
    with_fills,   // of what it has and what is on its way to it
    copies_only)  // "all remaining blocks in that set" (6.1), and no others

/// What a GL1 tells GL2 of its evictions, where the TCD consists of hashes.
BOOST_DEFINE_FIXED_ENUM_CLASS(Told, std::uint8_t,
    each_eviction,  // Fig. 8, step 3; 9.2 counts "eviction messages and its acknowledgement"
    one_in_n)       // "one eviction message every N evictions" (6.1), which brings the new hashes

/// Whether GL2 answers such a message. Nothing waits for the answer.
BOOST_DEFINE_FIXED_ENUM_CLASS(EvictAcks, std::uint8_t,
    evictions_unanswered,
    evictions_answered)  // 9.2 counts the answers

/// Whether an invalidation may pass data that GL2 has sent to the GL1 before it. 6.1 does not say.
BOOST_DEFINE_FIXED_ENUM_CLASS(Invalidated, std::uint8_t,
    invalidations_in_order,   // one channel has both
    invalidations_overtake)   // each has its own

/// When the access at a ROB's head asks for its mutex.
BOOST_DEFINE_FIXED_ENUM_CLASS(Shadow, std::uint8_t,
    of_a_miss,     // "under the shadow of a store miss" (6.2): once a store before it is known to miss
    of_any_store)  // "if the store buffer has pending stores" (6.3): whether these will hit or miss

/// What happens when a request count is full: "the request count field keeps track of the number of pending mutex requests to
/// that mutex" (6.3), in 3 bits (Table 3), of an MRF with 100 entries.
BOOST_DEFINE_FIXED_ENUM_CLASS(FullCount, std::uint8_t,
    head_waits,  // the ROB's head asks when some are done
    wraps,       // it begins again at 0
    saturates)   // it stays

/// The maximum number of entries of an MRF.
inline constexpr int most_entries = 4;
/// The number of mutexes of the pool, in a search.
inline constexpr int most_mutexes = 4;
/// The maximum number of blocks of an instruction.
inline constexpr int most_lanes = 4;
/// The maximum number of requests that wait for a mutex.
inline constexpr int most_waiting = 4;

struct Config : apu::Config {
    Ordering ordering = Ordering::mutexes;
    // Each repair is the least change that mends one sentence of the paper. Without any of them it is as published.
    // a store is performed only while its mutex is held; written: it is on its way while the mutex is asked for (6.3, 6.4)
    bool stores_wait = false;
    bool every_store = false;      // a CPU's store that hits has a mutex as well; written: those that miss (6.3)
    bool stores_in_order = false;  // a wavefront's store waits for those before it; written: it only needs a mutex (5)
    bool loads_return = false;     // a wavefront's next memory instruction waits for its loads; written: for its mutexes (6.4)
    // an MRF that has been filled is emptied before it takes more; written: whoever asks again and again for what it holds keeps
    // it (6.3)
    bool mrf_drains = false;
    bool wavefronts_queue = false; // the pool buffers what wavefronts ask for, too; written: it nacks them (6.5)
    Asking asking = Asking::apart;
    LateMutexes late_mutexes = LateMutexes::given_back;
    Nacked nacked = Nacked::asks_until_acquired;
    Vector vector = Vector::of_a_wavefront;
    /// When GL2 forwards a write-through: after GL1s have given up their copies, or at once. 6.1 does not say.
    bool invalidates_first = true;
    int mrf = 3;                   // entries of the mutex request FIFO
    FullCount full_count = FullCount::head_waits;
    int counts = 7;                // the most that a request count holds
    int pool_room = 0;             // messages that a channel to or from the pool has room for; 0: as many as are needed
    int mutexes = 4;               // of the pool: block a has mutex a mod mutexes (6.3)
    Rehash rehash = Rehash::with_fills;
    Told told = Told::each_eviction;
    EvictAcks evict_acks = EvictAcks::evictions_unanswered;
    Invalidated invalidated = Invalidated::invalidations_in_order;
    Shadow shadow = Shadow::of_a_miss;
    // the TCD is of hashes, so it takes CUs for sharers that are none; false: it knows them exactly
    bool false_positives = true;
    int rehash_every = 1;          // evictions of a set of GL1, in a simulation; in a search any may be the one
    int gl1_sets = 1;              // block a is in set a mod gl1_sets

    template <class Address>
    bool same_set(const Address& a, const Address& b) const {
        return gl1_sets == 1 || static_cast<int>(a.index()) % gl1_sets == static_cast<int>(b.index()) % gl1_sets;
    }
    /// Whether a requestor of several mutexes asks for the next when the one before has come.
    bool one_by_one(bool cpu) const { return stores_wait && (asking == Asking::one_by_one || (cpu && asking == Asking::apart)); }
    /// Whether a wavefront's stores need no mutexes but their own.
    bool apart() const { return stores_wait && asking == Asking::apart; }
    bool asks() const { return ordering == Ordering::mutexes; }
    int mutex_count() const { return std::min(mutexes, shape[model::Sort::address]); }
    /// A mutex is named after the first of its blocks.
    template <class Address>
    Address mutex_of(const Address& a) const {
        if (mutex_count() == shape[model::Sort::address]) return a;
        return Address(static_cast<int>(a.index()) % mutex_count());
    }
};

}  // namespace tandem::lsc
