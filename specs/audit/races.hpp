// Whether a sequentially consistent run has a heterogeneous race (Hower et al., Heterogeneous-race-free memory models, ASPLOS
// 2014; rsp.txt, 2.2, 4.2 and appendix). The models in axiomatic/models/hrf*.cat say the same of executions; this follows one run
// with vector clocks, so it may be long.
//
// A release of an address is before each later acquire of it, if their scopes go together: they are of one scope instance, or
// (hrf_inclusive) each includes the other's thread, or one is remote and includes the other's thread. That and the threads' order
// make happens-before; of HRF-direct by one scope at a time. Two accesses of an address race if one is a store, nothing orders
// them, and they are not both atomic with scopes that go together.
#pragma once

#include <optional>

#include "specs/audit/order.hpp"
#include "specs/audit/schedule.hpp"

namespace tandem::audit {

struct Race {
    Id earlier, later;
    bool of_scopes;  // both are atomic, and their scopes do not go together
};

struct Races {
    std::optional<Race> first;  // one with the earliest `later`
    bool decided = true;        // false: the limits were over before
};

/// `run`: operations in the order in which they are performed, each behind those of its thread and of the launches before it.
/// What they read does not matter. Operations of different launches never race.
Races races_of(const Trace& trace, const std::vector<Id>& run, Scoping scoping, const Limits& limits);

/// Throws BadTrace where an operation has a scope, and its thread's place in it is not known.
void check_seats(const Trace& trace);

}  // namespace tandem::audit
