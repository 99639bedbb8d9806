// What threads see of each other behind each core side: the outcome table of protocols/mttop/README.md, cell by cell, for each way to put the threads on cores.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "apps/check/play.hpp"
#include "engines/registry.hpp"
#include "tests/apps/command_line.hpp"
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

/// The tests whose final state the variant shows, each test on clusters of its own or on one. Tests of more than two threads take most of the time, and are asked for.
Names shown(const std::string& variant, bool one_cluster, const Names& larger = {}) {
    std::vector<specs::Test> tests;
    for (const auto& [name, text] : texts())
        if (text.find("P2") == std::string::npos || larger.contains(name)) tests.push_back(specs::parse_test(name, one_cluster ? on_a_cluster(text) : text));
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

void check_shown(const std::string& variant, bool one_cluster, const Names& expected, const Names& larger = {}) {
    CAPTURE(variant);
    CHECK(text_of(shown(variant, one_cluster, larger)) == text_of(expected));
}

Names with(Names some, const Names& more) {
    some.insert(more.begin(), more.end());
    return some;
}

const Names of_tso{"SB", "R"}, of_forwarding{"SB", "R", "SB+rfi", "n6"}, of_rmo{"SB", "R", "MP", "MP+po+fence", "S", "2+2W", "n6"}, of_lr = with(of_rmo, {"MP+fence+po"});

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
}

}  // namespace tandem::tests
