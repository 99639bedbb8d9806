// The final states that a model allows a test. It enumerates every run of the threads, every coherence order and every source of
// each read. It cuts off as soon as the model's checks fail for the choices so far.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "specs/axiomatic/model.hpp"

namespace tandem::specs {

/// An execution and, if it is forbidden, the cycle that forbids it, as numbers of events.
struct Execution {
    std::vector<MemoryEvent> events;
    Communication communication;
    std::vector<int> cycle;
};

/// Why a state is forbidden: the first check that fails for some execution ending in it.
struct Objection {
    std::string check;
    Execution execution;
};

struct Outcomes {
    std::map<FinalState, std::uint64_t> allowed;  // with the number of executions
    std::map<FinalState, Objection> forbidden;    // on request; allowed by no execution
    std::map<FinalState, Execution> examples;     // on request: one execution of each allowed state
    // allowed executions whose state satisfies the formula of the condition, without its quantifier; others
    std::uint64_t positive = 0, negative = 0;
    std::uint64_t candidates = 0;                 // whole executions that were judged
    std::set<std::string> flags;
    std::map<std::string, Execution> flagged;     // on request: one of each flag, with the events that raise it as its cycle
    bool cut = false;  // a loop was left early, so there may be more states

    /// Whether the test's claim holds: exists, ~exists or forall. Without final states no claim holds.
    bool ok(Test::Quantifier quantifier) const {
        if (allowed.empty()) return false;
        return quantifier == Test::Quantifier::exists ? positive > 0 : !contradicts(quantifier);
    }
    /// Whether some state refutes ~exists or forall; more states would then change nothing.
    bool contradicts(Test::Quantifier quantifier) const {
        return quantifier == Test::Quantifier::not_exists ? positive > 0
                                                          : quantifier == Test::Quantifier::for_all && negative > 0;
    }
    /// Executions for which the quantified proposition holds, and others, as the ecosystem's tools count witnesses. For ~exists
    /// (p) they count those that do not satisfy p.
    std::pair<std::uint64_t, std::uint64_t> witnesses(Test::Quantifier quantifier) const {
        return quantifier == Test::Quantifier::not_exists ? std::pair(negative, positive) : std::pair(positive, negative);
    }
};

struct OutcomeOptions {
    int turns = 2;         // maximum number of backward branches of each run
    bool explain = false;  // collect what is forbidden; then nothing is cut off
    const std::atomic<bool>* interrupt = nullptr;  // set by another thread to end it early
};

/// Throws Interrupted, std::length_error, std::domain_error (`runs_of`) and std::invalid_argument (`Judge::begin`).
Outcomes outcomes(const Test& test, const Model& model, const OutcomeOptions& options = {});

}  // namespace tandem::specs
