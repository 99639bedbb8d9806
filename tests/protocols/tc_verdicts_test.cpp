// The table of protocols/tc/README.md, and the pinned sizes of its systems.
#include <doctest/doctest.h>

#include "tests/agreement/reference_search.hpp"
#include "tests/protocols/verdicts.hpp"

namespace tandem::tests {

namespace {

const Verdicts of_tc{"tc"};

}  // namespace

TEST_SUITE("protocols/tc verdicts") {
    TEST_CASE("TC-Strong keeps all its promises, and every handler outcome occurs") {
        for (const char* variant : {"sc", "rc"})
            for (const char* shape :
                 {"tiny", "tiny,atomics=1", "sms=1,warps=2,blocks=2,lease=1", "sms=2,warps=2,blocks=1,lease=1"})
                of_tc.holds(variant, shape);
    }

    TEST_CASE("TC-Weak keeps the promise of its fences, and every handler outcome occurs") {
        for (const char* shape : {"tiny", "tiny,atomics=1", "tiny,lease=1/4", "sms=1,warps=2,blocks=1,lease=2"})
            of_tc.holds("weak", shape);
        of_tc.holds("weak", "sms=2,warps=2,blocks=1,lease=1", {"fence-visible", "no-deadlock"});
    }

    TEST_CASE("a predicted lease keeps the promises, and is lengthened and shortened") {
        for (const char* variant : {"predicted", "predicted,rc", "predicted,weak"}) of_tc.holds(variant, "tiny,lease=1/3");
    }

    TEST_CASE("instructions of several blocks keep the promises") {
        of_tc.holds("rc", "sms=1,warps=2,blocks=2,lease=1,lanes=2,capacity=2", {"no-stale-load", "no-store-lost", "no-deadlock"});
    }

    TEST_CASE("atomics are atomic, whatever else a variant breaks") {
        for (const char* variant :
             {"strong", "rc", "weak", "predicted", "skewed", "non-inclusive", "impatient", "weak,skewed", "weak,impatient"})
            for (const char* shape : {"tiny,atomics=1", "warps,atomics=1"})
                of_tc.holds(variant, shape, {"rmw-atomic", "store-performed"});
    }

    TEST_CASE("with stores to parts of blocks the promises are kept, and every handler outcome occurs") {
        for (const char* variant : {"sc", "rc", "weak"}) of_tc.holds(variant, "tiny,words=2");
        of_tc.holds("rc", "tiny,words=2,atomics=1", {"rmw-atomic", "store-performed", "no-stale-load"});
    }

    TEST_CASE("TC-Weak gives up write atomicity: what a third SM has read, one with an old copy does not") {
        of_tc.refuted("weak", "sms=3,warps=1,blocks=1,lease=2", "write-atomicity", 11);
        of_tc.holds("strong", "sms=3,warps=1,blocks=1,lease=1", {"write-atomicity", "no-stale-load"});
    }

    TEST_CASE("with clocks that differ by a tick an SM reads what has been replaced (II-D1)") {
        of_tc.refuted("skewed", "tiny", "no-stale-load", 11);
        of_tc.refuted("skewed", "tiny", "single-writer", 10);
        of_tc.refuted("weak,skewed", "tiny", "fence-visible", 13);
    }

    TEST_CASE("an L2 that need not include what is leased forgets leases (II-D2)") {
        of_tc.refuted("non-inclusive", "tiny", "no-stale-load", 11);
        of_tc.refuted("weak,non-inclusive", "tiny", "fence-visible", 13);
    }

    TEST_CASE("who does not wait for leases breaks the promise") {
        of_tc.refuted("impatient", "tiny", "no-stale-load", 8);
        of_tc.refuted("weak,impatient", "tiny", "fence-visible", 10);
    }

    TEST_CASE("the tiny system has its pinned size, with and without symmetry, and the plainest search finds it too") {
        const auto all = of_tc.check("", "tiny", {"no-deadlock"}, false), orbits = of_tc.check("", "tiny", {"no-deadlock"});
        const auto network = apps::protocol("tc").make({"", "tiny"}, false);
        const auto reference = agreement::reference_search(*network);
        CHECK(all.result.states == reference.states);
        CHECK(all.result.transitions == reference.transitions);
        CHECK(orbits.result.full_states == reference.states);
        CHECK(reference.states == 7'770);
    }

    TEST_CASE("with stores to parts of blocks the tiny system has its pinned size, and the plainest search finds it too") {
        const auto all = of_tc.check("", "tiny,words=2", {"no-deadlock"}, false);
        const auto network = apps::protocol("tc").make({"", "tiny,words=2"}, false);
        const auto reference = agreement::reference_search(*network);
        CHECK(all.result.states == reference.states);
        CHECK(all.result.transitions == reference.transitions);
        CHECK(reference.states == 17'580);
        CHECK(reference.transitions == 67'332);
    }
}

}  // namespace tandem::tests
