// The Why of a deadlock: who waits, which channels are full, and who would have to send into them.
#pragma once

#include <string>

#include "checker/trace.hpp"

namespace tandem::apps {

/// "W0 of SM1", by what the steps call it.
std::string thread_name(const checker::Trace& trace, int core, int thread);

/// `trace` ends in a state where nothing can happen.
void explain_deadlock(const model::Network& network, checker::Trace& trace);

}  // namespace tandem::apps
