// Where rows are kept.
#include "checker/rows.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <fstream>
#include <new>

namespace tandem::tests {

TEST_CASE("who finds no room for rows leaves the others none that is not there") {
    const pid_t child = fork();
    if (child == 0) {
        checker::RowArena arena;
        // Less than a block of rows takes is left, and a sanitizer has some for an exception.
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        const rlim_t most = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (7 << 19);
        const rlimit limit{most, most};
        setrlimit(RLIMIT_AS, &limit);
        int thrown = 0;
        for (int i = 0; i < 2; ++i) {
            try {
                arena.add(0, {}, {}, 1);
            } catch (const std::bad_alloc&) {
                ++thrown;
            }
        }
        _exit(thrown == 2 && arena.bytes() == 0 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
}

}  // namespace tandem::tests
