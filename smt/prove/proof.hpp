// What a proof attempt has come to: verdicts, the invariant with why steps keep it, and what stands in the way.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "smt/prove/clause.hpp"

namespace tandem::smt {

/// A step from a state that no candidate excludes to one that breaks a claim.
struct CounterexampleToInduction {
    int claim = -1;
    int path = -1;
    StateVector before, after;
};

/// Why steps do not break a clause of the invariant, or a property of steps: the conditions that the paths have in common, and
/// the hints, rule it out. Anyone can check that who has the problem.
struct Lemma {
    Clause clause;
    int claim = -1;                    // instead of a clause
    std::vector<std::size_t> paths;
    std::vector<Clause> hints;         // of the invariant
};

/// What was still to be shown: that this event keeps this clause; with no clause, that it does not break a property of steps.
struct Subgoal {
    int event = -1;  // -1: that it holds at first
    std::optional<Clause> clause{};
};

struct Proof {
    enum class Verdict : std::uint8_t { proved, not_inductive, undecided };
    std::vector<Verdict> verdicts;             // by claim
    std::vector<Clause> invariant;             // representatives, claims and typing left out
    std::vector<Lemma> lemmas;
    std::vector<CounterexampleToInduction> counterexamples;
    std::size_t suggested = 0;                 // clauses
    std::size_t suggested_in_vain = 0;         // of these, how many that were tried (of images one) a sample or a step refuted
    std::optional<std::pair<Clause, CounterexampleToInduction>> lost_suggestion;  // the first that a step did
    std::optional<Subgoal> left;               // undecided for want of time, or of an answer from Z3: one that was left
    std::size_t open = 0;                      // how many clauses were, which time did not suffice for
    std::size_t died_in_induction = 0, learnt = 0, checks = 0;
};

}  // namespace tandem::smt
