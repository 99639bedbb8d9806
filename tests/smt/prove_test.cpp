// Proofs of G-TSC: what is proved, what is not, and that proved clauses hold in every state that the explicit search reaches.
#include <doctest/doctest.h>

#include <array>
#include <numeric>

#include "apps/gtsc_binding.hpp"
#include "apps/gtsc_prove.hpp"
#include "smt/prove/explicit_state.hpp"
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

struct Found {
    smt::Proof proof;
    std::vector<smt::Clause> invariant;
};

const auto never = [] { return false; };

std::optional<std::string> flaw(const smt::Problem& problem, const Found& found, const std::vector<int>& claims) {
    return smt::flaw(problem, found.invariant, found.proof.lemmas, claims, 400'000'000, never);
}

/// What proves the claims, confirmed; fails if there is nothing.
Found proved(const smt::Problem& problem, const std::vector<int>& claims, std::size_t samples) {
    smt::Walker walker(problem, 1);
    const smt::Samples reached = walker.sample(samples);
    smt::Candidates candidates(problem, reached.states);
    smt::Houdini houdini(problem, &candidates, 400'000'000);
    Found found{houdini.prove(claims, never, [](const smt::Houdini&) {}), {}};
    for (const int c : claims) REQUIRE(found.proof.verdicts[static_cast<std::size_t>(c)] == smt::Proof::Verdict::proved);
    found.invariant = smt::whole_invariant(problem, found.proof.invariant, claims);
    const auto wrong = flaw(problem, found, claims);
    CHECK_MESSAGE(!wrong, *wrong);
    return found;
}

/// The clauses hold in all states that the explicit search reaches before a reset and before the clock's end.
void check_reached(const gtsc::Config& config, const smt::Problem& problem, const std::vector<smt::Clause>& invariant, std::size_t limit) {
    const auto network = gtsc::make_system<specs::WatchedStore<model::Concrete>>(config);
    std::size_t states = 0;
    agreement::reference_search(*network, limit, [&](const agreement::GlobalState& state) {
        const smt::StateVector values = smt::numbers_of(problem, {state.nodes, state.channels, state.monitor});
        REQUIRE(values.size() == problem.variables.size());
        for (std::size_t v = 0; v < values.size(); ++v) {  // unbounded clocks neither end nor start again
            if (problem.variables[v].name.ends_with("epoch") && values[v] != 0) return;
            if (problem.variables[v].type->name == "time" && values[v] == config.shape.time_max) return;
        }
        ++states;
        for (const smt::Clause& clause : invariant)
            if (!clause.holds(values.data())) FAIL("does not hold: " << smt::readable(problem, clause));
    });
    CHECK(states > limit / 3);
}

TEST_CASE("all properties are proved for any timestamps, and the invariants hold in the states of the explicit search") {
    for (const auto& [sms, warps, blocks] : {std::array{1, 1, 1}, {2, 1, 1}, {1, 1, 2}}) {
        gtsc::Config config = shape(sms, warps, blocks);
        config.shape.time_max = 60;  // further than the states below reach
        INFO(config.shape[model::Sort::core], " SMs, ", config.shape[model::Sort::address], " blocks");
        const smt::Problem problem = apps::gtsc_problem(config, true);
        std::vector<int> claims(problem.claims.size());
        std::iota(claims.begin(), claims.end(), 0);
        check_reached(config, problem, proved(problem, claims, 300'000).invariant, 6'000);
    }
}

TEST_CASE("a proof is confirmed only with all its lemmas, their hints and clauses that are images of each other") {
    const smt::Problem problem = apps::gtsc_problem(shape(2, 1, 1), true);
    const std::vector<int> claims{claim(problem, "single-writer"), claim(problem, "warp-ts-monotone")};
    const Found found = proved(problem, claims, 100'000);

    Found fewer = found;
    fewer.proof.lemmas.pop_back();
    CHECK(flaw(problem, fewer, claims));
    Found unfounded = found;
    for (smt::Lemma& lemma : unfounded.proof.lemmas) lemma.hints.clear();
    CHECK(flaw(problem, unfounded, claims));
    Found foreign = found;
    for (smt::Lemma& lemma : foreign.proof.lemmas) lemma.hints.push_back({});  // "false" is not of the invariant
    CHECK(flaw(problem, foreign, claims));
    Found lopsided = found;
    const auto symmetric = [&](const smt::Clause& c) {
        const auto images = smt::renamings(problem);
        return std::all_of(images.begin(), images.end(), [&](const smt::Renaming& r) { return r.of(c) == c; });
    };
    lopsided.invariant.erase(std::find_if_not(lopsided.invariant.begin(), lopsided.invariant.end(), symmetric));
    CHECK(flaw(problem, lopsided, claims));
}

TEST_CASE("a table of samples finds those that refute a clause") {
    smt::SampleTable table(2);
    for (int i = 0; i < 3'000; ++i) table.add({i, 2'500});
    table.add({1'000'000, 0});  // does not fit: left out
    CHECK(table.size() == 3'000);
    CHECK(table.refuting({{{smt::Relation::less_equal, 0, 1}}}, 0, table.size()) == 2'501);
    CHECK(table.refuting({{{smt::Relation::less_equal, 0, 1}, {smt::Relation::less, -1, 0, 2'500}}}, 0, table.size()) == std::nullopt);
    CHECK(table.refuting({{{smt::Relation::differ, 0, -1, 7}}}, 0, 7) == std::nullopt);
    CHECK(table.refuting({{{smt::Relation::less, 0, -1, 100'000}}}, 0, table.size()) == std::nullopt);
    const smt::SampleSet below = table.satisfying({smt::Relation::less, 0, 1});
    CHECK(below.contains(2'499));
    CHECK(!below.contains(2'500));
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
    const auto silent = [](int) {};
    const auto bounded = smt::bounded_check(problem, {claim(problem, "load-value")}, 3, 400'000'000, never, silent);
    CHECK(bounded.verdict == smt::BoundedAnswer::Verdict::holds_so_far);
    CHECK(bounded.depth == 3);
    CHECK(smt::k_induction(problem, {claim(problem, "warp-ts-monotone")}, 2, 400'000'000, never, silent).verdict == smt::BoundedAnswer::Verdict::proved);
}

}  // namespace
