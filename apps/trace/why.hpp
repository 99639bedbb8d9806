// Why a run violates its property, in words: the clause, who is concerned, and the steps that it rests on.
#pragma once

#include "checker/trace.hpp"
#include "model/network.hpp"

namespace tandem::apps {

/// Sets `why` and `witnesses` of a trace to a violation of `property`. `network` is the system that the trace is of.
void explain(const model::Network& network, const model::Property& property, checker::Trace& trace);

}  // namespace tandem::apps
