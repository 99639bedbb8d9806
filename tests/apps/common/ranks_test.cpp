// Processes that are started together on different commands come to different places: they say so, and end.
#include "apps/common/ranks.hpp"

#include <doctest/doctest.h>

#include "apps/common/usage_error.hpp"
#include "tests/checker/ranks_as_threads.hpp"

namespace tandem::tests {

namespace {

/// What each rank is told if rank r is asked for `asked[r]`; empty for those that may go on.
std::vector<std::string> complaints(const std::vector<std::string>& asked) {
    std::vector<std::string> told(asked.size());
    checker::as_ranks(static_cast<int>(asked.size()), [&](checker::Transport& transport) {
        checker::Ranks ranks(transport);
        const auto me = static_cast<std::size_t>(transport.rank());
        try {
            apps::require_same_command(ranks, asked[me]);
        } catch (const apps::UsageError& error) {
            told[me] = error.what();
        }
    });
    return told;
}

}  // namespace

TEST_CASE("ranks: where one is asked for something else, all say so") {
    for (const std::string& told : complaints({"check gtsc", "check gtsc", "check tc"})) {
        CAPTURE(told);
        CHECK(told.find("the first for `check gtsc` and number 2 for `check tc`: the same for all is accepted") !=
              std::string::npos);
    }
    for (const std::string& told : complaints({"check gtsc", "check gtsc", "check gtsc"})) CHECK(told.empty());
}

}  // namespace tandem::tests
