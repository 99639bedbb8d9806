// The present cycles of small runs. A change that should not affect the machine does not, and an unintended effect is seen. If a
// machine is changed on purpose, these numbers change with it, and the commit says why.
#include <doctest/doctest.h>

#include "apps/sim/sim.hpp"
#include "perfsim/machine_text.hpp"

namespace tandem::tests {

namespace {

struct Golden {
    const char *protocol, *variant, *workload, *machine;
    perfsim::Cycle paper, plain;  // cycles on the machine, and on it without the parts below
};

/// The parts that a machine file can switch off, and that the first machine lacked.
constexpr const char* plain = R"(
[sms]
arithmetic_latency = 0
special_latency = 0
division_latency = 0
registers = 0
shared_bytes = 0
shared_banks = 0
shared_latency = 0
[l1]
mshr_merges = 0
mshr_incremental = 0
[network]
input_flits = 0
output_flits = 0
[dram]
row_to_row = 0
row_cycle = 0
column_to_column = 0
bank_groups = 1
column_in_group = 0
write_latency = 0
write_to_read = 0
bus_turnaround = 0
refresh_interval = 0
refresh = 0
[timestamps]
bits = 32
)";

apps::SimOptions options_of(const Golden& golden) {
    apps::SimOptions options;
    options.protocol = golden.protocol;
    options.selection.variant = golden.variant;
    options.workload = golden.workload;
    options.machine = golden.machine;
    if (golden.workload == std::string("owned-locks")) options.workload_options.settings = {{"locking", "remote"}};
    return options;
}

}  // namespace

TEST_CASE("small runs take the cycles that they took, with all parts of the machine and without those that can be switched off") {
    const Golden all[] = {
        {"baseline", "rc", "hash", "paper", 20542, 19417},
        {"gtsc", "rc", "hash", "paper", 29689, 30405},
        {"gtsc", "sc", "hash", "paper", 31535, 31141},
        {"tc", "rc", "hash", "paper", 29449, 29123},
        {"tc", "weak", "hash", "paper", 29778, 29050},
        {"incoherent", "rc", "hash", "paper", 15746, 15145},
        {"baseline", "rc", "triad", "paper", 89165, 74221},
        {"gtsc", "rc", "triad", "paper", 87575, 69704},
        {"gtsc", "sc", "triad", "paper", 86582, 71143},
        {"incoherent", "rc,write-evict", "hash", "paper", 27925, 27096},
        {"moesi", "rc", "hash", "paper", 86168, 87113},
        {"moesi", "rc", "triad", "paper", 140540, 141245},
        {"mttop", "tso", "hash", "paper", 87488, 88852},
        {"mttop", "rmo-lr", "hash", "paper", 87848, 86586},
        {"rsp", "repaired", "owned-locks", "rsp", 86349, 86349},
        {"apu", "", "hash", "soc", 132302, 132433},
        {"apu", "", "convolution", "soc", 61164, 60842},
        {"lsc", "repaired", "hash", "soc", 192624, 193706},
        {"lsc", "as-written", "convolution", "soc", 73263, 74021},
    };
    for (const Golden& golden : all) {
        const apps::SimOptions options = options_of(golden);
        CAPTURE(golden.protocol);
        CAPTURE(golden.variant);
        CAPTURE(golden.workload);
        CHECK(apps::simulate(options).statistics.cycles == golden.paper);
        const auto without = perfsim::machine_from(std::string("base = \"") + golden.machine + "\"\n" + plain, "plain");
        CHECK(apps::simulate(options, without).statistics.cycles == golden.plain);
    }
}

}  // namespace tandem::tests
