// A test before it is written in a language: the accesses of each thread, the values they write and read, and the places of
// threads and locations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "specs/litmus/generate/cycle.hpp"

namespace tandem::specs {

struct AccessStyle;

struct DraftAccess {
    Access access = Access::read;
    int location = 0;
    int value = 0;                       // written, or expected to be read
    const Relaxation* link = nullptr;    // from the access before it in the thread
    const AccessStyle* style = nullptr;  // the instruction; null before there is a choice (style.hpp)

    /// The second half of a read-modify-write, which the access before it begins.
    bool completes() const { return link && link->kind == Relaxation::Kind::atomic; }
};

/// Where a thread runs. Groups are numbered over the whole test, so an equal cta implies an equal grid.
struct Place {
    int grid = 0, cta = 0, warp = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
};

struct Draft {
    std::vector<std::vector<DraftAccess>> threads;
    std::vector<int> last;      // by location: the expected final value, or -1
    std::vector<Place> places;  // by thread; empty: there is no scope tree
    std::vector<bool> shared;   // by location: in its cta's memory

    std::size_t locations() const { return last.size(); }
};

/// The test whose outcome is the cycle. Writes to a location write 1, 2, ... in the cycle's order. Reads are expected to return
/// what that order gives them. A location written twice or more is asked for its last value. The cycle's last edge is to another
/// thread, and its first begins thread 0. Nothing if three or more writes are to one location and the outcome would not reveal
/// their order.
std::optional<Draft> draft(const Cycle& cycle);

/// Equal for tests that differ only in names: of threads, locations, registers and groups.
std::string canonical_form(const Draft& draft);

}  // namespace tandem::specs
