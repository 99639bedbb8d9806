// What the README's table says of remote-scope promotion, and the pinned sizes of its systems.
#include <doctest/doctest.h>

#include "apps/check.hpp"

namespace tandem::tests {

namespace {

apps::CheckReport check(const std::string& variant, const std::string& shape, std::vector<std::string> properties = {}, bool symmetry = true, bool all = true) {
    apps::CheckOptions options;
    options.protocol = "rsp";
    options.selection = {variant, shape};
    options.properties = std::move(properties);
    options.symmetry = symmetry;
    options.all = all;
    return apps::check(options);
}

void holds(const std::string& variant, const std::string& shape, std::vector<std::string> properties = {}) {
    const auto report = check(variant, shape, std::move(properties));
    CAPTURE(report.system);
    for (const auto& p : report.properties) {
        CAPTURE(p.name);
        CHECK(p.verdict == checker::Verdict::holds);
    }
}

void refuted(const std::string& variant, const std::string& shape, const std::string& property, std::size_t steps) {
    const auto report = check(variant, shape, {property}, true, false);
    CAPTURE(report.system);
    REQUIRE(report.properties.at(0).verdict == checker::Verdict::refuted);
    CHECK(report.properties[0].trace->steps.size() == steps);
}

const std::vector<std::string> safety{"message-passing", "rmw-atomic", "no-dirty-data-lost", "no-deadlock"};

}  // namespace

TEST_SUITE("protocols/rsp verdicts") {
    TEST_CASE("repaired, all hold, every remote operation completes, and every handler outcome occurs") { holds("repaired", "tiny"); }

    TEST_CASE("repaired, safety holds for the other ways to share, with two banks, and with a FIFO of one write") {
        holds("repaired", "tiny,sharing=global", safety);
        holds("repaired", "cus=1,wavefronts=3,sharing=apart", safety);
        holds("repaired", "tiny,beyond=1", safety);
        holds("repaired", "tiny,passing=turns,banks=2", safety);
        holds("repaired", "tiny,writes=1", safety);
    }

    TEST_CASE("as published, messages are not passed and read-modify-writes are torn") {
        refuted("published", "tiny", "message-passing", 24);
        refuted("published", "tiny", "rmw-atomic", 17);
        refuted("published", "tiny,sharing=global", "message-passing", 16);
        holds("published", "tiny", {"no-dirty-data-lost", "no-deadlock", "operation-completes"});
    }

    TEST_CASE("each repair is needed") {
        refuted("promoting-release,stalling-acquire", "tiny,sharing=global", "message-passing", 16);
        refuted("late-invalidation,stalling-acquire", "tiny", "rmw-atomic", 17);
        refuted("late-invalidation,promoting-release", "small,passing=turns", "message-passing", 22);
    }

    TEST_CASE("invalidation must not forget what is dirty, and synchronization must stall as soon as the marker comes") {
        refuted("repaired,forgets-writes", "tiny", "no-dirty-data-lost", 19);
        refuted("repaired,head", "tiny", "rmw-atomic", 17);
    }

    TEST_CASE("symmetry keeps verdicts and the number of states") {
        const auto with = check("repaired", "cus=1,wavefronts=2", safety), without = check("repaired", "cus=1,wavefronts=2", safety, false);
        CHECK(with.result.full_states == without.result.states);
    }
}

}  // namespace tandem::tests
