// Energy is of what moves: bytes and not blocks, on caches of their size. sums.hpp checks it on all runs of the tests.
#include "perfsim/energy.hpp"

#include <doctest/doctest.h>

#include <map>

#include "perfsim/machine_text.hpp"
#include "tests/perfsim/bench.hpp"
#include "tests/perfsim/sums.hpp"

namespace tandem::tests {

namespace {

using namespace perfsim;

/// Picojoules by component.
std::map<std::string, double> spent(const Statistics& s, const MachineDescription& m = paper_machine()) {
    std::map<std::string, double> all;
    for (const auto& e : energy_of(s, default_energy_table(), m)) all[e.component] = 1000 * e.nanojoules;
    return all;
}

/// One lane's loads of the first word of a block, so often.
Bench::Run loads_of_a_word(const std::string& protocol, int times) {
    return Bench{protocol}.run(
        1, 1, [](Memory& memory) { memory.allocate(words_per_block); },
        [times](Warp& w) -> Kernel {
            for (int i = 0; i < times; ++i) co_await w.load(Lanes{}, 1);
        });
}

}  // namespace

TEST_SUITE("perfsim/energy") {
    TEST_CASE("L2 is charged for the bytes that it takes in and gives out, and not for a block each time") {
        const EnergyTable t = default_energy_table();
        const auto once = loads_of_a_word("baseline", 1).counts, often = loads_of_a_word("baseline", 11).counts;
        CHECK(once.l2_bytes == 128 + 32);  // the block comes in, and 32 bytes go out
        CHECK(often.l2_bytes == 128 + 11 * 32);
        CHECK(spent(often)["L2"] - spent(once)["L2"] == doctest::Approx(10 * (t.l2_lookup + 32 * t.l2_byte)));
    }

    TEST_CASE("a renewal without data costs L2 a look, and L1 nothing that comes in") {
        // The lane's own stores to another block carry its clock beyond the lease of the first, again and again.
        const auto run = [](int times) {
            return Bench{"gtsc"}.run(
                1, 1, [](Memory& memory) { memory.allocate(2 * words_per_block); },
                [times](Warp& w) -> Kernel {
                    Lanes other;
                    other.fill(block_bytes);
                    for (int i = 0; i < times; ++i) {
                        co_await w.store(other, Lanes{}, 1);
                        co_await w.fence();
                        co_await w.load(other, 1);
                        co_await w.load(Lanes{}, 1);
                    }
                });
        };
        const auto s = run(40).counts;
        const std::uint64_t renewals = counted(s, "BusRnw"), fills = counted(s, "BusFill"), stores = counted(s, "BusWr");
        REQUIRE(renewals > 0);
        CHECK(s.l1_bytes == 128 * fills);
        CHECK(s.l2_bytes == 128 * fills + 4 * stores + 128 * (s.dram_reads + s.dram_writes));
    }

    TEST_CASE("the width of a flit, the bytes of a block and the sizes of caches reach the prices") {
        Statistics s;
        s.traffic = {{"any", 1, 10, 300}};
        s.dram_reads = 7, s.l1_hits = 3, s.l1_lookups = 5, s.l2_lookups = 11, s.l2_bytes = 640;
        MachineDescription m = paper_machine();
        const auto before = spent(s, m);
        m.network.flit_bytes *= 2;
        m.blocks.bytes /= 2;
        m.l2.bytes *= 4;
        auto after = spent(s, m);
        CHECK(after["network"] == doctest::Approx(2 * before.at("network")));
        CHECK(after["DRAM"] == doctest::Approx(before.at("DRAM") / 2));
        CHECK(after["L2"] == doctest::Approx(2 * before.at("L2")));
        m.l1.bytes *= 4;
        CHECK(spent(s, m)["L1"] == doctest::Approx(2 * after["L1"]));
    }

    TEST_CASE("data of each kind of protocol are among L2's bytes: answers, write-backs, and what a directory behind it sends") {
        for (const auto& [protocol, variant, machine] : {std::tuple{"gtsc", "rc", "paper"},
                                                         {"tc", "rc", "paper"},
                                                         {"baseline", "rc", "paper"},
                                                         {"incoherent", "rc", "paper"},
                                                         {"moesi", "rc", "paper"},
                                                         {"mttop", "tso", "paper"},
                                                         {"apu", "", "soc"},
                                                         {"lsc", "repaired", "soc"}}) {
            apps::SimOptions options;
            options.protocol = protocol;
            CAPTURE(options.protocol);
            options.selection.variant = variant;
            options.workload = "convolution";
            options.machine = machine;
            const auto report = simulated(options);
            CHECK(report.statistics.l2_bytes > 128 * report.statistics.dram_reads);
            // Nothing that is sent is larger than its messages.
            std::uint64_t sent = 0;
            for (const auto& kind : report.statistics.traffic) sent += kind.bytes;
            CHECK(report.statistics.l2_bytes < sent + 128 * (report.statistics.dram_reads + report.statistics.dram_writes));
            const bool has_l1 = report.statistics.l1_lookups > 0;
            CHECK((report.statistics.l1_bytes > 0) == has_l1);
        }
    }

    TEST_CASE("a table that prices no size of a cache, or an event that nobody counts, is refused in a line") {
        std::string text = energy_machine_text;
        text.replace(text.find("bytes = 16384"), 13, "bytes = 0    ");
        CHECK_THROWS_WITH_AS(energy_table_from(text, "mine"), doctest::Contains("prices a cache of less than a byte"),
                             DescriptionError);
        CHECK_THROWS_WITH_AS(energy_table_from("[network]\nflit = 256\n", "mine"), doctest::Contains("unknown key network.flit"),
                             DescriptionError);
    }
}

}  // namespace tandem::tests
