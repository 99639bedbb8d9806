// The transition relation of proofs is that of the explicit search, step by step for every protocol and variant. A relation that
// differs is noticed.
#include "apps/prove/anchor.hpp"
#include "engines/configuration.hpp"
#include "protocols/rsp/description.hpp"
#include "protocols/tc/description.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/common/catalog.hpp"
#include "apps/common/words.hpp"
#include "apps/prove/comparison.hpp"
#include "apps/prove/prove.hpp"
#include "smt/prove/verify.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/smt/broken_rsp.hpp"
#include "tests/smt/broken_tc.hpp"

namespace tandem::tests {

namespace {

const auto never = [] { return false; };

/// A proof problem and the system that it should describe.
struct Both {
    Both(const std::string& protocol, const apps::Selection& selection, smt::Limits limits)
        : problem(apps::protocol(protocol).problem(selection, limits)),
          explored(apps::protocol(protocol).explored(selection, limits)) {}

    /// The first states of a breadth-first search, and as many of runs.
    apps::Anchored compared(std::size_t states = 1'000) const {
        checker::Components components(*explored.network, true);
        apps::Anchor anchor(components, problem, explored.leases);
        anchor.breadth_first(states, never);
        anchor.walk(states, 1, never);
        return anchor.result();
    }
    std::size_t outcome(const std::string& name) const {
        const auto found = std::find(problem.outcomes.begin(), problem.outcomes.end(), name);
        REQUIRE(found != problem.outcomes.end());
        return static_cast<std::size_t>(found - problem.outcomes.begin());
    }

