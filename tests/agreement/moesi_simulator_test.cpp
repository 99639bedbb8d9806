// Runs of the MOESI directory protocol are paths of the checked system, in which requests wait at the directory and memory
// answers later. They also send the messages in its tables for three patterns of sharing (protocols/moesi/README.md), and access
// DRAM like a cache in front of memory.
#include <doctest/doctest.h>

#include "perfsim/monitor.hpp"
#include "protocols/moesi/machine.hpp"
#include "protocols/moesi/properties.hpp"
#include "specs/single_writer.hpp"
#include "tests/agreement/random_runs.hpp"

namespace tandem::agreement::of_moesi {

namespace {

using moesi::Config, moesi::Outcome, moesi::QueueingMoesi;
using Timed = QueueingMoesi<perfsim::Timed>;

std::uint64_t replay(Config config, const RandomRuns& runs) {
    config.busy = moesi::Busy::queues;
    return replay_random_runs<QueueingMoesi>(config, runs);
}

/// A machine of so many clusters, on which cluster i runs `kernel(warp, i)`; `change` may change its description. Returns its
/// statistics.
template <class Kernel, class Change>
perfsim::Statistics run(Config config, int clusters, Kernel&& kernel, Change&& change) {
    auto description = perfsim::paper_machine();
    description.sms.count = clusters;
    change(description);
    moesi::on_machine(config, description);
    perfsim::Machine<Timed> machine(config, description);
    machine.memory().allocate(std::size_t(256) * perfsim::words_per_block);
    machine.limit = 1'000'000;
    perfsim::Monitor<Timed, moesi::ReadableCopies, specs::Apart> monitor(machine, {}, {});
    machine.observe(&monitor);
    machine.run({clusters, 1, [&](perfsim::Warp& w) { return kernel(w, w.block); }});
    CHECK(monitor.judged > 0);
    return machine.statistics();
}
template <class Kernel>
perfsim::Statistics run(const Config& config, int clusters, Kernel&& kernel) {
    return run(config, clusters, kernel, [](auto&) {});
}

constexpr int turns = 10;

/// Writes block 0 alternately with the other cluster, long after it.
perfsim::Kernel ping_pong(perfsim::Warp& w, int cluster) {
    co_await w.compute(1 + cluster * 2000);
    for (int i = 0; i < turns; ++i) {
        co_await w.store(block(0), {});
        co_await w.compute(4000);
    }
}
/// Cluster 0 writes block 0. Then all others read it, one after the other.
perfsim::Kernel broadcast(perfsim::Warp& w, int cluster) {
    co_await w.compute(1 + cluster * 2000);
    for (int i = 0; i < turns; ++i) {
        if (cluster == 0) co_await w.store(block(0), {});
        else co_await w.load(block(0));
        co_await w.compute(10'000);
    }
}
/// Reads 64 blocks, more than its cache of 32 can keep, twice in the same order.
perfsim::Kernel read_twice(perfsim::Warp& w, int) {
    for (int i = 0; i < 128; ++i) co_await w.load(block(i % 64));
}
/// Writes 64 blocks.
perfsim::Kernel write_once(perfsim::Warp& w, int) {
    for (int i = 0; i < 64; ++i) co_await w.store(block(i), {});
}
/// All clusters write one block at once.
perfsim::Kernel rush(perfsim::Warp& w, int) { co_await w.store(block(0), {}); }

void small_l1(perfsim::MachineDescription& description) { description.l1.bytes = 32 * perfsim::block_bytes; }
void small_caches(perfsim::MachineDescription& description) {
    small_l1(description);
    description.l2.partitions = 1;
    description.l2.bytes = 32 * perfsim::block_bytes;
}

}  // namespace

TEST_SUITE("agreement/moesi simulator") {
    TEST_CASE("MOESI: every simulated run is a path of the checked system, and races and refused write-backs are among them") {
        std::uint64_t all = 0;
        for (const auto consistency : {baseline::Consistency::sc, baseline::Consistency::rc})
            for (const int clusters : {2, 4}) {
                Config config;
                config.consistency = consistency;
                all |= replay(config, {.cores = clusters, .threads = clusters == 2 ? 2 : 1, .banks = clusters / 2});
            }
        for (const auto outcome :
             {Outcome::hit, Outcome::upgrade, Outcome::owner_upgrade, Outcome::own_request_returns, Outcome::upgrade_meets_writer,
              Outcome::upgrade_meets_inv, Outcome::acks_awaited, Outcome::put_done, Outcome::put_meets_reader,
              Outcome::put_meets_writer, Outcome::put_lost, Outcome::copy_stays, Outcome::put_refused, Outcome::busy,
              Outcome::read_forwarded, Outcome::write_invalidates}) {
            CAPTURE(std::string(model::name_of(outcome)));
            CHECK(happened(all, outcome));
        }
    }

    TEST_CASE("the same of its variants, and of instructions of several blocks") {
        Config counts, mesi;
        counts.acks = moesi::Acks::counts;
        counts.reading = moesi::Reading::migratory;
        counts.leaving = moesi::Leaving::silent;
        mesi.states = moesi::States::mesi;
        mesi.readers = moesi::Readers::together;
        replay(counts, {.threads = 2, .programs = 40, .lanes = 2});
        CHECK(happened(replay(mesi, {.cores = 4, .programs = 40}), Outcome::data_written_back));
    }

    TEST_CASE("a block that two clusters write in turn goes from one to the other without memory's data") {
        const auto s = run({}, 2, ping_pong);
        CHECK(messages(s, "GETX") == 2 * turns);
        CHECK(messages(s, "FWD_GETX") == 2 * turns - 1);
        CHECK(messages(s, "DATA_EXCLUSIVE") == 2 * turns - 1);
        CHECK(messages(s, "DATA") == 1);
        CHECK(messages(s, "UNBLOCK_EXCLUSIVE") == 2 * turns);
        CHECK(messages(s, "INV") + messages(s, "ACK") + messages(s, "FWD_GETS") == 0);
        CHECK(s.dram_reads == 1);
        CHECK(s.peer_flits == (2 * turns - 1) * 5);  // 128 bytes and a header, in flits of 32
    }

    TEST_CASE(
        "a block that one cluster writes and three others read comes from its owner, O, and each copy costs an invalidation and "
        "an acknowledgement") {
        constexpr int readers = 3;
        const auto s = run({}, 1 + readers, broadcast);
        CHECK(messages(s, "GETS") == readers * turns);
        CHECK(messages(s, "FWD_GETS") == readers * turns);
        CHECK(messages(s, "GETX") == turns);
        CHECK(messages(s, "FWD_GETX") == turns - 1);  // the owner's own, which upgrades
        CHECK(messages(s, "INV") == readers * (turns - 1));
        CHECK(messages(s, "ACK") == readers * (turns - 1));
        CHECK(messages(s, "WRITEBACK_DATA") == 1);  // at the end of the kernel
        Config mesi;
        mesi.states = moesi::States::mesi;
        CHECK(messages(run(mesi, 1 + readers, broadcast), "WRITEBACK_DATA") == turns);  // each time somebody reads
    }

    TEST_CASE("memory's cache spares DRAM what it holds, and no more") {
        const auto large = run({}, 1, read_twice, small_l1), small = run({}, 1, read_twice, small_caches);
        CHECK(messages(large, "GETS") == 128);
        CHECK(large.dram_reads == 64);
        CHECK(small.dram_reads > 64);
        CHECK(small.cycles > large.cycles);
        CHECK(large.dram_writes + small.dram_writes == 0);
        // 64 blocks come back to a cache of 32, and the rest goes from there to DRAM.
        const auto written = run({}, 1, write_once, small_caches);
        CHECK(messages(written, "WRITEBACK_DATA") == 64);
        CHECK(written.dram_writes == 32);
        CHECK(written.write_backs == 32);
    }

    TEST_CASE("requests for one block are served one after the other, and each is served") {
        const auto s = run({}, 16, rush);
        CHECK(messages(s, "GETX") == 16);
        CHECK(s.outcome("busy") == 15);  // all but the first
        CHECK(s.outcome("store_done") == 16);
        CHECK(s.dram_reads == 1);
    }
}

}  // namespace tandem::agreement::of_moesi
