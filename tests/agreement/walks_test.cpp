// Random walks change a protocol's state in place; the search runs the same handlers on packed states. They must agree step by
// step.
#include <doctest/doctest.h>

#include "apps/common/catalog.hpp"
#include "tests/checker/walk_beside_search.hpp"

namespace tandem::tests {

TEST_SUITE("agreement/walks") {
    TEST_CASE("in each protocol's wide shapes, a walk in place takes the steps that the search has") {
        for (const apps::Protocol& protocol : apps::protocols())
            for (const auto& shape : protocol.shapes) {
                if (!shape.too_wide) continue;
                CAPTURE(protocol.name + " " + shape.name);
                for (const std::uint64_t seed : {1, 2})
                    walk_beside_search(*protocol.make({protocol.sound_variant, shape.name}, true), 300, seed);
            }
    }
}

}  // namespace tandem::tests
