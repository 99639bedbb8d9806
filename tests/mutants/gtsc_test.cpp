// Does each property catch the bugs that it is for? protocols/gtsc/mutants.cmake lists them.
#include <doctest/doctest.h>

#include "apps/check.hpp"
#include "apps/gtsc_mutants.hpp"

using namespace tandem;
using checker::Verdict;

namespace {

apps::PropertyReport judged(const std::string& variant, const apps::Mutant& mutant) {
    apps::CheckOptions options;
    options.protocol = "gtsc";
    options.selection = {variant, mutant.shape};
    options.properties = {mutant.property};
    options.threads = 1;
    return apps::check(options).properties.at(0);
}

/// The mutants numbered `remainder`, `remainder` + 2, ...: two tests share them, which may run at the same time.
void check_every_second(std::size_t remainder) {
    for (std::size_t i = remainder; i < apps::gtsc_mutants().size(); i += 2) {
        const apps::Mutant& mutant = apps::gtsc_mutants()[i];
        CAPTURE(mutant.name);
        const auto broken = judged(mutant.variant + "," + mutant.name, mutant);
        CHECK(broken.verdict == Verdict::refuted);
        if (mutant.steps > 0) {
            REQUIRE(broken.trace);
            CHECK(static_cast<int>(broken.trace->steps.size()) == mutant.steps);
        }
        CHECK(judged(mutant.variant, mutant).verdict == Verdict::holds);
    }
}

}  // namespace

TEST_CASE("each seeded bug of G-TSC is caught by its property, and without it the property holds: one half") { check_every_second(0); }
TEST_CASE("each seeded bug of G-TSC is caught by its property, and without it the property holds: the other half") { check_every_second(1); }
