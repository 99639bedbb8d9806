// Every run of remote-scope promotion on the simulator is a path of the checked system: random programs of accesses with and
// without an order, at every scope, remote and not.
#include <doctest/doctest.h>

#include "protocols/rsp/protocol.hpp"
#include "tests/agreement/random_program.hpp"
#include "tests/agreement/replayer.hpp"

namespace tandem::agreement {

namespace {

using model::Order, model::Scope;

/// One wavefront's program; `random` is its own. Ordinary accesses may touch several blocks.
perfsim::Kernel random_scoped_program(perfsim::Warp& w, int blocks, int lanes, std::mt19937 random) {
    const auto any = [&](int n) { return static_cast<std::uint32_t>(random() % static_cast<unsigned>(n)); };
    const perfsim::Buffer memory{0, 0};
    for (int i = 0; i < 12; ++i) {
        perfsim::Lanes addresses = memory.from(any(blocks) * perfsim::words_per_block), data;
        data.fill(any(2));
        const Scope scope = any(2) == 0 ? Scope::wg : Scope::cmp;
        switch (any(9)) {
            case 0:
            case 1:
                if (lanes > 1) addresses[31] = memory.at(any(blocks) * perfsim::words_per_block);
                co_await w.load(addresses);
                break;
            case 2:
            case 3: co_await w.store(addresses, data); break;
            case 4: co_await w.load(addresses, perfsim::all_lanes, {Order::acquire, scope, false}); break;
            case 5: co_await w.store(addresses, data, perfsim::all_lanes, {Order::release, scope, false}); break;
            case 6:
                co_await w.atomic(perfsim::AtomicOperation::exchange, addresses, data, perfsim::all_lanes,
                                  {Order::acquire_release, scope, false});
                break;
            case 7:
                if (any(3) == 0) co_await w.load(addresses, perfsim::all_lanes, {Order::acquire, Scope::cmp, true});
                else if (any(2) == 0) co_await w.store(addresses, data, perfsim::all_lanes, {Order::release, Scope::cmp, true});
                else
                    co_await w.atomic(perfsim::AtomicOperation::exchange, addresses, data, perfsim::all_lanes,
                                      {Order::acquire_release, Scope::cmp, true});
                break;
            default: co_await w.compute(static_cast<int>(any(20))); break;
        }
    }
}

/// The outcomes that occur in so many runs, as bits.
std::uint64_t replay(rsp::Config config, int programs) {
    config.capacity = 8;
    config.memory = true;
    config.fetches = 0;
    config.every_order = true;
    config.atomics = true;
    config.shape.extent = {2, 2, 3, 2};
    Replayer<rsp::Rsp> replayer(config);
    int left_out = 0;
    for (int seed = 1; seed <= programs; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        auto description = small_machine(2, 2, config.banks, random);
        description.l1.fifo = config.writes;
        perfsim::Machine<rsp::Rsp<perfsim::Timed>> machine(config, description);
        machine.memory().allocate(3 * perfsim::words_per_block);
        machine.limit = 1'000'000;
        machine.observe(&replayer);
        replayer.start();
        std::string error;
        bool beyond = false;
        try {
            machine.run({4, 1, [&](perfsim::Warp& w) {
                             return random_scoped_program(w, 3, config.lanes,
                                                          std::mt19937(static_cast<unsigned>(seed * 100 + w.block)));
                         }});
            replayer.finish(machine);
        } catch (const TooLong&) {  // L2 of the system has room for four requests that wait for a block
            beyond = true;
        } catch (const std::exception& e) {
            error = e.what();
        }
        REQUIRE(error == "");
        left_out += beyond;
    }
    CHECK(left_out < programs / 20);
    CHECK(replayer.steps > 50u * static_cast<unsigned>(programs));
    return replayer.outcomes;
}

bool happened(std::uint64_t outcomes, rsp::Outcome outcome) { return outcomes >> static_cast<int>(outcome) & 1; }

rsp::Config repaired() {
    rsp::Config config;
    config.acquire_invalidates = rsp::AcquireInvalidates::after;
    config.remote_release = rsp::RemoteRelease::promotes;
    config.remote_acquire = rsp::RemoteAcquire::stalls;
    return config;
}

}  // namespace

TEST_SUITE("agreement/rsp_simulator") {
    TEST_CASE("the repaired protocol, with every operation that it has") {
        const auto outcomes = replay(repaired(), 3000);
        for (const auto outcome :
             {rsp::Outcome::rm_acq_3, rsp::Outcome::rm_rel_2, rsp::Outcome::rm_ar_3, rsp::Outcome::synchronization_resumes,
              rsp::Outcome::performed_at_l1, rsp::Outcome::release_done, rsp::Outcome::written_through,
              rsp::Outcome::fill_superseded, rsp::Outcome::invalidated_for_acquire}) {
            CAPTURE(model::name_of(outcome));
            CHECK(happened(outcomes, outcome));
        }
    }
    TEST_CASE("the published protocol") { CHECK(happened(replay(rsp::Config{}, 1000), rsp::Outcome::line_locked)); }
    TEST_CASE("two banks of L2, and instructions that touch two blocks") {
        rsp::Config config = repaired();
        config.banks = 2;
        config.lanes = 2;
        CHECK(happened(replay(config, 1000), rsp::Outcome::rm_ar_3));
    }
}

}  // namespace tandem::agreement
