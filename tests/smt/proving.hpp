// The shared part of tests of proofs: a proof that is found and confirmed, and its invariant in the states of the explicit
// search.
#pragma once

#include <doctest/doctest.h>

#include "apps/prove/explicit_states.hpp"
#include "smt/prove/cone.hpp"
#include "smt/prove/explicit_state.hpp"
#include "smt/prove/houdini.hpp"
#include "smt/prove/readable.hpp"
#include "smt/prove/verify.hpp"
#include "smt/prove/walker.hpp"
#include "tests/agreement/reference_search.hpp"

namespace tandem::tests {

inline constexpr unsigned proof_work = 400'000'000;  // for one question

inline int claim(const smt::Problem& problem, const std::string& name) {
    for (std::size_t c = 0; c < problem.claims.size(); ++c)
        if (problem.claims[c].name == name) return static_cast<int>(c);
    FAIL("no claim " << name);
    return -1;
}

inline std::vector<int> all_claims(const smt::Problem& problem) {
    std::vector<int> claims;
    for (std::size_t c = 0; c < problem.claims.size(); ++c) claims.push_back(static_cast<int>(c));
    return claims;
}

struct Found {
    smt::Proof proof;
    std::vector<smt::Clause> invariant;
};

inline const auto never = [] { return false; };

inline std::optional<std::string> flaw(const smt::Problem& problem, const Found& found, const std::vector<int>& claims,
                                       int workers = 1) {
    return smt::flaw(problem, found.invariant, found.proof.lemmas, claims, proof_work, never, workers);
}

inline smt::Proof tried(const smt::Problem& problem, const std::vector<int>& claims, std::size_t samples, int workers = 1) {
    smt::Walker walker(problem, 1);
    const smt::Samples reached = walker.sample(samples);
    smt::Candidates candidates(problem, claims, reached.states);
    smt::Houdini houdini(problem, &candidates, proof_work, workers);
    return houdini.prove(claims, never, [](const smt::Houdini&) {});
}

/// The same with clauses learnt from states that no candidate excludes. Random runs and all states of the explicit search are the
/// samples.
inline smt::Proof tried_learning(const smt::Problem& problem, const std::vector<int>& claims, std::size_t samples,
                                 const model::Network& network, int workers = 1) {
    smt::Samples reached = smt::Walker(problem, 1).sample(samples);
    apps::Exploration exploration(network, 100'000, never);
    REQUIRE(exploration.all());
    exploration.add_to(problem, reached.states);
    smt::Candidates candidates(problem, claims, reached.states);
    smt::Learner learner(problem, smt::cone_of_influence(problem, claims), smt::renamings(problem), reached.states);
    smt::Houdini houdini(problem, &candidates, proof_work, workers);
    houdini.learn_with(learner);
    return houdini.prove(claims, never, [](const smt::Houdini&) {});
}

/// The proof of the claims, confirmed.
inline Found confirmed(const smt::Problem& problem, const std::vector<int>& claims, smt::Proof proof, int workers = 1) {
    Found found{std::move(proof), {}};
    for (const int c : claims) REQUIRE(found.proof.verdicts[static_cast<std::size_t>(c)] == smt::Proof::Verdict::proved);
    found.invariant = smt::whole_invariant(problem, found.proof.invariant, claims);
    const auto wrong = flaw(problem, found, claims, workers);
    CHECK_MESSAGE(!wrong, *wrong);
    return found;
}

/// What proves the claims, confirmed; fails if there is nothing.
inline Found proved(const smt::Problem& problem, const std::vector<int>& claims, std::size_t samples, int workers = 1) {
    return confirmed(problem, claims, tried(problem, claims, samples, workers), workers);
}

/// The clauses hold in the first states that the explicit search reaches, except those that `beyond(variable, value)` declares to
/// be beyond the proof.
template <class Beyond>
void check_reached(const model::Network& network, const smt::Problem& problem, const std::vector<smt::Clause>& invariant,
                   std::size_t limit, Beyond&& beyond) {
    std::size_t states = 0, reached = 0;
    agreement::reference_search(network, limit, [&](const agreement::GlobalState& state) {
        const smt::StateVector values = smt::numbers_of(problem, network.shape(), {state.nodes, state.channels, state.monitor});
        REQUIRE(values.size() == problem.variables.size());
        ++reached;
        for (std::size_t v = 0; v < values.size(); ++v)
            if (beyond(problem.variables[v], values[v])) return;
        ++states;
        for (const smt::Clause& clause : invariant)
            if (!clause.holds(values.data())) FAIL("does not hold: " << smt::readable(problem, clause));
    });
    CHECK(states > reached / 3);
    CHECK(states > 100);
}

}  // namespace tandem::tests
