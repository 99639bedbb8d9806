// The names of generated tests. "MP+membar.gl+addr+cta" is message passing with a fence in the first thread, an address
// dependency in the second, and both threads in one cta. A test is named after the cycle itself if that has no name of its own.
#pragma once

#include "specs/litmus/generate/draft.hpp"

namespace tandem::specs {

/// Turns the cycle so that its last edge is to another thread and, if the test is a known one, its threads are in that test's
/// order. Returns its name.
std::string name_and_turn(Cycle& cycle);

/// "+cta" if all threads are equally near. Otherwise the threads in one warp (=), cta (-), grid (_) or apart (__): "+0-2_1".
std::string name_of_places(const std::vector<Place>& places, TestLanguage language);
/// "+weak,release.gpu+acquire.gpu,weak": each thread's styles, if they are not all the first that was asked for.
std::string name_of_styles(const Draft& draft, const AccessStyle* first);
/// "+x-shared"
std::string name_of_regions(const std::vector<bool>& shared);

/// x, y, z, a, b, ...
std::string location_name(int location);

}  // namespace tandem::specs
