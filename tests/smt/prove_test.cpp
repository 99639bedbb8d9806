// Proofs of G-TSC: what is proved, what is not, and that proved clauses hold in every state that the explicit search reaches.
#include <doctest/doctest.h>

#include "apps/gtsc_binding.hpp"
#include "apps/gtsc_prove.hpp"
#include "smt/prove/houdini.hpp"
#include "smt/prove/readable.hpp"
#include "smt/prove/unrolling.hpp"
#include "smt/prove/verify.hpp"
#include "smt/prove/walker.hpp"
#include "tests/agreement/reference_search.hpp"

namespace {

using namespace tandem;

gtsc::Config shape(int sms, int warps, int blocks) {
    gtsc::Config config;
    config.shape.extent = {sms, warps, blocks, 2};
    config.leases = {1};
    config.shape.time_max = 9;
    return config;
}

int claim(const smt::Problem& problem, const std::string& name) {
    for (std::size_t c = 0; c < problem.claims.size(); ++c)
        if (problem.claims[c].name == name) return static_cast<int>(c);
    FAIL("no claim " << name);
    return -1;
}

/// The invariant that proves the claims, confirmed; fails if there is none.
std::vector<smt::Clause> proved(const smt::Problem& problem, const std::vector<int>& claims) {
    smt::Walker walker(problem, 1);
    const smt::Samples samples = walker.sample(30'000);
    smt::Candidates candidates(problem, samples.states);
    smt::Houdini houdini(problem, &candidates, 400'000'000);
    const smt::Proof proof = houdini.prove(claims, [] { return false; }, [](const smt::Houdini&) {});
    for (const int c : claims) REQUIRE(proof.verdicts[static_cast<std::size_t>(c)] == smt::Proof::Verdict::proved);
    auto invariant = smt::whole_invariant(problem, proof.invariant, claims);
    const auto flaw = smt::flaw(problem, invariant, proof.lemmas, claims, 400'000'000, [] { return false; });
    CHECK_MESSAGE(!flaw, *flaw);
    return invariant;
}

/// A state of the explicit search as a state of the proof problem.
smt::StateVector numbers(const model::Network& network, const smt::Problem& problem, const agreement::GlobalState& state) {
    smt::StateVector result;
    const auto append = [&](const model::Packed& packed, std::size_t first, int leaves) {
        std::size_t bit = 0;
        for (int i = 0; i < leaves; ++i) {
            const int cardinality = problem.variables[first + static_cast<std::size_t>(i)].type->cardinality;
            int n = 0;
            for (int b = 0; b < model::bits_for(cardinality); ++b, ++bit)
                if (bit / 32 < packed.size()) n |= int(packed[bit / 32] >> (bit % 32) & 1) << b;
            result.push_back(n);
        }
    };
    for (const smt::Segment& segment : problem.segments) {
        const auto index = static_cast<std::size_t>(segment.index), first = static_cast<std::size_t>(segment.first);
        if (segment.kind == smt::Segment::Kind::node) append(state.nodes[index], first, segment.leaves);
        else if (segment.kind == smt::Segment::Kind::monitor) append(state.monitor, first, segment.leaves);
        else {
            result.push_back(static_cast<int>(state.channels[index].size()));
            for (std::size_t k = 0; k < static_cast<std::size_t>(segment.places); ++k)
                append(k < state.channels[index].size() ? state.channels[index][k] : model::Packed(), first + 1 + k * static_cast<std::size_t>(segment.leaves), segment.leaves);
        }
    }
    static_cast<void>(network);
    return result;
}

TEST_CASE("a proof of single writer for any timestamps: its invariant holds in all states of the explicit search before a reset") {
    const gtsc::Config config = shape(1, 1, 1);
    const smt::Problem problem = apps::gtsc_problem(config, true);
    const auto invariant = proved(problem, {claim(problem, "single-writer"), claim(problem, "warp-ts-monotone")});
    const auto network = gtsc::make_system<specs::WatchedStore<model::Concrete>>(config);
    std::size_t states = 0;
    agreement::reference_search(*network, 3'000, [&](const agreement::GlobalState& state) {
        const smt::StateVector values = numbers(*network, problem, state);
        REQUIRE(values.size() == problem.variables.size());
        for (std::size_t v = 0; v < values.size(); ++v) {  // unbounded clocks neither end nor start again
            if (problem.variables[v].name == "L2.epoch" && values[v] != 0) return;
            if (problem.variables[v].type->name == "time" && values[v] == config.shape.time_max) return;
        }
        ++states;
        for (const smt::Clause& clause : invariant)
            if (!clause.holds(values.data())) FAIL("does not hold: " << smt::readable(problem, clause));
    });
    CHECK(states > 1'000);
}

TEST_CASE("what random runs reach satisfies the claims, and every outcome that a path has occurs in them") {
    const smt::Problem problem = apps::gtsc_problem(shape(2, 2, 2), true);
    smt::Walker walker(problem, 7);
    const smt::Samples samples = walker.sample(20'000);
    for (std::size_t i = 0; i < samples.states.size(); ++i) {
        const smt::StateVector state = samples.states.state(i);
        for (const smt::Claim& c : problem.claims)
            for (const smt::Clause& clause : c.clauses) REQUIRE(clause.holds(state.data()));
    }
    std::uint64_t possible = 0;
    for (const smt::Path& path : problem.paths) possible |= path.outcomes;
    possible &= ~(std::uint64_t(1) << static_cast<int>(gtsc::Outcome::renewal_without_block));  // renewal-has-data forbids it
    CHECK((possible & ~samples.outcomes) == 0);
}

TEST_CASE("a claim that is false is not proved") {
    gtsc::Config config = shape(1, 2, 1);
    config.response = gtsc::Response::literal;  // Fig. 7 and 8 as drawn: refuted by the search in 8 steps
    const smt::Problem problem = apps::gtsc_problem(config, true);
    const int single_writer = claim(problem, "single-writer");
    smt::Houdini houdini(problem, nullptr, 400'000'000);
    const smt::Proof proof = houdini.prove({single_writer}, [] { return false; }, [](const smt::Houdini&) {});
    CHECK(proof.verdicts[static_cast<std::size_t>(single_writer)] == smt::Proof::Verdict::not_inductive);
    CHECK(!proof.counterexamples.empty());
}

TEST_CASE("bounded model checking covers short runs, and k-induction proves what one step shows") {
    const smt::Problem problem = apps::gtsc_problem(shape(1, 1, 1), true);
    const auto never = [] { return false; };
    const auto silent = [](int) {};
    const auto bounded = smt::bounded_check(problem, {claim(problem, "load-value")}, 3, 400'000'000, never, silent);
    CHECK(bounded.verdict == smt::BoundedAnswer::Verdict::holds_so_far);
    CHECK(bounded.depth == 3);
    CHECK(smt::k_induction(problem, {claim(problem, "warp-ts-monotone")}, 2, 400'000'000, never, silent).verdict == smt::BoundedAnswer::Verdict::proved);
}

}  // namespace
