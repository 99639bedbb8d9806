// What threads see of each other behind each core side: the outcome table of protocols/mttop/README.md, cell by cell, for each
// placement of the threads on cores.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "apps/check/play.hpp"
#include "apps/command/run.hpp"
#include "engines/registry.hpp"
#include "model/usage_error.hpp"
#include "tests/protocols/verdicts.hpp"

namespace tandem::tests {

namespace {

using Names = std::set<std::string>;

/// The files of the table, by name.
std::map<std::string, std::string> texts() {
    std::map<std::string, std::string> all;
    for (const auto& file : std::filesystem::directory_iterator(TANDEM_SOURCE_DIR "/protocols/mttop/litmus")) {
        std::ostringstream text;
        text << std::ifstream(file.path()).rdbuf();
        all[file.path().stem().string()] = text.str();
    }
    return all;
}

/// The test with all its threads on one cluster.
std::string on_a_cluster(std::string text) {
    std::string threads;
    for (int t = 0; text.find("P" + std::to_string(t)) != std::string::npos; ++t) threads += " P" + std::to_string(t);
    return text.insert(text.find("exists"), "scopes: (sys (cta" + threads + "))\n");
}

/// Whether some final state of the test meets its condition.
bool meets(const specs::Test& test, const std::map<specs::FinalState, apps::Place>& states) {
    for (const auto& [state, place] : states) {
        const auto value = [&, &left = state](const specs::Observed& o) {
            for (std::size_t at = 0; at < test.observed.size(); ++at)
                if (test.observed[at] == o) return left[at];
            return specs::Value{};
        };
        if (specs::holds(test.condition, value)) return true;
    }
    return false;
}

/// The tests whose final state the variant shows, each test on its own clusters or on one. Tests of more than two threads take
/// most of the time, and run on request.
Names shown(const std::string& variant, bool one_cluster, const Names& larger = {}, const Names& but = {}) {
    std::vector<specs::Test> tests;
    for (const auto& [name, text] : texts())
        if ((text.find("P2") == std::string::npos || larger.contains(name)) && !but.contains(name))
            tests.push_back(specs::parse_test(name, one_cluster ? on_a_cluster(text) : text));
    const engines::Played played = engines::protocol("mttop").play({variant, ""}, tests);
    apps::PlaySearch search(played, {});
    CHECK(search.complete());
    Names names;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        CAPTURE(tests[i].name);
        CHECK_FALSE(search.outcomes()[i].empty());
        CHECK_FALSE(search.hangs()[i]);
        if (meets(tests[i], search.outcomes()[i])) names.insert(tests[i].name);
    }
    return names;
}

std::string text_of(const Names& names) {
    std::string text;
    for (const std::string& name : names) text += name + " ";
    return text;
}

void check_shown(const std::string& variant, bool one_cluster, const Names& expected, const Names& larger = {},
                 const Names& but = {}) {
    CAPTURE(variant);
    CHECK(text_of(shown(variant, one_cluster, larger, but)) == text_of(expected));
}

/// The status of `tandem conform`, without exchanges, and with fences and dependencies.
int conform(const char* variant, const char* model) {
    const std::vector<const char*> words{"tandem", "conform", "mttop", "--variant",    variant,    "--model",
                                         model,    "--ops",   "2",     "--no-atomics", "--between"};
    std::ostringstream out;
    auto* old = std::cout.rdbuf(out.rdbuf());
    const int status = apps::run(static_cast<int>(words.size()), words.data(), {{"conform", apps::add_conform}});
    std::cout.rdbuf(old);
    return status;
}

Names with(Names some, const Names& more) {
    some.insert(more.begin(), more.end());
    return some;
}

const Names of_tso{"SB", "R"}, of_forwarding{"SB", "R", "SB+rfi", "n6"},
    of_rmo{"SB", "R", "MP", "MP+po+fence", "S", "2+2W", "n6"}, of_lr = with(of_rmo, {"MP+fence+po"});

const Verdicts of_mttop{"mttop"};

}  // namespace

