// The models whose memory order is one order of all operations (SPARC Architecture Manual V9, appendix D; Axe's manual, section
// 4). A load gets the latest store, in memory order, of those before it in memory order and those of its own thread before it. A
// model says which operations of a thread keep their order in memory.
#pragma once

#include <array>

namespace tandem::audit {

/// Which pairs of a thread's operations stay in order, if no fence stands between. A swap is both a load and a store.
struct Order {
    bool load_load, load_store, store_store, store_load;        // whatever the addresses
    bool load_load_there, load_store_there, store_store_there;  // to one address
    bool times;                                                 // what was answered before the next was asked for is before it
};

/// What scopes mean to a model.
enum class Scoping {
    none,
    ptx,            // a fence orders what its scope sees (per_scope.hpp)
    hrf_direct,     // programs without races are sequentially consistent; HRF-direct says what races (races.hpp)
    hrf_indirect,   // HRF-indirect says it
    hrf_inclusive,  // HRF-indirect-relaxed with remote operations
};

struct Model {
    const char *name, *meaning;
    Order order;  // of ptx: what keeps its order within each scope, where all fences reach as far as the system
    Scoping scoping = Scoping::none;

    /// Whether a program has to be free of races for the model to promise anything.
    bool is_promised_to_some() const { return scoping != Scoping::none && scoping != Scoping::ptx; }
};

inline constexpr std::array<Model, 10> models{{
    {"sc", "sequential consistency: each thread's order holds", {true, true, true, true, true, true, true, false}},
    {"tso", "total store order: a store may be delayed past later loads", {true, true, true, false, true, true, true, false}},
    {"pso", "partial store order: and past later stores to other addresses", {true, true, false, false, true, true, true, false}},
    {"wmo",
     "weak memory order of Axe: only one address, fences and answers keep an order",
     {false, false, false, false, true, true, true, true}},
    {"rmo",
     "relaxed memory order of SPARC: as wmo, and loads of one address may pass each other",
     {false, false, false, false, false, true, true, true}},
    {"rc",
     "release consistency with full fences: as wmo, and answers keep no order",
     {false, false, false, false, true, true, true, false}},
    {"hrf",
     "sequential consistency for programs without heterogeneous races: scopes include each other, or an access is remote",
     {true, true, true, true, true, true, true, false},
     Scoping::hrf_inclusive},
    {"hrf-direct",
     "the same, where all that orders two accesses is of one scope",
     {true, true, true, true, true, true, true, false},
     Scoping::hrf_direct},
    {"hrf-indirect",
     "the same, where each release and its acquire are of one scope",
     {true, true, true, true, true, true, true, false},
     Scoping::hrf_indirect},
    {"ptx",
     "PTX of ASPLOS 2015: as rmo, and a fence orders what its scope sees",
     {false, false, false, false, false, true, true, false},
     Scoping::ptx},
}};

}  // namespace tandem::audit
