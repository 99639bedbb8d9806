// The choices that a handler leaves to its environment.
#include <doctest/doctest.h>

#include "model/step_context.hpp"

using namespace tandem::model;

TEST_CASE("choices are enumerated depth first") {
    Choices choices;
    std::vector<std::vector<int>> runs;
    do {
        choices.start();
        auto& run = runs.emplace_back();
        run.push_back(choices.choose(2));
        if (run[0] == 1) run.push_back(choices.choose(3));
        run.push_back(choices.choose(2));
    } while (choices.next_run());
    CHECK(runs ==
          std::vector<std::vector<int>>{{0, 0}, {0, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}, {1, 2, 0}, {1, 2, 1}});
}

TEST_CASE("a handler that chooses nothing runs once") {
    Choices choices;
    choices.start();
    CHECK_FALSE(choices.next_run());
}
