#include "apps/common/limits.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

namespace tandem::tests {

TEST_CASE("where addresses are limited, searches reserve no more than there are") {
    constexpr rlim_t some = 8'000'000'000;
    const std::size_t usual = checker::SearchOptions().memory;
    CHECK(apps::bytes_beside_a_solver() == usual);
    const pid_t child = fork();
    if (child == 0) {
        const rlimit limit{some, some};
        setrlimit(RLIMIT_AS, &limit);
        const bool less = apps::bytes_of("4G") * 5 <= some && apps::bytes_beside_a_solver() * 15 <= some;
        _exit(less && apps::bytes_beside_a_solver() > 100'000'000 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
}

TEST_CASE("work that counts no bytes has half of the memory by default, and no less than 4G") {
    CHECK(apps::bytes_of_all("") >= apps::bytes_of("4G"));
    CHECK(apps::bytes_of_all("") >= apps::memory_at_hand() / 2);
    CHECK(apps::bytes_of_all("500M") == apps::bytes_of("500M"));
}

}  // namespace tandem::tests
