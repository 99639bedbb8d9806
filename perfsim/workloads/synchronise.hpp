// How warps of different thread blocks wait for each other, through memory.
//
// Polls pause, because a greedy-then-oldest scheduler would let old warps spin for ever and young ones never arrive. Polls are
// atomics unless a setting says that they are loads: with logical time a load that hits in L1 may find the same version for ever
// (docs/findings.md, 12). The length of a pause is our choice, so it is a setting of each workload that polls.
//
// A grid's barrier is a tree: warps of a thread block arrive at a word of their block, and the last of them arrives at the grid's
// word for all. The tree is in memory, because the thread block's barrier carries no order in logical time (13). Each warp is
// ordered by its own atomic, before and after.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "perfsim/kernel.hpp"
#include "perfsim/memory.hpp"
#include "perfsim/workload.hpp"

namespace tandem::perfsim {

/// What a poll is.
BOOST_DEFINE_FIXED_ENUM_CLASS(Polls, std::uint8_t,
    atomics,
    loads)  // each followed by an acquire, where memory needs one: HRF's ldAcq

/// The cycles that a warp leaves to others after a poll that found nothing: initially, and at most. Each pause is twice the one
/// before.
struct Backoff {
    int first = 100, longest = 1600;
    Polls polls = Polls::atomics;
};

/// The pauses of one wait: the next one's length.
class Pauses {
public:
    explicit Pauses(Backoff backoff) : next_(std::min(backoff.first, backoff.longest)), longest_(backoff.longest) {}
    int next() { return std::exchange(next_, std::min(2 * next_, longest_)); }

private:
    int next_, longest_;
};

/// The settings of a workload that tries again and again: first-pause and longest-pause.
std::vector<WorkloadSetting> backoff_settings(Backoff unless_given);
/// The settings of a workload that waits for words (`wait_until`): the same, and how it polls.
std::vector<WorkloadSetting> polling_settings(Backoff unless_given);
/// Their values in the options. Throws WorkloadError.
Backoff backoff_of(const WorkloadOptions& options, Backoff unless_given);

/// The word as a poll finds it.
Kernel poll(Warp& w, Address word, Polls polls, std::uint32_t& seen);
/// Waits until the word is at least `least`.
Kernel wait_until(Warp& w, Address word, std::uint32_t least, Backoff backoff);

/// A barrier of all warps of a grid, which must all be resident.
class GridBarrier {
public:
    GridBarrier() = default;
    GridBarrier(Memory& memory, const Launch& launch, Backoff backoff);

    /// Everything that any warp did before it meets is performed, and ordered, before anything that any warp does after. `passed`
    /// is how often this warp has met before.
    Kernel meet(Warp& w, std::uint32_t& passed) const;
    /// The word at which thread blocks arrive: the total number of arrivals.
    const Buffer& arrivals() const { return grid_; }

private:
    Address of_block(const Warp& w) const { return blocks_.at(static_cast<std::uint32_t>(w.block) * words_per_block); }

    Buffer grid_, blocks_;  // counts of arrivals; a word of a block is in a memory block of its own
    Backoff backoff_;
};

/// A launch with as many thread blocks as the machine holds at once.
Launch resident_launch(const MachineDescription& machine, int warps_per_block, std::function<Kernel(Warp&)> kernel);

}  // namespace tandem::perfsim
