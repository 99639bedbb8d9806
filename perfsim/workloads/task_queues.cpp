#include "perfsim/workloads/task_queues.hpp"

#include "perfsim/workloads/scoped.hpp"

namespace tandem::perfsim {

using model::Order, model::Scope;

namespace {

constexpr std::uint32_t index_bits = 20;  // of a head; the rest is its tag

std::uint32_t index_of(std::uint32_t head) { return head & ((1u << index_bits) - 1); }
std::uint32_t tag_of(std::uint32_t head) { return head >> index_bits; }
/// The head of an emptied queue: different from all before.
std::uint32_t emptied(std::uint32_t head) { return (tag_of(head) + 1) << index_bits; }

}  // namespace

TaskQueues::TaskQueues(Memory& memory, int queues, std::uint32_t elements, const QueueOptions& options)
    : queues_(static_cast<std::uint32_t>(queues)),
      victims_(options.victims),
      looks_(options.looks),
      random_(options.seed),
      steals_(options.scenario == Scenario::steal_only || options.scenario == Scenario::rem_sync),
      own_(options.scenario == Scenario::scope_only || options.scenario == Scenario::rem_sync ? Scope::wg : Scope::cmp),
      remote_(options.scenario == Scenario::rem_sync),
      victim_(queues_) {
    std::vector<std::uint32_t> numbers(elements);
    for (std::uint32_t e = 0; e < elements; ++e) numbers[e] = e;
    for (std::uint32_t q = 0; q <= queues_; ++q)
        first_.push_back(static_cast<std::uint32_t>(std::uint64_t(elements) * q / queues_));
    for (std::uint32_t q = 0; q < queues_; ++q) victim_[q] = (q + 1) % queues_;
    ends_ = memory.allocate(std::size_t(2) * queues_ * words_per_block);
    elements_ = memory.allocate(numbers);
}

Kernel TaskQueues::refill(Warp& w) {
    const auto queue = static_cast<std::uint32_t>(w.block);
    co_await w.store(every(tail(queue)), every(first_[queue + 1] - first_[queue]), 1);
    co_await w.store(every(head(queue)), Lanes{}, 1);
}

Kernel TaskQueues::take(Warp& w, std::uint32_t queue, std::uint32_t& element) {
    Cycle since = w.now();
    co_await pop(w, queue, element);
    counts_.pop_cycles += static_cast<std::uint64_t>(w.now() - since);
    if (element != none || !steals_) co_return;
    for (bool again = true; again;) {
        again = false;
        for (const std::uint32_t victim : round_of(queue)) {
            auto outcome = Stolen::nothing;
            since = w.now();
            co_await steal(w, victim, element, outcome);
            account(outcome, w.now() - since);
            if (outcome == Stolen::element) {
                victim_[queue] = victim;
                co_return;
            }
            again = again || outcome != Stolen::nothing;
        }
    }
    element = none;
}

std::vector<std::uint32_t> TaskQueues::round_of(std::uint32_t thief) {
    std::vector<std::uint32_t> round;
    const std::uint32_t first = victims_ == Victims::last ? victim_[thief] : thief + 1;
    for (std::uint32_t i = 0; i < queues_; ++i)
        if (const std::uint32_t victim = (first + i) % queues_; victim != thief) round.push_back(victim);
    if (victims_ == Victims::random)
        for (std::size_t left = round.size(); left > 1; --left) std::swap(round[left - 1], round[random_() % left]);
    return round;
}

void TaskQueues::account(Stolen outcome, Cycle cycles) {
    (outcome == Stolen::nothing ? counts_.search_cycles : counts_.steal_cycles) += static_cast<std::uint64_t>(cycles);
    switch (outcome) {
        case Stolen::element: ++counts_.stolen; return;
        case Stolen::nothing: ++counts_.searched; return;
        case Stolen::lost: ++counts_.lost; return;
        case Stolen::lost_to_owner: ++counts_.lost_to_owner; return;
    }
}

Kernel TaskQueues::pop(Warp& w, std::uint32_t queue, std::uint32_t& element) {
    const Synchronization release{Order::release, own_, false}, acquire{Order::acquire, own_, false},
        both{Order::acquire_release, own_, false};
    element = none;
    std::uint32_t end = 0, top = 0;
    co_await load_word(w, tail(queue), ordinary, end);  // nobody else changes it
    co_await w.compute(2);
    if (end == 0) co_return;
    --end;
    co_await timed_.store(w, tail(queue), end, release);
    co_await timed_.load(w, head(queue), acquire, top);
    co_await w.compute(3);
    std::uint32_t task = 0;
    if (end >= index_of(top)) co_await load_word(w, place(queue, end), ordinary, task);
    if (end > index_of(top)) {
        element = task;
        ++counts_.popped;
        co_return;
    }
    // At most one element is left, and a thief may be taking it.
    co_await timed_.store(w, tail(queue), 0, release);
    if (end == index_of(top)) {
        std::uint32_t found = 0;
        co_await timed_.exchange_if(w, head(queue), top, emptied(top), both, found);
        co_await w.compute(1);
        if (found == top) {
            element = task;
            ++counts_.popped;
            co_return;
        }
    }
    co_await timed_.store(w, head(queue), emptied(top), release);
}

Kernel TaskQueues::steal(Warp& w, std::uint32_t victim, std::uint32_t& element, Stolen& outcome) {
    const Synchronization acquire{Order::acquire, Scope::cmp, remote_}, both{Order::acquire_release, Scope::cmp, remote_};
    outcome = Stolen::nothing;
    if (looks_ == Looks::relaxed) {
        bool empty = false;
        co_await looks_empty(w, victim, empty);
        if (empty) co_return;
    }
    std::uint32_t top = 0, end = 0, task = 0, found = 0;
    co_await timed_.load(w, head(victim), acquire, top);
    co_await load_word(w, tail(victim), ordinary, end);
    co_await w.compute(3);
    if (end <= index_of(top)) co_return;
    if (end == index_of(top) + 1) ++counts_.of_last;
    co_await load_word(w, place(victim, index_of(top)), ordinary, task);
    co_await timed_.exchange_if(w, head(victim), top, top + 1, both, found);
    co_await w.compute(1);
    if (found == top) element = task;
    outcome = found == top ? Stolen::element : tag_of(found) == tag_of(top) ? Stolen::lost : Stolen::lost_to_owner;
}

/// Never true for a queue with an element: both ends may be old, but a tail only falls and a head only rises until the queue is
/// emptied. "Not empty" may be wrong.
Kernel TaskQueues::looks_empty(Warp& w, std::uint32_t victim, bool& empty) {
    const Synchronization relaxed{Order::relaxed, Scope::cmp, false};
    std::uint32_t top = 0, end = 0;
    co_await timed_.load(w, tail(victim), relaxed, end);
    co_await timed_.load(w, head(victim), relaxed, top);
    co_await w.compute(3);
    empty = end <= index_of(top);
}

}  // namespace tandem::perfsim
