// A kernel on the full machine, with write-back caches that hold hardly anything. It is compiled with optimisation, because it is
// a long run.
#include <doctest/doctest.h>

#include <algorithm>

#include "mesi/protocol.hpp"
#include "perfsim/machine.hpp"
#include "perfsim/workload.hpp"
#include "protocols/baseline/machine.hpp"

namespace tandem::tests {

TEST_SUITE("perfsim/write back") {
    TEST_CASE("MESI: a breadth-first search is right, though blocks leave all caches all the time") {
        auto description = perfsim::paper_machine();
        description.l1.bytes = 8 * perfsim::block_bytes;
        description.l2.bytes = 64 * perfsim::block_bytes;
        msi::Config config;
        baseline::on_machine(config, description);
        perfsim::Machine<mesi::Mesi<perfsim::Timed>> machine(config, description);
        machine.limit = 10'000'000;
        const auto& all = perfsim::workloads();
        const auto search = std::find_if(all.begin(), all.end(), [](const auto& w) { return w.name == "bfs"; })->make({});
        search->run(machine);
        machine.write_back();
        CHECK(search->check(machine.memory()) == "");
        const auto s = machine.statistics();
        CHECK(s.l1_evictions > 100'000);
        CHECK(s.l2_evictions > 10'000);
        CHECK(s.write_backs > 1000);
    }
}

}  // namespace tandem::tests
