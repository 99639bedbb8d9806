// The open points of remote-scope promotion's description, its errors, and the shape of the system.
//
// Source: Orr, Che, Yilmazer, Beckmann, Hill, Wood, "Synchronization Using Remote-Scope Promotion" (ASPLOS 2015); sections named
// here are of that paper. The first of each enumeration is `published`; the second is a repair or another reading, explained in
// docs/findings.md.
#pragma once

#include <boost/describe.hpp>
#include <algorithm>
#include <array>
#include <cstdint>

#include "protocols/baseline/config.hpp"

namespace tandem::rsp {

/// When an acquire beyond the work-group invalidates its own L1.
BOOST_DEFINE_FIXED_ENUM_CLASS(AcquireInvalidates, std::uint8_t,
    before,  // the access (Fig. 4: times 4 and 5; 4.2: rm_acq.2 and rm_acq.3; Fig. 7: times 5 and 6)
    after)   // when it has been performed, so that nothing fetched meanwhile stays

/// What a remote release does to the other caches of its target scope.
BOOST_DEFINE_FIXED_ENUM_CLASS(RemoteRelease, std::uint8_t,
    // nothing before its access; then it locks the line at the target scope and invalidates them (4.2: rm_rel.1 to 3, footnote 1)
    locks,
    promotes)  // as rm_ar: it flushes them first, and synchronization there stalls until it is over

/// What a remote acquire does to the other caches of its target scope, besides flushing them.
BOOST_DEFINE_FIXED_ENUM_CLASS(RemoteAcquire, std::uint8_t,
    flushes,  // nothing (4.2: rm_acq.1)
    stalls)   // synchronization there stalls until the access is performed

/// What happens to dirty data when an L1 is invalidated (2.3: "acquire operations simply invalidate all caches"; 3.2 speaks of
/// "invalidating dirty data").
BOOST_DEFINE_FIXED_ENUM_CLASS(Invalidation, std::uint8_t,
    keeps_writes,    // they cannot be read any more, and are written through when the FIFO comes to them
    forgets_writes)  // they are lost

/// When synchronization begins to stall at an L1: 4.3 says "when they begin processing the flush marker".
BOOST_DEFINE_FIXED_ENUM_CLASS(StallsFrom, std::uint8_t,
    arrival,  // of the marker
    head)     // when it has come to the head of the FIFO

struct Config : baseline::Config {  // cores are compute units, each with one work-group; threads are wavefronts
    int components = 1;   // GPUs; several have an L2 each and memory in common (components.hpp)
    // of several: compute units of the first, then of the next, as far as they go; who has none does nothing
    int cus_of_each = 1;
    AcquireInvalidates acquire_invalidates = AcquireInvalidates::before;
    RemoteRelease remote_release = RemoteRelease::locks;
    RemoteAcquire remote_acquire = RemoteAcquire::flushes;
    Invalidation invalidation = Invalidation::keeps_writes;
    StallsFrom stalls_from = StallsFrom::arrival;
    int writes = 2;       // that the FIFO of an L1 holds, markers not counted
    // L2 has memory behind it, from which it reads blocks and to which it gives them up; else it holds all blocks
    bool memory = false;
    // wavefronts use every order and scope; else a load acquires, a store releases, an exchange acquires, from the work-group's
    // scope on
    bool every_order = false;
    // blocks, from the first, that an L1 may fetch though no wavefront has asked for them: another word of them is wanted
    int fetches = 1;
    /// If programs are known, an L1 fetches in this way only blocks for which they can notice it: those that a thread of its
    /// component loads. With one component, whose L2 all see, only those that a thread of its own loads. By compute unit, a bit
    /// for each block.
    bool fetches_any = true;
    std::array<std::uint8_t, model::max_extent> fetched{};
    bool evictions = true;  // caches with a FIFO give up clean lines whenever they like; else they have room for all

    /// As many components as the programs need at least. Throws UsageError where these do not fit to the rest.
    void for_programs(specs::ProgramNeeds& needs);
    /// Among the blocks below `fetches`, whether a compute unit may fetch one without a request.
    template <class Core, class Address>
    bool may_fetch(const Core& cu, const Address& block) const {
        return fetches_any || (fetched[cu.index()] >> block.index() & 1) != 0;
    }
    /// Components with compute units.
    int working() const { return components == 1 ? 1 : (shape[model::Sort::core] + cus_of_each - 1) / cus_of_each; }
    /// The component that a compute unit belongs to.
    template <class Core>
    int component_of(const Core& cu) const { return components == 1 ? 0 : static_cast<int>(cu.index()) / cus_of_each; }
    /// Calls f(compute unit) for each compute unit of a component.
    template <class F>
    void each_of_component(int component, F&& f) const {
        for (int cu = component * cus_of_each; cu < std::min((component + 1) * cus_of_each, shape[model::Sort::core]); ++cu)
            f(cu);
    }
};

}  // namespace tandem::rsp
