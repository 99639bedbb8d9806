// The workload `micro` measures what can be computed from the machine file: latencies to the cycle, rates as near as a stated
// reason allows.
#include <doctest/doctest.h>

#include "apps/common/usage_error.hpp"
#include "apps/sim/sim.hpp"
#include "perfsim/machine_text.hpp"
#include "perfsim/workloads/lanes.hpp"
#include "tests/perfsim/bench.hpp"

namespace tandem::tests {

namespace {

using perfsim::Quantity;

/// The first quantity of the report, cycles.
Quantity measured(const std::string& protocol, const std::string& measure,
                  const perfsim::MachineDescription& machine = without_refresh()) {
    apps::SimOptions options;
    options.protocol = protocol;
    options.workload = "micro";
    options.workload_options.settings = {{"measure", measure}};
    options.limit = 5'000'000;
    const apps::SimReport report = apps::simulate(options, machine, perfsim::default_energy_table());
    CHECK(report.result == "correct");
    REQUIRE(!report.counted.quantities.empty());
    return report.counted.quantities.front();
}

void to_the_cycle(const std::string& protocol, const std::string& measure,
                  const perfsim::MachineDescription& machine = without_refresh()) {
    CAPTURE(protocol);
    CAPTURE(measure);
    const Quantity q = measured(protocol, measure, machine);
    CHECK(q.value == q.closed_form);
}

/// A rate at most so much below the closed form, and not above it.
void near_the_form(const std::string& protocol, const std::string& measure, double below,
                   const perfsim::MachineDescription& machine = without_refresh()) {
    CAPTURE(protocol);
    CAPTURE(measure);
    const Quantity q = measured(protocol, measure, machine);
    CAPTURE(q.value);
    CAPTURE(q.closed_form);
    CHECK(q.value >= 0.995 * q.closed_form);
    CHECK(q.value <= (1 + below) * q.closed_form);
}

}  // namespace

TEST_SUITE("perfsim/micro workload") {
    TEST_CASE("latencies are those of the machine file, to the cycle") {
        for (const char* protocol : {"baseline", "gtsc", "incoherent"})
            for (const char* measure : {"l1-latency", "l2-latency", "row-hit-latency", "row-miss-latency"})
                to_the_cycle(protocol, measure);
    }

    TEST_CASE("on a machine with a directory behind L2 a load goes to it and back, and so do atomics on one word") {
        perfsim::MachineDescription m = perfsim::machine_from(perfsim::library_machine("soc"), "soc");
        m.dram.refresh_interval = 0;
        for (const char* measure : {"l1-latency", "l2-latency", "row-hit-latency", "row-miss-latency"})
            to_the_cycle("apu", measure, m);
        near_the_form("apu", "one-word", 0.02, m);
        m.directory.distance = 17;
        m.directory.latency = 29;
        m.l3.latency = 5;
        for (const char* measure : {"row-hit-latency", "row-miss-latency"}) to_the_cycle("apu", measure, m);
        near_the_form("apu", "one-word", 0.02, m);
    }

    TEST_CASE("a directory with the channels and the width of all banks passes as much as they do") {
        perfsim::MachineDescription m = perfsim::machine_from(perfsim::library_machine("neutral"), "neutral");
        m.dram.refresh_interval = 0;
        for (const char* measure : {"l1-latency", "l2-latency", "row-hit-latency", "row-miss-latency"})
            to_the_cycle("apu", measure, m);
        m.dram.transfer = 12;
        near_the_form("apu", "dram-bandwidth", 0.1, m);
        CHECK(measured("apu", "dram-bandwidth", m).closed_form == 12.0 / 8);
        m.directory.channels = 1;
        CHECK(measured("apu", "dram-bandwidth", m).closed_form == 12);
        near_the_form("apu", "dram-bandwidth", 0.1, m);
    }

    TEST_CASE("divergent loads read a tag a cycle and port, and blocks that are written pass DRAM twice") {
        perfsim::MachineDescription m = without_refresh();
        near_the_form("gtsc", "divergent-loads", 0.03, m);
        m.l1.ports = 4;
        near_the_form("gtsc", "divergent-loads", 0.03, m);
        near_the_form("baseline", "divergent-loads", 0.03, m);
        m.dram.transfer = 24;  // so that the bus is the bound, and not its turning round
        m.l2.bytes /= 8;
        near_the_form("gtsc", "dram-writes", 0.35, m);
    }

    TEST_CASE("where blocks are sectors an instruction touches all of its tag, and a choice of banks by address is refused") {
        const auto m = perfsim::machine_from(perfsim::library_machine("volta"), "volta");
        for (const char* measure : {"l1-latency", "l2-latency"}) to_the_cycle("gtsc", measure, m);
        for (const char* measure : {"l1-bandwidth", "divergent-loads"}) near_the_form("gtsc", measure, 0.03, m);
        CHECK(m.blocks.bytes / measured("gtsc", "divergent-loads", m).closed_form == 128);
        CHECK_THROWS_WITH_AS(measured("gtsc", "row-hit-latency", m), doctest::Contains("l2.hashed = 0"), apps::UsageError);
    }

    TEST_CASE("a load that passes a store waits for a mutex: the way to the pool and back") {
        constexpr std::uint32_t turns = 16;
        const auto took = [](int distance) {
            Bench bench{"lsc", "repaired", perfsim::machine_from(perfsim::library_machine("soc"), "soc")};
            bench.machine.dram.refresh_interval = 0;
            bench.machine.cpus.count = 0;
            bench.machine.directory.distance = 400;  // so that a store is under way all the time
            bench.machine.pool.distance = distance;
            const auto kernel = [](perfsim::Warp& w) -> perfsim::Kernel {
                co_await w.load(perfsim::every(0), 1);
                for (std::uint32_t i = 1; i <= turns; ++i) {
                    co_await w.store(perfsim::every(64 * i), perfsim::every(i), 1);
                    co_await w.load(perfsim::every(0), 1);
                    co_await w.fence();
                }
            };
            return bench.run(1, 1, [](perfsim::Memory& m) { m.allocate(16 * (turns + 1)); }, kernel).cycles;
        };
        // At the end the last mutex is on its way back to the pool.
        CHECK(took(20) - took(10) == (turns * 2 + 1) * 10);
        CHECK(took(40) - took(20) == (turns * 2 + 1) * 20);
    }

    TEST_CASE("a queue before a bank that is shorter than its latency passes what it holds in that time") {
        perfsim::MachineDescription m = without_refresh();
        m.l2.queue = 10;  // 10 in 121 cycles
        for (const char* measure : {"to-bank", "from-bank"}) near_the_form("baseline", measure, 0.01, m);
        CHECK(measured("baseline", "to-bank", m).closed_form == doctest::Approx(12.1));
    }

    TEST_CASE("each line of the machine file that is of a latency moves it") {
        perfsim::MachineDescription m = without_refresh();
        m.l1.latency = 23;
        m.l2.latency = 77;
        m.network.latency = 9;
        m.dram.column = 17;
        m.dram.activate = 13;
        m.dram.latency = 55;
        for (const char* measure : {"l1-latency", "l2-latency", "row-hit-latency", "row-miss-latency"})
            to_the_cycle("gtsc", measure, m);
    }

    TEST_CASE("on a torus of warps with fewer lanes a load takes its hops besides, and ports pass what they say") {
        perfsim::MachineDescription m = perfsim::machine_from(perfsim::library_machine("mttop"), "mttop");
        m.dram.refresh_interval = 0;
        for (const int hop_latency : {2, 5}) {
            m.network.hop_latency = hop_latency;
            for (const char* measure : {"l1-latency", "l2-latency"}) to_the_cycle("gtsc", measure, m);
        }
        m.network.hop_latency = 2;
        for (const char* measure : {"from-sm", "to-bank", "to-sm", "one-word"}) near_the_form("gtsc", measure, 0.02, m);
    }

    TEST_CASE("leases of physical time expire before a block is read again, and then L2 answers") {
        CHECK(measured("tc", "l1-latency").value == measured("tc", "l2-latency").value);
    }

    TEST_CASE("the network's ports, one word and one bank of DRAM pass as much as the machine file says") {
        for (const char* protocol : {"baseline", "gtsc"})
            for (const char* measure : {"from-sm", "to-bank", "from-bank", "to-sm", "one-word", "one-dram-bank"})
                near_the_form(protocol, measure, 0.005);
    }

    TEST_CASE("a narrower network passes less") {
        perfsim::MachineDescription m = without_refresh();
        m.network.flit_bytes = 16;
        for (const char* measure : {"from-sm", "to-bank", "from-bank", "to-sm"}) near_the_form("baseline", measure, 0.005, m);
    }

    TEST_CASE("L1 passes a block a cycle, or less where its unit takes in few instructions at a time") {
        near_the_form("gtsc", "l1-bandwidth", 0.03);
        perfsim::MachineDescription m = without_refresh();
        m.l1.latency = 7;
        CHECK(measured("gtsc", "l1-bandwidth", m).closed_form * m.sms.count == 4);
        near_the_form("gtsc", "l1-bandwidth", 0.03, m);
    }

    // If packets of several SMs meet at several banks, some wait behind others for another bank, and the form is a bound.
    TEST_CASE("L2 and distinct words come near the bound of all ports") {
        near_the_form("baseline", "l2-bandwidth", 0.1);
        near_the_form("gtsc", "l2-bandwidth", 0.1);
        near_the_form("baseline", "distinct-words", 0.25);
    }

    // A stream of many SMs opens and closes rows; here the network's ports would be the bound.
    TEST_CASE("DRAM comes near its bus where that is the bound, and all banks hide their rows behind it") {
        perfsim::MachineDescription m = without_refresh();
        m.dram.transfer = 12;
        near_the_form("baseline", "dram-bandwidth", 0.1, m);
        near_the_form("baseline", "all-dram-banks", 0.1, m);
    }

    TEST_CASE("a protocol without an L1 says so, and a measure or a machine that does not do is refused in one line") {
        apps::SimOptions options;
        options.protocol = "baseline";
        options.workload = "micro";
        CHECK(apps::simulate(options).counted.notes.front().find("no L1") != std::string::npos);
        options.workload_options.settings = {{"measure", "l3-latency"}};
        CHECK_THROWS_WITH_AS(apps::simulate(options), doctest::Contains("l1-latency, l2-latency"), apps::UsageError);
        options.workload_options.settings = {{"measure", "l2-latency"}};
        perfsim::MachineDescription m = without_refresh();
        m.l2.bytes = 4 * m.blocks.bytes * m.l2.ways;
        CHECK_THROWS_WITH_AS(apps::simulate(options, m, perfsim::default_energy_table()), doctest::Contains("needs an L2"),
                             apps::UsageError);
    }

    // ---- buffers in flits: the whole machine

    TEST_CASE("kernels end and are right with buffers of any number of flits, with what cannot fit into them as well") {
        for (const char* protocol : {"baseline", "gtsc", "tc", "incoherent"})
            for (const int flits : {1, 4, 9, 24}) {
                CAPTURE(protocol);
                CAPTURE(flits);
                perfsim::MachineDescription m = without_refresh();
                m.network.input_flits = m.network.output_flits = flits;
                apps::SimOptions options;
                options.protocol = protocol;
                options.workload = protocol == std::string("incoherent") ? "triad" : "hash";
                options.limit = 20'000'000;
                CHECK(apps::simulate(options, m, perfsim::default_energy_table()).result == "correct");
            }
    }

    TEST_CASE(
        "a port passes as many flits from a buffer of two large packets as from a longer one, and fewer from a buffer of one") {
        perfsim::MachineDescription m = without_refresh();
        m.network.input_flits = m.network.output_flits = 24;
        near_the_form("baseline", "to-sm", 0.005, m);
        near_the_form("baseline", "from-sm", 0.005, m);
        m.network.output_flits = 5;  // the next packet waits until this one has been taken in
        // In the cycle after that, or in the same one if the crossbar is awake for another output.
        const Quantity one = measured("baseline", "to-sm", m);
        CHECK(one.value >= 5 + m.network.latency);
        CHECK(one.value <= 5 + m.network.latency + 1);
    }
}

}  // namespace tandem::tests
