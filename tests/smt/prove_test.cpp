// Proofs of G-TSC: what is proved, what is not, and that proved clauses hold in every state that the explicit search reaches.
#include <doctest/doctest.h>

#include <array>
#include <set>

#include "engines/check_binding.hpp"
#include "protocols/gtsc/description.hpp"
#include "smt/prove/embedding.hpp"
#include "smt/prove/unrolling.hpp"
#include "tests/smt/proving.hpp"

namespace {

using namespace tandem;
using tests::claim, tests::flaw, tests::Found, tests::never, tests::proved;

gtsc::Config shape(int sms, int warps, int blocks) {
    gtsc::Config config;
    config.shape.extent = {sms, warps, blocks, 2};
    config.leases = {1};
    config.shape.time_max = 9;
    return config;
}

/// The clauses hold in all states that the explicit search reaches before a reset and before the clock's end.
void check_reached(const gtsc::Config& config, const smt::Problem& problem, const std::vector<smt::Clause>& invariant,
                   std::size_t limit) {
    const auto network =
        engines::explicit_system<gtsc::Description, gtsc::Gtsc<model::Concrete>, specs::WatchedStore<model::Concrete>>(config);
    // unbounded clocks neither end nor restart
    tests::check_reached(*network, problem, invariant, limit, [&](const smt::StateVariable& v, int value) {
        return (v.name.ends_with("epoch") && value != 0) || (v.type->name == "time" && value == config.shape.time_max);
    });
}

TEST_CASE("all properties are proved for any timestamps, and the invariants hold in the states of the explicit search") {
    for (const auto& [sms, warps, blocks] : {std::array{1, 1, 1}, {2, 1, 1}, {1, 1, 2}, {2, 1, 2}}) {
        gtsc::Config config = shape(sms, warps, blocks);
        config.shape.time_max = 60;  // further than the states below reach
        INFO(config.shape[model::Sort::core], " SMs, ", config.shape[model::Sort::address], " blocks");
        const smt::Problem problem = engines::proof_problem<gtsc::Description>(config, smt::Limits::none);
        check_reached(config, problem, proved(problem, tests::all_claims(problem), 300'000).invariant, 6'000);
    }
}

TEST_CASE("a proof is confirmed only with all its lemmas, their hints and clauses that are images of each other") {
    const smt::Problem problem = engines::proof_problem<gtsc::Description>(shape(2, 1, 1), smt::Limits::none);
    const std::vector<int> claims{claim(problem, "single-writer"), claim(problem, "warp-ts-monotone")};
    const Found found = proved(problem, claims, 100'000);

    Found fewer = found;
    fewer.proof.lemmas.pop_back();
    CHECK(flaw(problem, fewer, claims));
    Found unfounded = found;
    for (smt::Lemma& lemma : unfounded.proof.lemmas) lemma.hints.clear();
    CHECK(flaw(problem, unfounded, claims));
    Found foreign = found;
    for (smt::Lemma& lemma : foreign.proof.lemmas) lemma.hints.push_back({});  // "false" is not part of the invariant
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
    CHECK(table.refuting({{{smt::Relation::less_equal, 0, 1}, {smt::Relation::less, -1, 0, 2'500}}}, 0, table.size()) ==
          std::nullopt);
    CHECK(table.refuting({{{smt::Relation::differ, 0, -1, 7}}}, 0, 7) == std::nullopt);
    CHECK(table.refuting({{{smt::Relation::less, 0, -1, 100'000}}}, 0, table.size()) == std::nullopt);
    const smt::SampleSet below = table.satisfying({smt::Relation::less, 0, 1});
    CHECK(below.contains(2'499));
    CHECK(!below.contains(2'500));
}

TEST_CASE("of a table of samples those are found that show a combination of values that few show") {
    smt::SampleTable samples(3);
    for (int i = 0; i < 1000; ++i) samples.add({i % 2, i == 500 || i == 700 || i == 900 ? 7 : 0, i});
    smt::SampleSet rare;
    samples.insert_rare({0, 1}, 2, rare);
    std::vector<std::size_t> found;
    smt::SampleSet::each_common([&](std::size_t i) { return found.push_back(i), true; }, rare);
    CHECK(found == std::vector<std::size_t>{0, 1, 2, 3, 500, 700});
}

TEST_CASE("what random runs reach satisfies the claims, and every outcome that a path has occurs in them") {
    const smt::Problem problem = engines::proof_problem<gtsc::Description>(shape(2, 2, 2), smt::Limits::none);
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

TEST_CASE("several workers prove what one proves, and find what is wrong with a proof") {
    const smt::Problem problem = engines::proof_problem<gtsc::Description>(shape(2, 1, 1), smt::Limits::none);
    const std::vector<int> claims = tests::all_claims(problem);
    for (const int workers : {2, 5}) {
        Found found = proved(problem, claims, 200'000, workers);
        REQUIRE(!found.proof.lemmas.empty());
        for (smt::Lemma& lemma : found.proof.lemmas) lemma.hints.clear();
        CHECK(flaw(problem, found, claims, workers));
        CHECK(smt::flaw(
                  problem, found.invariant, found.proof.lemmas, claims, tests::proof_work, [] { return true; }, workers) ==
              "time ran out");
    }
}

TEST_CASE("a claim that is false is not proved") {
    gtsc::Config config = shape(1, 2, 1);
    config.response = gtsc::Response::literal;  // Fig. 7 and 8 as drawn: refuted by the search in 8 steps
    const smt::Problem problem = engines::proof_problem<gtsc::Description>(config, smt::Limits::none);
    const int single_writer = claim(problem, "single-writer");
    smt::Houdini houdini(problem, nullptr, 400'000'000);
    const smt::Proof proof = houdini.prove({single_writer}, [] { return false; }, [](const smt::Houdini&) {});
    CHECK(proof.verdicts[static_cast<std::size_t>(single_writer)] == smt::Proof::Verdict::not_inductive);
    CHECK(!proof.counterexamples.empty());
}

/// The claim that the L1 of this SM, and so no L1, has a line: true initially, and soon false.
smt::Clause nothing_cached(const smt::Problem& problem, const std::string& sm = "SM0") {
    const auto line = std::find_if(problem.variables.begin(), problem.variables.end(),
                                   [&](const smt::StateVariable& v) { return v.name == sm + ".lines.A.present"; });
    REQUIRE(line != problem.variables.end());
    return {{{smt::Relation::equal, static_cast<int>(line - problem.variables.begin()), -1, 0}}};
}

TEST_CASE("a claim that is lost does not take those with it that rely on what was proved of it") {
    smt::Problem problem = engines::proof_problem<gtsc::Description>(shape(2, 1, 1), smt::Limits::none);
    const int lost = claim(problem, "load-value");
    problem.claims[static_cast<std::size_t>(lost)].clauses.push_back(nothing_cached(problem));
    const std::vector<int> claims = tests::all_claims(problem);
    Found found{tests::tried(problem, claims, 100'000), {}};
    std::vector<int> won;
    for (const int c : claims)
        if (found.proof.verdicts[static_cast<std::size_t>(c)] == smt::Proof::Verdict::proved) won.push_back(c);
    CHECK(won.size() + 1 == claims.size());
    CHECK(std::find(won.begin(), won.end(), lost) == won.end());
    found.invariant = smt::whole_invariant(problem, found.proof.invariant, won);
    const auto wrong = flaw(problem, found, won);
    CHECK_MESSAGE(!wrong, *wrong);
}

TEST_CASE("runs give each state once, and end where they hardly meet others any more") {
    smt::Problem problem = engines::proof_problem<gtsc::Description>(shape(1, 1, 1), smt::Limits::none);
    const smt::SampleTable some = smt::Walker(problem, 1).sample(2'000).states;
    std::set<smt::StateVector> different;
    for (std::size_t i = 0; i < some.size(); ++i) different.insert(some.state(i));
    CHECK(different.size() == some.size());
    CHECK(some.size() > 100);
    CHECK(some.size() < 2'000);  // of so many that were met
    // Without events a run has its first state alone: of those there are few, however many runs are asked for.
    problem.events.clear();
    problem.paths.clear();
    CHECK(smt::Walker(problem, 1).sample(std::size_t(1) << 40).states.size() < 1'000);
}

TEST_CASE("a suggestion ends with the first sample that refutes it of another SM") {
    const smt::Problem problem = engines::proof_problem<gtsc::Description>(shape(2, 1, 1), smt::Limits::none);
    const smt::Clause suggested = nothing_cached(problem, "SM1");
    smt::Walker walker(problem, 1);
    const smt::SampleTable all = walker.sample(20'000).states;
    smt::SampleTable where_it_holds(problem.variables.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const smt::StateVector state = all.state(i); suggested.holds(state.data())) where_it_holds.add(state);
    const std::vector<int> claims = tests::all_claims(problem);
    smt::Candidates candidates(problem, claims, where_it_holds);
    smt::Houdini houdini(problem, &candidates, tests::proof_work);
    houdini.suggest({suggested});
    const smt::Proof proof = houdini.prove(claims, tests::never, [](const smt::Houdini&) {});  // it returns
    for (const char* sm : {"SM0", "SM1"})
        CHECK(std::count(proof.invariant.begin(), proof.invariant.end(), nothing_cached(problem, sm)) == 0);
}

TEST_CASE("what is suggested and false ends with a sample, or with a step that the report can show") {
    smt::Problem problem = engines::proof_problem<gtsc::Description>(shape(2, 1, 1), smt::Limits::none);
    const smt::Clause suggested = nothing_cached(problem), of_other_sm = nothing_cached(problem, "SM1");
    smt::Walker walker(problem, 1);
    const smt::SampleTable all = walker.sample(20'000).states;
    smt::SampleTable where_it_holds(problem.variables.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const smt::StateVector state = all.state(i); suggested.holds(state.data()) && of_other_sm.holds(state.data()))
            where_it_holds.add(state);
    const std::vector<int> claims = tests::all_claims(problem);
    problem.suggested = {suggested};
    for (const bool seen_to_be_false : {true, false}) {
        INFO("a sample refutes it: ", seen_to_be_false);
        smt::Candidates candidates(problem, claims, seen_to_be_false ? all : where_it_holds);
        const smt::Proof proof =
            smt::Houdini(problem, &candidates, tests::proof_work).prove(claims, tests::never, [](const smt::Houdini&) {});
        CHECK(proof.suggested == 1);
        CHECK(proof.suggested_in_vain == 1);
        CHECK(proof.lost_suggestion.has_value() != seen_to_be_false);
        for (const smt::Clause& clause : {suggested, of_other_sm})
            CHECK(std::count(proof.invariant.begin(), proof.invariant.end(), clause) == 0);
        if (!proof.lost_suggestion) continue;
        const auto& [lost, step] = *proof.lost_suggestion;
        CHECK((lost == suggested || lost == of_other_sm));
        const auto holds = [&](const smt::StateVector& state) {
            return suggested.holds(state.data()) && of_other_sm.holds(state.data());
        };
        CHECK(holds(step.before));
        CHECK(!holds(step.after));
    }
}

TEST_CASE("what is proved of a larger system proves the smaller one in it, without a candidate") {
    const smt::Problem larger = engines::proof_problem<gtsc::Description>(shape(2, 1, 1), smt::Limits::none),
                       smaller = engines::proof_problem<gtsc::Description>(shape(1, 1, 1), smt::Limits::none);
    const std::vector<int> claims = tests::all_claims(larger);
    const std::vector<smt::Clause> seen = smt::as_seen_by(smaller, larger, proved(larger, claims, 200'000).invariant);
    const smt::Samples reached = smt::Walker(smaller, 1).sample(50'000);
    for (const smt::Clause& clause : seen) {
        INFO(smt::readable(smaller, clause));
        CHECK(!reached.states.refuting(clause, 0, reached.states.size()));
    }
    smt::Candidates candidates(smaller, claims, reached.states);
    smt::Houdini houdini(smaller, &candidates, tests::proof_work);
    houdini.suggest(seen);
    Found found{houdini.prove(claims, tests::never, [](const smt::Houdini&) {}), {}};
    CHECK(std::count(found.proof.verdicts.begin(), found.proof.verdicts.end(), smt::Proof::Verdict::proved) ==
          static_cast<std::ptrdiff_t>(claims.size()));
    CHECK(candidates.counts().formed == 0);
    found.invariant = smt::whole_invariant(smaller, found.proof.invariant, claims);
    const auto wrong = flaw(smaller, found, claims);
    CHECK_MESSAGE(!wrong, *wrong);
}

TEST_CASE("a proof that time does not suffice for says what was left") {
    const smt::Problem problem = engines::proof_problem<gtsc::Description>(shape(2, 1, 1), smt::Limits::none);
    smt::Walker walker(problem, 1);
    const smt::Samples reached = walker.sample(20'000);
    const std::vector<int> claims = tests::all_claims(problem);
    smt::Candidates candidates(problem, claims, reached.states);
    smt::Houdini houdini(problem, &candidates, tests::proof_work);
    int asked = 0;
    const smt::Proof proof = houdini.prove(claims, [&] { return ++asked > 30; }, [](const smt::Houdini&) {});
    CHECK(std::count(proof.verdicts.begin(), proof.verdicts.end(), smt::Proof::Verdict::proved) == 0);
    CHECK(proof.open > 0);
    REQUIRE(proof.left);
    CHECK(proof.left->event >= 0);
    CHECK(!smt::readable(problem, proof.left->clause.value()).empty());
}

TEST_CASE("nothing is proved of values that a variable may leave") {
    smt::Problem problem = engines::proof_problem<gtsc::Description>(shape(1, 1, 1), smt::Limits::none);
    problem.typing.push_back(nothing_cached(problem));
    for (const smt::Proof::Verdict verdict : tests::tried(problem, tests::all_claims(problem), 50'000).verdicts)
        CHECK(verdict != smt::Proof::Verdict::proved);
}

TEST_CASE("bounded model checking covers short runs, and k-induction proves what one step shows") {
    const smt::Problem problem = engines::proof_problem<gtsc::Description>(shape(1, 1, 1), smt::Limits::none);
    const auto silent = [](int) {};
    const auto bounded = smt::bounded_check(problem, {claim(problem, "load-value")}, 3, 400'000'000, never, silent);
    CHECK(bounded.verdict == smt::BoundedAnswer::Verdict::holds_so_far);
    CHECK(bounded.depth == 3);
    CHECK(smt::k_induction(problem, {claim(problem, "warp-ts-monotone")}, 2, 400'000'000, never, silent).verdict ==
          smt::BoundedAnswer::Verdict::proved);
}

}  // namespace
