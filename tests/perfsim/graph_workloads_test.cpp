// Kernels on graphs with task queues: correct on coherent protocols, whatever the scenario; each element is taken once a round.
#include <doctest/doctest.h>

#include <algorithm>

#include "apps/sim/sim.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/perfsim/sums.hpp"

namespace tandem::tests {

namespace {

struct Asked {
    std::string protocol = "baseline", variant = "rc", workload = "sssp", graph = "road:1500", scenario = "baseline",
                machine = "paper", victims = "last", looks = "promoting";
};

apps::SimReport simulate_kernel(const Asked& asked) {
    apps::SimOptions options;
    options.protocol = asked.protocol;
    options.selection.variant = asked.variant;
    options.workload = asked.workload;
    options.machine = asked.machine;
    options.workload_options.settings = {{"graph", asked.graph},
                                         {"scenario", asked.scenario},
                                         {"rounds", asked.workload == "pagerank" ? "4" : "0"},
                                         {"victims", asked.victims},
                                         {"looks", asked.looks}};
    options.limit = 50'000'000;
    return simulated(options);
}

std::uint64_t count(const apps::SimReport& report, const std::string& name) {
    for (const auto& c : report.counted.counts)
        if (c.name == name) return c.count;
    FAIL("no count " << name);
    return 0;
}

const std::vector<std::string> graph_kernels{"sssp", "color", "pagerank"};

}  // namespace

TEST_SUITE("perfsim/graph_workloads") {
    TEST_CASE("kernels compute what Boost.Graph does on every family, with stealing") {
        for (const std::string& workload : graph_kernels)
            for (const char* graph :
                 {"road:1500", "mesh:1500", "circuit:1500", "small-world:1500", "collaboration:1500", "protein:1500"}) {
                CAPTURE(workload);
                CAPTURE(graph);
                CHECK(
                    simulate_kernel({.workload = workload, .graph = graph, .scenario = "steal-only", .machine = "rsp"}).result ==
                    "correct");
            }
    }

    TEST_CASE("kernels are right on protocols with private caches and without scopes") {
        for (const std::string& workload : graph_kernels)
            for (const char* protocol : {"gtsc", "tc", "baseline"})
                for (const char* variant : {"sc", "rc"})
                    for (const char* scenario : {"baseline", "rem-sync"}) {
                        CAPTURE(workload);
                        CAPTURE(protocol);
                        CAPTURE(variant);
                        CHECK(simulate_kernel({protocol, variant, workload, "protein:3000", scenario, "paper"}).result ==
                              "correct");
                    }
    }

    TEST_CASE("kernels are right on remote-scope promotion in every scenario") {
        for (const std::string& workload : graph_kernels)
            for (const char* scenario : {"baseline", "scope-only", "steal-only", "rem-sync"})
                for (const char* graph : {"protein:3000", "mesh:3000"}) {
                    CAPTURE(workload);
                    CAPTURE(scenario);
                    CAPTURE(graph);
                    CHECK(simulate_kernel({"rsp", "repaired", workload, graph, scenario, "rsp"}).result == "correct");
                }
    }

    TEST_CASE(
        "a scope is what it costs: within the work-group neither markers nor invalidations, beyond it both, and promotions only "
        "for remote operations") {
        const auto outcomes = [](const char* scenario) {
            return simulate_kernel({"rsp", "repaired", "pagerank", "protein:6000", scenario, "rsp"}).statistics;
        };
        const auto wide = outcomes("baseline"), narrow = outcomes("scope-only"), remote = outcomes("rem-sync");
        CHECK(wide.outcome("release_marker_inserted") > 0);
        CHECK(wide.outcome("invalidated_for_acquire") > 0);
        CHECK(wide.outcome("promoted") == 0);
        CHECK(narrow.outcome("performed_at_l1") > 0);
        CHECK(narrow.outcome("release_marker_inserted") == 0);
        CHECK(narrow.outcome("invalidated_for_acquire") == 0);
        CHECK(remote.outcome("promoted") > 0);
        CHECK(remote.outcome("promoted") == remote.outcome("rm_acq_3") + remote.outcome("rm_ar_3"));
        CHECK(remote.outcome("flush_done") == 8 * remote.outcome("promoted"));  // of every compute unit
    }

    TEST_CASE("what a FIFO holds back is written by the end of the kernel, and combined before") {
        const auto report = simulate_kernel({"rsp", "repaired", "sssp", "road:3000", "scope-only", "rsp"});
        const auto& s = report.statistics;
        CHECK(report.result == "correct");
        CHECK(s.outcome("written_through") > 0);
        CHECK(s.outcome("written_through") < s.stores * 4);
    }

    TEST_CASE("each element is popped or stolen once in each round, and stolen only where a scenario allows it") {
        for (const char* scenario : {"baseline", "scope-only", "steal-only", "rem-sync"}) {
            CAPTURE(scenario);
            const auto report =
                simulate_kernel({.workload = "pagerank", .graph = "protein:6000", .scenario = scenario, .machine = "rsp"});
            REQUIRE(report.result == "correct");
            const bool steals = std::string(scenario) == "steal-only" || std::string(scenario) == "rem-sync";
            CHECK(count(report, "elements popped") + count(report, "elements stolen") ==
                  4 * 24);  // 6000 vertices, 256 an element
            CHECK((count(report, "elements stolen") > 0) == steals);
            CHECK(report.counted.group_cycles.size() == 4 * 8);
        }
    }

    TEST_CASE("a scenario is what its operations are: their order, scope and whether they are remote") {
        const auto kinds = [](const std::string& scenario) {
            std::string all;
            for (const auto& [kind, cost] :
                 simulate_kernel({.workload = "pagerank", .graph = "protein:6000", .scenario = scenario, .machine = "rsp"})
                     .counted.operations)
                all += kind + ", ";
            return all;
        };
        CHECK(kinds("baseline") == "cas ar cmp, load acq cmp, store rel cmp, ");
        CHECK(kinds("scope-only") == "cas ar wg, load acq wg, store rel wg, ");
        CHECK(kinds("steal-only") == "cas ar cmp, load acq cmp, store rel cmp, ");
        CHECK(kinds("rem-sync") == "cas ar wg, cas rm_ar cmp, load acq wg, load rm_acq cmp, store rel wg, ");
    }

    TEST_CASE("thieves that look first compute the same, and promote less") {
        for (const std::string& workload : graph_kernels)
            for (const char* protocol : {"rsp", "gtsc", "tc", "baseline"})
                for (const char* scenario : {"steal-only", "rem-sync"}) {
                    CAPTURE(workload);
                    CAPTURE(protocol);
                    CAPTURE(scenario);
                    const bool scoped = protocol == std::string("rsp");
                    const auto report = simulate_kernel({protocol, scoped ? "repaired" : "rc", workload, "protein:3000", scenario,
                                                         scoped ? "rsp" : "paper", "last", "relaxed"});
                    CHECK(report.result == "correct");
                }
        const auto promoted = [](const char* looks) {
            return simulate_kernel({"rsp", "repaired", "pagerank", "protein:6000", "rem-sync", "rsp", "last", looks})
                .statistics.outcome("promoted");
        };
        CHECK(promoted("relaxed") > 0);
        CHECK(promoted("relaxed") < promoted("promoting"));
    }

    TEST_CASE("thieves may visit queues in any order, and steal in each") {
        for (const char* victims : {"last", "next", "random"})
            for (const char* scenario : {"steal-only", "rem-sync"}) {
                CAPTURE(victims);
                CAPTURE(scenario);
                const auto report = simulate_kernel({"rsp", "repaired", "color", "protein:6000", scenario, "rsp", victims});
                CHECK(report.result == "correct");
                CHECK(count(report, "elements stolen") > 0);
                CHECK(count(report, "steals lost to owners") <= count(report, "steals lost"));
            }
    }

    TEST_CASE("work-groups' time is all accounted for: to the end of each round's last") {
        const auto report = simulate_kernel({"rsp", "repaired", "pagerank", "protein:6000", "rem-sync", "rsp"});
        std::uint64_t accounted = 0, rounds = 0;
        for (const char* part : {"cycles working", "cycles popping", "cycles stealing", "cycles searching", "cycles idle"})
            accounted += count(report, part);
        const auto& times = report.counted.group_cycles;
        for (std::size_t round = 0; round < times.size(); round += 8)
            rounds += 8 * static_cast<std::uint64_t>(*std::max_element(times.begin() + static_cast<long>(round),
                                                                       times.begin() + static_cast<long>(round) + 8));
        CHECK(accounted == rounds);
        CHECK(count(report, "cycles searching") > 0);
    }

    TEST_CASE("settings that a workload does not have, or that mean nothing, are refused in one line") {
        check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--scenario", "baseline"}),
                       "--size and --seed are accepted");
        check_unusable(tandem({"sim", "baseline", "--workload", "color", "--scenario", "remote"}),
                       "baseline, scope-only, steal-only, rem-sync");
        check_unusable(tandem({"sim", "baseline", "--workload", "color", "--rounds", "x"}), "0 to 1000000");
        check_unusable(tandem({"sim", "baseline", "--workload", "color", "--victims", "first"}), "last, next, random");
        check_unusable(tandem({"sim", "baseline", "--workload", "color", "--looks", "away"}), "promoting, relaxed");
    }
}

}  // namespace tandem::tests
