// A litmus test as a protocol runs it. Each warp is an automaton whose steps are accesses that begin and answers that arrive.
//
// A warp is one thread, or several threads that are its lanes and run in lockstep. One row of the program table is then one
// instruction, of as many blocks as its lanes touch (lsc.txt, 3.2). Lanes that load one location get one answer. Of those that
// store to one location, any may be the last (4.3). Exchanges with one location come in any order.
//
// A warp issues its instructions in program order. It may have several accesses to different locations under way, with release
// consistency; a protocol that allows only one enforces that by itself. An instruction waits for values that have not arrived. If
// the protocol has write buffers, or loads that pass each other, there may be several accesses to one location. So a warp's
// situation is its program counters, its registers, and its accesses under way. A location may hold few values, so there are few
// situations; they are numbered beforehand.
#pragma once

#include <string>
#include <vector>

#include "specs/operational/needs.hpp"
#include "model/domain.hpp"
#include "model/synchronization.hpp"
#include "specs/litmus/test.hpp"

namespace tandem::specs {

/// What a warp does next.
enum class Next {
    nothing,  // it has ended; accesses may be under way
    waits,    // for an answer
    names,    // the other blocks of the instruction that it begins, or that there are no more
    load,
    store,
    atomic,
    fence,
};

/// One situation of a warp. Locations are numbers. So are values, numbered by location. -1 is no situation.
struct Situation {
    Next next = Next::nothing;
    // of the instruction, ascending: one; for several lanes, those they access; for a fence, none
    std::vector<int> locations;
    // of an access, if the protocol has orders and scopes; of a fence, if its fences have orders
    model::Synchronization<model::Concrete> synchronization;
    // by the value that a store or atomic brings (0 for a load or fence): the situation once the first location is named
    std::vector<int> begun;
    bool ended = false;              // nothing is left to do, and nothing is under way
    bool guesses = false;            // an atomic under way has guessed what it will find
    std::vector<std::vector<Value>> registers;  // of an ended warp, by lane: those that the test asks for, 0 in the others

    /// The accesses under way at one location.
    struct UnderWay {
        // by the value of the answer to the oldest load: the next situation; -1 if an atomic has guessed wrong
        std::vector<int> loaded;
        std::vector<int> passed;  // the same for the youngest load, if there are several
        int completed = -1;       // the situation when the oldest store is complete
    };
    std::vector<UnderWay> under_way;  // by location
};

struct Program {
    Test test;
    std::vector<std::vector<Situation>> warps;  // by warp, then situation; 0 is the first
    // by location: the meaning of its values; several may have the same, where an instruction stores to several locations
    std::vector<std::vector<Value>> values;
    std::vector<int> memory;                    // by location: the initial value
    std::vector<int> core, number;              // by warp: its core, and its number within the core
    /// A thread as a lane of a warp.
    struct Lane {
        int warp, lane;
        friend auto operator<=>(const Lane&, const Lane&) = default;
    };
    std::vector<Lane> lanes;  // by thread
    /// Whether some atomic's write depends on what it finds. It begins with a guess, and a run with a wrong guess does not end.
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

/// The maximum number of threads that the scope tree has in one wavefront.
int most_lanes(const Test& test);

/// "P0", or the lanes "P0, P1" of a warp.
std::string names_of(const Program& program, std::size_t warp);

Components components_of(const std::vector<Test>& tests);

/// The machine that programs are compiled for.
struct Machine {
    bool fences = false;          // whether it has any; otherwise they are left out
    bool ordered_fences = false;  // whether a fence may be a release or an acquire alone; else each is both
    bool scopes = false;          // whether accesses have orders and scopes; otherwise these are left out
    bool overlaps = false;  // whether a thread may have several accesses to one location under way; an atomic tolerates no other
    bool lanes = false;     // whether the threads of one warp are its lanes; else each is a warp of its own. Not with scopes
    /// Several components share the system's scope. The first `cores_of_each` cores belong to the first component, and so on.
    /// With one component its scope is the largest.
    Components components{};
};

/// Threads of one group of the scope tree's level "cta", "cu" or "wg", or else of one wavefront, are on one core. Others have a
/// core of their own.
/// Throws std::length_error if a location may hold more than model::max_values values, or a warp has too many situations.
/// Throws std::domain_error
/// - for an access to something that is no location,
/// - for tags that do not go together,
/// - for a fence with scopes, which orders nothing there,
/// - for lanes that do different things in one row.
Program compile(const Test& test, const Machine& machine);

}  // namespace tandem::specs
