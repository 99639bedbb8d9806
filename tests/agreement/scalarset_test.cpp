// Our exact symmetry reduction against that of Rumur, an independent model checker. On a program with scalarsets its exhaustive
// mode tries all permutations, and must find as many states up to symmetry as the search. Its heuristic may find more.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "apps/common/catalog.hpp"
#include "checker/search.hpp"

namespace {

using namespace tandem;
namespace fs = std::filesystem;

struct Counts {
    std::uint64_t states, transitions;
};

Counts searched(const apps::Selection& selection, bool symmetry) {
    const auto network = apps::protocol("gtsc").make(selection, false);
    checker::SearchOptions options;
    options.symmetry = symmetry;
    for (std::size_t i = 0; i < network->properties().size(); ++i)
        if (network->properties()[i].kind == model::PropertyKind::no_deadlock) options.properties.push_back(static_cast<int>(i));
    const checker::SearchResult result = checker::Search(*network, options).run();
    REQUIRE(result.ending == checker::Ending::complete);
    return {result.states, result.transitions};
}

/// Rumur's counts for `program`, with its reduction off, heuristic or exhaustive.
Counts rumur(const std::string& program, const std::string& reduction) {
    std::string folder = fs::temp_directory_path() / "tandem-scalarsets-XXXXXX";
    REQUIRE(mkdtemp(folder.data()) != nullptr);
    std::ofstream(fs::path(folder) / "system.m") << program;
    const std::string command = "cd '" + folder +
                                "' && { rumur --quiet --deadlock-detection off --threads 1 --output-format machine-readable "
                                "--symmetry-reduction " +
                                reduction +
                                " --output system.c system.m && "
                                "clang -w -O0 system.c -o system -lpthread && ./system; } >output 2>&1";
    const int status = std::system(command.c_str());
    std::ifstream in(fs::path(folder) / "output");
    const std::string output{std::istreambuf_iterator<char>(in), {}};
    fs::remove_all(folder);
    REQUIRE_MESSAGE(status == 0, output.substr(0, 2000));
    const auto number = [&](const std::string& name) {
        const std::size_t at = output.find(name + "=\"", output.find("<summary "));
        REQUIRE_MESSAGE(at < output.size(), output.substr(0, 2000));
        return std::stoull(output.substr(at + name.size() + 2));
    };
    return {number("states"), number("rules_fired")};
}

std::string program(apps::Selection selection) {
    selection.free = true;
    return apps::protocol("gtsc").write(selection, {.scalarsets = true}).front().text;
}

}  // namespace

TEST_SUITE_BEGIN("scalarsets");

TEST_CASE("Rumur counts the same without symmetry and up to symmetry: two warps, two values") {
    const apps::Selection selection{"", "sms=1,warps=2,lease=1,ts=3"};
    const std::string text = program(selection);
    CHECK(text.find("thread: scalarset(2)") != std::string::npos);
    CHECK(text.find("value: scalarset(2)") != std::string::npos);
    const Counts all = searched(selection, false), orbits = searched(selection, true);
    const Counts off = rumur(text, "off"), heuristic = rumur(text, "heuristic"), exhaustive = rumur(text, "exhaustive");
    CHECK(off.states == all.states);
    CHECK(off.transitions == all.transitions);
    CHECK(exhaustive.states == orbits.states);
    CHECK(exhaustive.transitions == orbits.transitions);
    CHECK(heuristic.states >= orbits.states);
    CHECK(heuristic.states <= all.states);
}

TEST_CASE("Rumur counts the same up to symmetry: two SMs") {
    const apps::Selection selection{"", "sms=2,values=1,lease=1,ts=3"};
    const Counts orbits = searched(selection, true), exhaustive = rumur(program(selection), "exhaustive");
    CHECK(exhaustive.states == orbits.states);
    CHECK(exhaustive.transitions == orbits.transitions);
}

TEST_CASE("Rumur counts the same up to symmetry: two blocks") {
    const apps::Selection selection{"", "sms=1,warps=1,blocks=2,lease=1,ts=3"};
    const std::string text = program(selection);
    CHECK(text.find("address: scalarset(2)") != std::string::npos);
    const Counts orbits = searched(selection, true), exhaustive = rumur(text, "exhaustive");
    CHECK(exhaustive.states == orbits.states);
    CHECK(exhaustive.transitions == orbits.transitions);
}

TEST_CASE("messages that would have to be sorted cannot hold scalarsets") {
    CHECK_THROWS_AS(program({"unordered", "sms=2,capacity=2"}), std::invalid_argument);
}

TEST_SUITE_END();
