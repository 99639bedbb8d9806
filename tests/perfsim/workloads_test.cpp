// Kernels on the full machine compute what a host computes, and the same run takes the same time again.
#include <doctest/doctest.h>

#include <algorithm>

#include "apps/sim/sim.hpp"
#include "tests/perfsim/sums.hpp"

namespace tandem::tests {

namespace {

const std::vector<std::string> simple{"triad", "matmul", "bfs", "stencil", "hash"},
    sharing{"barnes-hut", "graph-cuts", "octree", "placement", "relaxation"},
    independent{"coulomb", "gaussian", "hotspot", "kmeans", "backprop"},
    on_graphs{"sssp", "color", "pagerank"},  // graph_workloads_test.cpp
    with_locks{"owned-locks"},               // owned_locks_test.cpp
    of_compute_units{"transfers", "bitonic", "spmv", "array", "dgemm"},
    mini_applications{"comd", "lulesh", "hpgmg"},
    flat{"flat-matmul", "apsp", "convolution", "fft", "nn", "flat-hotspot", "flat-kmeans", "store-mix"},
    of_cpus{"cpu-pipeline"},
    measuring{"micro"},  // micro_workload_test.cpp
    watching{"litmus", "random"},  // here
    replayed{"trace"};   // traces_test.cpp

apps::SimReport simulate_workload(const std::string& protocol, const std::string& variant, const std::string& workload,
                                  bool monitor = false, perfsim::WorkloadOptions of = {}) {
    apps::SimOptions options;
    options.workload_options = of;
    options.monitor = monitor;
    options.protocol = protocol;
    options.selection.variant = variant;
    options.workload = workload;
    options.limit = 50'000'000;
    return simulated(options);
}

/// How many pairs of the workload litmus see an outcome that SC forbids. Thousands must see other outcomes; otherwise the machine
/// is too calm to tell.
std::uint64_t forbidden_pairs(const std::string& protocol, const std::string& variant, const std::string& machine,
                              const std::string& program) {
    apps::SimOptions options;
    options.protocol = protocol;
    options.selection.variant = variant;
    options.workload = "litmus";
    options.workload_options.settings["program"] = program;
    options.machine = machine;
    options.limit = 50'000'000;
    const auto report = simulated(options);
    CAPTURE(protocol);
    CAPTURE(variant);
    CAPTURE(program);
    CHECK(report.result == "correct");
    const auto& counts = report.counted.counts;
    REQUIRE(counts.size() == 4);
    std::uint64_t pairs = 0;
    for (const auto& counter : counts) pairs += counter.count;
    CHECK(pairs == 64 * 16);
    return counts[3].count;
}

/// On the LSC paper's machine.
void right_on_compute_units(const std::string& protocol, const std::string& variant, const std::string& workload) {
    CAPTURE(workload);
    CAPTURE(variant);
    apps::SimOptions options;
    options.protocol = protocol;
    options.selection.variant = variant;
    options.workload = workload;
    options.machine = "soc";
    options.limit = 50'000'000;
    const auto report = simulated(options);
    CHECK(report.result == "correct");
    CHECK(report.statistics.memory_instructions > 1000);
}

void right_without_leases_or_with_gtsc(const std::vector<std::string>& workloads) {
    for (const auto& workload : workloads)
        for (const char* protocol : {"gtsc", "baseline"})
            for (const char* variant : {"sc", "rc"}) {
                CAPTURE(workload);
                CAPTURE(protocol);
                CAPTURE(variant);
                const auto report = simulate_workload(protocol, variant, workload);
                CHECK(report.result == "correct");
                CHECK(report.statistics.memory_instructions > 1000);
            }
}

void right_with_tc(const std::vector<std::string>& workloads) {
    for (const auto& workload : workloads)
        for (const char* variant : {"sc", "rc", "weak"}) {
            CAPTURE(workload);
            CAPTURE(variant);
            const auto report = simulate_workload("tc", variant, workload);
            CHECK(report.result == "correct");
            if (&workloads == &simple) CHECK((report.statistics.l1_hits > 0) == (workload != "triad"));  // it reads nothing twice
        }
}

}  // namespace

TEST_SUITE("perfsim/workloads") {
    TEST_CASE("workloads are right on a directory protocol, with each core side before it, and what is counted adds up") {
        for (const char* variant : {"sc", "rc"})
            for (const char* workload : {"triad", "hash", "bfs"})
                CHECK(simulate_workload("moesi", variant, workload).result == "correct");
        for (const char* variant : {"scsimple", "scwb", "tso", "tso,forwarding", "rmo", "rmo-lr", "rmo-lr-stores"}) {
            CAPTURE(variant);
            CHECK(simulate_workload("mttop", variant, "hash", true).result == "correct");
        }
        // Stores to a part of a block; loads of other parts find them in the buffer.
        CHECK(simulate_workload("mttop", "tso,forwarding", "bfs").result == "correct");
    }

    TEST_CASE("kernels of flat threads are right on the MTTOP paper's machine, with warps of 8 lanes on a torus") {
        std::vector<std::string> all = flat;
        all.insert(all.end(), {"barnes-hut", "bfs"});
        for (const std::string& workload : all) {
            CAPTURE(workload);
            apps::SimOptions options;
            options.protocol = "mttop";
            options.selection.variant = "scsimple";
            options.workload = workload;
            options.machine = "mttop";
            options.limit = 50'000'000;
            const auto report = simulated(options);
            CHECK(report.result == "correct");
            CHECK(report.statistics.most_warps == 1024);  // every one of 8192 threads
            CHECK(report.statistics.flit_hops > 0);
        }
    }

    TEST_CASE(
        "kernels that synchronize are right on the LSC paper's compute units, whether loads are old until they acquire or not, "
        "and what is counted adds up") {
        for (const char* workload :
             {"hash", "bfs", "barnes-hut", "placement", "stencil", "owned-locks", "convolution", "transfers", "bitonic", "spmv",
              "array", "dgemm"})
            for (const char* variant : {"software-coherent", "hardware-coherent"})
                right_on_compute_units("apu", variant, workload);
    }

    TEST_CASE(
        "and on those with mutexes, as written, repaired and without mutexes: GL1s stay coherent by the invalidations of a "
        "tagless directory") {
        for (const char* workload : {"hash", "transfers", "bitonic", "spmv", "array", "dgemm", "bfs", "convolution"})
            for (const char* variant : {"as-written", "repaired", "one-at-a-time"})
                right_on_compute_units("lsc", variant, workload);
    }

    TEST_CASE("mini-applications with a launch a pass are right, on compute units with HRF and lockstep SC, and with warps") {
        for (const auto& workload : mini_applications) {
            right_on_compute_units("apu", "", workload);
            right_on_compute_units("lsc", "repaired", workload);
            CAPTURE(workload);
            CHECK(simulate_workload("gtsc", "rc", workload, false, {1, 3}).result == "correct");
        }
        CHECK(simulate_workload("gtsc", "rc", "hpgmg", false, {2, 1}).result == "correct");
    }

    TEST_CASE("passes that are launches, and polls that are loads, give the same results") {
        const auto right = [](const char* protocol, const char* variant, const char* workload, const char* setting,
                              const char* value) {
            CAPTURE(protocol);
            CAPTURE(workload);
            apps::SimOptions options;
            options.protocol = protocol;
            options.selection.variant = variant;
            options.workload = workload;
            options.workload_options.settings[setting] = value;
            options.machine = "soc";
            options.limit = 50'000'000;
            const auto report = simulated(options);
            CHECK(report.result == "correct");
            return report.statistics;
        };
        for (const auto& [protocol, variant] : {std::pair{"apu", ""}, {"lsc", "as-written"}, {"lsc", "repaired"}}) {
            CHECK(right(protocol, variant, "fft", "passes", "launches").atomics == 0);
            CHECK(right(protocol, variant, "nn", "passes", "launches").atomics == 0);
            const auto by_loads = right(protocol, variant, "bfs", "polls", "loads");
            CHECK(by_loads.atomics < right(protocol, variant, "bfs", "polls", "atomics").atomics);
        }
    }

    TEST_CASE("threads of CPUs compute the right result with HRF and TSO, and with lockstep SC") {
        for (const auto& system : {std::pair{"apu", ""}, {"lsc", "as-written"}, {"lsc", "repaired"}, {"lsc", "one-at-a-time"}})
            for (const auto& workload : of_cpus) {
                CAPTURE(std::string(system.first));
                CAPTURE(std::string(system.second));
                apps::SimOptions options;
                options.protocol = system.first;
                options.selection.variant = system.second;
                options.workload = workload;
                options.machine = "soc";
                options.limit = 10'000'000;
                const auto report = simulated(options);
                CHECK(report.result == "correct");
                CHECK(report.statistics.cpus.loads > 1000);
                CHECK(report.statistics.memory_instructions == 0);
            }
    }

    TEST_CASE("litmus tests at full speed show what SC forbids where a core or a protocol is weaker, and nowhere else") {
        for (const char* program : {"mp", "sb"}) {
            for (const char* variant : {"repaired", "loads-return", "one-at-a-time"})
                CHECK(forbidden_pairs("lsc", variant, "soc", program) == 0);
            for (const char* variant : {"scsimple", "scwb"}) CHECK(forbidden_pairs("mttop", variant, "mttop", program) == 0);
            CHECK(forbidden_pairs("gtsc", "sc", "paper", program) == 0);
            CHECK(forbidden_pairs("gtsc", "rc", "paper", program) > 0);
            CHECK(forbidden_pairs("incoherent", "", "paper", program) > 0);
        }
        CHECK(forbidden_pairs("lsc", "as-written", "soc", "mp") > 0);
        for (const char* variant : {"tso", "rmo"}) {
            CHECK(forbidden_pairs("mttop", variant, "mttop", "mp") == 0);  // loads wait for loads
            CHECK(forbidden_pairs("mttop", variant, "mttop", "sb") > 0);
        }
        CHECK(forbidden_pairs("mttop", "rmo-lr", "mttop", "mp") > 0);
    }

    TEST_CASE("each flit and each byte is paid, in every workload on every protocol, whenever the run is looked at") {
        int runs = 0, paid = 0;  // in all; and with something to pay
        for (const auto& [protocol, variant] : {std::pair{"baseline", "rc"},
                                                {"incoherent", "rc"},
                                                {"gtsc", "rc"},
                                                {"tc", "rc"},
                                                {"moesi", "rc"},
                                                {"mttop", "tso"},
                                                {"rsp", "repaired"},
                                                {"apu", "software-coherent"},
                                                {"apu", "hardware-coherent"},
                                                {"lsc", "repaired"}})
            for (const auto& workload : perfsim::workloads()) {
                const bool has_cpus = std::string(protocol) == "apu" || std::string(protocol) == "lsc";
                if (workload.name == "trace" || (workload.name == "cpu-pipeline" && !has_cpus)) continue;
                apps::SimOptions options;
                options.protocol = protocol;
                options.selection.variant = variant;
                options.workload = workload.name;
                CAPTURE(options.protocol);
                CAPTURE(options.selection.variant);
                CAPTURE(options.workload);
                options.machine = workload.name == "cpu-pipeline" ? "soc" : "neutral";
                options.limit = 10'000;
                const auto report = apps::simulate(options);
                const auto& s = report.statistics;
                const auto machine = apps::whole_machine(options);
                CHECK(energy_does_not_add_up(s, report.energy, perfsim::machine_from(machine.text, machine.name)) == "");
                ++runs;
                paid += s.request_flits + s.cpus.flits > 0;
                CHECK(s.l2_misses <= s.l2_asked);
                CHECK(s.l2_asked <= s.l2_lookups);
            }
        CHECK(10 * paid > 9 * runs);
    }

    TEST_CASE("every workload is in one of the groups that are tested here") {
        std::vector<std::string> tested, all;
        for (const auto& group :
             {simple, sharing, independent, on_graphs, with_locks, of_compute_units, mini_applications, flat, of_cpus,
              measuring, watching, replayed})
            tested.insert(tested.end(), group.begin(), group.end());
        for (const auto& workload : perfsim::workloads()) all.push_back(workload.name);
        std::sort(tested.begin(), tested.end());
        std::sort(all.begin(), all.end());
        CHECK(tested == all);
    }

    TEST_CASE("simple workloads compute the right result with G-TSC and without private caches") {
        right_without_leases_or_with_gtsc(simple);
    }
    TEST_CASE("workloads that share data compute the right result with G-TSC and without private caches") {
        right_without_leases_or_with_gtsc(sharing);
    }
    TEST_CASE("independent workloads compute the right result with G-TSC and without private caches") {
        right_without_leases_or_with_gtsc(independent);
    }
    TEST_CASE("simple workloads compute the right result with Temporal Coherence") { right_with_tc(simple); }
    TEST_CASE("workloads that share data compute the right result with Temporal Coherence") { right_with_tc(sharing); }
    TEST_CASE("independent workloads compute the right result with Temporal Coherence") { right_with_tc(independent); }

    TEST_CASE("workloads compute the right result from other data and at other sizes") {
        for (const char* workload : {"barnes-hut", "graph-cuts", "octree", "placement", "gaussian", "hotspot", "kmeans"}) {
            CAPTURE(workload);
            CHECK(simulate_workload("gtsc", "rc", workload, false, {2, 7}).result == "correct");
        }
    }

    TEST_CASE("the monitor finds nothing with TC-Strong, and stops a store that does not wait at the first old copy") {
        const auto good = simulate_workload("tc", "rc", "hash", true);
        CHECK(good.result == "correct");
        CHECK(good.judged > 100'000);
        CHECK(good.judging > 0);
        CHECK(simulate_workload("tc", "rc,impatient", "bfs", true).result.starts_with("single-writer does not hold"));
    }

    TEST_CASE("with caches that nobody invalidates, kernels that share data go wrong, and others do not") {
        for (const char* workload : {"bfs", "stencil", "hash", "barnes-hut", "graph-cuts", "octree", "placement"}) {
            CAPTURE(workload);
            CHECK(simulate_workload("incoherent", "rc", workload).result != "correct");
        }
        for (const char* workload :
             {"triad", "matmul", "array", "dgemm", "coulomb", "gaussian", "hotspot", "kmeans", "backprop"}) {
            CAPTURE(workload);
            CHECK(simulate_workload("incoherent", "rc", workload).result == "correct");
        }
    }

    TEST_CASE("rows that are read while a store to them is under way meet what G-TSC's V-A is about, each choice in its way") {
        const auto delayed = simulate_workload("gtsc", "rc", "relaxation").statistics,
                   old = simulate_workload("gtsc", "rc,keep-old", "relaxation").statistics;
        CHECK(delayed.outcome("load_waits_for_store") > 1000);
        CHECK(delayed.outcome("load_hit_under_store") == 0);
        CHECK(old.outcome("load_hit_under_store") > 1000);
        CHECK(delayed.cycles != old.cycles);
    }

    TEST_CASE("the wrong result of the incoherent search is a wrong distance") {
        CHECK(simulate_workload("incoherent", "rc", "bfs").result.starts_with("distance["));
    }

    TEST_CASE("the monitor finds nothing with G-TSC, and stops the incoherent machine at its first stale copy") {
        const auto good = simulate_workload("gtsc", "rc", "hash", true);
        CHECK(good.result == "correct");
        CHECK(good.judged > 100'000);
        CHECK(good.statistics.cycles == simulate_workload("gtsc", "rc", "hash").statistics.cycles);
        CHECK(simulate_workload("incoherent", "rc", "hash", true).result.starts_with("single-writer does not hold"));
    }

    TEST_CASE("the counts of a run fit together") {
        const auto s = simulate_workload("gtsc", "rc", "bfs").statistics;
        CHECK(s.loads + s.stores + s.atomics + s.fences == s.memory_instructions);
        std::uint64_t flits = 0, sm_cycles = 0;
        for (const auto& t : s.traffic) flits += t.flits;
        for (const auto& c : s.stalled) sm_cycles += c.count;
        CHECK(flits == s.request_flits + s.response_flits + s.bank_flits);
        CHECK(sm_cycles == static_cast<std::uint64_t>(s.cycles) * 16);
        CHECK(s.dram_writes == s.write_backs);
    }

    TEST_CASE(
        "an atomic that does not say how it synchronizes ends the run where accesses have scopes, with its warp, and leaves "
        "nobody waiting") {
        const auto report = simulate_workload("rsp", "repaired", "hash");
        CHECK_FALSE(report.right);
        CHECK(report.result.find(" does an atomic that does not say how it synchronizes, where accesses have scopes") !=
              std::string::npos);
    }

    TEST_CASE("the same seed takes the same number of cycles") {
        const auto once = simulate_workload("gtsc", "rc", "triad"), again = simulate_workload("gtsc", "rc", "triad");
        CHECK(once.statistics.cycles == again.statistics.cycles);
        CHECK(once.statistics.response_flits == again.statistics.response_flits);
    }
}

}  // namespace tandem::tests
