// Two searches that must have found the same.
#pragma once

#include <doctest/doctest.h>

#include "checker/search.hpp"

namespace tandem::tests {

/// But for where violations stand, which depends on the store.
inline void check_same_found(const checker::SearchResult& found, const checker::SearchResult& expected) {
    CHECK(found.ending == expected.ending);
    CHECK(found.states == expected.states);
    CHECK(found.full_states == expected.full_states);
    CHECK(found.transitions == expected.transitions);
    CHECK(found.level_sizes == expected.level_sizes);
    CHECK(found.outcomes == expected.outcomes);
    REQUIRE(found.violations.size() == expected.violations.size());
}

}  // namespace tandem::tests
