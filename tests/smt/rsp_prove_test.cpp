// Proofs of remote-scope promotion for race-free programs (specs/ownership.hpp), and runs that break a broken text.
#include <doctest/doctest.h>

#include "apps/prove/replay.hpp"
#include "engines/configuration.hpp"
#include "engines/systems.hpp"
#include "protocols/rsp/description.hpp"
#include "smt/prove/unrolling.hpp"
#include "tests/smt/broken_rsp.hpp"
#include "tests/smt/proving.hpp"

namespace tandem::tests {

namespace {

rsp::Setup system_of(const std::string& variant, const std::string& shape) {
    return engines::configuration<rsp::Description>({variant, shape});
}

const std::string one_cu = "cus=1,sharing=global,passing=lock,values=2";

}  // namespace

TEST_SUITE("smt/prove rsp") {
    TEST_CASE("Z3 finds the run in which a store is not written through, and the system follows it") {
        const rsp::Setup system = system_of("repaired", "cus=1,passing=lock,values=2");
        const smt::Problem problem = broken_rsp_problem(system, smt::Limits::all);
        const int lost = claim(problem, "no-dirty-data-lost");
        const auto answer = smt::bounded_check(problem, {lost}, 6, proof_work, never, [](int) {});
        REQUIRE(answer.verdict == smt::BoundedAnswer::Verdict::refuted);
        CHECK(answer.run.paths.size() == 5);
        const auto followed = apps::replay(*broken_rsp_system(system), problem, answer.run, "no-dirty-data-lost");
        CHECK(std::holds_alternative<checker::Trace>(followed));
        // In the correct text the line is clean after it was written through.
        CHECK(std::holds_alternative<apps::Refusal>(
            apps::replay(*engines::search_system<rsp::Description>(system, true), problem, answer.run, "no-dirty-data-lost")));
        const smt::Problem whole = engines::proof_problem<rsp::Description>(system, smt::Limits::all);
        CHECK(smt::bounded_check(whole, {claim(whole, "no-dirty-data-lost")}, 5, proof_work, never, [](int) {}).verdict ==
              smt::BoundedAnswer::Verdict::holds_so_far);
    }

    TEST_CASE(
        "all that is claimed of the repaired text is proved for all data, and the invariant holds in the states of the explicit "
        "search") {
        // With global sharing one compute unit locks what another unlocked; with local sharing it does so by remote operations.
        for (const char* shape : {"cus=2,sharing=global,passing=lock,values=2", "cus=2,sharing=local,passing=lock,values=2"}) {
            INFO(shape);
            const rsp::Setup system = system_of("repaired", shape);
            const smt::Problem problem = engines::proof_problem<rsp::Description>(system, smt::Limits::none);
            for (const char* name : {"message-passing", "rmw-atomic", "no-dirty-data-lost", "dirty-in-fifo"})
                claim(problem, name);
            const Found found = proved(problem, all_claims(problem), 20'000);
            rsp::Setup proved_of = system;
            proved_of.rules.answers = false;  // as in the proof
            check_reached(*engines::search_system<rsp::Description>(proved_of, true), problem, found.invariant, 30'000,
                          [](const smt::StateVariable&, int) { return false; });
        }
    }

    TEST_CASE("what is false of a text is not proved of it, whatever is suggested") {
        const auto not_inductive = [](const smt::Problem& problem, const char* name) {
            INFO(name);
            const int false_claim = claim(problem, name);
            const smt::Proof proof = tried(problem, {false_claim}, 20'000);
            CHECK(proof.verdicts[static_cast<std::size_t>(false_claim)] == smt::Proof::Verdict::not_inductive);
            CHECK(!proof.counterexamples.empty());
        };
        for (const char* name : {"dirty-in-fifo", "no-dirty-data-lost"})
            not_inductive(broken_rsp_problem(system_of("repaired", one_cu), smt::Limits::none), name);
        not_inductive(engines::proof_problem<rsp::Description>(
                          system_of("published", "cus=2,sharing=local,passing=lock,values=2"), smt::Limits::none),
                      "rmw-atomic");
    }

    TEST_CASE("a queue as a set, and a counter and what it counts, are what the states of the explicit search say") {
        const rsp::Setup system = system_of("repaired", one_cu);
        const smt::Problem problem = engines::proof_problem<rsp::Description>(system, smt::Limits::none);
        const auto number = [&](const std::string& name) {
            const auto found = std::find_if(problem.variables.begin(), problem.variables.end(),
                                            [&](const smt::StateVariable& v) { return v.name == name; });
            REQUIRE_MESSAGE(found != problem.variables.end(), name);
            return static_cast<std::size_t>(found - problem.variables.begin());
        };
        const std::size_t listed = number("CU0.fifo holds write of A"), size = number("CU0.fifo.size"),
                          in_flight = number("CU0.writes_in_flight counts WriteDone and WriteThrough");
        std::array<int, 2> seen{};
        const auto network = engines::search_system<rsp::Description>(system, true);
        agreement::reference_search(*network, 10'000, [&](const agreement::GlobalState& state) {
            const smt::StateVector values =
                smt::numbers_of(problem, network->shape(), {state.nodes, state.channels, state.monitor});
            bool there = false;
            for (int i = 0; i < values[size]; ++i) {
                const std::string place = "CU0.fifo[" + std::to_string(i) + "].";
                there = there || (values[number(place + "kind")] == static_cast<int>(rsp::EntryKind::write) &&
                                  values[number(place + "address")] == 0);
            }
            REQUIRE(values[listed] == there);
            REQUIRE(values[in_flight] == 1);
            ++seen[there];
        });
        CHECK(seen[0] > 10);
        CHECK(seen[1] > 10);
    }
}

}  // namespace tandem::tests
