// The Why of a trace: each kind of property names the accesses or copies that contradict each other, and their steps.
#include "specs/why/reason.hpp"
#include "tests/apps/command_line.hpp"

using namespace tandem;
using namespace tandem::tests;

TEST_SUITE("why") {
    const auto why = [](std::vector<const char*> words) {
        words.insert(words.begin(), "check");
        words.insert(words.end(), {"--threads", "1"});
        const std::string out = tests::tandem(words).out;
        const std::size_t at = out.find("\nWhy: ");
        return at == std::string::npos ? "" : out.substr(at + 6, out.find('\n', at + 1) - at - 6);
    };

    TEST_CASE("two copies are told with where they are, what they hold, and the steps that they come from") {
        CHECK(why({"gtsc", "--variant", "unsafe", "--shape", "sms=2,warps=2,blocks=1,lease=1,ts=6", "--property",
                   "single-writer"}) ==
              "After step 8 two versions of A can be read at one moment, time 3: SM0 has 1 (step 7: store_hit), and L2 has 0 "
              "(step 8: write_performed).");
        CHECK(why({"gtsc", "--variant", "literal", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=5", "--property",
                   "single-writer"}) ==
              "After step 8 two versions of A can be read at one moment, from time 3 to 4: SM0 has 0 (step 6: fill_installed, "
              "load_served; step 8: ack_unlocks, where its wts becomes 3, rts becomes 4), and L2 has 1 (step 7: "
              "write_performed).");
        CHECK(why({"tc", "--variant", "impatient", "--shape", "tiny", "--property", "single-writer"}) ==
              "After step 6 two versions of A can be read at one moment: L2 has 1 (step 6: write_performed), and Fill(address A, "
              "data 0, expiry now+2) on its way from L2 to SM0 brings 0 (step 5).");
    }

    TEST_CASE("a property names the instance and the clause that fail, and the report the steps that they come from") {
        CHECK(why({"apu", "--variant", "before-probes", "--property", "data-value"}) ==
              "After step 6 CPU0 has A = 0 (step 5), but the store of 1 by W0 of CU0 is the latest to A (step 6).");
    }

    TEST_CASE("a property of steps says what its step does wrong" * doctest::test_suite("seeded bugs")) {
        CHECK(why({"gtsc", "--variant", "load-resets-warp-ts", "--shape", "sms=1,warps=1,blocks=1,lease=1,ts=4", "--property",
                   "warp-ts-monotone"})
                  .ends_with("(fill_installed, load_served): warp_ts of W0 of SM0 falls from 3 to 1, and no reset is adopted."));
        CHECK(why({"gtsc", "--variant", "rc,fence-lets-one-pass", "--shape", "sms=1,warps=1,blocks=1,lease=1,ts=4", "--property",
                   "issue-order"}) ==
              "In step 2, SM0: W0 fence (fence_passes): the node accepts W0 fence, while W0 of SM0 has a load of A under way.");
    }

    TEST_CASE("an access that is done too early is told with the older one") {
        CHECK(
            why({"lsc", "--property", "program-order"}) ==
            "W0 of CU0's load of A is done (step 7) while its older load of B (step 3) is still under way. The older one must be "
            "visible first.");
    }

    TEST_CASE("a load of what nobody has stored yet is told with the store that is still on its way") {
        CHECK(why({"lsc", "--variant", "repaired,merge-at-once", "--shape", "cus,blocks=1,capacity=2", "--property",
                   "load-latest"}) ==
              "W0 of CU1 reads 0 from A (step 13). But the store of that by W0 of CU0 (step 7) has not been performed yet, "
              "nor has any other: the block holds what it held at the start.");
    }

    TEST_CASE("a request that is refused for ever is told with what its receiver keeps meanwhile") {
        const std::string told = why({"moesi", "--variant", "silent,together", "--property", "access-completes"});
        CHECK(told.find("GETX(address A) from cluster0 (step 1) waits for directory all the while: it is refused (busy)") !=
              std::string::npos);
        CHECK(told.find("entries.A.serving is reader") != std::string::npos);
    }

    TEST_CASE("what a thread is promised is told with its own accesses" * doctest::test_suite("seeded bugs")) {
        CHECK(why({"apu", "--variant", "forwards-oldest-store", "--shape", "cpus", "--property", "own-store-read"}) ==
              "W0 of CPU0 reads 0 from A (step 3). But its own latest store of 1 to A (step 2) is still on its way: until "
              "another is "
              "performed, it must read that.");
        CHECK(why({"apu", "--variant", "release-does-not-wait", "--shape", "cus", "--property", "release-covers"}) ==
              "The fence of W0 of CU0 passes (step 2). But that thread's store of 1 to A (step 1) has not been performed.");
        CHECK(
            why({"apu", "--variant", "acquire-keeps-gl1", "--shape", "small", "--property", "acquire-fresh"})
                .ends_with("before the fence of W0 of CU0 passed (step 12): after it the thread reads that or something newer."));
        CHECK(why({"apu", "--variant", "atomic-torn", "--shape", "small,atomics=1", "--property", "rmw-atomic"}) ==
              "The atomic of W0 of CU0 reads 0 from A (step 6). But the last store performed there is that of 1 by W0 of CPU0 "
              "(step "
              "5).");
    }

    TEST_CASE("an answer is told with what was performed" * doctest::test_suite("seeded bugs")) {
        CHECK(why({"gtsc", "--variant", "atomic-torn", "--shape", "sms=1,warps=1,blocks=1,lease=1,ts=7,atomics=1", "--property",
                   "rmw-atomic"}) ==
              "The atomic of W0 of SM0 to A returns 0 (step 11). But right before it was performed (step 10) the block held 1, "
              "by the "
              "store of W0 of SM0 (step 7).");
        CHECK(why({"gtsc", "--variant", "atomic-answers-another", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=4,atomics=1",
                   "--property", "rmw-atomic"}) ==
              "The atomic of W1 of SM0 to A returns 0 (step 6). But it has not been performed.");
        CHECK(why({"baseline", "--variant", "answer-lost", "--shape", "small", "--property", "load-answer"}) ==
              "W0 of SM0 goes on (step 6). But its load of A, which was performed and found 0 (step 4), has not returned.");
        CHECK(why({"lsc", "--variant", "repaired,write-loses-data", "--shape", "tiny", "--property", "store-performed"}) ==
              "The store of W0 of CU0 to A is performed (step 6) with 0. But it was issued with 1 (step 1).");
        CHECK(why({"gtsc", "--variant", "store-forgotten", "--shape", "tiny", "--property", "store-performed"}) ==
              "W0 of SM0 takes its store to A for complete (step 5). But it has not been performed.");
    }

    TEST_CASE("a run that a property says nothing of has no reason") {
        CHECK(!specs::reason_of("program-order", {}));
        CHECK(!specs::reason_of("rmw-atomic", {}));
        CHECK(!specs::reason_of("no-such-property", {}));
    }

    TEST_CASE("a wrong load is told with the store that it should have read, and both moments") {
        CHECK(
            why({"gtsc", "--variant", "unsafe", "--shape", "sms=2,warps=2,blocks=1,lease=1,ts=6", "--property", "load-value"}) ==
            "W1 of SM0 reads 1 from A at time 3 (step 8). But the store of 1 by W0 of SM0 is performed at time 5 (step 10), so "
            "at time 3 A did not hold it yet.");
        CHECK(why({"tc", "--variant", "impatient", "--shape", "tiny", "--property", "no-stale-load"}).find("But the store of") !=
              std::string::npos);
    }

    TEST_CASE("a cycle is told with who is served in it, and who never is") {
        const std::string told = why(
            {"gtsc", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=5", "--property", "access-completes", "--fairness", "weak"});
        CHECK(
            told.starts_with("Steps 13 to 24 repeat forever. In them W1 of SM0 is served again and again, and the access of W0 "
                             "of SM0 to A never completes."));
        CHECK(told.find("under `--fairness strong`, or ") != std::string::npos);
    }

    TEST_CASE("a message that is not received all the while is told with its obstacles") {
        const std::string told = why({"moesi", "--shape", "threads", "--fairness", "weak", "--property", "access-completes"});
        CHECK(told.find("waits for directory all the while: it is refused (busy) in ") != std::string::npos);
        CHECK(told.find("; it could be received in ") != std::string::npos);
        CHECK(told.find("under `--fairness strong`, or ") != std::string::npos);
    }

    TEST_CASE("an operation that is refused for ever is told with the outcome that refuses it" *
              doctest::test_suite("seeded bugs")) {
        CHECK(why({"moesi", "--variant", "warp-never-free", "--shape", "tiny", "--property", "access-accepted"})
                  .find("is still refused (stalled_warp_busy).") != std::string::npos);
    }

    TEST_CASE("a deadlock is told as a cycle of those who wait, with the messages that fill their channels") {
        const std::string told = why({"moesi", "--variant", "repeats", "--shape", "blocks", "--property", "no-deadlock"});
        CHECK(told.find(" A cycle: to take WB_NACK(address A) (step 16), cluster0 must send to directory, where PUTX(address B) "
                        "(step 17) fills the channel; to take PUTX(address B) (step 17), directory must send to cluster0, ") !=
              std::string::npos);
        CHECK(told.find(" must send to ") != std::string::npos);
        CHECK(told.find("what it would send has no room in the channel ") != std::string::npos);
    }

    TEST_CASE("an atomic that a store comes into is told with both, and with the write that arrives last") {
        using enum model::EventKind;
        // As `check rsp --property rmw-atomic --threads 1` finds it: that takes a minute.
        const auto event = [](int step, model::EventKind kind, int core, int value) {
            specs::Occurrence one{step, {}};
            one.event.kind = kind, one.event.core = model::Core<model::Concrete>(core);
            one.event.address = model::Address<model::Concrete>(1), one.event.value = model::Value<model::Concrete>(value);
            return one;
        };
        specs::WatchedRun run;
        run.blocks = 2, run.last = 16, run.monitor = {{"broken", "nothing"}};
        run.thread = [](int core, int thread) { return "W" + std::to_string(thread) + " of CU" + std::to_string(core); };
        run.events = {event(0, begins_atomic, 0, 0),   event(1, begins_store, 1, 1),     event(5, load_completed, 0, 0),
                      event(5, store_completed, 0, 0), event(10, store_performed, 1, 1), event(15, store_performed, 0, 0)};
        const auto reason = specs::reason_of("rmw-atomic", run);
        REQUIRE(reason);
        CHECK(reason->words ==
              "the atomic of W0 of CU0 (begun in step 1) finds 0 in B (step 6), so it comes before the store of 1 by W0 of CU1, "
              "which is performed later (step 11): the block must be left at 1. But what the atomic writes, 0, arrives after "
              "that (step 16), and memory holds it.");
        CHECK(reason->steps == std::vector<int>{0, 5, 10, 15});
        // Without the store in between nothing is torn.
        run.events.erase(run.events.begin() + 4);
        const auto other = specs::reason_of("rmw-atomic", run);
        CHECK((!other || other->words.find("so it comes before") == std::string::npos));
    }
}
