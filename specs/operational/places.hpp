// Where the threads of a test run: which threads are lanes of one warp, and the core and component of each warp.
#pragma once

#include <vector>

#include "specs/operational/program.hpp"

namespace tandem::specs {

/// By thread: the warp that it is a lane of. Warps are in the order in which threads name them. Without `lockstep` each thread is
/// a warp.
std::vector<Program::Lane> lanes_of_threads(const Test& test, bool lockstep);

struct PlaceOfWarp {
    int component, core, number;  // the core within the component, and the warp within that
};
/// By warp. Without `several_components` all are in one.
std::vector<PlaceOfWarp> places(const Test& test, const std::vector<Program::Lane>& lanes, bool several_components);

}  // namespace tandem::specs
