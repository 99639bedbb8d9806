// Proofs of Temporal Coherence for any lease: physical time has no bound there.
#include <doctest/doctest.h>

#include <array>

#include "engines/systems.hpp"
#include "protocols/tc/description.hpp"
#include "smt/prove/cone.hpp"
#include "tests/smt/broken_tc.hpp"
#include "tests/smt/proving.hpp"

namespace tandem::tests {

namespace {

tc::Config shape(int sms, int warps, int blocks, tc::Consistency consistency = tc::Consistency::sc) {
    tc::Config config;
    config.consistency = consistency;
    config.shape.extent = {sms, warps, blocks, 2};
    config.leases = {1, 3};
    config.lease_choices = 2;
    config.shape.horizon = config.furthest();
    return config;
}

tc::Config weak(tc::Config config) {
    config.atomicity = tc::Atomicity::weak;
    return config;
}

smt::Expression number(smt::Problem& problem, int leaf) {
    const smt::ValueType& type = problem.expressions->type({smt::ValueType::Kind::number, "", 1, {}});
    const smt::Expression e = problem.expressions->variable({0, leaf}, type, -smt::unbounded, smt::unbounded);
    problem.variables.push_back({"n" + std::to_string(leaf), &type, -smt::unbounded, smt::unbounded, e});
    return e;
}

}  // namespace

TEST_SUITE("smt/prove tc") {
    TEST_CASE("what a text can ask of moments is answered by how far ahead of now they are, whatever the clock shows") {
        smt::Problem problem;
        const smt::Expression now = number(problem, 0), a = number(problem, 1), b = number(problem, 2),
                              ticks = number(problem, 3);
        // on a clock without beginning
        const auto moment = [&](smt::Expression ahead) { return sum(now, ahead); };
        const auto stored = [](smt::Expression ahead) { return maximum(sum(ahead, 1), 0); };        // as a state stores it
        smt::Solver solver(problem);
        const auto always = [&](smt::Expression fact) {
            const std::array contrary{negation(fact)};
            return solver.check(contrary, {}) == smt::Solver::Answer::unsatisfiable;
        };
        CHECK(always(equal(less(moment(a), now), less(stored(a), 1))));
        // another clock, one tick ahead
        CHECK(always(equal(less(moment(a), sum(now, 1)), less(stored(a), 2))));
        CHECK(always(equal(stored(maximum(a, b)), maximum(stored(a), stored(b)))));
        CHECK(always(equal(maximum(moment(a), moment(b)), moment(maximum(a, b)))));
        CHECK(always(disjunction(less(ticks, 0), equal(stored(ticks), sum(1, ticks)))));
        CHECK(always(equal(stored(sum(a, -1)), maximum(sum(stored(a), -1), 0))));                   // a tick later
        // Two moments in the past are one, so a text must not ask this.
        CHECK(!always(equal(less(moment(a), moment(b)), less(stored(a), stored(b)))));
    }

    TEST_CASE(
        "all properties of TC-Strong are proved for any lease, and the invariants hold in the states of the explicit search") {
        for (const tc::Config& config : {shape(1, 1, 1), shape(2, 1, 1), shape(2, 1, 1, tc::Consistency::rc)}) {
            INFO(config.shape[model::Sort::core], " SMs, ", model::name_of(config.consistency));
            const smt::Problem problem = engines::proof_problem<tc::Description>(config, smt::Limits::none);
            CHECK(problem.claims.size() == (config.consistency == tc::Consistency::rc ? 6 : 5));
            const Found found = proved(problem, all_claims(problem), 100'000);
            const auto network = engines::search_system<tc::Description>(config, true);
            check_reached(*network, problem, found.invariant, 20'000, [](const smt::StateVariable&, int) { return false; });
        }
    }

    TEST_CASE("what TC-Weak promises is proved for any lease, and the invariants hold in the states of the explicit search") {
        for (const tc::Config& config : {weak(shape(2, 1, 1, tc::Consistency::rc)), weak(shape(2, 2, 1, tc::Consistency::rc))}) {
            INFO(config.shape[model::Sort::core], " SMs, ", config.shape[model::Sort::thread], " warps");
            const smt::Problem problem = engines::proof_problem<tc::Description>(config, smt::Limits::none);
            const Found found = proved(problem, {claim(problem, "fence-visible"), claim(problem, "no-store-lost")}, 200'000);
            const auto network = engines::search_system<tc::Description>(config, true);
            check_reached(*network, problem, found.invariant, 20'000, [](const smt::StateVariable&, int) { return false; });
        }
    }

    TEST_CASE("TC-Weak is not proved where fences do not wait, where L2 forgets leases, or for what it gives up") {
        tc::Config impatient = weak(shape(2, 1, 1, tc::Consistency::rc)), forgetful = impatient;
        impatient.patience = tc::Patience::impatient;
        forgetful.inclusion = tc::Inclusion::non_inclusive;
        const auto verdict = [](const tc::Config& config, const char* name) {
            const smt::Problem problem = engines::proof_problem<tc::Description>(config, smt::Limits::none);
            const int asked = claim(problem, name);
            return tried(problem, {asked}, 50'000).verdicts[static_cast<std::size_t>(asked)];
        };
        CHECK(verdict(impatient, "fence-visible") == smt::Proof::Verdict::not_inductive);
        CHECK(verdict(forgetful, "fence-visible") == smt::Proof::Verdict::not_inductive);
        CHECK(verdict(weak(shape(3, 1, 1, tc::Consistency::rc)), "write-atomicity") == smt::Proof::Verdict::not_inductive);
    }

    TEST_CASE("what a monitor notes for a property that nobody asks for lies outside the cone of influence") {
        const smt::Problem problem =
            engines::proof_problem<tc::Description>(weak(shape(2, 1, 1, tc::Consistency::rc)), smt::Limits::none);
        const auto inside = [&](const char* claimed, const std::string& variable) {
            const std::vector<bool> cone = smt::cone_of_influence(problem, {claim(problem, claimed)});
            for (std::size_t v = 0; v < cone.size(); ++v)
                if (problem.variables[v].name == variable) return bool(cone[v]);
            FAIL("no variable " << variable);
            return false;
        };
        for (const char* of_both : {"monitor.phase", "monitor.block", "SM0.lines.A.expiry", "L2 to SM1[0].data",
                                    "L2.lines.A.shared", "SM1.warps.0.gwct"}) {
            CHECK_MESSAGE(inside("fence-visible", of_both), of_both);
            CHECK_MESSAGE(inside("write-atomicity", of_both), of_both);
        }
        for (const char* of_fences : {"monitor.fenced", "monitor.readers.0.0.replacement", "monitor.readers.1.0.before_fence",
                                      "monitor.readers.0.0.stores.A.present"})
            CHECK_MESSAGE(inside("fence-visible", of_fences), of_fences);
        for (const char* of_sight : {"monitor.torn", "monitor.seen", "monitor.writer_core", "monitor.readers.0.0.before_sight"}) {
            CHECK_MESSAGE(!inside("fence-visible", of_sight), of_sight);
            CHECK_MESSAGE(inside("write-atomicity", of_sight), of_sight);
        }
        CHECK(inside("fence-visible", "L2 to SM1[0].warp"));  // there is only one warp, and it says whose the message is
    }

    TEST_CASE("a proof that says nothing of the tick is not confirmed") {
        const smt::Problem problem = engines::proof_problem<tc::Description>(shape(1, 1, 1), smt::Limits::none);
        const std::vector<int> claims{claim(problem, "single-writer")};
        Found found = proved(problem, claims, 50'000);
        const auto of_tick = [&](const smt::Lemma& lemma) {
            return problem.events[static_cast<std::size_t>(problem.paths[lemma.paths[0]].event)].node == smt::ProofEvent::no_node;
        };
        REQUIRE(std::erase_if(found.proof.lemmas, of_tick) > 0);
        CHECK(flaw(problem, found, claims) == "no lemma for 'a tick passes'");
    }

    TEST_CASE("single writer is not proved where a store does not wait for leases") {
        tc::Config impatient = shape(2, 1, 1);
        impatient.patience = tc::Patience::impatient;
        const smt::Problem problem = engines::proof_problem<tc::Description>(impatient, smt::Limits::none);
        const int single_writer = claim(problem, "single-writer");
        const smt::Proof proof = tried(problem, {single_writer}, 100'000);
        CHECK(proof.verdicts[static_cast<std::size_t>(single_writer)] == smt::Proof::Verdict::not_inductive);
        CHECK(!proof.counterexamples.empty());
    }

    TEST_CASE("a text in which L2 takes a lease for over in its last tick is not proved, and runs at random show why") {
        const smt::Problem problem = broken_tc_problem(shape(2, 1, 1));
        for (const char* name : {"single-writer", "no-stale-load"}) {
            const int broken = claim(problem, name);
            CHECK(tried(problem, {broken}, 100'000).verdicts[static_cast<std::size_t>(broken)] ==
                  smt::Proof::Verdict::not_inductive);
            smt::Walker walker(problem, 1);
            const smt::Samples samples = walker.sample(100'000);
            const auto& clauses = problem.claims[static_cast<std::size_t>(broken)].clauses;
            CHECK(std::any_of(clauses.begin(), clauses.end(), [&](const smt::Clause& clause) {
                return samples.states.refuting(clause, 0, samples.states.size()).has_value();
            }));
        }
    }

    TEST_CASE("every outcome that a path of TC has occurs in random runs with any leases") {
        for (const auto consistency : {tc::Consistency::sc, tc::Consistency::rc}) {
            const smt::Problem problem = engines::proof_problem<tc::Description>(shape(2, 2, 1, consistency), smt::Limits::none);
            smt::Walker walker(problem, 7);
            const smt::Samples samples = walker.sample(50'000);
            std::uint64_t possible = 0;
            for (const smt::Path& path : problem.paths) possible |= path.outcomes;
            CHECK((possible & ~samples.outcomes) == 0);
            for (const smt::Claim& c : problem.claims)
                for (const smt::Clause& clause : c.clauses) CHECK(!samples.states.refuting(clause, 0, samples.states.size()));
        }
    }
}

}  // namespace tandem::tests
