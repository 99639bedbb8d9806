// Every straight-line program up to a size, each once up to renaming of threads and locations.
#pragma once

#include <functional>

#include "specs/litmus/test.hpp"

namespace tandem::specs {

struct ProgramSpace {
    int operations = 3;  // maximum for each thread: loads and stores, and with them fences and exchanges
    int locations = 2;   // at most
    bool fences = false;
    bool ordered_fences = false;  // these may also be releases or acquires alone
    /// An ordering between two accesses is not an operation. It is a fence, or a dependency of address, data or control on the
    /// load or exchange just before. A control dependency affects everything after it.
    bool between = false;
    int atomics = 0;  // maximum number of operations of a thread with exchanges; 0: no exchanges
    /// Accesses may also synchronize: loads acquire, stores release and exchanges do both. Their scope is the work-group, the
    /// component or, with several components, the system; beyond the work-group also remotely. Instructions after an acquire are
    /// executed only if it found a store: programs without races pass data on in this way.
    bool scopes = false;
    int components = 1;    // of the machine
    bool alike = true;     // cores are alike; otherwise each order of the threads is a program of its own
};

/// Where a thread runs. With several lanes it is a wavefront: an instruction has at most that many locations. Lanes load and
/// store different locations, since a protocol sees one access where lanes meet. They may exchange with any.
struct Seat {
    int core, component, lanes = 1;
    Seat(int core_number, int component_number = 0) : core(core_number), component(component_number) {}
    friend auto operator<=>(const Seat&, const Seat&) = default;
};
using Placement = std::vector<Seat>;  // by thread

/// The ways to place so many like threads on like cores (0,1 and 0,0 for two), and these cores in at most so many like
/// components.
std::vector<Placement> placements(int threads, int components = 1);

/// The programs with as many threads as the placement has, none of them empty. A thread has no fence at its beginning or end, nor
/// two in a row: they change nothing. Stores to a location store 1, 2, ..., and all registers and locations are observed. With
/// scopes, programs with threads that share no location are left out: they are two programs. `take` gets the programs one by one
/// until it returns false; then the result is false.
bool each_program(const ProgramSpace& space, const Placement& placement, const std::function<bool(Test)>& take);
std::vector<Test> all_programs(const ProgramSpace& space, const Placement& placement);

/// The default maximum of operations of a thread: with scopes programs soon become too many.
int usual_operations(bool scopes);
/// The same for threads with exchanges.
int usual_atomics(const ProgramSpace& space, int lanes = 1);

/// "P0: W x=1; F; R y | P1: W y=1; R x"; "P0: W x=1; W_release_wg y=1 | P1: R_rm_acq_cmp y, then R x";
/// "P0: R x; (data) W y=1 | P1: R y; (ctrl) W x=1"; of wavefronts of two lanes "P0, P1: R x, y | P2, P3: W x=1, y=1; R x"
std::string one_line(const Test& test);

/// The number of instructions.
std::size_t size(const Test& test);

}  // namespace tandem::specs
