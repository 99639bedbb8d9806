// Counters under locks that their owners take often and others rarely: correct with remote operations, but not with these as
// published.
#include <doctest/doctest.h>

#include "apps/sim/sim.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/perfsim/sums.hpp"

namespace tandem::tests {

namespace {

apps::SimReport simulate_locks(const std::string& protocol, const std::string& variant, const std::string& locking) {
    apps::SimOptions options;
    options.protocol = protocol;
    options.selection.variant = variant;
    options.workload = "owned-locks";
    options.machine = "rsp";
    options.workload_options.settings = {{"locking", locking}};
    options.limit = 2'000'000;
    return simulated(options);
}

}  // namespace

TEST_SUITE("perfsim/owned_locks") {
    TEST_CASE("every increment counts with all repairs, and with any protocol that knows no scopes") {
        for (const char* locking : {"component", "remote"}) {
            CAPTURE(locking);
            CHECK(simulate_locks("rsp", "repaired", locking).result == "correct");
            CHECK(simulate_locks("baseline", "rc", locking).result == "correct");
            CHECK(simulate_locks("gtsc", "rc", locking).result == "correct");
            CHECK(simulate_locks("tc", "rc", locking).result == "correct");
        }
    }

    TEST_CASE("operations are remote where another's lock is taken, a release among them") {
        std::string kinds;
        for (const auto& [kind, cost] : simulate_locks("rsp", "repaired", "remote").counted.operations) kinds += kind + ", ";
        CHECK(kinds == "cas ar wg, cas rm_ar cmp, load relaxed wg, load rm_acq cmp, store rel wg, store rm_rel cmp, ");
    }

    TEST_CASE("as published a remote release does not reach the owner: a lock stays taken for ever") {
        CHECK(simulate_locks("rsp", "published", "component").result == "correct");
        const auto report = simulate_locks("rsp", "published", "remote");
        CHECK(report.result.find("not finished after 2000000 cycles") != std::string::npos);
        REQUIRE(report.counted.counts.size() == 2);
        CHECK(report.counted.counts[0].count == report.counted.counts[1].count);  // nobody holds a lock
    }

    TEST_CASE(
        "a load whose line is invalidated on its way sees what its own L1 has written: without that line of the text an "
        "increment is lost here") {
        CHECK(simulate_locks("rsp", "late-invalidation,promoting-release", "remote").result == "correct");
    }

    TEST_CASE("settings that mean nothing are refused in one line") {
        check_unusable(tandem({"sim", "baseline", "--workload", "owned-locks", "--locking", "none"}), "component, remote");
        check_unusable(tandem({"sim", "baseline", "--workload", "owned-locks", "--every", "x"}), "0 to 1000000");
    }
}

}  // namespace tandem::tests
