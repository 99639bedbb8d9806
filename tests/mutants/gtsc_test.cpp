// Does each property catch the bugs that it is for? protocols/gtsc/mutants.cmake lists them.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "apps/check.hpp"
#include "apps/gtsc_mutants.hpp"

using namespace tandem;
using checker::Verdict;

namespace {

apps::CheckReport check(const std::string& variant, const std::string& shape, std::vector<std::string> properties, std::uint64_t walks = 0) {
    apps::CheckOptions options;
    options.protocol = "gtsc";
    options.selection = {variant, shape};
    options.properties = std::move(properties);
    options.threads = 1;
    options.walks = walks;
    options.depth = 100;
    // Under weak fairness a warp's access may starve while another warp keeps the channel full, without any bug.
    options.strong_fairness = true;
    return apps::check(options);
}

}  // namespace

TEST_CASE("each seeded bug of G-TSC is caught by its property, with its shortest trace") {
    for (const apps::Mutant& mutant : apps::gtsc_mutants()) {
        CAPTURE(mutant.name);
        const auto report = check(mutant.variant + "," + mutant.name, mutant.shape, {mutant.property}).properties.at(0);
        CHECK(report.verdict == Verdict::refuted);
        if (mutant.steps == 0) continue;
        REQUIRE(report.trace);
        CHECK(static_cast<int>(report.trace->steps.size()) == mutant.steps);
    }
}

TEST_CASE("without the seeded bugs of G-TSC their properties hold") {
    std::map<std::pair<std::string, std::string>, std::set<std::string>> properties;  // by variant and shape
    for (const apps::Mutant& mutant : apps::gtsc_mutants()) properties[{mutant.variant, mutant.shape}].insert(mutant.property);
    for (const auto& entry : properties) {
        const std::string &variant = entry.first.first, &shape = entry.first.second;
        // With room to overtake there are more states than a test can visit: it walks among them.
        const bool too_large = variant.find("unordered") != std::string::npos;
        for (const auto& property : check(variant, shape, {entry.second.begin(), entry.second.end()}, too_large ? 5'000 : 0).properties) {
            INFO(property.name << " with '" << variant << "' on " << shape);
            CHECK(property.verdict == (too_large ? Verdict::undecided : Verdict::holds));
        }
    }
}
