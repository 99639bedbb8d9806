// Runs of directory protocols are paths of the checked system too: caches write back, and messages pass from core to core. They
// also send the messages that a textbook counts for two patterns of sharing (Nagarajan, Sorin, Hill, Wood, 8.2 and 8.3).
#include <doctest/doctest.h>

#include "mesi/protocol.hpp"
#include "perfsim/monitor.hpp"
#include "protocols/baseline/machine.hpp"
#include "specs/single_writer.hpp"
#include "tests/agreement/random_runs.hpp"

namespace tandem::agreement {

namespace {

using msi::Outcome;

template <template <class> class P>
std::uint64_t replay(baseline::Consistency consistency, const RandomRuns& runs) {
    msi::Config config;
    config.consistency = consistency;
    return replay_random_runs<P>(config, runs);
}

/// The configuration that `tandem sim` derives from such a machine.
msi::Config of_machine(const perfsim::MachineDescription& description,
                       baseline::Consistency consistency = baseline::Consistency::sc) {
    msi::Config config;
    config.consistency = consistency;
    baseline::on_machine(config, description);
    return config;
}

/// A machine of `sms` SMs with room for everything, on which SM i runs `kernel(warp, i)`. Returns the statistics with its
/// messages.
template <template <class> class P, class Kernel>
perfsim::Statistics run(int sms, Kernel&& kernel) {
    auto description = perfsim::paper_machine();
    description.sms.count = sms;
    using Protocol = P<perfsim::Timed>;
    perfsim::Machine<Protocol> machine(of_machine(description), description);
    machine.memory().allocate(std::size_t(64) * perfsim::words_per_block);
    machine.limit = 1'000'000;
    perfsim::Monitor<Protocol, baseline::ReadableCopies, specs::Apart> monitor(machine, {}, {});
    machine.observe(&monitor);
    machine.run({sms, 1, [&](perfsim::Warp& w) { return kernel(w, w.block); }});
    CHECK(monitor.judged > 0);
    return machine.statistics();
}

perfsim::Kernel load_eight(perfsim::Warp& w) {
    perfsim::Load loads[8];
    for (int i = 0; i < 8; ++i) co_await w.begin(loads[i], block(w.block * 8 + i));
    for (auto& load : loads) co_await w.finish(load);
}
perfsim::Kernel store_seven(perfsim::Warp& w) {
    perfsim::Lanes sevens;
    sevens.fill(7);
    co_await w.store(block(0), sevens);
}

constexpr int blocks = 32, turns = 10;

/// How many lines of an SM wait for their block at a time, and how many are evicted, when 16 warps load 8 blocks each into a
/// cache of 8.
struct Waiting {
    int lines = 0;
    std::uint64_t evictions = 0;
};
class CountsWaiting final : public perfsim::Observer<msi::Msi<perfsim::Timed>> {
public:
    int most = 0;
    void accessed(int, const Core::Operation&, const Core& core) override {
        int waiting = 0;
        core.lines.each([&](auto, const auto& line) { waiting += line.waiting(); });
        most = std::max(most, waiting);
    }
};
Waiting most_waiting(int entries) {
    auto description = perfsim::paper_machine();
    description.sms.count = 1;
    description.l1.bytes = 8 * perfsim::block_bytes;
    description.l1.mshr_entries = entries;
    perfsim::Machine<msi::Msi<perfsim::Timed>> machine(of_machine(description, baseline::Consistency::rc), description);
    machine.memory().allocate(std::size_t(128) * perfsim::words_per_block);
    machine.limit = 1'000'000;
    CountsWaiting counts;
    machine.observe(&counts);
    machine.run({16, 1, [](perfsim::Warp& w) { return load_eight(w); }});
    return {counts.most, machine.statistics().l1_evictions};
}

/// A cache that evicts a modified block as if it were shared.
struct PutsNoData : msi::Words {
    static Kind put(const auto&) { return Kind::PutS; }
};
template <class D>
struct LosesStores : msi::DirectoryProtocol<D, PutsNoData> {};

/// The final contents of memory where a 7 was stored.
template <template <class> class P>
std::uint32_t last_word() {
    const auto description = perfsim::paper_machine();
    perfsim::Machine<P<perfsim::Timed>> machine(of_machine(description), description);
    const perfsim::Buffer buffer = machine.memory().allocate(perfsim::words_per_block);
    machine.run({1, 1, [&](perfsim::Warp& w) { return store_seven(w); }});
    machine.write_back();
    return machine.memory().read(buffer)[3];
}

/// Reads its own blocks, and then writes them.
perfsim::Kernel read_then_write(perfsim::Warp& w, int sm) {
    for (int i = 0; i < blocks; ++i) co_await w.load(block(sm * blocks + i));
    for (int i = 0; i < blocks; ++i) co_await w.store(block(sm * blocks + i), {});
}
/// Writes block 0 alternately with the other SM, long after it.
perfsim::Kernel ping_pong(perfsim::Warp& w, int sm) {
    co_await w.compute(1 + sm * 2000);
    for (int i = 0; i < turns; ++i) {
        co_await w.store(block(0), {});
        co_await w.compute(4000);
    }
}
/// SM 0 writes block 0. Then all others read it, one after the other.
perfsim::Kernel broadcast(perfsim::Warp& w, int sm) {
    co_await w.compute(1 + sm * 2000);
    for (int i = 0; i < turns; ++i) {
        if (sm == 0) co_await w.store(block(0), {});
        else co_await w.load(block(0));
        co_await w.compute(10'000);
    }
}

}  // namespace

TEST_SUITE("agreement/directory simulator") {
    TEST_CASE("MSI: every simulated run is a path of the checked system, and races and evictions are among them") {
        std::uint64_t outcomes = 0;
        for (const auto consistency : {baseline::Consistency::sc, baseline::Consistency::rc})
            for (const int sms : {2, 4})
                outcomes |= replay<msi::Msi>(consistency, {.cores = sms, .threads = sms == 2 ? 2 : 1, .banks = sms / 2});
        for (const auto outcome :
             {Outcome::hit, Outcome::upgrade, Outcome::upgrade_lost, Outcome::deferred, Outcome::answered_late,
              Outcome::acks_awaited, Outcome::put_done, Outcome::put_meets_reader, Outcome::put_meets_writer,
              Outcome::put_meets_inv, Outcome::put_too_late, Outcome::request_queued, Outcome::l2_evicted}) {
            CAPTURE(std::string(model::name_of(outcome)));
            CHECK(happened(outcomes, outcome));
        }
    }

    TEST_CASE("MESI: the same, and instructions of several blocks") {
        CHECK(happened(replay<mesi::Mesi>(baseline::Consistency::rc, {.threads = 2, .banks = 2, .lanes = 2}),
                       Outcome::put_meets_writer));
    }

    TEST_CASE("no more blocks are waited for than the MSHR file has entries") {
        const Waiting waiting = most_waiting(2);
        CHECK(waiting.lines == 2);
        CHECK(waiting.evictions > 100);
        CHECK(most_waiting(32).lines > 8);
    }

    TEST_CASE("a cache that evicts a block without its data computes wrong results") {
        CHECK(last_word<msi::Msi>() == 7);
        CHECK(last_word<mesi::Mesi>() == 7);
        CHECK(last_word<LosesStores>() == 0);
    }

    TEST_CASE("data of one SM that are read and then written: MSI asks for each block twice, MESI once") {
        const auto msi = run<msi::Msi>(2, read_then_write), mesi = run<mesi::Mesi>(2, read_then_write);
        CHECK(messages(msi, "GetS") == 2 * blocks);
        CHECK(messages(mesi, "GetS") == 2 * blocks);
        CHECK(messages(msi, "GetM") == 2 * blocks);
        CHECK(messages(mesi, "GetM") == 0);
        for (const auto& s : {msi, mesi}) {
            CHECK(messages(s, "Inv") + messages(s, "FwdGetS") + messages(s, "FwdGetM") == 0);
            CHECK(messages(s, "PutM") == 2 * blocks);  // at the end of the kernel
            CHECK(s.peer_flits == 0);
        }
    }

    TEST_CASE("a block that two SMs write in turn goes from one to the other without L2's data") {
        for (const auto& s : {run<msi::Msi>(2, ping_pong), run<mesi::Mesi>(2, ping_pong)}) {
            CHECK(messages(s, "GetM") == 2 * turns);
            CHECK(messages(s, "FwdGetM") == 2 * turns - 1);
            CHECK(messages(s, "Data") == 2 * turns);
            CHECK(messages(s, "Inv") + messages(s, "InvAck") + messages(s, "FwdGetS") == 0);
            CHECK(s.peer_flits == (2 * turns - 1) * 5);  // 128 bytes and a header, in flits of 32
        }
    }

    TEST_CASE("a block that one SM writes and three others read: an invalidation and an acknowledgement for each copy") {
        constexpr int readers = 3;
        for (const auto& s : {run<msi::Msi>(1 + readers, broadcast), run<mesi::Mesi>(1 + readers, broadcast)}) {
            CHECK(messages(s, "GetM") == turns);
            CHECK(messages(s, "GetS") == readers * turns);
            CHECK(messages(s, "FwdGetS") == turns);  // the first of them finds an owner, which sends two copies
            CHECK(messages(s, "Data") == turns + 2 * turns + (readers - 1) * turns);
            CHECK(messages(s, "Inv") == readers * (turns - 1));
            CHECK(messages(s, "InvAck") == readers * (turns - 1));
        }
    }
}

}  // namespace tandem::agreement
