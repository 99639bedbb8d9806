// How thread blocks wait for each other: after a grid's barrier all see what one has stored before it, and one warp of a thread
// block arrives for all.
#include "perfsim/workloads/synchronise.hpp"

#include <doctest/doctest.h>

#include "engines/registry.hpp"
#include "perfsim/machine_text.hpp"
#include "perfsim/workloads/lanes.hpp"
#include "tests/apps/command_line.hpp"

namespace tandem::tests {

using namespace perfsim;

namespace {

constexpr std::uint32_t rounds = 3;
constexpr int warps_per_block = 4;

struct Outcome {
    std::uint32_t old = 0;       // words of another thread block that were read with their value before the barrier
    std::uint32_t arrivals = 0;  // at the grid's word
    std::uint32_t blocks = 0;
};

using Meet = std::function<Kernel(Warp&, const GridBarrier&, std::uint32_t&)>;

/// Each warp reads all others' words, stores its round's number, meets, and reads again.
Outcome exchange(const std::string& protocol, const std::string& variant, const Meet& meet) {
    const auto machine = engines::protocol(protocol).simulate({variant, ""}, paper_machine(),
                                                              variant != "weak");  // its copies need not agree at every moment
    machine->limit = 20'000'000;
    Memory& memory = machine->memory();
    Outcome outcome;
    GridBarrier barrier;
    Buffer words;
    const std::function<Kernel(Warp&)> kernel = [&](Warp& w) -> Kernel {
        const auto self = static_cast<std::uint32_t>(w.warp()), all = static_cast<std::uint32_t>(w.warps());
        Lanes others{};  // a word of each of the next 32 warps
        for (std::uint32_t l = 0; l < lane_count; ++l) others[l] = words.at((self + 1 + l) % all * words_per_block);
        std::uint32_t met = 0;
        for (std::uint32_t round = 1; round <= rounds; ++round) {
            co_await w.load(others);
            co_await meet(w, barrier, met);
            co_await w.store(every(words.at(self * words_per_block)), every(round), 1);
            co_await meet(w, barrier, met);
            const Lanes seen = co_await w.load(others);
            for (const std::uint32_t word : seen) outcome.old += word != round;
            co_await meet(w, barrier, met);
        }
    };
    const Launch launch{64, warps_per_block, kernel};
    barrier = GridBarrier(memory, launch, {});
    words = memory.allocate(std::size_t(launch.blocks) * warps_per_block * words_per_block);
    machine->run(launch);
    machine->write_back();
    outcome.arrivals = memory.read(barrier.arrivals())[0];
    outcome.blocks = static_cast<std::uint32_t>(launch.blocks);
    return outcome;
}

Kernel as_it_is(Warp& w, const GridBarrier& barrier, std::uint32_t& met) { return barrier.meet(w, met); }

/// Warps meet at the thread block's barrier, and one of them at the grid's word for all, as in CUDA's grid barrier.
Kernel by_thread_block_alone(Warp& w, const GridBarrier& barrier, std::uint32_t& met) {
    ++met;
    co_await w.fence();
    co_await w.barrier();
    if (w.warp_in_block == 0) {
        const std::uint32_t all = met * static_cast<std::uint32_t>(w.blocks);
        co_await w.atomic(AtomicOperation::add, every(barrier.arrivals().at(0)), every(1), 1);
        co_await wait_until(w, barrier.arrivals().at(0), all, {});
    }
    co_await w.barrier();
}

}  // namespace

TEST_SUITE("perfsim/synchronise") {
    TEST_CASE(
        "what a warp has stored before a grid's barrier all warps read after it, and one warp of a thread block arrives for "
        "all") {
        for (const auto& run : {std::pair{"gtsc", "rc"}, {"gtsc", "sc"}, {"tc", "rc"}, {"tc", "weak"}, {"baseline", "rc"}}) {
            CAPTURE(run.first);
            CAPTURE(run.second);
            const Outcome outcome = exchange(run.first, run.second, as_it_is);
            CHECK(outcome.old == 0);
            CHECK(outcome.arrivals == 3 * rounds * outcome.blocks);
        }
    }

    TEST_CASE(
        "the thread block's barrier alone carries no order in logical time: old words are read, though nothing is wrong with "
        "coherence") {
        CHECK(exchange("gtsc", "rc", by_thread_block_alone).old > 0);
        CHECK(exchange("tc", "rc", by_thread_block_alone).old == 0);  // physical time is common to all
    }

    TEST_CASE("pauses double up to the longest, and begin anew") {
        Pauses pauses({100, 350});
        CHECK(pauses.next() == 100);
        CHECK(pauses.next() == 200);
        CHECK(pauses.next() == 350);
        CHECK(pauses.next() == 350);
        Pauses constant({200, 200});
        CHECK(constant.next() == 200);
        CHECK(constant.next() == 200);
    }

    TEST_CASE("the pauses of a workload are settings, with what is accepted") {
        const std::vector<const char*> run{"sim", "baseline", "--variant", "rc", "--workload", "stencil"};
        const auto with = [&](std::vector<const char*> more) {
            more.insert(more.begin(), run.begin(), run.end());
            return tandem(more);
        };
        CHECK(with({"--first-pause", "100", "--longest-pause", "400"}).out.find("result: correct") != std::string::npos);
        check_unusable(with({"--first-pause", "0"}), "1 to 1000000 cycles are accepted");
        check_unusable(with({"--first-pause", "many"}), "a whole number from 0 on");
        check_unusable(with({"--first-pause", "500"}), "500 and more are accepted");
        check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--first-pause", "100"}), "takes no --first-pause");
    }
}

}  // namespace tandem::tests
