// `tandem step`: a run made event by event. Its runs are the search's: the possible events, the distance to a goal, and the
// violations of a saved run.
#include "apps/step/step.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/check/check.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

Run stepped(const apps::StepOptions& options, const std::string& script, bool asked = false) {
    std::istringstream in(script);
    std::ostringstream out;
    auto* old = std::cout.rdbuf(out.rdbuf());
    Run run{0, "", ""};
    try {
        run.status = apps::run_step(options, in, asked);
    } catch (const apps::UsageError& error) {
        run.status = 2;
        run.err = error.what();
    }
    std::cout.rdbuf(old);
    run.out = out.str();
    return run;
}

bool says(const Run& run, const std::string& words) { return run.out.find(words) != std::string::npos; }

}  // namespace

TEST_SUITE("step") {
    TEST_CASE("events are taken by number and by name, and taken back") {
        const Run run = stepped({.protocol = "gtsc", .selection = {"", "tiny"}},
                                "list\nSM0: W0 load A\nlist\nL2: receives\nundo 2\nlist\n1\n");
        CHECK(run.status == 0);
        CHECK(says(run, "   1  SM0: W0 load A  (load_miss)\n"));
        CHECK(says(run, "  1. SM0: W0 load A  (load_miss)\n       sends BusRd(address A"));
        CHECK(says(run, "  2. L2: receives BusRd(address A"));
        CHECK(says(run, "2 taken back: 0 are left"));
        const std::size_t first = run.out.find("   1  SM0: W0 load A");
        CHECK(run.out.find("   1  SM0: W0 load A", first + 1) != std::string::npos);  // possible again
    }

    TEST_CASE("the way to a violation is as long as the search's shortest trace, and the saved run still violates") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "run.json", searched = folder.path() / "searched.json";
        REQUIRE(
            tandem({"check", "incoherent", "--property", "load-value", "--trace", searched.c_str(), "--threads", "1"}).status ==
            1);
        // The search's trace may begin in either of the two initial states; the shorter way is from there.
        const std::string longer = folder.path() / "longer.json";
        REQUIRE(stepped({.protocol = "incoherent", .selection = {}}, "go load-value\nsave " + longer + "\n").status == 0);
        const Run run = stepped({.protocol = "incoherent", .selection = {}}, "start 2\ngo load-value\nsave " + file + "\n");
        INFO(run.out << run.err);
        CHECK(run.status == 0);
        CHECK(says(run, "This violates load-value: "));
        const auto length = [](const std::string& path) {
            return nlohmann::json::parse(contents(path))["traces"][0]["steps"].size();
        };
        CHECK(std::min(length(file), length(longer)) == length(searched));
        CHECK(tandem({"replay", file.c_str()}).status == 1);
        // And it continues from there.
        CHECK(says(stepped({.protocol = "incoherent", .selection = {}, .trace = file}, "undo\ntrace\n"),
                   std::to_string(length(file) - 1) + " steps\n"));
    }

    TEST_CASE("a run that violates nothing is kept, and replayed") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "run.json";
        CHECK(stepped({.protocol = "gtsc", .selection = {"", "tiny"}}, "random 20\nsave " + file + "\n").status == 0);
        const Run replayed = tandem({"replay", file.c_str()});
        CHECK(replayed.status == 0);
        CHECK(says(replayed, "holds now: all 20 steps are possible"));
        CHECK_FALSE(says(replayed, "--property"));
    }

    TEST_CASE("goals: an outcome, an event, fields") {
        const apps::StepOptions options{.protocol = "gtsc", .selection = {"", "tiny"}};
        CHECK(says(stepped(options, "go load_hit\n"), "(load_hit)"));
        CHECK(says(stepped(options, "go SM1: receives BusFill\n"), "SM1: receives BusFill"));
        const Run both = stepped(options, "go SM0.mshr.A.requests=1 & SM1.mshr.A.requests=1\nstate SM1\n");
        CHECK(says(both, "  2. "));
        CHECK_FALSE(says(both, "  3. "));
        CHECK(says(both, "  mshr.A.requests = 1\n"));
        CHECK(says(stepped(options, "go SM0.mshr.A.requests=\n"), "It is so already."));
    }

    TEST_CASE("what cannot be reached ends a script with status 1, and what has not been found with status 3") {
        apps::StepOptions options{.protocol = "incoherent", .selection = {}};
        options.states = 10;
        CHECK(stepped(options, "go load-value\n").status == 3);
        options.states = 1'000'000;
        const Run run = stepped(options, "go L2.nothing=3\nlist\n");
        CHECK(run.status == 1);
        CHECK(says(run, "No run from here leads there"));
        CHECK_FALSE(says(run, "> list"));
        CHECK(stepped(options, "go L2.nothing=3\n", true).status == 0);  // a person continues
    }

    TEST_CASE("mistakes of a script end in a line with their number") {
        const apps::StepOptions options{.protocol = "gtsc", .selection = {"", "tiny"}};
        const auto refused = [&](const std::string& script, const std::string& why) {
            const Run run = stepped(options, script);
            CAPTURE(run.err);
            CHECK(run.status == 2);
            CHECK(run.err.find(why) != std::string::npos);
            CHECK(run.err.find('\n') == std::string::npos);
        };
        refused("\nnonsense\n", "line 2: 'nonsense' is neither a command nor an event");
        refused("99\n", "line 1: '99' is not the number of an event that is possible: 1 to 6");
        refused("undo\n", "no event has been taken");
        refused("go\n", "needs a goal");
        refused("go FOO.x=1\n", "is no goal");
        refused("go no-deadlock\n", "of states or steps is accepted");
        refused("save /nowhere/x.json\n", "cannot be written");
        refused("save x.foo\n", "names no format");
        refused("start 7\n", "1 to 2 is accepted");
        refused("state L9\n", "there is no node 'L9'");
        refused("SM0: W0\n", "may be 3 events: numbers 1, 2, 3 are accepted");
        CHECK_THROWS_AS(apps::run_step({.protocol = "gtsc", .selection = {}, .trace = "/nowhere.json"}, std::cin, false),
                        apps::UsageError);
        // A person is told, and continues.
        CHECK(says(stepped(options, "nonsense\nlist\n", true), "neither a command"));
    }
}

}  // namespace tandem::tests
