// Does each property catch the bugs that it is for? protocols/<protocol>/mutants.cmake lists them.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "apps/check/check.hpp"
#include "tests/mutants/any_symmetry.hpp"

using namespace tandem;
using checker::Verdict;

namespace {

apps::CheckReport check(const std::string& protocol, const std::string& variant, const std::string& shape, std::vector<std::string> properties, std::uint64_t walks = 0) {
    apps::CheckOptions options;
    options.protocol = protocol;
    options.selection = {variant, shape};
    options.properties = std::move(properties);
    options.threads = 1;
    options.walks = walks;
    options.depth = 300;
    options.all = false;
    // Under weak fairness a warp's access may starve while another warp keeps the channel full, without any bug.
    options.strong_fairness = true;
    return tests::with_any_symmetry(options, [](const apps::CheckOptions& o) { return apps::check(o); });
}

/// Whether walks look for it, as `check --thorough` does there, because there are too many states. Only a search finds a shortest
/// trace.
bool walked(const std::string& protocol, const engines::SeededBug& mutant) {
    if (mutant.steps > 0) return false;
    const auto& systems = apps::protocol(protocol).thorough;
    return std::any_of(systems.begin(), systems.end(), [&](const auto& system) { return system.variant == mutant.variant && system.shape == mutant.shape && system.how == apps::Examined::walks; });
}

template <class Mutants>
void each_is_caught(const std::string& protocol, const Mutants& mutants) {
    for (const auto& mutant : mutants) {
        CAPTURE(mutant.name);
        if (mutant.property.empty()) continue;  // nothing catches it: docs/trust.md
        const auto report = check(protocol, mutant.variant + "," + mutant.name, mutant.shape, {mutant.property}, walked(protocol, mutant) ? 10'000 : 0).properties.at(0);
        CHECK(report.verdict == Verdict::refuted);
        if (mutant.steps == 0) continue;
        REQUIRE(report.trace);
        CHECK(static_cast<int>(report.trace->steps.size()) == mutant.steps);
    }
}

template <class Mutants>
void none_is_caught_without(const std::string& protocol, const Mutants& mutants) {
    std::map<std::tuple<std::string, std::string, bool>, std::set<std::string>> properties;  // by variant, shape and whether they are walked in
    for (const auto& mutant : mutants)
        if (!mutant.property.empty()) properties[{mutant.variant, mutant.shape, walked(protocol, mutant)}].insert(mutant.property);
    for (const auto& entry : properties) {
        const auto &variant = std::get<0>(entry.first), &shape = std::get<1>(entry.first);
        // With room to overtake there are more states than a test can visit, so it walks among them.
        const bool too_large = variant.find("unordered") != std::string::npos || std::get<bool>(entry.first);
        for (const auto& property : check(protocol, variant, shape, {entry.second.begin(), entry.second.end()}, too_large ? 5'000 : 0).properties) {
            INFO(property.name << " with '" << variant << "' on " << shape);
            CHECK(property.verdict == (too_large ? Verdict::undecided : Verdict::holds));
        }
    }
}

}  // namespace

TEST_CASE("each seeded bug of G-TSC is caught by its property, with its shortest trace" * doctest::test_suite("seeded bugs")) { each_is_caught("gtsc", *apps::protocol("gtsc").bugs); }

TEST_CASE("without the seeded bugs of G-TSC their properties hold" * doctest::test_suite("seeded bugs")) { none_is_caught_without("gtsc", *apps::protocol("gtsc").bugs); }

TEST_CASE("each seeded bug of Temporal Coherence is caught by its property, with its shortest trace" * doctest::test_suite("seeded bugs")) { each_is_caught("tc", *apps::protocol("tc").bugs); }

TEST_CASE("without the seeded bugs of Temporal Coherence their properties hold" * doctest::test_suite("seeded bugs")) { none_is_caught_without("tc", *apps::protocol("tc").bugs); }

TEST_CASE("each seeded bug of remote-scope promotion is caught by its property, with its shortest trace" * doctest::test_suite("seeded bugs")) { each_is_caught("rsp", *apps::protocol("rsp").bugs); }

TEST_CASE("without the seeded bugs of remote-scope promotion their properties hold" * doctest::test_suite("seeded bugs")) { none_is_caught_without("rsp", *apps::protocol("rsp").bugs); }

TEST_CASE("each seeded bug of the mutexes of lockstep SC is caught by its property, with its shortest trace" * doctest::test_suite("seeded bugs")) { each_is_caught("lsc", *apps::protocol("lsc").bugs); }

TEST_CASE("without the seeded bugs of the mutexes of lockstep SC their properties hold" * doctest::test_suite("seeded bugs")) { none_is_caught_without("lsc", *apps::protocol("lsc").bugs); }

TEST_CASE("each seeded bug of BL is caught by its property, with its shortest trace" * doctest::test_suite("seeded bugs")) { each_is_caught("baseline", *apps::protocol("baseline").bugs); }

TEST_CASE("each seeded bug of MOESI is caught by its property, with its shortest trace" * doctest::test_suite("seeded bugs")) { each_is_caught("moesi", *apps::protocol("moesi").bugs); }

TEST_CASE("without the seeded bugs of MOESI their properties hold" * doctest::test_suite("seeded bugs")) { none_is_caught_without("moesi", *apps::protocol("moesi").bugs); }

TEST_CASE("each seeded bug of the core sides is caught by its property, with its shortest trace" * doctest::test_suite("seeded bugs")) { each_is_caught("mttop", *apps::protocol("mttop").bugs); }

TEST_CASE("without the seeded bugs of the core sides their properties hold" * doctest::test_suite("seeded bugs")) { none_is_caught_without("mttop", *apps::protocol("mttop").bugs); }

TEST_CASE("each seeded bug of the APU is caught by its property, with its shortest trace" * doctest::test_suite("seeded bugs")) { each_is_caught("apu", *apps::protocol("apu").bugs); }

TEST_CASE("without the seeded bugs of the APU their properties hold" * doctest::test_suite("seeded bugs")) { none_is_caught_without("apu", *apps::protocol("apu").bugs); }

TEST_CASE("without the seeded bugs of BL their properties hold" * doctest::test_suite("seeded bugs")) { none_is_caught_without("baseline", *apps::protocol("baseline").bugs); }
