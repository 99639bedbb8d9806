// Runs of a protocol to the final states of a program, as `--trace` writes them: the state takes the place of the property.
#pragma once

#include "apps/litmus/decision.hpp"
#include "apps/litmus/report.hpp"
#include "apps/trace/written.hpp"

namespace tandem::apps {

/// Names a run to a final state, and says of what program it is and why a model does not allow it; `objection` is empty if it
/// does, or if none was asked. The steps in which loads get their values and stores are performed are its witnesses.
void name_run(checker::Trace& trace, const std::string& state, const std::string& objection);
/// Finds the events of an execution in a run of its program. Loads of one thread and location, and stores, are taken in their
/// order.
RunSteps steps_in(const checker::Trace& run, const ProtocolOutcomes& shown);
/// "a final state of P0: R x; R y | P1: W y=1; W x=1. Here A is x, B is y; P0 is W0 of CU0, P1 is W0 of CU1".
std::string sentence_of_run(const std::string& program, const std::string& legend);
/// A run after which the program never ends.
Told endless(checker::Trace& trace, const std::string& program, const std::string& legend);

/// Those of a decided test, the states that the model forbids first, and a run after which the program never ends. It refers to
/// traces of `d`.
TraceFile runs_of(const std::string& protocol, const Selection& selection, Decided& d);

}  // namespace tandem::apps
