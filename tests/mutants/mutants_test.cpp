// Does each property catch the bugs that it is for? protocols/<protocol>/mutants.cmake lists them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "apps/check/check.hpp"
#include "tests/mutants/any_symmetry.hpp"

using namespace tandem;
using checker::Verdict;

namespace {

apps::CheckReport check(const std::string& protocol, const std::string& variant, const std::string& shape,
                        std::vector<std::string> properties, std::uint64_t walks = 0) {
    apps::CheckOptions options;
    options.protocol = protocol;
    options.selection = {variant, shape};
    options.properties = std::move(properties);
    options.threads = 1;
    options.walks = walks;
    options.depth = 300;
    options.all = false;
    // Under weak fairness a warp's access may starve while another warp keeps the channel full, without any bug.
    options.fairness = "strong";
    return tests::with_any_symmetry(options, [](const apps::CheckOptions& o) { return apps::check(o); });
}

/// Whether walks look for it, as `check --thorough` does there, because there are too many states. Only a search finds a shortest
/// trace.
bool walked(const std::string& protocol, const engines::SeededBug& mutant) {
    if (mutant.steps > 0) return false;
    const auto& systems = apps::protocol(protocol).thorough;
    return std::any_of(systems.begin(), systems.end(), [&](const auto& system) {
        return system.variant == mutant.variant && system.shape == mutant.shape && system.how == apps::Examined::walks;
    });
}

template <class Mutants>
void each_is_caught(const std::string& protocol, const Mutants& mutants) {
    for (const auto& mutant : mutants) {
        CAPTURE(mutant.name);
        if (mutant.property.empty()) continue;  // nothing catches it: docs/trust.md
        const auto report = check(protocol, mutant.variant + "," + mutant.name, mutant.shape, {mutant.property},
                                  walked(protocol, mutant) ? 15'000 : 0)
                                .properties.at(0);
        CHECK(report.verdict == Verdict::refuted);
        if (mutant.steps == 0) continue;
        REQUIRE(report.trace);
        CHECK(static_cast<int>(report.trace->steps.size()) == mutant.steps);
    }
}

template <class Mutants>
void none_is_caught_without(const std::string& protocol, const Mutants& mutants) {
    // by variant, shape and whether they are walked in
    std::map<std::tuple<std::string, std::string, bool>, std::set<std::string>> properties;
    for (const auto& mutant : mutants)
        if (!mutant.property.empty())
            properties[{mutant.variant, mutant.shape, walked(protocol, mutant)}].insert(mutant.property);
    for (const auto& entry : properties) {
        const auto &variant = std::get<0>(entry.first), &shape = std::get<1>(entry.first);
        // With room to overtake there are more states than a test can visit, so it walks among them.
        const bool too_large = variant.find("unordered") != std::string::npos || std::get<bool>(entry.first);
        for (const auto& property :
             check(protocol, variant, shape, {entry.second.begin(), entry.second.end()}, too_large ? 5'000 : 0).properties) {
            INFO(property.name << " with '" << variant << "' on " << shape);
            CHECK(property.verdict == (too_large ? Verdict::undecided : Verdict::holds));
        }
    }
}

const apps::Protocol& protocol_of_test() {
    const char* name = std::getenv("TANDEM_TESTED_PROTOCOL");
    REQUIRE(name);
    return apps::protocol(name);
}

}  // namespace

// One test of ctest for each protocol that has a list (tests/CMakeLists.txt), which names it in the environment.

TEST_CASE("each seeded bug of a protocol is caught by its property, with its shortest trace" *
          doctest::test_suite("seeded bugs") * doctest::skip()) {
    const auto& mutants = *protocol_of_test().bugs;
    REQUIRE(!mutants.empty());
    each_is_caught(protocol_of_test().name, mutants);
}

TEST_CASE("without the seeded bugs of a protocol their properties hold" * doctest::test_suite("seeded bugs") * doctest::skip()) {
    none_is_caught_without(protocol_of_test().name, *protocol_of_test().bugs);
}
