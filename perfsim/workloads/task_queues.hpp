// Task queues in memory, one for each work-group, who steal from each other: the lock-free array queue of Cederman and Tsigas (Graphics Hardware
// 2008) after Arora, Blumofe and Plaxton (SPAA 1998), with the synchronization of rsp.txt, 5.2.
//
// The owner takes elements at the tail, thieves at the head. The head is an index with a tag, which changes when the queue is emptied, so
// that a thief's compare-and-swap fails if the element is not there any more. Nothing is ever added.
//
// Fig. 6 of rsp.txt, the thief's function, is missing in our copy. It is reconstructed from what the text says of it and from the algorithm: the
// head is loaded with rm_acq, then the tail and the task, and the head is moved by a compare-and-swap with rm_ar.
#pragma once

#include <map>

#include "perfsim/kernel.hpp"
#include "perfsim/memory.hpp"
#include "perfsim/workload.hpp"

namespace tandem::perfsim {

/// rsp.txt, 5.2.
enum class Scenario : std::uint8_t {
    baseline,    // no stealing, and queues are synchronized at component scope
    scope_only,  // no stealing, work-group scope
    steal_only,  // stealing, component scope
    rem_sync,    // stealing by remote operations, and work-group scope for the owner
};
BOOST_DESCRIBE_ENUM(Scenario, baseline, scope_only, steal_only, rem_sync)

class TaskQueues {
public:
    static constexpr std::uint32_t none = 0xffffffff;

    /// `elements` numbers, dealt out evenly: each queue has consecutive ones.
    TaskQueues(Memory& memory, int queues, std::uint32_t elements, Scenario scenario);

    /// Refills the queue of each work-group: a kernel of one warp a queue.
    Kernel refill(Warp& w);
    /// The next element for the work-group that owns `queue`: its own, or another's, or `none` if all queues are empty.
    Kernel take(Warp& w, std::uint32_t queue, std::uint32_t& element);

    struct Counts {
        std::uint64_t popped = 0, stolen = 0;
        std::uint64_t lost = 0;     // steals that found an element and did not get it
        std::uint64_t searched = 0; // looks at queues of others that were empty
    };
    const Counts& counts() const { return counts_; }
    /// Operations that synchronize and the cycles that they took their warps, by kind.
    const std::map<std::string, OperationCost>& costs() const { return costs_; }

private:
    enum class Stolen : std::uint8_t { element, nothing, lost };

    Kernel pop(Warp& w, std::uint32_t queue, std::uint32_t& element);
    Kernel steal(Warp& w, std::uint32_t victim, std::uint32_t& element, Stolen& outcome);
    Kernel timed_load(Warp& w, Address from, Synchronization how, std::uint32_t& word);
    Kernel timed_store(Warp& w, Address to, std::uint32_t word, Synchronization how);
    Kernel timed_exchange(Warp& w, Address at, std::uint32_t expected, std::uint32_t desired, Synchronization how, std::uint32_t& found);
    void charge(const char* access, Synchronization how, Cycle since, Cycle now);

    Address tail(std::uint32_t queue) const { return ends_.at(2 * queue * words_per_block); }
    Address head(std::uint32_t queue) const { return ends_.at((2 * queue + 1) * words_per_block); }
    Address place(std::uint32_t queue, std::uint32_t index) const { return elements_.at(first_[queue] + index); }

    std::uint32_t queues_;
    bool steals_;
    model::Scope own_;  // of the owner's operations
    bool remote_;       // whether thieves' are
    std::vector<std::uint32_t> first_;  // by queue: its first element; and the end of all
    std::vector<std::uint32_t> victim_; // by queue: whom its owner last stole from
    Buffer ends_, elements_;            // each head and tail has a block of its own
    Counts counts_;
    std::map<std::string, OperationCost> costs_;
};

}  // namespace tandem::perfsim
