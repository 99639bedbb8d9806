// The variants of G-TSC: what the paper leaves to the designer, what it leaves open, and the shape of the system.
//
// Source: Tabbakh, Qian, Annavaram, "G-TSC: Timestamp Based Coherence for GPUs" (HPCA 2018). docs/findings.md says why the
// variants that go beyond the paper exist.
#pragma once

#include <algorithm>
#include <boost/describe.hpp>

#include "model/all_names.hpp"
#include "model/moment_choice.hpp"
#include "model/shape.hpp"
#include "specs/operational/needs.hpp"

namespace tandem::gtsc {

/// Section II-B: what a warp may have outstanding.
BOOST_DEFINE_FIXED_ENUM_CLASS(Consistency, std::uint8_t,
    sc,  // one access a warp
    rc)  // several accesses a warp, to different blocks; a fence waits for all of them

/// Section V-A: who may read a block whose store is not acknowledged yet.
BOOST_DEFINE_FIXED_ENUM_CLASS(Visibility, std::uint8_t,
    delay,     // nobody: option 1, the paper's choice
    keep_old,  // all but the writing warp read the old copy: option 2
    unsafe)    // everybody reads the new data at once, under a guessed lease: Fig. 10

/// Section V-B: what happens to a read miss while a request for the block is outstanding.
BOOST_DEFINE_FIXED_ENUM_CLASS(Combining, std::uint8_t,
    mshr,         // it waits in the MSHR, and is renewed for if the lease that comes does not cover it: the paper's choice
    forward_all)  // it is forwarded as well

/// Section V-D: how a reset of the timestamps reaches the L1 caches and requests on their way.
BOOST_DEFINE_FIXED_ENUM_CLASS(Reset, std::uint8_t,
    // every message says which epoch its timestamps belong to, and L2 resets again only after all SMs and banks have followed
    epoch,
    // as written: a bank signals its reset to the others, and a request with too large a timestamp is answered with a reset
    // signal
    paper)

/// Fig. 7 and 8: what a response does to a block that a store has updated while the response was on its way.
BOOST_DEFINE_FIXED_ENUM_CLASS(Response, std::uint8_t,
    guarded,  // an acknowledgement touches only the block that its own store locked, a fill or renewal no locked block
    literal)  // as drawn: whatever block has the address is updated

/// Section IV-A2: an SM's treatment of its copy of a block when it stores to a part of it. The acknowledgement brings a lease and
/// no data (Table I), and another SM's store to other words may have come between (docs/findings.md, 11).
BOOST_DEFINE_FIXED_ENUM_CLASS(Partial, std::uint8_t,
    gives_copy_up,  // it is dropped, and the next load brings the whole block
    keeps_copy)     // as drawn: it is updated, and gets the lease of the new version

/// Requests that may wait for one block in L2: each warp has at most one. With fewer places than warps, the acknowledgement of a
/// reset can be behind a request that finds no place and waits for that very reset.
inline constexpr int most_waiting = 4;
/// Banks of L2 in a finite search.
inline constexpr int most_banks = 4;

struct Config {
    Consistency consistency = Consistency::sc;
    Visibility visibility = Visibility::delay;
    Combining combining = Combining::mshr;
    Reset reset = Reset::epoch;
    Response response = Response::guarded;
    Partial partial = Partial::gives_copy_up;

    bool ordered = true;           // the network keeps the order of messages between an SM and the L2
    int capacity = 1;              // messages that each channel holds
    int warps() const { return shape[model::Sort::thread]; }  // of an SM
    int lanes = 1;                 // blocks that one warp instruction may touch
    bool atomics = false;          // warps may issue atomics, which are performed at L2 (not in the paper)
    int banks = 1;                 // of L2 (II-A, VI-A): bank 0 decides when all of them reset their timestamps (V-D)
    std::array<int, 3> leases{2};  // the leases that L2 may grant, in logical time
    int lease_choices = 1;
    model::Shape shape;            // cores are SMs, threads are warps; time_max is the largest timestamp

    void for_programs(const specs::ProgramNeeds& needs) {
        lanes = needs.lanes;
        atomics = needs.atomics;
    }
    /// The leases that L2 chooses from.
    model::MomentChoice grants() const {
        return {std::span(leases).first(static_cast<std::size_t>(lease_choices)), longest_lease()};
    }
    /// V-D: a store right after a reset gets [lease + 1, 2 lease + 1], which the clock must have room for.
    int longest_lease() const { return (shape.time_max - 1) / 2; }
    /// The bank of L2 that a block belongs to.
    template <class Address>
    int home(const Address& a) const {
        return model::dealt_to(a, banks);
    }

    /// Whether banks must agree on resets.
    bool banks_agree() const { return banks > 1 && reset == Reset::epoch; }
    /// The smallest width that V-D allows for these leases.
    int smallest_time_max() const {
        int longest = 1;
        for (const int lease : grants()) longest = std::max(longest, lease);
        return 2 * longest + 1;
    }
};

}  // namespace tandem::gtsc
