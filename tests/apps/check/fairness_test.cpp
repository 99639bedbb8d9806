// The words of --fairness, and what they name.
#include "apps/check/fairness.hpp"

#include <doctest/doctest.h>

#include "apps/common/usage_error.hpp"
#include "tests/toys/lossy.hpp"

namespace tandem::tests {

namespace {

using apps::fairness_in, apps::UsageError;
using Names = std::vector<std::string>;

}  // namespace

TEST_SUITE("apps/check/fairness") {
    TEST_CASE("fairness is weak, strong, or strong of what is named") {
        const toys::LossySystem lossy(true);
        const model::Network& network = lossy.system;
        CHECK(fairness_in("weak", network).kind == checker::Fairness::weak);
        CHECK(fairness_in("strong", network).kind == checker::Fairness::strong);
        const auto some = fairness_in("strong=left to right, right,left: sends the request", network);
        CHECK(some.kind == checker::Fairness::weak);
        CHECK(some.strong == Names{"left to right", "right", "left: sends the request"});
        CHECK(apps::under_fairness("weak").empty());
        CHECK(apps::under_fairness("strong") == ", under strong fairness");
        CHECK(apps::under_fairness("strong=left to right") == ", under strong fairness of left to right");
    }

    TEST_CASE("the name of an action may have commas") {
        const toys::LossySystem lossy(true);
        CHECK(fairness_in("strong=left: gives A, B,right", lossy.system).strong == Names{"left: gives A, B", "right"});
    }

    TEST_CASE("what nothing can be called is refused with what is there") {
        const toys::LossySystem lossy(true);
        for (const char* words : {"", "fair", "STRONG", "strong:left", "strong =left"})
            CHECK_THROWS_AS(fairness_in(words, lossy.system), UsageError);
        CHECK_THROWS_WITH_AS(
            fairness_in("strong=left to rigth", lossy.system),
            "nothing is called 'left to rigth' in --fairness: 'left to right', 'right to left', 'left', 'right' are "
            "accepted, and a node's actions, as in 'NODE: ACTION'",
            UsageError);
        for (const char* words : {"strong=", "strong=,", "strong=left,", "strong=left,,right", "strong=nobody: asks"})
            CHECK_THROWS_AS(fairness_in(words, lossy.system), UsageError);
    }

    TEST_CASE("a name of no step that must happen is refused once the states are known") {
        const toys::LossySystem lossy(true);
        checker::SearchOptions options;
        options.symmetry = false;
        checker::Search search(lossy.system, options);
        search.run();
        const auto require = [&](const char* words) {
            apps::require_names(fairness_in(words, lossy.system), search.components());
        };
        CHECK_NOTHROW(require("strong=left: sends the request"));
        CHECK_NOTHROW(require("strong=left,right to left"));
        CHECK_THROWS_WITH_AS(
            require("strong=left: asks"),
            "nothing that must happen is called 'left: asks' in --fairness: the name of a channel, a node, or an "
            "action that may not be put off is accepted",
            UsageError);
        CHECK_THROWS_AS(require("strong=right"), UsageError);  // it does nothing by itself
    }
}

}  // namespace tandem::tests