    smt::Problem problem;
    apps::Explored explored;
};

void check_same(const std::string& protocol, const apps::Selection& selection, smt::Limits limits) {
    CAPTURE(protocol);
    CAPTURE(selection.variant);
    CAPTURE(selection.shape);
    const apps::Anchored compared = Both(protocol, selection, limits).compared();
    if (compared.stray) FAIL(compared.stray->what);
    CHECK(compared.states > 50);
    CHECK(compared.steps > compared.states);
    CHECK(compared.reached.size() == compared.states);
    CHECK(std::popcount(compared.outcomes) > 5);
}

/// Systems that cover every variant except one-line changes of the text. The n-th system takes the n-th variant of each group, or
/// the first.
std::vector<std::string> variants(const std::string& protocol) {
    std::vector<std::string> all;
    for (std::size_t n = 0;; ++n) {
        std::vector<std::string> names;
        bool another = false;
        for (const auto& [group, entries] : apps::protocol(protocol).variants) {
            if (group.starts_with("deliberately broken")) continue;
            another = another || n < entries.size();
            names.push_back(entries[n < entries.size() ? n : 0].name);
        }
        if (!another) return all;
        all.push_back(apps::join(names, ","));
    }
}

void remove_paths(smt::Problem& problem, std::size_t outcome) {
    std::erase_if(problem.paths, [&](const smt::Path& path) { return (path.outcomes >> outcome & 1) != 0; });
}

}  // namespace

TEST_SUITE("apps/anchor") {
    TEST_CASE("messages that overtake each other do so in the relation, and one that takes the head alone is noticed") {
        // Writes of two warps are under way at once.
        const apps::Selection selection{"unordered,forward-all", "sms=1,warps=2,blocks=1,values=2,lease=1,ts=3,capacity=2"};
        Both both("gtsc", selection, smt::Limits::none);
        const apps::Anchored whole = both.compared();
        if (whole.stray) FAIL(whole.stray->what);
        CHECK(whole.states > 500);

        // The paths that take the second message leave the first where it is.
        std::size_t removed = 0;
        std::erase_if(both.problem.paths, [&](const smt::Path& path) {
            const int channel = both.problem.events[static_cast<std::size_t>(path.event)].channel;
            if (channel < 0) return false;
            const auto segment =
                std::find_if(both.problem.segments.begin(), both.problem.segments.end(), [&](const smt::Segment& s) {
                    return s.kind == smt::Segment::Kind::channel && s.index == channel;
                });
            const bool takes_second = std::none_of(path.assignments.begin(), path.assignments.end(), [&](const auto& a) {
                return a.variable > segment->first && a.variable <= segment->first + segment->leaves;
            });
            removed += takes_second ? 1 : 0;
            return takes_second;
        });
        CHECK(removed > 0);
        const apps::Anchored heads = both.compared();
        REQUIRE(heads.stray);
        CHECK(heads.stray->what.find("no path of the relation") != std::string::npos);
    }

    TEST_CASE("single writer is proved where messages overtake each other, two in a channel") {
        const Run run = tandem({"prove", "gtsc", "--variant", "unordered,forward-all", "--shape", "tiny,capacity=2", "--property",
                                "single-writer", "--samples", "100000", "--compared", "500"});
        CAPTURE(run.out);
        CHECK(run.status == 0);
        CHECK(run.out.find("single-writer      proved") != std::string::npos);
    }

    TEST_CASE(
        "the relation of each variant of G-TSC has the steps of the explicit search and no others, for clocks with and without "
        "end") {
        for (const std::string& variant : variants("gtsc")) check_same("gtsc", {variant, "tiny"}, smt::Limits::none);
        check_same("gtsc", {"rc", "tiny,blocks=2,capacity=2,lanes=2"}, smt::Limits::none);
        check_same("gtsc", {"", "tiny,sms=1,atomics=1"}, smt::Limits::none);
        check_same("gtsc", {"", "tiny,sms=1,ts=7"}, smt::Limits::clock);
        check_same("gtsc", {"", "tiny,sms=1"}, smt::Limits::all);
    }

    TEST_CASE(
        "the relation of each variant of Temporal Coherence has the steps of the explicit search and no others, ticks included") {
        for (const std::string& variant : variants("tc")) {
            const bool predicted = variant.find("predicted") != std::string::npos;  // in a proof it is one case of "any lease"
            check_same("tc", {variant, "tiny,lease=1/3"}, predicted ? smt::Limits::all : smt::Limits::none);
        }
        check_same("tc", {"rc,weak,skewed,impatient,non-inclusive", "tiny,lease=1/3"}, smt::Limits::none);
        check_same("tc", {"", "sms=1,warps=2,blocks=2"}, smt::Limits::none);
    }

    TEST_CASE("the relation of each variant of remote-scope promotion has the steps of the explicit search and no others") {
        for (const std::string& variant : variants("rsp"))
            check_same("rsp", {variant, "passing=lock,values=2,writes=1,fetches=0,evictions=0"}, smt::Limits::all);
        check_same("rsp", {"repaired", "cus=1,passing=lock,values=2"}, smt::Limits::none);
    }

    TEST_CASE("whichever outcome that happens has its paths taken from the relation, the comparison names it") {
        for (const char* protocol : {"gtsc", "tc"}) {
            Both both(protocol, {"", "tiny"}, smt::Limits::none);
            const apps::Anchored compared = both.compared(800);
            REQUIRE(!compared.stray);
            const std::vector<smt::Path> all = both.problem.paths;
            for (std::size_t o = 0; o < both.problem.outcomes.size(); ++o) {
                if (!(compared.outcomes >> o & 1)) continue;
                CAPTURE(both.problem.outcomes[o]);
                remove_paths(both.problem, o);
                const apps::Anchored without = both.compared(800);
                REQUIRE(without.stray);
                CHECK(without.stray->what.find(both.problem.outcomes[o]) != std::string::npos);
                CHECK(without.stray->what.find("no path of the relation") != std::string::npos);
                both.problem.paths = all;
            }
        }
    }

    TEST_CASE("a path too many, a new value that is another, and an event that is missing are noticed") {
        Both both("gtsc", {"", "tiny"}, smt::Limits::none);
        const std::vector<smt::Path> all = both.problem.paths;
        const std::vector<smt::ProofEvent> events = both.problem.events;
        const apps::Anchored compared = both.compared();
        REQUIRE(!compared.stray);
        const auto taken = static_cast<std::size_t>(*compared.paths.begin());
        both.problem.paths[taken].conditions.clear();
        apps::Anchored other = both.compared();
        REQUIRE(other.stray);
        CHECK(other.stray->what.find("no step of the explicit search") != std::string::npos);
        both.problem.paths = all;
        for (const smt::Evidence::Step& step : compared.evidence.steps) {
            const auto [before, after] = std::mismatch(step.before.begin(), step.before.end(), step.after.begin());
            const int changed = static_cast<int>(before - step.before.begin());
            if (before == step.before.end()) continue;  // a load may hit and change nothing
            for (smt::Path& path : both.problem.paths)
                if (path.event == static_cast<int>(step.event))
                    std::erase_if(path.assignments, [&](const smt::Assignment& a) { return a.variable == changed; });
            other = both.compared();
            REQUIRE(other.stray);
            CHECK(other.stray->what.find("leads elsewhere: " + both.problem.variables[static_cast<std::size_t>(changed)].name) !=
                  std::string::npos);
            both.problem.paths = all;
        }
        both.problem.events[0].label = -7;
        other = both.compared();
        REQUIRE(other.stray);
        CHECK(other.stray->what.find("no event of the relation") != std::string::npos);
    }

    TEST_CASE("what is claimed fails where the search's property fails, of states and of steps") {
        struct Broken {
            const char *protocol, *variant, *shape, *claim;
        };
        for (const Broken& broken : {Broken{"gtsc", "literal", "sms=1,warps=2,blocks=1,lease=1,ts=4", "single-writer"},
                                     {"tc", "impatient", "sms=2,warps=1,blocks=1,lease=1", "no-stale-load"}}) {
            CAPTURE(broken.protocol);
            Both both(broken.protocol, {broken.variant, broken.shape}, smt::Limits::all);
            const apps::Anchored compared = both.compared(10'000);
            if (compared.stray) FAIL(compared.stray->what);
            const auto claim = std::find_if(both.problem.claims.begin(), both.problem.claims.end(),
                                            [&](const smt::Claim& c) { return c.name == broken.claim; });
            REQUIRE(claim != both.problem.claims.end());
            // it is broken somewhere, so that equal judgement means something
            CHECK(smt::excluded(claim->clauses, compared.reached));
            claim->clauses.clear();
            const apps::Anchored other = both.compared(10'000);
            REQUIRE(other.stray);
            CHECK(other.stray->what.starts_with(std::string(broken.claim) + " fails here in the explicit search"));
        }
        Both both("gtsc", {"", "tiny"}, smt::Limits::none);
        const auto steps =
            std::find_if(both.problem.claims.begin(), both.problem.claims.end(), [](const smt::Claim& c) { return c.of_steps; });
        const apps::Anchored compared = both.compared(200);
        REQUIRE(!compared.stray);
        smt::Path& path = both.problem.paths[static_cast<std::size_t>(*compared.paths.begin())];
        path.broken.push_back({});
        path.broken_claim.push_back(static_cast<int>(steps - both.problem.claims.begin()));
        const apps::Anchored other = both.compared(200);
        REQUIRE(other.stray);
        CHECK(other.stray->what.find("breaks a property of steps in one of both") != std::string::npos);
    }

    TEST_CASE("the relation of a text with one line changed is not that of the text") {
        const tc::Config config = engines::configuration<tc::Description>({"", "tiny,lease=1/3"});
        const smt::Problem broken = broken_tc_problem(config);
        const apps::Explored tc = apps::protocol("tc").explored({"", "tiny,lease=1/3"}, smt::Limits::none);
        checker::Components of_text(*tc.network, true);
        apps::Anchor anchor(of_text, broken, tc.leases);
        CHECK(!anchor.breadth_first(5'000, never));
        REQUIRE(anchor.result().stray);
        CHECK(anchor.result().stray->what.starts_with("L2"));

        const rsp::Setup system = engines::configuration<rsp::Description>({"repaired", "cus=1,passing=lock,values=2"});
        const smt::Problem still_dirty = broken_rsp_problem(system, smt::Limits::all);
        const apps::Explored rsp = apps::protocol("rsp").explored({"repaired", "cus=1,passing=lock,values=2"}, smt::Limits::all);
        checker::Components of_rsp_text(*rsp.network, true);
        apps::Anchor of_rsp(of_rsp_text, still_dirty, {});
        CHECK(!of_rsp.breadth_first(5'000, never));
        REQUIRE(of_rsp.result().stray);
        const auto broken_system = broken_rsp_system(system);
        checker::Components of_broken(*broken_system, true);
        apps::Anchor of_itself(of_broken, still_dirty, {});
        of_itself.breadth_first(2'000, never);
        CHECK(!of_itself.result().stray);
    }

    TEST_CASE("what an event shows and 4000 states miss is hunted for, and named if the relation lacks it") {
        Both both("gtsc", {"", "sms=2,warps=1,blocks=2"}, smt::Limits::none);
        const auto hunted = [&](bool wholly) {
            checker::Components components(*both.explored.network, true);
            apps::Anchor anchor(components, both.problem, both.explored.leases);
            anchor.breadth_first(2'000, never);
            anchor.walk(2'000, 1, never);
            if (wholly) anchor.hunt(20'000, 1, never);
            return anchor.result();
        };
        const apps::Anchored some = hunted(false), all = hunted(true);
        REQUIRE(!all.stray);
        CHECK(all.times.size() > some.times.size());
        CHECK(some.searched == 0);
        CHECK(all.searched >= 20'000);
        const auto missed = std::find_if(all.times.begin(), all.times.end(),
                                         [&](const auto& shown) { return !some.times.contains(shown.first); });
        const auto [event, outcomes] = missed->first;
        std::erase_if(both.problem.paths, [event = event, outcomes = outcomes](const smt::Path& path) {
            return path.event == event && path.outcomes == outcomes;
        });
        CHECK(!hunted(false).stray);
        const apps::Anchored without = hunted(true);
        REQUIRE(without.stray);
        CHECK(without.stray->what.starts_with(both.problem.events[static_cast<std::size_t>(event)].name));
        CHECK(without.stray->what.find("no path of the relation") != std::string::npos);
    }

    TEST_CASE("a small system is compared in all its states, and runs find no others") {
        Both both("tc", {"", "sms=1,warps=1,blocks=1,lease=1"}, smt::Limits::all);
        checker::Components components(*both.explored.network, true);
        apps::Anchor anchor(components, both.problem, {});
        REQUIRE(anchor.breadth_first(100'000, never));
        const std::size_t states = anchor.result().states;
        CHECK(states == 195);  // as `tandem check tc --shape sms=1,warps=1,blocks=1,lease=1 --symmetry off` counts
        anchor.walk(1'000, 1, never);
        CHECK(anchor.result().states == states);
        CHECK(!anchor.result().stray);
        // So a proof looks for nothing more there, and does where it may compare fewer.
        for (const std::size_t most : {states, states - 1}) {
            CAPTURE(most);
            apps::Exploration exploration(*both.explored.network, 1'000, never);
            apps::Anchor compared(exploration.components(), both.problem, {});
            CHECK(apps::compare(compared, exploration, {1'000, most, 1}, never) == (most == states));
            CHECK((compared.result().searched == 0) == (most == states));
            CHECK((compared.result().states == states) == (most == states));
        }
    }
}

namespace {

/// `prove` as the program runs it, without its output.
Run proved(const apps::ProveOptions& options) {
    std::ostringstream out;
    auto* old = std::cout.rdbuf(out.rdbuf());
    const int status = apps::run_prove(options);
    std::cout.rdbuf(old);
    return {status, out.str(), ""};
}

apps::ProveOptions tiny_gtsc() {
    apps::ProveOptions options;
    options.protocol = "gtsc";
    options.selection.shape = "sms=1,warps=1,blocks=1";
    options.samples = 20'000;
    options.explored = 5'000;
    options.threads = 1;
    return options;
}

}  // namespace

TEST_SUITE("apps/prove") {
    TEST_CASE("of a relation without the paths of one outcome nothing is proved, by whatever method") {
        apps::ProveOptions options = tiny_gtsc();
        CHECK(proved(options).status == 0);
        options.alter = [](smt::Problem& problem) {
            const auto found = std::find(problem.outcomes.begin(), problem.outcomes.end(), "write_performed");
            remove_paths(problem, static_cast<std::size_t>(found - problem.outcomes.begin()));
        };
        for (const char* method : {"induction", "k-induction", "bmc"}) {
            options.method = method;
            options.depth = 1;
            if (options.method == "k-induction") options.properties = {"warp-ts-monotone"};
            else options.properties.clear();
            const Run run = proved(options);
            CAPTURE(method);
            CHECK(run.status == 3);
            CHECK(run.out.find("write_performed") != std::string::npos);
            CHECK(run.out.find("no path of the relation") != std::string::npos);
            CHECK(run.out.find(" proved\n") == std::string::npos);
        }
    }

    TEST_CASE("however few states are to be compared, an outcome that the relation lacks at one node alone is found") {
        apps::ProveOptions options;
        options.protocol = "gtsc";
        options.compared = 100;
        options.alter = [](smt::Problem& problem) {
            const auto found = std::find(problem.outcomes.begin(), problem.outcomes.end(), "ack_unlocks");
            const auto o = static_cast<std::size_t>(found - problem.outcomes.begin());
            CHECK(std::erase_if(problem.paths, [&](const smt::Path& path) {
                      return (path.outcomes >> o & 1) != 0 &&
                             problem.events[static_cast<std::size_t>(path.event)].name == "SM0 receives from L2";
                  }) > 0);
        };
        const Run run = proved(options);
        CHECK(run.status == 3);
        CHECK(run.out.find("SM0 receives from L2 (ack_unlocks) is a step of the explicit search, and no path of the relation") !=
              std::string::npos);
    }

    TEST_CASE("an invariant that excludes a state which is reached is not confirmed") {
        apps::ProveOptions options = tiny_gtsc();
        // as if a variable's former values had been forgotten; the claim about it then follows
        options.alter = [](smt::Problem& problem) {
            const auto present = std::find_if(problem.variables.begin(), problem.variables.end(),
                                              [](const smt::StateVariable& v) { return v.name == "L2.lines.A.present"; });
            REQUIRE(present != problem.variables.end());
            const int v = static_cast<int>(present - problem.variables.begin());
            problem.typing.push_back({{{smt::Relation::equal, v, -1, 0}}});
            for (smt::Path& path : problem.paths) path.conditions.push_back(equal(present->expression, 0));
            std::erase_if(problem.paths, [&](const smt::Path& path) {
                return std::any_of(path.assignments.begin(), path.assignments.end(),
                                   [&](const smt::Assignment& a) { return a.variable == v; });
            });
        };
        options.compared = 0;  // the relation is not compared here
        const Run run = proved(options);
        CHECK(run.status == 3);
        CHECK(run.out.find("does not hold in a state that is reached: not L2.lines.A.present") != std::string::npos);
    }

    TEST_CASE("what the invariant makes impossible is reported by outcome and by event, as text and as JSON") {
        const Run text = tandem({"prove", "gtsc", "--shape", "sms=1,warps=1,blocks=1", "--samples", "20000", "--threads", "1"});
        CHECK(text.status == 0);
        CHECK(text.out.find(" paths are impossible under the invariant\n") != std::string::npos);
        CHECK(text.out.find("outcomes that cannot happen: ") != std::string::npos);
        CHECK(text.out.find("events that cannot happen: SM0 renew A, SM0 acknowledges the reset, ") != std::string::npos);
        const Run run =
            tandem({"prove", "gtsc", "--shape", "sms=1,warps=1,blocks=1", "--samples", "20000", "--threads", "1", "--json", "-"});
        const auto report = nlohmann::json::parse(run.out);
        const auto of = [](const nlohmann::json& all, const std::string& name) {
            for (const auto& one : all)
                if (one["name"] == name) return one;
            FAIL("nothing is said of " << name);
            return nlohmann::json();
        };
        CHECK(report["paths"]["possible"].get<int>() + report["paths"]["impossible"].get<int>() ==
              report["paths"]["paths"].get<int>());
        CHECK(report["paths"]["impossible"] > report["paths"]["possible"]);
        const auto merged = of(report["outcomes"], "load_merged");  // by another warp of the SM, and there is one
        CHECK(merged["paths"] > 0);
        CHECK(merged["impossible"] == merged["paths"]);
        CHECK(of(report["outcomes"], "write_performed")["possible"] > 0);
        CHECK(of(report["events"], "SM0 acknowledges the reset")["paths"] == 0);
        std::size_t paths = 0;
        for (const auto& event : report["events"]) paths += event["paths"].get<std::size_t>();
        CHECK(paths == report["paths"]["paths"]);
    }
}

}  // namespace tandem::tests
