// The front, and what a choice does alone, on made-up costs.
#include "apps/explore/effects.hpp"

#include <doctest/doctest.h>

namespace tandem::tests {

namespace {

using checker::Verdict;

/// Two choices of two alternatives each; the second of the second is refuted.
apps::DesignSpace made_up(const std::vector<std::array<double, 3>>& costs) {
    apps::DesignSpace space;
    for (const char* name : {"first", "second"})
        space.choices.push_back({name, name, {{std::string(name) + "-0", ""}, {std::string(name) + "-1", ""}}});
    space.points.emplace_back();
    space.workloads = {"w"};
    for (std::size_t c = 0; c < 4; ++c) {
        space.combinations.push_back({{c / 2, c % 2}, {false, false}, "", ""});
        apps::CombinationVerdict verdict;
        verdict.verdict = c % 2 ? Verdict::refuted : Verdict::holds;
        space.verdicts.push_back(verdict);
        apps::TimedRun run;
        run.done = run.finished = run.right = true;
        run.cycles = costs[c][0], run.nanojoules = costs[c][1], run.bytes = costs[c][2];
        space.rows.push_back({c, 0, {run}, {}, false});
    }
    return space;
}

const apps::ExploredRow& row_of(const apps::DesignSpace& space, std::size_t combination) {
    for (const auto& row : space.rows)
        if (row.combination == combination) return row;
    FAIL("no such row");
    return space.rows.front();
}

}  // namespace

TEST_SUITE("apps/explore") {
    TEST_CASE("the front has what no right one beats, and never what is refuted") {
        auto space = made_up({{{100, 50, 10}, {1, 1, 1}, {90, 60, 10}, {1, 1, 1}}});
        apps::rank(space);
        CHECK(row_of(space, 0).front);
        CHECK(row_of(space, 2).front);
        CHECK_FALSE(row_of(space, 1).front);
        CHECK(space.rows.front().cost.value()[0] == doctest::Approx(1));  // the cheapest first, refuted or not
        auto beaten = made_up({{{100, 50, 10}, {1, 1, 1}, {100, 50, 11}, {1, 1, 1}}});
        apps::rank(beaten);
        CHECK(row_of(beaten, 0).front);
        CHECK_FALSE(row_of(beaten, 2).front);
    }

    TEST_CASE("a wrong result keeps its cost and is never in the front, and a kernel that comes to no end has none") {
        auto space = made_up({{{100, 50, 10}, {1, 1, 1}, {90, 60, 10}, {1, 1, 1}}});
        space.rows[2].runs[0].right = false;
        space.rows[2].runs[0].result = "x is 1, and 2 is right";
        space.rows[0].runs[0].finished = space.rows[0].runs[0].right = false;
        space.rows[0].runs[0].result = "stuck";
        apps::rank(space);
        CHECK(row_of(space, 2).cost);
        CHECK_FALSE(row_of(space, 2).front);
        CHECK(row_of(space, 2).wrong() == "x is 1, and 2 is right");
        CHECK(row_of(space, 0).no_cost() == "stuck");
        CHECK_FALSE(space.as_promised());
    }

    TEST_CASE("an effect is the median over the pairs that differ in one choice alone") {
        auto space = made_up({{{100, 50, 10}, {100, 50, 10}, {110, 50, 5}, {130, 50, 5}}});
        apps::rank(space);
        const auto effects = apps::effects_of(space);
        REQUIRE(effects.size() == 2);
        CHECK(effects[0].pairs == 2);
        CHECK(effects[0].breaks == 0);
        CHECK(effects[0].ratios[0].least == doctest::Approx(1.1));
        CHECK(effects[0].ratios[0].median == doctest::Approx(1.2));
        CHECK(effects[0].ratios[0].most == doctest::Approx(1.3));
        CHECK(effects[0].ratios[2].median == doctest::Approx(0.5));
        CHECK_FALSE(effects[0].changes_nothing);
        CHECK(effects[1].breaks == 2);
    }

    TEST_CASE("a choice that changes no figure is said to change nothing, with the outcome that no run comes to") {
        auto space = made_up({{{100, 50, 10}, {100, 50, 10}, {100, 50, 10}, {100, 50, 10}}});
        space.verdicts[2].outcomes = {"load_hit_old"};
        apps::rank(space);
        auto effects = apps::effects_of(space);
        CHECK(effects[0].changes_nothing);
        CHECK(effects[0].reason.find("load_hit_old") != std::string::npos);
        CHECK(effects[1].changes_nothing);
        CHECK(effects[1].reason.empty());  // it breaks properties, so its searches ended early
        space.combinations[1].overtakes = space.combinations[3].overtakes = true;
        CHECK(apps::effects_of(space)[1].reason.find("overtake") != std::string::npos);
        space.rows[0].runs[0].outcomes = {"load_hit_old"};
        CHECK(apps::effects_of(space)[0].reason.empty());
    }
}

}  // namespace tandem::tests
