// Which properties a check is asked for.
#include "apps/check/judged.hpp"

#include <doctest/doctest.h>

#include "tests/toys/crossed_calls.hpp"

namespace tandem::tests {

TEST_SUITE("apps/check/judged") {
    TEST_CASE("two properties of one name are refused: no report could say which it speaks of") {
        toys::CrossedCallsSystem calls(1);
        CHECK(apps::choose_properties(calls.system, {}).size() == 2);
        CHECK(apps::choose_properties(calls.system, {"answered"}).size() == 1);
        calls.system.add_property({"answered", "every call is answered, again", model::PropertyKind::always_eventually});
        CHECK_THROWS_WITH_AS(apps::choose_properties(calls.system, {}),
                             "two properties are called 'answered': a name of its own is accepted for each", model::UsageError);
    }
}

}  // namespace tandem::tests
