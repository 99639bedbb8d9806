// Remote-scope promotion runs programs. Those without heterogeneous races show what HRF-indirect-relaxed with promotion allows,
// and a work-stealing deque executes each task once.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "apps/litmus/models.hpp"
#include "apps/litmus/protocol_outcomes.hpp"
#include "engines/programs_binding.hpp"
#include "protocols/rsp/description.hpp"
#include "specs/axiomatic/outcomes.hpp"
#include "tests/agreement/work_stealing.hpp"

namespace tandem::tests {

namespace {

using specs::FinalState;
using specs::Test;

Test shipped(const std::string& name) {
    const auto path = std::filesystem::path(TANDEM_SOURCE_DIR) / "tests/litmus" / (name + ".litmus");
    return specs::parse_test(path.string(), apps::whole_text(path));
}

std::set<FinalState> shown(const std::string& variant, const Test& test, const std::string& shape = "fetches=2") {
    const auto found = apps::protocol_outcomes(apps::protocol("rsp"), {variant, shape}, test, {}, false);
    REQUIRE(found.search.ending == checker::Ending::complete);
    CHECK_FALSE(found.stuck);
    std::set<FinalState> set;
    for (const auto& [state, trace] : found.states) set.insert(state);
    return set;
}

/// The same with L1s that fetch any block, whatever the programs load.
struct FetchesAny : rsp::Config {
    void for_programs(specs::ProgramNeeds& needs) {
        specs::ProgramNeeds of_any = needs;
        of_any.loads.clear();
        rsp::Config::for_programs(of_any);
        needs.components = of_any.components;
    }
};
struct Explored {
    std::set<FinalState> states;
    std::uint64_t searched = 0;
    bool hangs = false;
};
Explored fetching_anything(const std::string& variant, const Test& test) {
    const FetchesAny config{engines::configuration<rsp::Description>({variant, "fetches=2"})};
    const apps::Played played = engines::play_on<rsp::Rsp<model::Concrete>, FetchesAny>(
        config, {test}, 4, [](const FetchesAny&) { return std::string(); });
    const apps::PlaySearch search(played, {});
    Explored found{{}, search.result().states, search.hangs().front().has_value()};
    for (const auto& entry : search.outcomes().front()) found.states.insert(entry.first);
    return found;
}

/// Whether the program races under the model; if not, the outcomes that the model allows.
std::optional<std::set<FinalState>> allowed(const Test& test) {
    const auto found = specs::outcomes(test, apps::load_model("hrf-indirect-relaxed-rsp-pairs"));
    if (!found.flags.empty()) return std::nullopt;
    std::set<FinalState> set;
    for (const auto& [state, count] : found.allowed) set.insert(state);
    return set;
}

struct Executed {
    bool lost = false, doubled = false;
    std::size_t ways = 0;  // to end
};

Executed executed(const std::string& variant, int thieves, bool remote) {
    const DequeProgram deque(thieves, remote);
    Executed all;
    for (const FinalState& state : shown(variant, deque.test, thieves > 1 ? "fetches=0" : "fetches=2")) {
        ++all.ways;
        for (const int task : {0, 1}) {
            all.lost = all.lost || deque.executed(state, task) == 0;
            all.doubled = all.doubled || deque.executed(state, task) > 1;
        }
    }
    return all;
}

}  // namespace

TEST_SUITE("agreement/rsp programs") {
    TEST_CASE("repaired, programs without races show what the model allows and no more") {
        int programs = 0;
        for (const char* name :
             {"hrf-mp-wg", "hrf-mp-cmp-apart", "hrf-mp-inclusive", "hrf-transitive", "rsp-acquire", "rsp-release", "rsp-steal",
              "rsp-atomicity", "rsp-last-release", "hrf-mp-sys", "rsp-own-write", "rsp-steal-sys"}) {
            const Test test = shipped(name);
            CAPTURE(name);
            const auto model = allowed(test);
            REQUIRE(model);
            const auto found = shown("repaired", test,
                                     test.name == "rsp-steal-sys"   ? "fetches=0"
                                     : test.name == "rsp-own-write" ? "components=2,fetches=1"
                                                                    : "fetches=2");
            CHECK(std::includes(model->begin(), model->end(), found.begin(), found.end()));
            programs += found == *model;
        }
        CHECK(programs >= 6);  // the protocol is not simply stricter
    }

    TEST_CASE("to fetch only what a program loads loses no final state, repaired or not, and explores less") {
        int broken = 0;
        for (const char* variant : {"repaired", "published"})
            for (const char* name : {"rsp-acquire", "rsp-release", "hrf-mp-cmp-apart", "rsp-atomicity", "rsp-release-without"}) {
                CAPTURE(variant);
                CAPTURE(name);
                const Test test = shipped(name);
                const auto found = apps::protocol_outcomes(apps::protocol("rsp"), {variant, "fetches=2"}, test, {}, false);
                const Explored all = fetching_anything(variant, test);
                std::set<FinalState> states;
                for (const auto& entry : found.states) states.insert(entry.first);
                CHECK(states == all.states);
                CHECK(found.stuck.has_value() == all.hangs);
                CHECK(found.search.states < all.searched);
                const auto model = allowed(test);
                broken += model && !std::includes(model->begin(), model->end(), states.begin(), states.end());
            }
        CHECK(broken >= 2);  // what only a fetch can show is shown
    }

    TEST_CASE("remote operations of component scope promote within one of several components too") {
        for (const char* name :
             {"hrf-mp-cmp-apart", "hrf-transitive", "rsp-acquire", "rsp-release", "rsp-steal", "rsp-atomicity"}) {
            CAPTURE(name);
            const Test test = shipped(name);
            CHECK(shown("repaired", test, "components=2,fetches=0") == shown("repaired", test, "fetches=0"));
        }
        const Test torn = shipped("rsp-atomicity");
        CHECK(shown("published", torn, "components=2,fetches=0") != shown("repaired", torn, "components=2,fetches=0"));
    }

    TEST_CASE("as published, programs without races show more than the model allows") {
        for (const char* name : {"rsp-acquire", "rsp-atomicity", "hrf-mp-sys"}) {
            const Test test = shipped(name);
            CAPTURE(name);
            const auto model = allowed(test);
            REQUIRE(model);
            const auto found = shown("published", test);
            CHECK_FALSE(std::includes(model->begin(), model->end(), found.begin(), found.end()));
        }
    }

    void executes_each_once(int thieves) {
        const Executed all = executed("repaired", thieves, true);
        CHECK_FALSE(all.lost);
        CHECK_FALSE(all.doubled);
        CHECK(all.ways > 1);
    }

    TEST_CASE("work stealing executes each task once: two work-groups") { executes_each_once(1); }

    TEST_CASE("work stealing executes each task once: three work-groups") { executes_each_once(2); }

    TEST_CASE("without the remote orders a task is executed twice") { CHECK(executed("repaired", 1, false).doubled); }
}

}  // namespace tandem::tests
