// The cycles of small runs, as they are today: a change that is meant to make no difference to the machine makes none, and one that is not is seen. Where a machine is
// changed on purpose, these numbers change with it, and the change says why.
#include <doctest/doctest.h>

#include "apps/sim/sim.hpp"

namespace tandem::tests {

TEST_CASE("small runs take the cycles that they took") {
    struct Golden {
        const char *protocol, *variant, *workload, *machine;
        perfsim::Cycle cycles;
    };
    const Golden all[] = {
        {"baseline", "rc", "hash", "paper", 19417},   {"gtsc", "rc", "hash", "paper", 30405},    {"gtsc", "sc", "hash", "paper", 31141},     {"tc", "rc", "hash", "paper", 29123},
        {"tc", "weak", "hash", "paper", 29050},       {"incoherent", "rc", "hash", "paper", 26989}, {"baseline", "rc", "triad", "paper", 74221}, {"gtsc", "rc", "triad", "paper", 69704},
        {"gtsc", "sc", "triad", "paper", 71143},      {"rsp", "repaired", "owned-locks", "rsp", 86349},
    };
    for (const Golden& golden : all) {
        apps::SimOptions options;
        options.protocol = golden.protocol;
        options.selection.variant = golden.variant;
        options.workload = golden.workload;
        options.machine = golden.machine;
        if (golden.workload == std::string("owned-locks")) options.workload_options.settings = {{"locking", "remote"}};
        CAPTURE(golden.protocol);
        CAPTURE(golden.variant);
        CAPTURE(golden.workload);
        CHECK(apps::simulate(options).statistics.cycles == golden.cycles);
    }
}

}  // namespace tandem::tests
