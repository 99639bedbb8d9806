// Does `check P --thorough` kill each seeded bug, whatever shape shows it? This takes minutes, so it is not among the tests that
// ctest runs:
//
//   build/bin/tandem_tests --no-skip --test-case="*seeded bug*--thorough*"
#include <doctest/doctest.h>

#include <set>

#include "apps/check/thorough.hpp"
#include "tests/mutants/any_symmetry.hpp"

using namespace tandem;

namespace {

apps::ThoroughReport examined(const std::string& protocol, const std::string& bug) {
    apps::CheckOptions options;
    options.protocol = protocol;
    options.selection.variant = bug;
    return tests::with_any_symmetry(options, [](const apps::CheckOptions& o) { return apps::check_thoroughly(o); });
}

/// All die except these, which docs/trust.md lists.
void each_dies(const std::string& protocol, const std::vector<engines::SeededBug>& bugs, const std::set<std::string>& survivors) {
    for (const engines::SeededBug& bug : bugs) {
        CAPTURE(bug.name);
        const apps::ThoroughReport report = examined(protocol, bug.name);
        MESSAGE(
            bug.name << ": "
                     << (report.verdict() == checker::Verdict::refuted ? "dies in " + report.systems.back().system : "survives"));
        CHECK((report.verdict() == checker::Verdict::refuted) == !survivors.contains(bug.name));
    }
}

}  // namespace

TEST_CASE("each seeded bug of G-TSC dies under --thorough" * doctest::test_suite("seeded bugs") * doctest::skip()) {
    each_dies("gtsc", *apps::protocol("gtsc").bugs, {"overtaken-renewal"});
}

TEST_CASE("each seeded bug of Temporal Coherence dies under --thorough" * doctest::test_suite("seeded bugs") * doctest::skip()) {
    each_dies("tc", *apps::protocol("tc").bugs, {"requests-past-merged"});
}

TEST_CASE("each seeded bug of remote-scope promotion dies under --thorough" * doctest::test_suite("seeded bugs") *
          doctest::skip()) {
    each_dies("rsp", *apps::protocol("rsp").bugs,
              {"full-fifo-not-pressed", "dirty-own-copy-dropped", "late-load-joins-old-read"});
}

TEST_CASE("each seeded bug of BL dies under --thorough" * doctest::test_suite("seeded bugs") * doctest::skip()) {
    each_dies("baseline", *apps::protocol("baseline").bugs, {});
}