TEST_SUITE("protocols/mttop outcomes") {
    TEST_CASE("on clusters of their own threads see what the table says, and nothing else of it") {
        const Names larger{"CoRR+reader", "WRC"};
        check_shown("scsimple", false, {}, larger);
        check_shown("scwb", false, {}, larger);
        check_shown("tso", false, of_tso, larger);
        check_shown("tso,forwarding", false, of_forwarding, larger);
        check_shown("rmo", false, of_rmo, larger);
        check_shown("rmo-lr", false, with(of_lr, larger), larger);
        check_shown("rmo-lr-stores", false, with(of_lr, {"LB", "WRC", "CoRR+reader"}), larger);
        check_shown("rmo-lr,same-block-in-order", false, with(of_lr, {"WRC"}), larger);
        check_shown("rmo-lr,fences-wait-for-stores", false, with(of_lr, {"MP+fences", "WRC", "CoRR+reader"}), larger);
    }

    TEST_CASE(
        "on one cluster its cache makes a thread wait for a block that another is fetching, and what is left is the write "
        "buffer's") {
        for (const char* side : {"scsimple", "scwb", "scwb,buffer-of-core", "scwb,buffer-of-core,awaits-own", "rmo",
                                 "rmo-lr-stores", "rmo-lr,fences-wait-for-stores"})
            check_shown(side, true, {});
        check_shown("tso", true, of_tso);
        check_shown("tso,forwarding", true, of_forwarding);
        check_shown("tso,buffer-of-core", true, {});
        check_shown("tso,buffer-of-core,awaits-own", true, {"SB"});
        check_shown("tso,buffer-of-core,forwarding", true, {"SB", "SB+rfi"});
    }

    TEST_CASE("lanes of a warp show what threads of a core show, where all have as many instructions") {
        const Names uneven{"CoRR", "CoWR", "MP+fence+po", "MP+po+fence", "n6"};
        for (const std::string side : {"scsimple", "scwb", "rmo", "rmo-lr", "rmo-lr-stores"})
            check_shown(side + ",threads-in-step", true, {}, {}, uneven);
        check_shown("tso,forwarding,threads-in-step", true, {"SB", "R", "SB+rfi"}, {}, uneven);
        check_shown("tso,buffer-of-core,threads-in-step", true, {}, {}, uneven);
        check_shown("tso,buffer-of-core,awaits-own,threads-in-step", true, {"SB"}, {}, uneven);
        check_shown("tso,threads-in-step", true, of_tso, {}, uneven);
        check_shown("tso,buffer-of-core,awaits-own,forwarding,threads-in-step", true, {"SB", "SB+rfi"}, {}, uneven);
    }

    TEST_CASE(
        "what is shown conforms to the model of each side in all programs of two operations a thread with fences and "
        "dependencies, and what is weaker does not") {
        CHECK(conform("scwb", "sc") == 0);
        CHECK(conform("tso", "tso") == 0);
        CHECK(conform("rmo-lr-stores", "rmo") == 0);
        CHECK(conform("scwb,keeps-prefetched", "sc") == 1);
        CHECK(conform("rmo", "tso") == 1);
        CHECK(conform("rmo-lr,fences-wait-for-stores", "rmo") == 1);
    }

    TEST_CASE("a store that is forwarded to another thread of the core is not atomic") {
        const Names iriw{"IRIW+pairs"};
        CHECK_FALSE(shown("tso,buffer-of-core,forwarding", false, iriw).contains("IRIW+pairs"));
        CHECK(shown("tso,buffer-of-core,forwarding-to-all", false, iriw).contains("IRIW+pairs"));
    }
}

TEST_SUITE("protocols/mttop verdicts") {
    TEST_CASE("behind SCsimple the protocol has as many states as by itself, and behind RMO") {
        for (const char* side : {"scsimple", "rmo"}) {
            const auto report = of_mttop.check(side, "tiny");
            CHECK(report.verdict() == checker::Verdict::holds);
            CHECK(report.result.states == 3529);
            CHECK(report.result.full_states == 7017);
        }
    }

    TEST_CASE("with loads that wait, and with a write buffer, what is promised holds, and every outcome occurs") {
        for (const char* side : {"rmo-lr", "tso,forwarding"}) {
            const auto report = of_mttop.check(side, "tiny,waiting=1");
            CAPTURE(report.system);
            for (const auto& p : report.properties) {
                CAPTURE(p.name);
                CHECK(p.verdict == checker::Verdict::holds);
            }
        }
    }

    TEST_CASE("a load that keeps what it has prefetched has not waited for the buffer") {
        of_mttop.refuted("scwb,keeps-prefetched", "small", "issue-order", 2);
    }

    TEST_CASE(
        "a thread that waits for all stores of a shared buffer may wait for good, and one that waits for its own does not") {
        for (const char* side : {"scwb", "tso"}) {
            const std::string shared = std::string(side) + ",buffer-of-core";
            CHECK(of_mttop.check(shared, "clusters=1,threads=2,blocks=1", {"access-accepted"}).verdict() ==
                  checker::Verdict::refuted);
            of_mttop.holds(shared + ",awaits-own", "clusters=1,threads=2,blocks=1", {"access-accepted"});
        }
    }

    TEST_CASE("choices that say nothing of a side are refused") {
        const auto refused = [](const char* variant) { return of_mttop.check(variant, "tiny"); };
        CHECK_THROWS_WITH_AS(refused("rmo,forwarding"), "forwarding says nothing here: with tso it is accepted",
                             model::UsageError);
        CHECK_THROWS_AS(refused("rmo,buffer-of-core"), model::UsageError);
        CHECK_THROWS_AS(refused("tso,awaits-own"), model::UsageError);
        CHECK_THROWS_AS(refused("tso,keeps-prefetched"), model::UsageError);
        CHECK_THROWS_AS(refused("rmo,fences-wait-for-stores"), model::UsageError);
    }
}

}  // namespace tandem::tests
