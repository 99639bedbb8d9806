// What a thread is called, read from what it does.
#include "apps/common/thread_word.hpp"

#include <doctest/doctest.h>

namespace tandem::tests {

TEST_SUITE("apps/common/thread_word") {
    TEST_CASE("a thread's name ends where its deed begins, and is one word of an operation of another kind") {
        CHECK(apps::thread_word("W0 load A") == "W0");
        CHECK(apps::thread_word("hart 1 store A := 1") == "hart 1");
        CHECK(apps::thread_word("the loader store B := 0") == "the loader");
        CHECK(apps::thread_word("hart 0 fence") == "hart 0");
        CHECK(apps::thread_word("W3 load_acq_cmp B") == "W3");
        CHECK(apps::thread_word("borrows the book") == "borrows");
        CHECK(apps::thread_word("asks") == "asks");
    }
}

}  // namespace tandem::tests
