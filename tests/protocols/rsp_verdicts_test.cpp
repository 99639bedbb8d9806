// The table of protocols/rsp/README.md, and the pinned size of its default system.
#include "tests/protocols/verdicts.hpp"

namespace tandem::tests {

namespace {

const Verdicts of_rsp{"rsp"};

const std::vector<std::string> safety_of_rsp{"message-passing", "rmw-atomic", "no-dirty-data-lost", "no-deadlock"};

}  // namespace

TEST_SUITE("protocols/rsp verdicts") {
    TEST_CASE("repaired, all hold, every remote operation completes, and every handler outcome occurs") {
        of_rsp.holds("repaired", "tiny");
    }

    TEST_CASE("repaired, safety holds for the other ways to share, with two banks, and with a FIFO of one write") {
        of_rsp.holds("repaired", "tiny,sharing=global", safety_of_rsp);
        of_rsp.holds("repaired", "cus=1,wavefronts=3,sharing=apart", safety_of_rsp);
        of_rsp.holds("repaired", "cus=1,wavefronts=2,sharing=global",
                     safety_of_rsp);  // others of the compute unit invalidate its owner's stores
        of_rsp.holds("repaired", "tiny,beyond=1", safety_of_rsp);
        of_rsp.holds("repaired", "tiny,passing=turns,banks=2", safety_of_rsp);
        of_rsp.holds("repaired", "tiny,writes=1", safety_of_rsp);
    }

    TEST_CASE("as published, messages are not passed and read-modify-writes are torn") {
        of_rsp.refuted("published", "tiny", "message-passing", 24);
        of_rsp.refuted("published", "tiny", "rmw-atomic", 17);
        of_rsp.refuted("published", "tiny,sharing=global", "message-passing", 16);
        of_rsp.holds("published", "tiny", {"no-dirty-data-lost", "no-deadlock", "operation-completes"});
    }

    TEST_CASE("each repair is needed") {
        of_rsp.refuted("promoting-release,stalling-acquire", "tiny,sharing=global", "message-passing", 16);
        of_rsp.refuted("late-invalidation,stalling-acquire", "tiny", "rmw-atomic", 17);
        of_rsp.refuted("late-invalidation,promoting-release", "small,passing=turns", "message-passing", 22);
    }

    TEST_CASE("invalidation must not forget what is dirty, and synchronization must stall as soon as the marker comes") {
        of_rsp.refuted("repaired,forgets-writes", "tiny", "no-dirty-data-lost", 19);
        of_rsp.refuted("repaired,head", "tiny", "rmw-atomic", 17);
    }

    // Two GPUs of one compute unit each, which share only the system's scope.
    TEST_CASE("two components: repaired, all hold at the system's scope, and every handler outcome that this needs occurs") {
        of_rsp.holds("repaired", "components=2,fetches=0");
        of_rsp.holds("repaired", "components=2,writes=1,evictions=0,values=2", {"message-passing", "no-deadlock", "can-happen"});
        CHECK(of_rsp.check("repaired", "components=2,fetches=0", {"no-deadlock"}).result.states == 507'752);
    }

    TEST_CASE("two components: repaired, remote operations reach what belongs to the other") {
        const std::string shape = "components=2,sharing=component,fetches=0,evictions=0,writes=1,values=2";
        of_rsp.holds("repaired", shape + ",passing=turns", safety_of_rsp);
        of_rsp.holds("repaired", shape + ",passing=lock", safety_of_rsp);
    }

    TEST_CASE(
        "two components: as published, acquires and remote releases fail at the system's scope as they do at the component's") {
        of_rsp.refuted("published", "components=2,writes=1,evictions=0,values=2", "message-passing", 26);
        of_rsp.refuted("published", "components=2,sharing=component,fetches=0,evictions=0,writes=1,passing=lock,values=2",
                       "rmw-atomic", 33);
    }

    TEST_CASE("the default system has as many states as its page says") {
        CHECK(of_rsp.check("repaired", "", {"no-deadlock"}).result.states == 3'494'856);
    }

    TEST_CASE("symmetry keeps verdicts and the number of states") {
        const auto with = of_rsp.check("repaired", "cus=1,wavefronts=2", safety_of_rsp),
                   without = of_rsp.check("repaired", "cus=1,wavefronts=2", safety_of_rsp, false);
        CHECK(with.result.full_states == without.result.states);
    }
}

}  // namespace tandem::tests
