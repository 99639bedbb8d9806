// Task queues in memory, one for each work-group, with stealing. They are the lock-free array queue of Cederman and Tsigas
// (Graphics Hardware 2008) after Arora, Blumofe and Plaxton (SPAA 1998), with the synchronization of rsp.txt, 5.2.
//
// The owner takes elements at the tail, thieves at the head. The head is an index with a tag, which changes when the queue is
// emptied. So a thief's compare-and-swap fails if the element is gone. Nothing is ever added.
//
// Fig. 6 of rsp.txt, the thief's function, is missing in our copy. It is reconstructed from the text and from the algorithm. The
// head is loaded with rm_acq, then the tail and the task, and the head is moved by a compare-and-swap with rm_ar.
#pragma once

#include <random>

#include "perfsim/workloads/timed_operations.hpp"

namespace tandem::perfsim {

/// rsp.txt, 5.2.
BOOST_DEFINE_FIXED_ENUM_CLASS(Scenario, std::uint8_t,
    baseline,    // no stealing, and queues are synchronized at component scope
    scope_only,  // no stealing, work-group scope
    steal_only,  // stealing, component scope
    rem_sync)    // stealing by remote operations, and work-group scope for the owner

/// Where a thief begins its round of the queues. The paper does not say.
BOOST_DEFINE_FIXED_ENUM_CLASS(Victims, std::uint8_t,
    last,    // at the queue that it last stole from
    next,    // at the queue after its own
    random)  // in a new random order each time

/// How a thief inspects a queue.
BOOST_DEFINE_FIXED_ENUM_CLASS(Looks, std::uint8_t,
    promoting,  // with the operation that acquires: the paper's way
    relaxed)    // first with relaxed loads of component scope, and acquires only if they find something: our addition

struct QueueOptions {
    Scenario scenario = Scenario::baseline;
    Victims victims = Victims::last;
    Looks looks = Looks::promoting;
    std::uint64_t seed = 1;  // of random orders
};

class TaskQueues {
public:
    static constexpr std::uint32_t none = 0xffffffff;

    /// `elements` numbers, distributed evenly: each queue has consecutive ones.
    TaskQueues(Memory& memory, int queues, std::uint32_t elements, const QueueOptions& options);

    /// Refills the queue of each work-group: a kernel with one warp for each queue.
    Kernel refill(Warp& w);
    /// The next element for the work-group that owns `queue`: its own, or another's, or `none` if all queues are empty.
    Kernel take(Warp& w, std::uint32_t queue, std::uint32_t& element);

    struct Counts {
        std::uint64_t popped = 0, stolen = 0;
        std::uint64_t lost = 0;           // steals that found an element and did not get it, because another thief was faster
        std::uint64_t lost_to_owner = 0;  // or the owner was, and has emptied the queue
        std::uint64_t of_last = 0;        // steals, lost or not, that found only one element
        std::uint64_t searched = 0;       // looks at others' queues that were empty
        // Cycles for which work-groups waited: for `pop`, steals, and looks that found nothing.
        std::uint64_t pop_cycles = 0, steal_cycles = 0, search_cycles = 0;
    };
    const Counts& counts() const { return counts_; }
    const TimedOperations& operations() const { return timed_; }

private:
    enum class Stolen : std::uint8_t { element, nothing, lost, lost_to_owner };

    Kernel pop(Warp& w, std::uint32_t queue, std::uint32_t& element);
    Kernel steal(Warp& w, std::uint32_t victim, std::uint32_t& element, Stolen& outcome);
    Kernel looks_empty(Warp& w, std::uint32_t victim, bool& empty);
    /// All queues but the thief's, in the order of its round.
    std::vector<std::uint32_t> round_of(std::uint32_t thief);
    void account(Stolen outcome, Cycle cycles);

    Address tail(std::uint32_t queue) const { return ends_.at(2 * queue * words_per_block); }
    Address head(std::uint32_t queue) const { return ends_.at((2 * queue + 1) * words_per_block); }
    Address place(std::uint32_t queue, std::uint32_t index) const { return elements_.at(first_[queue] + index); }

    std::uint32_t queues_;
    Victims victims_;
    Looks looks_;
    std::mt19937_64 random_;
    bool steals_;
    model::Scope own_;  // of the owner's operations
    bool remote_;       // whether those of thieves are
    std::vector<std::uint32_t> first_;  // by queue: its first element; and the end of all
    std::vector<std::uint32_t> victim_; // by queue: the one its owner last stole from
    Buffer ends_, elements_;            // each head and tail has a block of its own
    Counts counts_;
    TimedOperations timed_;
};

}  // namespace tandem::perfsim
