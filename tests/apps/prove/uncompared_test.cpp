// What a comparison has not covered is told: paths that no state has shown, and what an event lacks that one alike has shown.
#include "apps/prove/uncompared.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "apps/common/catalog.hpp"
#include "apps/common/words.hpp"

namespace tandem::tests {

TEST_CASE("an event owes what one alike of another node has shown, and what its paths have, and it is told outcome by outcome") {
    smt::Problem problem = apps::protocol("gtsc").problem({"", "tiny"}, smt::Limits::none);
    const auto event = [&](const std::string& name) {
        const auto found =
            std::find_if(problem.events.begin(), problem.events.end(), [&](const smt::ProofEvent& e) { return e.name == name; });
        REQUIRE(found != problem.events.end());
        return static_cast<int>(found - problem.events.begin());
    };
    const auto bit = [&](const std::string& name) {
        const auto found = std::find(problem.outcomes.begin(), problem.outcomes.end(), name);
        REQUIRE(found != problem.outcomes.end());
        return std::uint64_t{1} << (found - problem.outcomes.begin());
    };
    const int first = event("SM0 receives from L2"), second = event("SM1 receives from L2"), load = event("SM0 W0 load A");
    apps::Times times{{{first, bit("ack_unlocks")}, 5},
                      {{load, bit("load_hit")}, 1},
                      {{load, bit("load_miss")}, 1},
                      {{event("SM1 W0 load A"), bit("load_hit")}, 2}};
    CHECK(apps::owed(problem, times) ==
          std::set<apps::Shown>{{second, bit("ack_unlocks")}, {event("SM1 W0 load A"), bit("load_miss")}});

    problem.paths.clear();  // as if the relation had lost everything
    CHECK(apps::uncompared(problem, times) == apps::owed(problem, times));
    problem.paths.push_back({load, bit("load_expired"), {}, {}, {}, {}, {}});
    const std::set<apps::Shown> never = apps::uncompared(problem, times);
    CHECK(never.contains({load, bit("load_expired")}));
    CHECK(apps::join(apps::told_by_outcome(problem, times, never), "; ") ==
          "load_miss at SM1 W0 load A; load_expired; ack_unlocks at SM1 receives from L2");

    times[{second, bit("ack_unlocks") | bit("load_served")}] = 1;  // with another outcome it has been compared there
    CHECK(apps::join(apps::told_by_outcome(problem, times, apps::uncompared(problem, times)), "; ").find("ack_unlocks") ==
          std::string::npos);
}

}  // namespace tandem::tests
