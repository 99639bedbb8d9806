// The variants of Temporal Coherence, including those that must fail, and the shape of the system.
//
// Source: Singh, Shriraman, Fung, O'Connor, Aamodt, "Cache Coherence for GPU Architectures" (HPCA 2013), as the G-TSC paper
// (Tabbakh, Qian, Annavaram, HPCA 2018) describes it in II-D; sections named here are of the latter.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "protocols/baseline/config.hpp"

namespace tandem::tc {

using baseline::Consistency, baseline::most_waiting;

/// II-D: when a store is performed.
BOOST_DEFINE_FIXED_ENUM_CLASS(Atomicity, std::uint8_t,
    strong,  // TC-Strong: when the leases of all private copies have expired
    weak)    // TC-Weak: at once; a fence waits until copies of the old data have expired (GWCT)

/// Whether leases are waited for at all. Not waiting is wrong: it shows that the waiting is needed.
BOOST_DEFINE_FIXED_ENUM_CLASS(Patience, std::uint8_t,
    patient,
    impatient)  // with TC-Strong stores do not wait, with TC-Weak fences

/// II-D2: "TC relies on L2 cache to maintain the lease term of each private L1 cache copy. This approach forces L2 to be
/// inclusive".
BOOST_DEFINE_FIXED_ENUM_CLASS(Inclusion, std::uint8_t,
    inclusive,      // a line leaves L2 only when its lease has expired
    non_inclusive)  // at any time, and its lease is forgotten

/// II-D1: "clock skewness [...] may affect the correctness of the protocol".
BOOST_DEFINE_FIXED_ENUM_CLASS(Clocks, std::uint8_t,
    synchronised,
    skewed)  // the last SM's clock is one tick behind all others

/// Which lease L2 grants. II-D3: "A suitable lease period is not always easy to select".
BOOST_DEFINE_FIXED_ENUM_CLASS(LeaseChoice, std::uint8_t,
    // of those that the configuration has, whichever the environment likes: whatever chooses, its runs are among these
    any,
    // one for all blocks, longer after a read by an SM whose copy has expired, shorter after a store that finds a lease
    predicted)

struct Config : baseline::Config {
    Atomicity atomicity = Atomicity::strong;
    Patience patience = Patience::patient;
    Inclusion inclusion = Inclusion::inclusive;
    Clocks clocks = Clocks::synchronised;
    LeaseChoice choice = LeaseChoice::any;
    std::array<int, 4> leases{2};  // that L2 may grant, in ticks; a prediction begins with the first
    int lease_choices = 1;

    /// The leases that L2 chooses from.
    std::span<const int> grants() const { return {leases.data(), static_cast<std::size_t>(lease_choices)}; }
    /// How far ahead of now the end of a lease may lie.
    int furthest() const { return *std::max_element(grants().begin(), grants().end()) + (clocks == Clocks::skewed ? 1 : 0); }
};

}  // namespace tandem::tc
