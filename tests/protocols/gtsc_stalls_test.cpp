// A stalling handler has changed nothing, so engines that cannot undo (the simulator) may run it too.
#include <doctest/doctest.h>

#include "protocols/gtsc/protocol.hpp"
#include "tests/agreement/reference_search.hpp"

namespace tandem::tests {

namespace {

/// The number of stalling steps in the states of a search of at most `limit` states; each must leave nothing behind.
std::size_t stalled_steps(const gtsc::Config& config, std::size_t limit) {
    const model::System<gtsc::Gtsc<model::Concrete>> system(config);
    std::size_t stalled = 0, changed = 0;
    std::vector<model::LocalStep> steps;
    const auto count = [&] {
        for (const model::LocalStep& step : steps) {
            stalled += step.stalled;
            changed += step.stalled && !step.next.empty();
        }
        steps.clear();
    };
    agreement::reference_search(system, limit, [&](const agreement::GlobalState& state) {
        for (std::size_t n = 0; n < state.nodes.size(); ++n) system.spontaneous(static_cast<int>(n), state.nodes[n], steps);
        for (std::size_t c = 0; c < state.channels.size(); ++c)
            for (const model::Packed& message : state.channels[c]) {
                const int to = system.channels()[c].to;
                system.receive(to, static_cast<int>(c), state.nodes[static_cast<std::size_t>(to)], message, steps);
            }
        count();
    });
    CHECK(changed == 0);
    return stalled;
}

}  // namespace

TEST_CASE("no handler of G-TSC changes anything before it stalls") {
    gtsc::Config config;
    config.leases = {1};
    config.shape.time_max = 4;
    SUBCASE("one block an instruction, two SMs") { config.shape.extent = {2, 2, 1, 2}; }
    SUBCASE("instructions with several blocks, release consistency, atomics") {
        config.consistency = gtsc::Consistency::rc;
        config.lanes = 2;
        config.capacity = 2;
        config.atomics = true;
        config.shape.extent = {1, 2, 2, 1};
    }
    SUBCASE("a store that would need a timestamp beyond the last") {
        config.visibility = gtsc::Visibility::unsafe;
        config.lanes = 2;
        config.capacity = 2;
        config.shape.extent = {1, 2, 2, 1};
    }
    CHECK(stalled_steps(config, 20'000) > 10'000);
}

}  // namespace tandem::tests
