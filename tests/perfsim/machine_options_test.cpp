// Parts of a machine that are off unless its file has them: what each does, in closed form.
#include <doctest/doctest.h>

#include <fstream>

#include "apps/sim/sim.hpp"
#include "perfsim/machine_text.hpp"
#include "perfsim/workloads/lanes.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/perfsim/bench.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

using namespace perfsim;

/// Cycles of a load when one lane reads words that are `stride` bytes apart, again and again; all have been touched once.
double cycles_of_a_load(const Bench& bench, std::uint32_t length, std::uint32_t stride) {
    const auto after = [&](std::uint32_t loads) {
        const auto read = [=](Warp& w) -> Kernel {
            for (std::uint32_t i = 0; i < loads; ++i) co_await w.load(every(i % length * stride), 1);
        };
        return static_cast<double>(bench.run(1, 1, [&](Memory& memory) { memory.allocate(length * stride / 4); }, read).cycles);
    };
    return (after(3 * length) - after(length)) / (2 * length);
}

/// All SMs read down a column of a matrix whose rows are as long as all banks are wide: cycles a block.
double cycles_of_a_column(const Bench& bench, int sms) {
    constexpr std::uint32_t rows = 512, each = 4;
    const auto stride = static_cast<std::uint32_t>(bench.machine.l2.partitions * bench.machine.blocks.bytes);
    const auto after = [&](std::uint32_t turns) {
        const auto read = [=](Warp& w) -> Kernel {
            const auto first = static_cast<std::uint32_t>(w.warp()) * each;
            for (std::uint32_t i = 0; i < turns * each; ++i) co_await w.load(every((first + i % each) % rows * stride), 1);
        };
        return static_cast<double>(bench.run(sms, 48, [&](Memory& memory) { memory.allocate(rows * stride / 4); }, read).cycles);
    };
    return (after(9) - after(1)) / (8.0 * each * 48 * sms);
}

/// The order in which four warps of one scheduler issue three instructions each.
std::string issued(const Bench& bench) {
    std::string order;
    bench.run(1, 4, [](Memory&) {}, [&order](Warp& w) -> Kernel {
        for (int i = 0; i < 3; ++i) {
            co_await w.compute(1);
            order += static_cast<char>('0' + w.warp_in_block);
        }
    });
    return order;
}

}  // namespace

TEST_SUITE("perfsim/machine options") {
    TEST_CASE("warps issue greedily, in turn, or in turn within a group") {
        Bench bench{"incoherent"};
        bench.machine.sms.schedulers = 1;
        bench.machine.sms.arithmetic_latency = 0;
        CHECK(issued(bench) == "000111222333");
        bench.machine.sms.scheduling = 1;
        CHECK(issued(bench) == "012301230123");
        bench.machine.sms.scheduling = 2;
        bench.machine.sms.group_warps = 2;
        CHECK(issued(bench) == "010101232323");
        bench.machine.sms.group_warps = 48;
        CHECK(issued(bench) == "012301230123");
    }

    TEST_CASE("a column whose rows are as long as the banks are wide keeps one bank busy, or all where partitions are hashed") {
        Bench bench{"baseline"};
        const int sms = bench.machine.sms.count, answer = 2;  // 32 bytes and a header are two flits
        CHECK(cycles_of_a_column(bench, sms) == doctest::Approx(answer).epsilon(0.03));
        bench.machine.l2.hashed = 1;
        CHECK(cycles_of_a_column(bench, sms) < 1.5 * answer / bench.machine.l2.partitions);
    }

    TEST_CASE("a bank performs an atomic lane by lane, if so many lanes a cycle are slower than its port") {
        const auto each = [](int lanes) {
            Bench bench{"baseline"};
            bench.machine.l2.atomic_lanes = lanes;
            const auto run = bench.run(
                bench.machine.sms.count, 8, [](Memory& memory) { memory.allocate(std::size_t{words_per_block}); },
                [](Warp& w) -> Kernel {
                    for (int i = 0; i < 50; ++i) co_await w.atomic(AtomicOperation::add, every(0), every(1));
                });
            return static_cast<double>(run.cycles) / static_cast<double>(run.counts.atomics);
        };
        CHECK(each(0) == doctest::Approx(5).epsilon(0.03));
        CHECK(each(8) == doctest::Approx(5).epsilon(0.03));
        CHECK(each(4) == doctest::Approx(8).epsilon(0.03));
        CHECK(each(1) == doctest::Approx(32).epsilon(0.03));
    }

    TEST_CASE("blocks that share a tag take a way each time they are alone in it") {
        Bench bench{"incoherent"};
        bench.machine.blocks.bytes = 32;
        const auto lines = static_cast<std::uint32_t>(bench.machine.l1.bytes) / 32;
        const double hit = bench.machine.l1.latency + 1;
        CHECK(cycles_of_a_load(bench, lines / 2, 128) == hit);
        bench.machine.l1.sectors = bench.machine.l2.sectors = 4;
        CHECK(cycles_of_a_load(bench, lines / 4, 128) == hit);  // a way for each
        CHECK(cycles_of_a_load(bench, lines / 2, 128) > 50 * hit);
        CHECK(cycles_of_a_load(bench, lines, 32) == hit);
    }

    TEST_CASE("protocols compute what is right where blocks are sectors and banks are hashed") {
        const std::string text = R"(base = "neutral"
[blocks]
bytes = 32
[l1]
sectors = 4
bytes = 2048
ways = 4
[l2]
sectors = 4
hashed = 1
atomic_lanes = 4
bytes = 4096
[dram]
write_queue = 8
write_high = 6
write_low = 2
)";
        const MachineDescription machine = machine_from(text, "sectored");
        for (const std::pair<std::string, std::string> text :
             {std::pair{"gtsc", "rc"}, {"tc", "rc"}, {"moesi", "rc"}, {"mttop", "tso"}, {"apu", ""}, {"lsc", "repaired"}}) {
            apps::SimOptions options;
            options.protocol = text.first;
            options.selection.variant = text.second;
            options.workload = "hash";
            options.monitor = text.first == "gtsc" || text.first == "moesi";
            CAPTURE(text.first);
            CHECK(apps::simulate(options, machine).result.starts_with("correct"));
        }
    }

    TEST_CASE("a log of a run gives words the addresses that the kernel uses, wherever blocks lie") {
        const TemporaryFolder folder;
        const std::string machine = folder.path() / "hashed.toml";
        std::ofstream(machine) << "[blocks]\nbytes = 64\n[l2]\nhashed = 1\nsectors = 2\n";
        const Run run = tandem({"sim", "gtsc", "--workload", "random", "--audit", "sc", "--machine", machine.c_str()});
        CHECK(run.status == 0);
        CHECK(run.out.find("allowed") != std::string::npos);
    }
}

}  // namespace tandem::tests
