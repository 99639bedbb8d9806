// Random walks of a check: instead of a search (`--walks`), or after it in systems too wide to explore.
//
// What a search shows holds in its shape. A bug that needs a third core, or a second block beside a second thread, escapes it. So a check goes on
// with walks in the wide shapes that the protocol's settings name: in the chosen variant, and then in each other variant that promises
// something. A walk never says that a property holds.
#pragma once

#include "apps/check/check.hpp"

namespace tandem::apps {

struct Engines;

/// Judges these properties on `options.walks` walks, and on nothing else.
void walk(const model::Network& network, const std::vector<int>& chosen, const CheckOptions& options, Engines& engines, CheckReport& report);

/// The systems of a second look: the chosen variant in each wide shape, then each other promising variant in the first. Each is another system.
std::vector<Selection> wide_systems(const Protocol& protocol, const Selection& chosen);

/// Walks in them for so many seconds in all, half of which the chosen variant has, or until something is refuted.
void second_look(const CheckOptions& options, double seconds, Engines& engines, CheckReport& report);

}  // namespace tandem::apps
