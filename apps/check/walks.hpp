// Random walks of a check: instead of a search (`--walks`), or after it (second_look.hpp). A walk never says that a property
// holds.
#pragma once

#include "apps/check/check.hpp"
#include "checker/random_walk.hpp"

namespace tandem::apps {

struct Engines;

/// Judges these properties on `options.walks` walks, and on nothing else.
void walk(const model::Network& network, const std::vector<int>& chosen, const CheckOptions& options, Engines& engines,
          CheckReport& report);

/// What all walks are told.
checker::WalkOptions walk_options(const CheckOptions& options, const Selection& selection, Engines& engines,
                                  std::vector<int> properties);
/// Which of the properties can be judged on walks: those that were asked for, where the system has them; or all but those that
/// are known not to hold.
std::vector<int> judged_on_walks(const model::Network& network, const Protocol& text, const Selection& selection,
                                 const CheckOptions& options);
/// A refuted property, without its trace; and the trace.
PropertyReport refuted_report(const model::Property& property, const CheckOptions& options, const Selection& selection);
checker::Trace trace_of(const model::Network& network, const model::Property& property, checker::RandomWalk& walks,
                        const checker::WalkViolation& violation);

}  // namespace tandem::apps
