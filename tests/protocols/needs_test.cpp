// The needs of properties. In the smallest shape that a declaration allows, a seeded bug breaks the property. In a smaller shape
// a wrong text is not reported to hold.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "apps/check/check.hpp"
#include "tests/apps/command_line.hpp"

namespace tandem::tests {

namespace {

using checker::Verdict;
using model::Needs;

struct Broken {
    const char *property, *variant, *rest;  // of the shape
};

std::string smallest(const std::string& protocol, const Needs& needs, const std::string& rest) {
    const bool rsp = protocol == "rsp";
    const int threads = (needs.threads + needs.cores - 1) / needs.cores;
    return fmt::format("{}={},{}={},blocks={},values={},{}", rsp ? "cus" : "sms", needs.cores, rsp ? "wavefronts" : "warps",
                       threads, rsp ? std::max(needs.addresses, 2) : needs.addresses,
                       rsp ? std::max(needs.values, 2) : needs.values, rest);
}

const model::Property* find(const model::Network& network, const std::string& name) {
    for (const model::Property& p : network.properties())
        if (p.name == name) return &p;
    return nullptr;
}

/// Each is refuted in the smallest shape that its needs, declared in that very shape, allow.
void each_is_refuted(const std::string& protocol, const std::vector<Broken>& list) {
    for (const Broken& broken : list) {
        INFO(std::string(broken.property) << " of " << std::string(broken.variant));
        const auto needs_in = [&](const Needs& shape) {
            const auto network = apps::protocol(protocol).make({broken.variant, smallest(protocol, shape, broken.rest)}, true);
            const model::Property* property = find(*network, broken.property);
            REQUIRE(property);
            return property->needs;
        };
        const Needs needs = needs_in({});
        CHECK(needs_in(needs).cores <= needs.cores);
        apps::CheckOptions options;
        options.protocol = protocol;
        options.selection = {broken.variant, smallest(protocol, needs, broken.rest)};
        options.properties = {broken.property};
        options.fairness = "strong";
        options.all = false;
        const auto report = apps::check(options);
        CAPTURE(report.system);
        CHECK(report.verdict() == Verdict::refuted);
    }
}

/// Every property of these variants is in the list.
void all_are_listed(const std::string& protocol, const std::vector<apps::Selection>& selections,
                    const std::vector<Broken>& list) {
    for (const apps::Selection& selection : selections) {
        const auto network = apps::protocol(protocol).make(selection, true);
        for (const model::Property& property : network->properties()) {
            if (property.kind == model::PropertyKind::can_happen) continue;
            CAPTURE(property.name);
            CHECK(std::any_of(list.begin(), list.end(), [&](const Broken& broken) { return broken.property == property.name; }));
        }
    }
}

}  // namespace

TEST_SUITE("protocols/needs") {
    TEST_CASE("the smallest shape that each property of G-TSC allows refutes a seeded bug" * doctest::test_suite("seeded bugs")) {
        const char* rest = "lease=1,ts=4";
        const std::vector<Broken> list{
            {"load-value", "load-returns-zero", rest},
            {"no-store-lost", "no-write-back", rest},
            {"single-writer", "fill-without-data", rest},
            {"program-order", "rc,store-overtakes-own-load", rest},
            {"store-performed", "store-forgotten", rest},
            {"rmw-atomic", "atomic-answers-new", "lease=1,ts=4,atomics=1"},
            {"warp-ts-monotone", "load-resets-warp-ts", rest},
            {"warp-ts-latest", "ack-leaves-warp-ts", rest},
            {"covered-load-hits", "lease-one-too-short", rest},
            {"renewal-has-data", "renewal-without-block", rest},
            {"locked-unchanged", "evicted-while-waited-for", rest},
            {"copy-never-older", "unordered,forward-all,older-fill", "lease=1,ts=4,capacity=2"},
            {"reset-starts-again", "mem-ts-survives-reset", rest},
            {"stale-counts-as-1", "stale-read-taken-as-recent", rest},
            {"reset-told-once", "announced-again", rest},
            {"answers-match", "acknowledged-twice", rest},
            {"issue-order", "rc,fence-lets-one-pass", rest},
            {"no-deadlock", "load-never-done", rest},
            {"access-completes", "renewal-without-block", rest},
            {"access-accepted", "load-never-done", rest},
        };
        each_is_refuted("gtsc", list);
        check_unusable(
            tandem({"check", "gtsc", "--variant", "lost-mem-ts", "--shape", "tiny,values=1", "--property", "load-value"}),
            "load-value says nothing in this shape: it needs 2 data values");
        all_are_listed("gtsc", {{"", "tiny,atomics=1"}, {"rc", "tiny"}}, list);
    }

    TEST_CASE("the smallest shape that each property of Temporal Coherence allows refutes a seeded bug" *
              doctest::test_suite("seeded bugs")) {
        const std::vector<Broken> list{
            {"no-stale-load", "no-lease-check", "lease=2"},
            {"write-atomicity", "no-lease-check", "lease=2"},
            {"fence-visible", "weak,fence-ignores-accesses", "lease=2"},
            {"no-store-lost", "write-lost", "lease=2"},
            {"single-writer", "lease-one-too-short-at-l2", "lease=2"},
            {"store-performed", "store-forgotten", "lease=2"},
            {"rmw-atomic", "atomic-answers-new", "lease=2,atomics=1"},
            {"answers-match", "acknowledged-twice", "lease=2"},
            {"issue-order", "weak,fence-ignores-accesses", "lease=2"},
            {"no-deadlock", "never-acknowledged", "lease=2"},
            {"access-completes", "never-acknowledged", "lease=2"},
            {"access-accepted", "warp-never-free", "lease=2"},
        };
        each_is_refuted("tc", list);
        all_are_listed("tc", {{"", "tiny,atomics=1"}, {"rc", "tiny"}, {"weak", "tiny"}}, list);
    }

    TEST_CASE("the smallest shape that each property of remote-scope promotion allows refutes a seeded bug" *
              doctest::test_suite("seeded bugs")) {
        const std::vector<Broken> list{
            {"message-passing", "repaired,own-write-overtaken", ""},
            {"rmw-atomic", "repaired,exchange-only-reads", ""},
            {"no-dirty-data-lost", "repaired,still-dirty", ""},
            {"dirty-in-fifo", "repaired,still-dirty", ""},
        };
        each_is_refuted("rsp", list);
    }

    TEST_CASE("a property that a shape gives no room to fail is refused by name, and set aside otherwise") {
        check_unusable(tandem({"check", "gtsc", "--variant", "unsafe", "--shape", "sms=1,warps=2,blocks=1,values=1,lease=1,ts=5",
                               "--property", "load-value"}),
                       "needs 2 data values");
        check_unusable(tandem({"check", "gtsc", "--variant", "literal", "--shape", "sms=1,warps=2,blocks=1,values=1,lease=1,ts=5",
                               "--property", "single-writer"}),
                       "needs 2 data values");
        check_unusable(tandem({"check", "tc", "--shape", "sms=1,warps=1,blocks=1,lease=1", "--property", "write-atomicity"}),
                       "needs 2 threads");
        check_unusable(tandem({"check", "tc", "--shape", "sms=1,warps=2,blocks=1,lease=1", "--property", "single-writer"}),
                       "needs 2 cores");
        check_unusable(tandem({"check", "gtsc", "--shape", "tiny", "--property", "rmw-atomic"}),
                       "there is no property 'rmw-atomic'");
        const Run run = tandem({"check", "baseline", "--shape", "small,values=1"});
        CHECK(run.status == 0);
        CHECK(run.out.find("load-value         says nothing in this shape: needs 2 data values") != std::string::npos);
        CHECK(run.out.find("All properties that say something in this shape hold.") != std::string::npos);
    }
}

}  // namespace tandem::tests
