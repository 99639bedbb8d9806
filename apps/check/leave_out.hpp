// Of a random walk's trace, only the events that its violation needs.
#pragma once

#include "apps/check/check.hpp"

namespace tandem::apps {

/// Whether the trace of a refuted property became shorter in so many seconds. One that a search has found is the shortest
/// already; one that ends in an error of the text stays as it is.
bool leave_events_out(const Protocol& text, const Selection& selection, const std::string& system, PropertyReport& refuted,
                      double seconds);

}  // namespace tandem::apps
