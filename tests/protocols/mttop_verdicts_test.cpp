// What MTTOP's core sides promise, where threads have several stores in a write buffer.
#include <doctest/doctest.h>

#include "tests/apps/command_line.hpp"

namespace tandem::tests {

TEST_SUITE("protocols/mttop verdicts") {
    // The younger of two stores to one block may be the one that the monitor follows: the older is judged as itself all the same.
    TEST_CASE("each store of a buffer is performed once, with its own data") {
        for (const char* variant :
             {"tso", "scwb", "tso,forwarding", "buffer-of-core,tso", "buffer-of-core,scwb,awaits-own", "rmo"})
            for (const char* shape : {"threads", "threads,atomics=1"}) {
                const Run run = tandem({"check", "mttop", "--variant", variant, "--shape", shape, "--property", "store-performed",
                                        "--property", "load-value", "--property", "no-store-lost", "--walk-time", "0"});
                CAPTURE(variant);
                CAPTURE(run.out);
                CHECK(run.status == 0);
            }
    }
}

}  // namespace tandem::tests
