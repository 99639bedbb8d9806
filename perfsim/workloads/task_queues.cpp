#include "perfsim/workloads/task_queues.hpp"

#include "perfsim/workloads/scoped.hpp"

namespace tandem::perfsim {

using model::Order, model::Scope;

namespace {

constexpr std::uint32_t index_bits = 20;  // of a head; the rest is its tag

std::uint32_t index_of(std::uint32_t head) { return head & ((1u << index_bits) - 1); }
/// The head of an emptied queue: another than all before.
std::uint32_t emptied(std::uint32_t head) { return ((head >> index_bits) + 1) << index_bits; }

const char* order_name(Synchronization how) {
    switch (how.order) {
        case Order::plain: return "plain";
        case Order::relaxed: return "relaxed";
        case Order::acquire: return how.remote ? "rm_acq" : "acq";
        case Order::release: return how.remote ? "rm_rel" : "rel";
        case Order::acquire_release: return how.remote ? "rm_ar" : "ar";
    }
    return "";
}

}  // namespace

TaskQueues::TaskQueues(Memory& memory, int queues, std::uint32_t elements, Scenario scenario)
    : queues_(static_cast<std::uint32_t>(queues)), steals_(scenario == Scenario::steal_only || scenario == Scenario::rem_sync),
      own_(scenario == Scenario::scope_only || scenario == Scenario::rem_sync ? Scope::wg : Scope::cmp), remote_(scenario == Scenario::rem_sync), victim_(queues_) {
    std::vector<std::uint32_t> numbers(elements);
    for (std::uint32_t e = 0; e < elements; ++e) numbers[e] = e;
    for (std::uint32_t q = 0; q <= queues_; ++q) first_.push_back(static_cast<std::uint32_t>(std::uint64_t(elements) * q / queues_));
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
    co_await pop(w, queue, element);
    if (element != none || !steals_) co_return;
    for (bool again = true; again;) {
        again = false;
        for (std::uint32_t tried = 1, victim = victim_[queue]; tried < queues_; ++tried, victim = (victim + 1) % queues_) {
            if (victim == queue) victim = (victim + 1) % queues_;
            auto outcome = Stolen::nothing;
            co_await steal(w, victim, element, outcome);
            if (outcome == Stolen::element) {
                victim_[queue] = victim;
                co_return;
            }
            again = again || outcome == Stolen::lost;
        }
    }
    element = none;
}

Kernel TaskQueues::pop(Warp& w, std::uint32_t queue, std::uint32_t& element) {
    const Synchronization release{Order::release, own_, false}, acquire{Order::acquire, own_, false}, both{Order::acquire_release, own_, false};
    element = none;
    std::uint32_t end = 0, top = 0;
    co_await load_word(w, tail(queue), ordinary, end);  // which nobody else changes
    co_await w.compute(2);
    if (end == 0) co_return;
    --end;
    co_await timed_store(w, tail(queue), end, release);
    co_await timed_load(w, head(queue), acquire, top);
    co_await w.compute(3);
    std::uint32_t task = 0;
    if (end >= index_of(top)) co_await load_word(w, place(queue, end), ordinary, task);
    if (end > index_of(top)) {
        element = task;
        ++counts_.popped;
        co_return;
    }
    // At most one element is left, and a thief may be at it.
    co_await timed_store(w, tail(queue), 0, release);
    if (end == index_of(top)) {
        std::uint32_t found = 0;
        co_await timed_exchange(w, head(queue), top, emptied(top), both, found);
        co_await w.compute(1);
        if (found == top) {
            element = task;
            ++counts_.popped;
            co_return;
        }
    }
    co_await timed_store(w, head(queue), emptied(top), release);
}

Kernel TaskQueues::steal(Warp& w, std::uint32_t victim, std::uint32_t& element, Stolen& outcome) {
    const Synchronization acquire{Order::acquire, Scope::cmp, remote_}, both{Order::acquire_release, Scope::cmp, remote_};
    std::uint32_t top = 0, end = 0, task = 0, found = 0;
    co_await timed_load(w, head(victim), acquire, top);
    co_await load_word(w, tail(victim), ordinary, end);
    co_await w.compute(3);
    if (end <= index_of(top)) {
        ++counts_.searched;
        outcome = Stolen::nothing;
        co_return;
    }
    co_await load_word(w, place(victim, index_of(top)), ordinary, task);
    co_await timed_exchange(w, head(victim), top, top + 1, both, found);
    co_await w.compute(1);
    if (found == top) {
        element = task;
        ++counts_.stolen;
        outcome = Stolen::element;
    } else {
        ++counts_.lost;
        outcome = Stolen::lost;
    }
}

Kernel TaskQueues::timed_load(Warp& w, Address from, Synchronization how, std::uint32_t& word) {
    const Cycle since = w.now();
    co_await load_word(w, from, how, word);
    charge("load", how, since, w.now());
}

Kernel TaskQueues::timed_store(Warp& w, Address to, std::uint32_t word, Synchronization how) {
    const Cycle since = w.now();
    co_await store_word(w, to, word, how);
    charge("store", how, since, w.now());
}

Kernel TaskQueues::timed_exchange(Warp& w, Address at, std::uint32_t expected, std::uint32_t desired, Synchronization how, std::uint32_t& found) {
    const Cycle since = w.now();
    co_await exchange_if(w, at, expected, desired, how, found);
    charge("cas", how, since, w.now());
}

void TaskQueues::charge(const char* access, Synchronization how, Cycle since, Cycle now) {
    OperationCost& cost = costs_[std::string(access) + " " + order_name(how) + " " + model::name_of(how.scope)];
    ++cost.operations;
    cost.cycles += static_cast<std::uint64_t>(now - since);
}

}  // namespace tandem::perfsim
