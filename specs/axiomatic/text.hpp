// Final states, formulas and events in the words of the litmus format.
#pragma once

#include "specs/axiomatic/outcomes.hpp"

namespace tandem::specs {

/// "0:r0=1; x=2;"
std::string text(const Test& test, const FinalState& state);
/// "exists (0:r0=1 /\ x=2)"
std::string condition_text(const Test& test);
/// "P0: W x=1"
std::string text(const Test& test, const MemoryEvent& event);

}  // namespace tandem::specs
