// Every straight-line program up to a size, each once up to renaming of threads and locations.
#pragma once

#include <functional>

#include "specs/litmus/test.hpp"

namespace tandem::specs {

struct ProgramSpace {
    int operations = 3;  // of each thread, at most: loads and stores, and with them fences and exchanges
    int locations = 2;   // at most
    bool fences = false;
    /// What orders two accesses stands between them and is no operation: a fence, or a dependency of address, data or control on the load or exchange just before. A control dependency is one of all that follows.
    bool between = false;
    int atomics = 0;  // the most operations of a thread with exchanges; 0: there are none
    /// Accesses may also synchronize: loads acquire, stores release and exchanges do both, at the scope of the work-group, of the component or, if there are
    /// several, of the system, and beyond the work-group remotely too. What follows an acquire is then done only if it found a store, for so programs
    /// without races pass data on.
    bool scopes = false;
    int components = 1;    // of the machine
    bool alike = true;     // cores are; else each order of the threads is a program of its own
};

/// Where a thread runs. With several lanes it is a wavefront: an instruction is of the locations of so many at most. Lanes load and store different ones, for a protocol sees one access where
/// they meet; they exchange with any.
struct Seat {
    int core, component, lanes = 1;
    Seat(int core_number, int component_number = 0) : core(core_number), component(component_number) {}
    friend auto operator<=>(const Seat&, const Seat&) = default;
};
using Placement = std::vector<Seat>;  // by thread

/// The ways to put so many like threads on like cores, 0,1 and 0,0 for two, and these cores into at most so many like components.
std::vector<Placement> placements(int threads, int components = 1);

/// Those with as many threads as the placement has, none of them empty. A thread has no fence at
/// its begin or end, nor two in a row: they change nothing. Stores to a location store 1, 2, ..., and all registers and locations are observed.
/// With scopes, threads that share no location are left out: they are two programs.
/// They are given to `take` one by one, until that returns false; then the result is false.
bool each_program(const ProgramSpace& space, const Placement& placement, const std::function<bool(Test)>& take);
std::vector<Test> all_programs(const ProgramSpace& space, const Placement& placement);

/// The operations of a thread, at most, if nobody says how many: with scopes programs are soon too many.
int usual_operations(bool scopes);
/// The same of threads that have exchanges.
int usual_atomics(const ProgramSpace& space, int lanes = 1);

/// "P0: W x=1; F; R y | P1: W y=1; R x"; "P0: W x=1; W_release_wg y=1 | P1: R_rm_acq_cmp y, then R x";
/// "P0: R x; (data) W y=1 | P1: R y; (ctrl) W x=1"; of wavefronts of two lanes "P0, P1: R x, y | P2, P3: W x=1, y=1; R x"
std::string one_line(const Test& test);

/// The number of instructions.
std::size_t size(const Test& test);

}  // namespace tandem::specs
