// A litmus test as a protocol runs it: each warp as an automaton, whose steps are accesses that begin and answers that come.
//
// A warp is one thread, or several that are its lanes and go in lockstep: what stands in one row of the program table is one instruction, of as many blocks as its lanes touch (lsc.txt, 3.2).
// Lanes that load one location get one answer; of those that store to one, any may be the last (4.3); exchanges with one location come in any order.
//
// A warp issues its instructions in program order. It may have several accesses under way, to different locations (with release
// consistency; a protocol that allows one keeps to that by itself), and an instruction that needs a value which is not there yet waits. Where the protocol has write buffers, or loads that pass
// each other, there may be several to one location.
// So a warp's situation is where it stands, its registers, and what is under way. There are few situations, for a location may hold few
// values; they are numbered beforehand.
#pragma once

#include <string>
#include <vector>

#include "model/domain.hpp"
#include "model/synchronization.hpp"
#include "specs/litmus/test.hpp"

namespace tandem::specs {

/// What a warp does next.
enum class Next {
    nothing,  // it has ended; accesses may be under way
    waits,    // for an answer
    names,    // the other blocks of the instruction that it begins, or that there are none
    load,
    store,
    atomic,
    fence,
};

/// One situation of a warp. Locations are numbers; so are values, each location counting its own; -1 is no situation.
struct Situation {
    Next next = Next::nothing;
    std::vector<int> locations;      // of the instruction, rising: one; or of several lanes as many as they access; none of a fence
    model::Synchronization<model::Concrete> synchronization;  // of an access, if the protocol has orders and scopes
    std::vector<int> begun;          // by the value that a store or atomic brings (0 for a load or fence): the situation then, when the first location is named
    bool ended = false;              // nothing is left to do, and nothing is under way
    bool guesses = false;            // an atomic under way has guessed what it will find
    std::vector<std::vector<Value>> registers;  // once it has ended, by lane: those that the test asks for, 0 in the others

    /// What is under way at one location.
    struct UnderWay {
        std::vector<int> loaded;  // by the value that an answer to the oldest load brings: the situation then; -1 if an atomic has guessed wrong
        std::vector<int> passed;  // the same of the youngest load, where there are several
        int completed = -1;       // the situation when the oldest store is complete
    };
    std::vector<UnderWay> under_way;  // by location
};

struct Program {
    Test test;
    std::vector<std::vector<Situation>> warps;  // by warp, then situation; 0 is the first
    std::vector<std::vector<Value>> values;     // by location: what its values stand for; several may stand for one, where an instruction stores to several locations
    std::vector<int> memory;                    // by location: the value at first
    std::vector<int> core, number;              // by warp: where it runs, and which of the core's warps it is
    /// A thread as a lane of a warp.
    struct Lane {
        int warp, lane;
        friend auto operator<=>(const Lane&, const Lane&) = default;
    };
    std::vector<Lane> lanes;  // by thread
    /// Whether some atomic writes what depends on what it finds. It is begun with a guess, and a run in which that was wrong does not end.
    bool guesses = false;

    /// The warp at a place, or -1.
    int warp_at(int core_number, int number_there) const;
};

/// The sizes that a protocol needs for programs.
struct Extents {
    int cores = 1, warps = 1, warps_in_all = 1, locations = 1, values = 1;
    bool atomics = false;
};
Extents extents_of(const std::vector<Program>& programs);

/// The most threads that the scope tree has in one wavefront.
int most_lanes(const Test& test);

/// "P0", or the lanes "P0, P1" of a warp.
std::string names_of(const Program& program, std::size_t warp);

/// What a test needs of components: groups of the scope tree's level "cmp", or one for threads that are in none; and the cores of the largest.
struct Components {
    int count = 1, cores_of_each = 1;
};
Components components_of(const std::vector<Test>& tests);

/// What programs are compiled for.
struct Machine {
    bool fences = false;  // whether it has any; else they are left out
    bool scopes = false;  // whether accesses have orders and scopes; else these are left out
    bool overlaps = false;  // whether a thread may have several accesses to one location under way; atomics are alone
    bool lanes = false;     // whether the threads of one warp are its lanes; else each is a warp of its own. Not with scopes
    /// Several have the system's scope in common, and the first `cores_of_each` cores are those of the first, and so on; with one that scope is the component's.
    Components components{};
};

/// Threads of one group of the scope tree's level "cta", "cu" or "wg", or else of one wavefront, are on one core, others have a core of their own. Throws
/// std::length_error if a location may hold more than model::max_values values or a warp has too many situations, and
/// std::domain_error for an access to what is no location, with tags that do not go together, with scopes for a fence, which orders nothing there, or for lanes that do different things in one row.
Program compile(const Test& test, const Machine& machine);

}  // namespace tandem::specs
