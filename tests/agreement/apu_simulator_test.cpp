// Runs of the APU's compute units are paths of the checked system, in which requests wait at GL2 and at the directory and memory
// answers later. They also send the messages that its text describes for patterns of sharing (protocols/apu/README.md), through
// GL2 to the directory behind it.
#include <doctest/doctest.h>

#include "protocols/apu/machine.hpp"
#include "protocols/apu/properties.hpp"
#include "tests/agreement/random_runs.hpp"

namespace tandem::agreement::of_apu {

namespace {

using apu::Config, apu::Outcome, apu::QueueingApu;
using Timed = QueueingApu<perfsim::Timed>;

std::uint64_t replay(Config config, const RandomRuns& runs) {
    config.cpus = runs.cpus;
    config.buffered = apu::most_buffered;
    config.busy = apu::Busy::queues;
    return replay_random_runs<QueueingApu>(config, runs);
}

perfsim::MachineDescription machine(int cus) {
    auto description = perfsim::paper_machine();
    description.sms.count = cus;
    description.l2.partitions = 1;
    description.directory = {.distance = 60, .latency = 15, .mshr_entries = 16, .present = true};
    description.l3 = {.bytes = 64 * perfsim::block_bytes, .ways = 4, .latency = 10};
    return description;
}

/// A machine of so many CUs, each of which runs `kernel(warp, i)`, and of GL2s of so many blocks.
template <class Kernel>
perfsim::Statistics run(int cus, Kernel&& kernel, int gl2_blocks = 1024, apu::Gl1s gl1s = apu::Gl1s::software_coherent,
                        int packets = 8) {
    auto description = machine(cus);
    description.l2.bytes = gl2_blocks * perfsim::block_bytes;
    if (packets == 1) {
        description.network.input_packets = description.network.output_packets = 1;
        description.network.input_flits = description.network.output_flits = 0;
        description.directory.distance = description.directory.latency = 1;
    }
    Config config;
    config.gl1s = gl1s;
    apu::on_machine(config, description);
    perfsim::Machine<Timed> machine(config, description);
    machine.memory().allocate(std::size_t(256) * perfsim::words_per_block);
    machine.limit = 1'000'000;
    machine.run({cus, 1, [&](perfsim::Warp& w) { return kernel(w, w.block); }});
    return machine.statistics();
}

constexpr int turns = 10;

/// CU 0 writes block 0. Then all others read it, one after the other, and acquire or not.
template <bool acquires>
perfsim::Kernel broadcast(perfsim::Warp& w, int cu) {
    co_await w.compute(1 + cu * 3000);
    for (int i = 0; i < turns; ++i) {
        perfsim::Lanes data;
        data.fill(static_cast<std::uint32_t>(i));
        if (cu == 0) {
            co_await w.store(block(0), data);
        } else {
            if (acquires) co_await w.acquire();
            const perfsim::Lanes seen = co_await w.load(block(0));
            CHECK(seen[0] == static_cast<std::uint32_t>(acquires ? i : 0));
        }
        co_await w.compute(20'000);
    }
}
/// Reads 64 blocks, more than its GL1 can keep, twice in the same order.
perfsim::Kernel read_twice(perfsim::Warp& w, int) {
    for (int i = 0; i < 128; ++i) {
        if (i == 64) co_await w.acquire();
        co_await w.load(block(i % 64));
    }
}
/// Writes and reads many blocks, more than GL2 keeps, without waiting.
perfsim::Kernel flood(perfsim::Warp& w, int cu) {
    perfsim::Load loads[16];
    for (int i = 0; i < 16; ++i) {
        co_await w.store(block(cu * 16 + i), {});
        co_await w.begin(loads[i], block(255 - cu * 16 - i));
    }
    for (auto& load : loads) co_await w.finish(load);
}
/// All CUs write one block at once, each warp twice.
perfsim::Kernel rush(perfsim::Warp& w, int) {
    co_await w.store(block(0), {});
    co_await w.store(block(0), {});
}

}  // namespace

TEST_SUITE("agreement/apu simulator") {
    TEST_CASE("APU: every simulated run is a path of the checked system, and requests wait and fills are not kept among them") {
        const std::uint64_t all = replay({}, {.threads = 2}) | replay({}, {.cores = 4, .programs = 30}) |
                                  replay({}, {.threads = 2, .programs = 30, .lanes = 2});
        for (const auto outcome :
             {Outcome::load_hit,       Outcome::load_miss,         Outcome::load_merged, Outcome::written_through,
              Outcome::atomic_sent,    Outcome::flash_invalidated, Outcome::filled,      Outcome::fill_not_kept,
              Outcome::write_done,     Outcome::atomic_done,       Outcome::gl1_evicted, Outcome::gl2_hit,
              Outcome::gl2_miss,       Outcome::gl2_forwarded,     Outcome::gl2_filled,  Outcome::gl2_acknowledged,
              Outcome::gl2_evicted,    Outcome::gl2_queued,        Outcome::gl2_granted, Outcome::write_performed,
              Outcome::eviction_noted, Outcome::memory_asked}) {
            CAPTURE(std::string(model::name_of(outcome)));
            CHECK(happened(all, outcome));
        }
    }

    TEST_CASE("the same where hardware keeps GL1s coherent: GL2 tells them one by one, and goes on when all have answered") {
        Config coherent;
        coherent.gl1s = apu::Gl1s::hardware_coherent;
        const std::uint64_t all = replay(coherent, {.threads = 2}) | replay(coherent, {.cores = 4, .programs = 30}) |
                                  replay(coherent, {.threads = 2, .programs = 30, .lanes = 2});
        for (const auto outcome : {Outcome::load_hit, Outcome::acquired, Outcome::gl1_invalidated, Outcome::inv_missed,
                                   Outcome::gl2_invalidates, Outcome::gl2_tells, Outcome::gl2_collected, Outcome::gl2_queued,
                                   Outcome::gl2_forwarded, Outcome::gl2_evicted, Outcome::atomic_done}) {
            CAPTURE(std::string(model::name_of(outcome)));
            CHECK(happened(all, outcome));
        }
    }

    TEST_CASE("APU with CPUs: every simulated run is a path of the checked system, beside CUs and without") {
        Config coherent, early;
        coherent.gl1s = apu::Gl1s::hardware_coherent;
        coherent.early = early.early = true;
        std::uint64_t all = 0;
        for (const Config& config : {Config{}, early, coherent})
            all |= replay(config, {.cores = 1, .programs = 30, .cpus = 1}) | replay(config, {.programs = 30, .cpus = 2}) |
                   replay(config, {.cores = 1, .programs = 20, .cpus = 3});
        for (const auto outcome :
             {Outcome::cpu_load_hit,       Outcome::forwarded,  Outcome::cpu_load_miss, Outcome::committed,
              Outcome::cpu_fence,          Outcome::cpu_filled, Outcome::retired,       Outcome::requested_ownership,
              Outcome::retired_on_arrival, Outcome::rmw_hit,    Outcome::rmw_miss,      Outcome::rmw_done,
              Outcome::cpu_evicted,        Outcome::written_back, Outcome::invalidated, Outcome::invalidated_dirty,
              Outcome::downgraded,         Outcome::probe_missed, Outcome::gl2_probed,  Outcome::read_granted,
              Outcome::owned_granted,      Outcome::probes,     Outcome::probe_answered, Outcome::victim_taken,
              Outcome::request_queued}) {
            CAPTURE(std::string(model::name_of(outcome)));
            CHECK(happened(all, outcome));
        }
    }

    TEST_CASE(
        "a block that one CU writes and three others read: a write-through goes to the directory, and of the readers the first "
        "misses GL2") {
        constexpr int readers = 3;
        const auto s = run(1 + readers, broadcast<true>);
        CHECK(messages(s, "WriteThrough") == 2 * turns);  // to GL2, and on to the directory
        CHECK(messages(s, "cmlAck") == 2 * turns);
        CHECK(messages(s, "RdBlk") == readers * turns + 1);  // a write-through leaves GL2's copy as new
        CHECK(messages(s, "Data") == readers * turns + 1);
        CHECK(messages(s, "ProbeInv") + messages(s, "ProbeShare") + messages(s, "Inv") + messages(s, "Evict") == 0);
        CHECK(s.dram_reads == 0);  // L3 has the data of the write-through
        CHECK(s.outcome("gl2_hit") == readers * turns - 1);
        CHECK(s.outcome("flash_invalidated") == readers * turns);
    }

    TEST_CASE(
        "where hardware keeps GL1s coherent each write-through costs an invalidation of every other GL1, and an acquire costs "
        "nothing") {
        constexpr int readers = 3;
        const auto s = run(1 + readers, broadcast<true>, 1024, apu::Gl1s::hardware_coherent);
        CHECK(messages(s, "WriteThrough") == 2 * turns);
        CHECK(messages(s, "Inv") == readers * turns);
        CHECK(messages(s, "InvAck") == readers * turns);
        CHECK(messages(s, "RdBlk") == readers * turns + 1);
        CHECK(s.outcome("gl1_invalidated") == readers * (turns - 1));
        CHECK(s.outcome("inv_missed") == readers);
        CHECK(s.fences == 0);
    }

    TEST_CASE("without an acquire a CU reads its old copy for ever") {
        const auto s = run(2, broadcast<false>);
        CHECK(messages(s, "RdBlk") == 2);
        CHECK(s.l1_hits == turns - 1);
    }

    TEST_CASE("what GL2 has forgotten the directory is told of, and L3 still has") {
        const auto large = run(1, read_twice), small = run(1, read_twice, 32);
        for (const auto& s : {large, small}) {
            CHECK(s.outcome("load_miss") == 128);
            CHECK(s.dram_reads == 64);
        }
        CHECK(messages(large, "RdBlk") == 128 + 64);
        CHECK(messages(small, "RdBlk") == 128 + 128);
        CHECK(messages(large, "Evict") == 0);
        CHECK(messages(small, "Evict") == 128 - 32);
        CHECK(small.cycles > large.cycles);
    }

    TEST_CASE(
        "GL2 and the directory do not wait for each other where the network between them has room for one message each way") {
        const auto s = run(16, flood, 8, apu::Gl1s::software_coherent, 1);
        CHECK(messages(s, "WriteThrough") == 2 * 256);
        CHECK(s.outcome("filled") + s.outcome("fill_not_kept") == 256);
        CHECK(messages(s, "Evict") > 200);
    }

    TEST_CASE("write-throughs of one block wait at GL2, one after the other, and each is done") {
        const auto s = run(16, rush);
        CHECK(messages(s, "WriteThrough") == 2 * 32);
        CHECK(s.outcome("write_done") == 32);
        CHECK(s.outcome("gl2_queued") >= 15);
        CHECK(s.outcome("gl2_forwarded") == 32);
    }
}

}  // namespace tandem::agreement::of_apu
