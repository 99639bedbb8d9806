// Proofs of a clock of few bits that overflows and is reset (V-D of the G-TSC paper), and the states of the explicit search that
// candidates must allow.
#include <doctest/doctest.h>

#include "apps/prove/explicit_states.hpp"
#include "engines/systems.hpp"
#include "protocols/gtsc/description.hpp"
#include "protocols/gtsc/messages.hpp"
#include "smt/prove/eras.hpp"
#include "tests/smt/proving.hpp"

namespace {

using namespace tandem;
using smt::Limits;

gtsc::Config one_of_each(int bits) {
    gtsc::Config config;
    config.shape.extent = {1, 1, 1, 2};
    config.leases = {1};
    config.shape.time_max = (1 << bits) - 1;
    return config;
}

/// Random runs and the explicit search, as `tandem prove` combines them.
smt::Samples samples_of(const gtsc::Config& config, const smt::Problem& problem, Limits limits) {
    smt::Samples samples = smt::Walker(problem, 1).sample(200'000);
    apps::Exploration(*engines::explored_system<gtsc::Description>(config, limits).network, 20'000, tests::never)
        .add_to(problem, samples.states);
    return samples;
}

smt::Proof tried(const gtsc::Config& config, const smt::Problem& problem, Limits limits, const smt::Proof* endless = nullptr) {
    const smt::Samples samples = samples_of(config, problem, limits);
    smt::Candidates candidates(problem, tests::all_claims(problem), samples.states);
    smt::Houdini houdini(problem, &candidates, tests::proof_work);
    if (endless) houdini.suggest(candidates.eras().relative(endless->invariant));
    return houdini.prove(tests::all_claims(problem), tests::never, [](const smt::Houdini&) {});
}

TEST_CASE("a clock of three bits is proved to be reset rightly, and the invariant holds in all states of the explicit search") {
    const gtsc::Config config = one_of_each(3);
    const smt::Problem endless = engines::proof_problem<gtsc::Description>(config, Limits::none),
                       problem = engines::proof_problem<gtsc::Description>(config, Limits::clock);
    const smt::Proof suggested = tried(config, endless, Limits::none);
    tests::Found found{tried(config, problem, Limits::clock, &suggested), {}};
    const std::vector<int> claims = tests::all_claims(problem);
    for (const int c : claims) REQUIRE(found.proof.verdicts[static_cast<std::size_t>(c)] == smt::Proof::Verdict::proved);
    found.invariant = smt::whole_invariant(problem, found.proof.invariant, claims);
    const auto wrong = tests::flaw(problem, found, claims);
    CHECK_MESSAGE(!wrong, *wrong);

    CHECK((samples_of(config, problem, Limits::clock).outcomes >> static_cast<int>(gtsc::Outcome::overflow_reset) & 1) != 0);
    tests::check_reached(*engines::explored_system<gtsc::Description>(config, Limits::clock).network, problem, found.invariant,
                         50'000, [](const smt::StateVariable&, int) { return false; });
}

TEST_CASE("a proof chooses leases as long as the text says that its clock has room for, and any where clocks have no end") {
    const gtsc::Config config = one_of_each(3);
    for (const auto& [limits, longest] : {std::pair{Limits::clock, 3}, std::pair{Limits::none, smt::unbounded}}) {
        const smt::Problem problem = engines::proof_problem<gtsc::Description>(config, limits);
        int leases = 0;
        for (const smt::Expression& input : smt::inputs_of(problem)) {
            if (input.type().name != "time") continue;
            ++leases;
            CHECK(input.low() == 1);
            CHECK(input.high() == longest);
        }
        CHECK(leases > 0);
    }
}

TEST_CASE("a reset that leaves timestamps behind is not proved") {
    gtsc::Config config = one_of_each(3);
    config.shape.extent = {1, 2, 1, 2};
    config.reset = gtsc::Reset::paper;  // refuted by the search in 17 steps, with two SMs
    config.shape.extent[0] = 2;
    const smt::Problem problem = engines::proof_problem<gtsc::Description>(config, Limits::clock);
    smt::Houdini houdini(problem, nullptr, tests::proof_work);
    const int load_value = tests::claim(problem, "load-value");
    const smt::Proof proof = houdini.prove({load_value}, tests::never, [](const smt::Houdini&) {});
    CHECK(proof.verdicts[static_cast<std::size_t>(load_value)] != smt::Proof::Verdict::proved);
}

TEST_CASE("eras: flags that are passed on and compared say which clock is meant, and date what a monitor notes") {
    const gtsc::Config config = one_of_each(3);
    const smt::Problem problem = engines::proof_problem<gtsc::Description>(config, Limits::clock);
    const smt::Samples samples = samples_of(config, problem, Limits::clock);
    const auto objects = smt::objects_of(problem);
    const smt::Eras eras(problem, objects, samples.states);
    const auto variable = [&](const std::string& name) {
        for (std::size_t v = 0; v < problem.variables.size(); ++v)
            if (problem.variables[v].name == name) return static_cast<int>(v);
        FAIL("no variable " << name);
        return -1;
    };
    const int shared = variable("L2.epoch");
    for (const char* name :
         {"SM0.epoch", "L2 to SM0[0].epoch", "SM0 to L2[0].epoch", "L2.lines.A.waiting[0].message.epoch", "monitor.odd_resets"})
        CHECK_MESSAGE(eras.against(variable(name)) == shared, name);
    CHECK(eras.tells(shared));
    CHECK(!eras.tells(variable("SM0.reset_unanswered")));
    CHECK(eras.dates(variable("monitor.read.resets_ago")));

    const int own = variable("SM0.lines.A.rts"), l2 = variable("L2.lines.A.wts"), read = variable("monitor.read.when");
    const std::vector<smt::Literal> current{{smt::Relation::equal, variable("SM0.epoch"), shared}},
        before{smt::negated(current[0])};
    const std::vector<smt::Literal> one_ago{{smt::Relation::equal, variable("monitor.read.resets_ago"), -1, 1}};
    CHECK(eras.comparable(own, current, l2, {}));
    CHECK(!eras.comparable(own, before, l2, {}));
    CHECK(!eras.comparable(own, {}, l2, {}));
    CHECK(eras.comparable(own, before, read, one_ago));
    CHECK(!eras.comparable(own, current, read, one_ago));
    CHECK(eras.comparable(own, {}, variable("SM0.warps.0.ts"), {}));  // the same, whichever it is

    const smt::Problem endless = engines::proof_problem<gtsc::Description>(config, Limits::none);
    CHECK(!smt::Eras(endless, smt::objects_of(endless), smt::Walker(endless, 1).sample(1'000).states).any());
}

TEST_CASE("the states of the explicit search are reachable, always the same, and all of them if there is room") {
    gtsc::Config config = one_of_each(2);
    const smt::Problem problem = engines::proof_problem<gtsc::Description>(config, Limits::clock);
    const auto network = engines::explored_system<gtsc::Description>(config, Limits::clock).network;
    const auto explored = [&](std::size_t most) {
        smt::SampleTable table(problem.variables.size());
        apps::Exploration exploration(*network, most, tests::never);
        exploration.add_to(problem, table);
        CHECK(exploration.states() == table.size());
        CHECK(exploration.all() == (most == 1'000'000));
        return table;
    };
    std::size_t states = 0;
    agreement::reference_search(*network, 1'000'000, [&](const auto&) { ++states; });
    const smt::SampleTable all = explored(1'000'000), some = explored(states / 2), again = explored(states / 2);
    CHECK(all.size() == states);
    REQUIRE(some.size() == again.size());
    CHECK(some.size() > states / 10);
    CHECK(some.size() <= states / 2);
    for (std::size_t i = 0; i < some.size(); ++i) REQUIRE(some.state(i) == again.state(i));
    for (const smt::Claim& claim : problem.claims)
        for (const smt::Clause& clause : claim.clauses) CHECK(!all.refuting(clause, 0, all.size()));

    // Here a clock without end is a longer one; what the proof says of it holds in those states.
    const smt::Problem endless = engines::proof_problem<gtsc::Description>(config, Limits::none);
    smt::SampleTable early(endless.variables.size());
    apps::Exploration(*engines::explored_system<gtsc::Description>(config, Limits::none).network, 20'000, tests::never)
        .add_to(endless, early);
    CHECK(early.size() > 1'000);
    const smt::Samples random = smt::Walker(endless, 1).sample(100'000);
    smt::Candidates candidates(endless, tests::all_claims(endless), random.states);
    smt::Houdini houdini(endless, &candidates, tests::proof_work);
    const smt::Proof proof = houdini.prove(tests::all_claims(endless), tests::never, [](const smt::Houdini&) {});
    CHECK(proof.invariant.size() > 10);
    for (const smt::Clause& clause : proof.invariant) CHECK(!early.refuting(clause, 0, early.size()));
}

}  // namespace
