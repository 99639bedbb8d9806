// The members that a warp's kernel sees.
#include "perfsim/kernel.hpp"

#include <doctest/doctest.h>

namespace tandem::tests {

TEST_SUITE("perfsim/kernel") {
    TEST_CASE("words that a thread block shares take room only when a kernel looks at them") {
        const std::size_t more_than_there_is = std::size_t(1) << 62;  // std::length_error: a sanitizer has no bad_alloc
        perfsim::SharedWords unseen(more_than_there_is);
        CHECK(unseen.size() == more_than_there_is);
        CHECK_THROWS(unseen.all());
        perfsim::SharedWords seen(3);
        CHECK(seen.all().size() == 3);
        CHECK(seen.all()[2] == 0);
        seen.all()[1] = 7;
        CHECK(seen.all()[1] == 7);
        CHECK(perfsim::SharedWords(0).all().empty());
    }
}

}  // namespace tandem::tests
