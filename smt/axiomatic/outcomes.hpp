// A second decision of litmus tests, by Z3: reads-from and coherence are unknowns, the model's text is a formula, and what states
// it allows is asked until there are no more. It shares the runs of threads with specs/axiomatic, and nothing that chooses or
// judges.
#pragma once

#include <atomic>
#include <set>

#include "specs/axiomatic/outcomes.hpp"

namespace tandem::smt {

struct SymbolicOutcomes {
    std::set<specs::FinalState> allowed;
    bool positive = false, negative = false;  // whether an allowed state satisfies the condition's formula, or does not
    std::set<std::string> flags;              // raised by some allowed execution
    bool cut = false;                         // as in specs::Outcomes
};

/// Throws as specs::outcomes does, once `interrupt` is set as well, and std::runtime_error if Z3 does not decide.
SymbolicOutcomes outcomes(const specs::Test& test, const specs::Model& model, int turns = 2,
                          const std::atomic<bool>* interrupt = nullptr);

}  // namespace tandem::smt
