// How warps of different thread blocks wait for each other, through memory.
//
// Polls pause: a greedy-then-oldest scheduler would let old warps spin for ever and young ones never arrive. Polls are atomics: with logical time a load that hits in L1 may find the same version for ever (docs/findings.md, 12). Every warp
// takes part itself: with logical time, a barrier of the thread block would carry no order from one warp to another (13).
#pragma once

#include "perfsim/kernel.hpp"
#include "perfsim/memory.hpp"
#include "perfsim/occupancy.hpp"
#include "perfsim/simulation.hpp"

namespace tandem::perfsim {

/// Waits until the word is at least `least`. Between polls the warp leaves `pause` cycles to others, and each time twice as many up to `longest`:
/// hundreds of warps that poll one word would fill the network.
inline Kernel wait_until(Warp& w, Address word, std::uint32_t least, int pause = 100, int longest = 400) {
    Lanes address{}, zero{};
    address[0] = word;
    for (;;) {
        const Lanes seen = co_await w.atomic(AtomicOperation::add, address, zero, 1);
        if (seen[0] >= least) co_return;
        co_await w.pause(pause);
        pause = std::min(2 * pause, longest);
    }
}

/// A barrier of all warps of the grid, which must all be resident; `passed` is how often the warp has met it before.
inline Kernel meet_all(Warp& w, Address count, std::uint32_t& passed) {
    Lanes address{}, one{};
    address[0] = count;
    one[0] = 1;
    const auto all = static_cast<std::uint32_t>(w.warps());
    co_await w.fence();
    ++passed;
    const Lanes before = co_await w.atomic(AtomicOperation::add, address, one, 1);
    if (before[0] + 1 < passed * all) co_await wait_until(w, count, passed * all, 500, 16000);
}

/// A launch with as many thread blocks as the machine holds at once.
inline Launch resident_launch(const MachineDescription& machine, int warps_per_block, std::function<Kernel(Warp&)> kernel) {
    const int warps = std::min(warps_per_block, machine.sms.warps);
    Launch launch{1, warps, std::move(kernel)};
    launch.blocks = machine.sms.count * occupancy(machine.sms, launch).thread_blocks;
    return launch;
}

}  // namespace tandem::perfsim
