// Kernels on the full machine compute what a host computes, and the same run takes the same time again.
#include <doctest/doctest.h>

#include "apps/sim.hpp"

namespace tandem::tests {

namespace {

apps::SimReport simulate(const std::string& protocol, const std::string& variant, const std::string& workload) {
    apps::SimOptions options;
    options.protocol = protocol;
    options.selection.variant = variant;
    options.workload = workload;
    options.limit = 50'000'000;
    return apps::simulate(options);
}

}  // namespace

TEST_SUITE("perfsim/workloads") {
    TEST_CASE("every workload computes the right result with G-TSC") {
        for (const auto& workload : perfsim::workloads())
            for (const char* variant : {"sc", "rc"}) {
                CAPTURE(workload.name);
                CAPTURE(variant);
                const auto report = simulate("gtsc", variant, workload.name);
                CHECK(report.result == "correct");
                CHECK(report.statistics.memory_instructions > 1000);
            }
    }

    TEST_CASE("the same seed takes the same number of cycles") {
        const auto once = simulate("gtsc", "rc", "triad"), again = simulate("gtsc", "rc", "triad");
        CHECK(once.statistics.cycles == again.statistics.cycles);
        CHECK(once.statistics.response_flits == again.statistics.response_flits);
    }
}

}  // namespace tandem::tests
