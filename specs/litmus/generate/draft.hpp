// A test before it is written in a language: the accesses of each thread, what they write and read, and where threads and locations are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "specs/litmus/generate/cycle.hpp"

namespace tandem::specs {

struct DraftAccess {
    Access access = Access::read;
    int location = 0;
    int value = 0;                     // written, or asked to be read
    const Relaxation* link = nullptr;  // from the access before it in the thread
};

/// Where a thread runs; groups are numbered over the whole test, so an equal cta is of an equal grid.
struct Place {
    int grid = 0, cta = 0, warp = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
};

struct Draft {
    std::vector<std::vector<DraftAccess>> threads;
    std::vector<int> last;      // by location: what is asked to be left there, or -1
    std::vector<Place> places;  // by thread; empty: there is no scope tree
    std::vector<bool> shared;   // by location: in its cta's memory

    std::size_t locations() const { return last.size(); }
};

/// The test whose outcome is the cycle: writes to a location write 1, 2, ... in the order that the cycle gives them, reads are asked for what
/// that makes them read, and a location that is written twice or more for its last value. The cycle's last edge is to another thread, and its
/// first begins thread 0. Nothing if three or more writes are to one location and the outcome would not tell their order.
std::optional<Draft> draft(const Cycle& cycle);

/// Equal for tests that differ only in names: of threads, locations, registers and groups.
std::string canonical_form(const Draft& draft);

}  // namespace tandem::specs
