// Random walks after a search, in systems that are too wide to explore.
//
// What a search shows holds in its shape. A bug that needs a third core, or a second block beside a second thread, escapes it. So
// a check goes on with walks in the wide shapes that the protocol's settings name: in the chosen variant, and in each other
// variant that promises something. Long walks go round all of them again and again. Several processes divide the walks of each
// system.
#pragma once

#include "apps/check/check.hpp"

namespace tandem::apps {

struct Engines;

/// The systems of a second look: the chosen variant in each wide shape, then each other promising variant in the first. Each is
/// another system.
std::vector<Selection> wide_systems(const Protocol& protocol, const Selection& chosen);

/// Walks in them for so many seconds in all, half of which the chosen variant has, or until something is refuted.
void second_look(const CheckOptions& options, double seconds, Engines& engines, CheckReport& report);

}  // namespace tandem::apps
