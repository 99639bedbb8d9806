// What generated tests are called: "MP+membar.gl+addr+cta" for message passing with a fence in the first thread, an address dependency in the
// second, both threads in one cta; after the cycle itself where that has no name of its own.
#pragma once

#include "specs/litmus/generate/draft.hpp"

namespace tandem::specs {

/// Turns the cycle so that its last edge is to another thread and its threads are in the order of the known test, if it is one. Returns its name.
std::string name_and_turn(Cycle& cycle);

/// "+cta" where all threads are equally near; else which are in one warp (=), cta (-), grid (_) or apart (__): "+0-2_1".
std::string name_of_places(const std::vector<Place>& places);
/// "+x-shared"
std::string name_of_regions(const std::vector<bool>& shared);

/// x, y, z, a, b, ...
std::string location_name(int location);

}  // namespace tandem::specs
