#include "perfsim/workloads/synchronise.hpp"

#include <algorithm>

#include "perfsim/occupancy.hpp"
#include "perfsim/stuck_error.hpp"
#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/lanes.hpp"

namespace tandem::perfsim {

std::vector<WorkloadSetting> backoff_settings(Backoff unless_given) {
    return {
        {"first-pause", "cycles that a warp pauses after its first poll that finds nothing; each pause is twice the one before",
         std::to_string(unless_given.first), "UINT"},
        {"longest-pause", "cycles that it pauses at most; as many as first-pause: pauses do not grow",
         std::to_string(unless_given.longest), "UINT"}};
}

std::vector<WorkloadSetting> polling_settings(Backoff unless_given) {
    auto settings = backoff_settings(unless_given);
    settings.push_back({"polls", "what a poll is: atomics, or loads, which never end with logical time", "atomics", "WORD"});
    return settings;
}

Backoff backoff_of(const WorkloadOptions& options, Backoff unless_given) {
    const auto settings = polling_settings(unless_given);
    const auto cycles = [&](const WorkloadSetting& setting) {
        const std::string text = given(options, setting);
        const auto number = whole(text);
        if (!number || *number < 1 || *number > 1'000'000)
            throw WorkloadError(fmt::format("{} is '{}': 1 to 1000000 cycles are accepted", setting.name, text));
        return static_cast<int>(*number);
    };
    const Backoff backoff{cycles(settings[0]), cycles(settings[1]), choice<Polls>("kind of polls", given(options, settings[2]))};
    if (backoff.longest < backoff.first)
        throw WorkloadError(
            fmt::format("longest-pause is {}, less than first-pause: {} and more are accepted", backoff.longest, backoff.first));
    return backoff;
}

Kernel poll(Warp& w, Address word, Polls polls, std::uint32_t& seen) {
    Lanes found;
    if (polls == Polls::loads) found = co_await w.load(every(word), 1);
    else found = co_await w.atomic(AtomicOperation::add, every(word), Lanes{}, 1);
    seen = found[0];
}

Kernel wait_until(Warp& w, Address word, std::uint32_t least, Backoff backoff) {
    Pauses pauses(backoff);
    constexpr int most_loads = 100'000;
    std::uint32_t seen = 0;
    for (int polls = 0;; ++polls) {
        if (backoff.polls == Polls::loads && polls == most_loads)
            throw StuckError(
                fmt::format("a warp has polled with {} loads and found nothing new; with logical time it never does: "
                            "--polls atomics is accepted",
                            most_loads));
        co_await poll(w, word, backoff.polls, seen);
        if (seen >= least || backoff.polls == Polls::loads) co_await w.acquire();
        if (seen >= least) co_return;
        co_await w.pause(pauses.next());
    }
}

GridBarrier::GridBarrier(Memory& memory, const Launch& launch, Backoff backoff)
    : grid_(memory.allocate(1)),
      blocks_(memory.allocate(static_cast<std::size_t>(launch.blocks) * words_per_block)),
      backoff_(backoff) {}

Kernel GridBarrier::meet(Warp& w, std::uint32_t& passed) const {
    const auto warps = static_cast<std::uint32_t>(w.warps_per_block), blocks = static_cast<std::uint32_t>(w.blocks);
    const bool logical_time = backoff_.polls == Polls::atomics;  // may be
    ++passed;
    co_await w.release();
    // Each atomic is later in logical time than the previous one at its word. So the last is later than all that the warps of the
    // block have done.
    const Lanes arrived = co_await w.atomic(AtomicOperation::add, every(of_block(w)), every(1), 1);
    const bool last = arrived[0] + 1 == passed * warps;
    if (last) {
        const Lanes met = co_await w.atomic(AtomicOperation::add, every(grid_.at(0)), every(1), 1);
        // One acquire is enough for the block, whose warps share an L1.
        if (met[0] + 1 < passed * blocks) co_await wait_until(w, grid_.at(0), passed * blocks, backoff_);
        else co_await w.acquire();
        if (logical_time) co_await w.atomic(AtomicOperation::add, every(of_block(w)), Lanes{}, 1);
    }
    co_await w.barrier();
    // The others wait without polls, and then become later than what the last one has left there.
    if (!last && logical_time) co_await w.atomic(AtomicOperation::add, every(of_block(w)), Lanes{}, 1);
}

Launch resident_launch(const MachineDescription& machine, int warps_per_block, std::function<Kernel(Warp&)> kernel) {
    const int warps = std::min(warps_per_block, machine.sms.warps);
    Launch launch{1, warps, std::move(kernel)};
    launch.blocks = machine.sms.count * occupancy(machine.sms, launch).thread_blocks;
    return launch;
}

}  // namespace tandem::perfsim
