// A simulation's report as a picture: where the SMs' cycles, the network's flits and the energy went.
#pragma once

#include "apps/sim/sim.hpp"

namespace tandem::apps {

/// What ran, for the head of a picture.
std::string title_of(const SimReport& report);
/// An SVG file that stands by itself.
std::string as_svg(const SimReport& report);

}  // namespace tandem::apps
