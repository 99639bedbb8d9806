// Each number of a machine file matters in some run, and what a report says nothing reads changes nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "apps/sim/sim.hpp"
#include "apps/sim/unread_keys.hpp"
#include "perfsim/machine_text.hpp"
#include "tests/perfsim/bench.hpp"

namespace tandem::tests {

namespace {

struct RunOf {
    const char *protocol, *variant, *workload, *machine;
};
/// Small runs in which some number matters.
struct Small {
    static constexpr RunOf triad{"gtsc", "rc", "triad", "paper"}, hash{"gtsc", "rc", "hash", "paper"},
        tiles{"gtsc", "rc", "matmul", "paper"}, without_l1{"baseline", "rc", "hash", "paper"},
        in_time{"tc", "rc", "hash", "paper"}, fifos{"rsp", "repaired", "owned-locks", "rsp"},
        few_lanes{"gtsc", "rc", "store-mix", "paper"}, charges{"gtsc", "rc", "coulomb", "paper"},
        rows{"gtsc", "rc", "gaussian", "paper"}, units{"apu", "", "convolution", "soc"},
        tagless{"lsc", "as-written", "convolution", "soc"}, mutexes{"lsc", "repaired", "hash", "soc"},
        neutral{"apu", "", "convolution", "neutral"}, neutral_pool{"lsc", "repaired", "hash", "neutral"},
        cpus{"lsc", "repaired", "cpu-pipeline", "soc"}, many_blocks{"apu", "", "random", "soc"};
};

/// With this value in place of the machine's, and the rest in both, the run takes other cycles.
struct Matters {
    const char* key;
    int value;
    RunOf run;
    std::vector<std::pair<const char*, int>> also = {};
};
const std::vector<std::pair<const char*, int>> buffers_of_packets{{"network.input_flits", 0}, {"network.output_flits", 0}},
    on_a_torus{{"network.torus_columns", 4}, {"network.torus_rows", 2}};
const Matters numbers_that_matter[] = {
    {"blocks.bytes", 64, Small::triad},
    {"sms.count", 8, Small::triad},
    {"sms.lanes", 16, Small::few_lanes},
    {"sms.issue_cycles", 4, Small::tiles},
    {"sms.warps", 16, Small::triad},
    {"sms.thread_blocks", 2, Small::triad},
    {"sms.schedulers", 1, Small::tiles},
    {"sms.scheduling", 1, Small::tiles},
    {"sms.group_warps", 2, Small::tiles, {{"sms.scheduling", 2}}},
    {"sms.pipeline", 8, Small::triad},
    {"sms.arithmetic_latency", 20, Small::triad},
    {"sms.special_latency", 80, Small::charges},
    {"sms.division_latency", 300, Small::rows},
    {"sms.shared_bytes", 16384, Small::tiles},
    {"sms.shared_banks", 4, Small::tiles},
    {"sms.shared_latency", 50, Small::tiles},
    {"sms.launch_cycles", 1000, Small::triad},
    {"l1.bytes", 4096, Small::hash},
    {"l1.ways", 1, Small::tiles},
    {"l1.latency", 9, Small::triad},
    {"l1.ports", 32, Small::hash},
    {"l1.mshr_entries", 64, Small::hash},
    {"l1.mshr_merges", 1, Small::hash},
    {"l1.mshr_incremental", 0, Small::hash},
    {"l1.bypass_bytes", 128, Small::without_l1},
    {"l1.fifo", 65, Small::fifos},
    {"l2.partitions", 4, Small::triad},
    {"l2.bytes", 8192, Small::hash},
    {"l2.ways", 1, Small::hash, {{"l2.bytes", 8192}}},
    {"l2.latency", 30, Small::triad},
    {"l2.queue", 8, Small::triad},
    {"l2.mshr_entries", 2, Small::triad},
    {"l1.sectors", 4, Small::hash, {{"blocks.bytes", 32}, {"l2.sectors", 4}, {"l1.bytes", 4096}}},
    {"l2.sectors", 4, Small::triad, {{"blocks.bytes", 32}}},
    {"l2.hashed", 1, Small::triad},
    {"l2.atomic_lanes", 1, Small::hash},
    {"l2.rehash", 1, Small::tagless},
    {"l2.events", 1, Small::units},
    {"directory.events", 1, Small::units},
    {"network.port_flits", 1, Small::units},
    {"directory.distance", 20, Small::units},
    {"directory.latency", 60, Small::units},
    {"directory.queue", 1, Small::units},
    {"directory.mshr_entries", 1, Small::units},
    {"directory.channels", 1, Small::neutral},
    {"directory.port_flits", 1, Small::neutral},
    {"pool.packets", 1, Small::neutral_pool},
    {"l3.bytes", 4096, Small::mutexes},
    {"l3.ways", 1, Small::mutexes, {{"l3.bytes", 8192}}},
    {"l3.latency", 80, Small::mutexes},
    {"pool.distance", 90, Small::mutexes},
    {"pool.entries", 1, Small::mutexes},
    {"cpus.count", 1, Small::cpus},
    {"cpus.steps", 1, Small::cpus},
    {"cpus.width", 1, Small::cpus},
    {"cpus.rob", 2, Small::cpus},
    {"cpus.loads", 1, Small::cpus},
    {"cpus.stores", 1, Small::cpus},
    {"cpus.buffered", 1, Small::cpus},
    {"cpus.mrf", 2, Small::cpus},
    {"cpus.counts", 1, Small::cpus},
    {"cpus.arithmetic_latency", 9, Small::cpus},
    {"cpus.special_latency", 90, Small::cpus},
    {"cpus.division_latency", 90, Small::cpus},
    {"cpus.l1_bytes", 128, Small::many_blocks},
    {"cpus.l1_ways", 1, Small::cpus, {{"cpus.l1_bytes", 256}}},
    {"cpus.l1_latency", 12, Small::cpus},
    {"cpus.bytes", 512, Small::many_blocks, {{"cpus.l1_bytes", 128}}},
    {"cpus.ways", 1, Small::many_blocks, {{"cpus.l1_bytes", 128}, {"cpus.bytes", 512}}},
    {"cpus.latency", 90, Small::cpus},
    {"cpus.mshr_entries", 1, Small::many_blocks},
    {"cpus.distance", 20, Small::cpus},
    {"network.flit_bytes", 16, Small::triad},
    {"network.latency", 20, Small::triad},
    {"network.header_bytes", 40, Small::triad},
    {"network.input_packets", 1, Small::triad, buffers_of_packets},
    {"network.output_packets", 1, Small::triad, buffers_of_packets},
    {"network.input_flits", 6, Small::triad},
    {"network.output_flits", 6, Small::triad},
    {"network.torus_columns", 2, Small::triad, on_a_torus},
    {"network.torus_rows", 4, Small::triad, on_a_torus},
    {"network.hop_latency", 9, Small::triad, on_a_torus},
    {"network.channel_flits", 1, Small::triad, on_a_torus},
    {"dram.banks", 2, Small::triad},
    {"dram.row_blocks", 1, Small::triad},
    {"dram.queue", 2, Small::triad},
    {"dram.latency", 10, Small::triad},
    {"dram.activate", 40, Small::triad},
    {"dram.precharge", 40, Small::triad},
    {"dram.column", 30, Small::triad},
    {"dram.row_active", 90, Small::triad},
    {"dram.transfer", 9, Small::triad},
    {"dram.write_recovery", 90, Small::triad},
    {"dram.row_to_row", 40, Small::triad},
    {"dram.row_cycle", 200, Small::triad},
    {"dram.column_to_column", 9, Small::triad},
    {"dram.bank_groups", 1, Small::triad},
    {"dram.column_in_group", 12, Small::triad},
    {"dram.write_latency", 9, Small::triad},
    {"dram.write_to_read", 20, Small::triad},
    {"dram.bus_turnaround", 12, Small::triad},
    {"dram.refresh_interval", 900, Small::triad},
    {"dram.refresh", 400, Small::triad},
    {"dram.four_activations", 200, Small::triad},
    {"dram.write_queue", 32, Small::triad, {{"dram.write_high", 28}, {"dram.write_low", 16}}},
    {"dram.write_high", 4, Small::triad, {{"dram.write_queue", 32}, {"dram.write_high", 28}, {"dram.write_low", 2}}},
    {"dram.write_low", 25, Small::triad, {{"dram.write_queue", 32}, {"dram.write_high", 28}, {"dram.write_low", 2}}},
    {"timestamps.bits", 6, Small::hash},
    {"timestamps.cycle_bits", 64, Small::in_time, {{"network.flit_bytes", 4}}},
    {"timestamps.lease", 2, Small::hash, {{"timestamps.bits", 6}}},
    {"timestamps.lease_cycles", 1000, Small::in_time},
};

/// Cycles of the run on its machine with these numbers.
perfsim::Cycle cycles_of(const RunOf& run, const std::vector<std::pair<const char*, int>>& numbers) {
    std::string text = perfsim::library_machine(run.machine);
    for (const auto& [key, value] : numbers) text = perfsim::with_setting(text, key, value);
    apps::SimOptions options;
    options.protocol = run.protocol;
    options.selection.variant = run.variant;
    options.workload = run.workload;
    options.limit = 50'000'000;
    if (run.workload == std::string("random"))
        options.workload_options.settings = {{"cpus", "2"}, {"addresses", "64"}, {"warps", "2"}};
    const auto report = apps::simulate(options, perfsim::machine_from(text, "test"));
    INFO(report.result);
    CHECK(report.right);
    return report.statistics.cycles;
}

}  // namespace

TEST_SUITE("perfsim/machine_keys") {
    TEST_CASE("each number of a machine matters in some run") {
        std::map<std::string, perfsim::Cycle> known;  // of runs without the key's other value
        for (const Matters& key : numbers_that_matter) {
            CAPTURE(std::string(key.key));
            std::string name = std::string(key.run.protocol) + key.run.workload;
            for (const auto& [other, value] : key.also) name += other + std::to_string(value);
            if (!known.contains(name)) known[name] = cycles_of(key.run, key.also);
            auto numbers = key.also;
            std::erase_if(numbers, [&](const auto& n) { return n.first == std::string(key.key); });
            numbers.emplace_back(key.key, key.value);
            CHECK(cycles_of(key.run, numbers) != known[name]);
        }
    }

    TEST_CASE("registers matter where a launch states them") {
        const auto took = [](int registers) {
            Bench bench{"baseline"};
            bench.machine.sms.registers = registers;
            perfsim::Launch launch{64 * bench.machine.sms.count, 8,
                                   [](perfsim::Warp& w) -> perfsim::Kernel { co_await w.pause(1000); }};
            launch.registers = 32;
            const auto run = bench.run([](perfsim::Memory&) {}, {launch});
            CHECK(run.counts.states_registers);
            return run.cycles;
        };
        CHECK(took(8192) > took(32768));
    }

    TEST_CASE("no number of a machine that comes with the program is left out here") {
        std::set<std::string> here{"sms.registers", "directory.optional"};  // the latter decides who may run (compare_test.cpp)
        for (const Matters& key : numbers_that_matter) here.insert(key.key);
        for (const auto& machine : perfsim::library_machines())
            for (const auto& [table, settings] : perfsim::parse_settings(machine.text, machine.name).tables)
                for (const auto& [key, setting] : settings) {
                    CAPTURE(machine.name);
                    CHECK(here.contains(table + "." + key));
                }
    }

    TEST_CASE("what a report says that nothing reads changes nothing") {
        for (const RunOf& run :
             {Small::triad, Small::hash, Small::without_l1, Small::in_time, RunOf{"moesi", "rc", "hash", "paper"}, Small::units,
              RunOf{"rsp", "repaired", "owned-locks", "rsp"}, RunOf{"incoherent", "rc", "triad", "paper"}}) {
            CAPTURE(run.protocol);
            apps::SimOptions options;
            options.protocol = run.protocol;
            options.selection.variant = run.variant;
            options.workload = run.workload;
            options.machine = run.machine;
            const auto report = apps::simulate(options);
            const std::string text = perfsim::library_machine(run.machine);
            int keys = 0;
            for (const auto& unread : apps::unread_keys(options, report.statistics))
                for (const std::string& key : unread.keys) {
                    CAPTURE(key);
                    const int value = perfsim::setting_value(text, key);
                    std::optional<perfsim::Cycle> then;
                    for (const int other : {4 * value, value / 4, value + 1, value - 1}) {
                        if (then || other == value) continue;
                        try {
                            then = cycles_of(run, {{key.c_str(), other}});
                        } catch (const perfsim::DescriptionError&) {  // the machine takes another number
                        }
                    }
                    REQUIRE(then.has_value());
                    CHECK(*then == report.statistics.cycles);
                    ++keys;
                }
            CHECK(keys > 3);
        }
    }
}

}  // namespace tandem::tests
