// Which final states a model allows a test: every run of the threads, every coherence order and every source of each read, cut off as soon
// as the model's checks fail of what is chosen so far.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "specs/axiomatic/model.hpp"

namespace tandem::specs {

/// An execution, and if it is forbidden, the cycle for which it is, as numbers of events.
struct Execution {
    std::vector<MemoryEvent> events;
    Communication communication;
    std::vector<int> cycle;
};

/// Why a state is forbidden: the first check that fails of some execution that would end in it.
struct Objection {
    std::string check;
    Execution execution;
};

struct Outcomes {
    std::map<FinalState, std::uint64_t> allowed;  // and by how many executions
    std::map<FinalState, Objection> forbidden;    // asked for, and allowed by no execution
    std::map<FinalState, Execution> examples;     // one of each allowed state, asked for
    std::uint64_t positive = 0, negative = 0;     // allowed executions whose state satisfies the formula of the condition, without its quantifier; others
    std::uint64_t candidates = 0;                 // whole executions that were judged
    std::set<std::string> flags;
    std::map<std::string, Execution> flagged;     // one of each flag, asked for, with the events that raise it as its cycle
    bool cut = false;  // a loop was left early, so there may be more

    /// Whether what the test asks is so: exists, ~exists or forall. Of no final state nothing is.
    bool ok(Test::Quantifier quantifier) const {
        if (allowed.empty()) return false;
        return quantifier == Test::Quantifier::exists ? positive > 0 : !contradicts(quantifier);
    }
    /// Whether some state is against ~exists or forall; more states would change nothing.
    bool contradicts(Test::Quantifier quantifier) const {
        return quantifier == Test::Quantifier::not_exists ? positive > 0 : quantifier == Test::Quantifier::for_all && negative > 0;
    }
    /// Executions of which the proposition with its quantifier holds, and others, as the ecosystem's tools count their witnesses: those of ~exists (p) are
    /// the ones that do not satisfy p.
    std::pair<std::uint64_t, std::uint64_t> witnesses(Test::Quantifier quantifier) const {
        return quantifier == Test::Quantifier::not_exists ? std::pair(negative, positive) : std::pair(positive, negative);
    }
};

struct OutcomeOptions {
    int turns = 2;         // of each run through backward branches
    bool explain = false;  // collect what is forbidden; then nothing is cut off
};

/// Throws std::length_error, std::domain_error (`runs_of`) and std::invalid_argument (`Judge::begin`).
Outcomes outcomes(const Test& test, const Model& model, const OutcomeOptions& options = {});

}  // namespace tandem::specs
