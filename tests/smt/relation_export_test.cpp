// The transition relation of Temporal Coherence as SMT-LIB 2 text, read back by Z3's own parser: the text agrees with the
// problem.
#include <doctest/doctest.h>
#include <z3++.h>

#include "apps/common/usage_error.hpp"
#include "engines/systems.hpp"
#include "protocols/tc/description.hpp"
#include "smt/prove/certificate.hpp"
#include "smt/prove/solver.hpp"

namespace tandem::tests {

namespace {

tc::Config one_sm() {
    tc::Config config;
    config.shape.extent = {1, 1, 1, 2};
    config.shape.horizon = config.furthest();
    return config;
}

/// One of each group of variants, including those that must fail.
std::vector<tc::Config> variants() {
    std::vector<tc::Config> all(5, one_sm());
    all[1].atomicity = tc::Atomicity::weak;
    all[2].clocks = tc::Clocks::skewed;
    all[3].inclusion = tc::Inclusion::non_inclusive;
    all[4].patience = tc::Patience::impatient;
    for (std::size_t i = 1; i < all.size(); ++i) all[i].consistency = tc::Consistency::rc;
    for (tc::Config& config : all) config.shape.horizon = config.furthest();
    return all;
}

bool satisfiable(const std::string& relation, const std::string& asked) {
    z3::context context;
    z3::solver solver(context);
    solver.from_string((relation + "(assert " + asked + ")").c_str());
    const z3::check_result answer = solver.check();
    REQUIRE(answer != z3::unknown);
    return answer == z3::sat;
}

/// Whether an initial state has a step of the event, asked without any text.
bool possible_at_first(const smt::Problem& problem, std::size_t event) {
    for (std::size_t which = 0; which < problem.initial.size(); ++which)
        for (const smt::Path& path : problem.paths) {
            if (path.event != static_cast<int>(event)) continue;
            std::vector<smt::Expression> facts = smt::facts_at_first(problem, which);
            for (std::size_t v = 0; v < problem.variables.size(); ++v)
                facts.push_back(equal(problem.variables[v].expression, smt::at_first(problem, which, static_cast<int>(v))));
            facts.insert(facts.end(), path.conditions.begin(), path.conditions.end());
            std::erase_if(facts, [](const smt::Expression& e) { return e.is(1); });
            if (std::any_of(facts.begin(), facts.end(), [](const smt::Expression& e) { return e.is(0); })) continue;
            if (smt::Solver(problem).check(facts, {}) == smt::Solver::Answer::satisfiable) return true;
        }
    return false;
}

}  // namespace

TEST_SUITE("smt/prove relation") {
    TEST_CASE("the relation of each variant of TC is read by Z3, and allows at first what the problem allows") {
        for (const tc::Config& config : variants()) {
            const smt::Problem problem = engines::proof_problem<tc::Description>(config, smt::Limits::none);
            INFO(problem.description);
            const std::string relation = smt::smtlib_of(problem);
            std::size_t possible = 0;
            for (std::size_t e = 0; e < problem.events.size(); ++e) {
                const bool expected = possible_at_first(problem, e);
                CHECK_MESSAGE(satisfiable(relation, "(and initial event-" + std::to_string(e) + ")") == expected,
                              problem.events[e].name);
                possible += expected;
            }
            CHECK(possible > 0);
            CHECK(possible < problem.events.size());
        }
    }

    TEST_CASE(
        "in the relation a tick makes every moment one older, and is all that makes L2's lease shorter where L2 is inclusive and "
        "has a line") {
        const smt::Problem problem = engines::proof_problem<tc::Description>(one_sm(), smt::Limits::none);
        const std::string relation = smt::smtlib_of(problem);
        for (std::size_t e = 0; e < problem.events.size(); ++e) {
            const std::string event = "event-" + std::to_string(e), now = "|L2.lines.A.expiry|", next = "|L2.lines.A.expiry'|";
            const std::string stays = "(and " + event + " |L2.lines.A.present| |L2.lines.A.present'| ";
            const bool tick = problem.events[e].node == smt::ProofEvent::no_node;
            CHECK_MESSAGE(satisfiable(relation, stays + "(< 0 " + next + ") (< " + next + " " + now + "))") == tick,
                          problem.events[e].name);
            if (!tick) continue;
            CHECK(satisfiable(relation, stays + "(< 5 " + now + "))"));
            CHECK(!satisfiable(relation, stays + "(not (= " + next + " (ite (< 0 " + now + ") (- " + now + " 1) 0))))"));
        }
    }

    TEST_CASE("a predicted lease is refused, for the relation as for the proof") {
        tc::Config predicted = one_sm();
        predicted.choice = tc::LeaseChoice::predicted;
        CHECK_THROWS_AS(engines::proof_problem<tc::Description>(predicted, smt::Limits::none), apps::UsageError);
    }
}

}  // namespace tandem::tests
