// Simulations run side by side, as many as processors and memory allow.
#include "apps/common/runs_at_once.hpp"

#include <doctest/doctest.h>

namespace tandem::tests {

TEST_SUITE("apps/common/runs_at_once") {
    TEST_CASE("one on each processor, fewer where memory is short, at least one, and as many as are asked for") {
        using apps::runs_at_once, apps::memory_of_a_run;
        CHECK(runs_at_once(0, 8, 100 * memory_of_a_run) == 8);
        CHECK(runs_at_once(0, 8, 3 * memory_of_a_run + 1) == 3);
        CHECK(runs_at_once(0, 8, 1) == 1);
        CHECK(runs_at_once(0, 8, 0) == 8);  // nobody knows
        CHECK(runs_at_once(0, 0, memory_of_a_run) == 1);
        CHECK(runs_at_once(5, 2, 1) == 5);
        CHECK(runs_at_once(0) >= 1);
    }
}

}  // namespace tandem::tests
