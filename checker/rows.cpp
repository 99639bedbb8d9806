#include "checker/rows.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

namespace tandem::checker {

const Row* RowArena::add(Number number, std::span<const Step> steps, std::span<const Delivery> deliveries, std::uint64_t stalled) {
    constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
    if (steps.size() > most || deliveries.size() > most) throw std::length_error("a node has more steps in one state than the checker takes");
    std::lock_guard lock(mutex_);
    const bool empty = steps.empty() && deliveries.empty();
    if (empty)
        for (const Row* row : empty_)
            if (row->outcomes == stalled) return row;

    std::size_t plain = 0, moves = 0, postings = 0;
    for (const Step& step : steps) {
        plain += step.plain;
        moves += step.plain && step.next != number;
        postings += step.postings + step.own;
    }
    const std::size_t bytes = sizeof(Row) + moves * sizeof(Number) + deliveries.size_bytes() + alignof(Step) + steps.size_bytes();
    Row* row = ::new (static_cast<void*>(allocate(bytes + postings * sizeof(Posting)))) Row;
    row->outcomes = stalled;
    row->plain = static_cast<std::uint16_t>(plain);
    row->moves = static_cast<std::uint16_t>(moves);
    row->deliveries_ = static_cast<std::uint16_t>(deliveries.size());
    row->steps_ = static_cast<std::uint16_t>(steps.size());

    auto* next = const_cast<Number*>(row->next().data());
    auto* own_deliveries = const_cast<Delivery*>(row->deliveries().data());
    auto* own_steps = const_cast<Step*>(row->steps().data());
    auto* own_postings = reinterpret_cast<Posting*>(own_steps + steps.size());
    std::uninitialized_copy(deliveries.begin(), deliveries.end(), own_deliveries);
    std::uninitialized_copy(steps.begin(), steps.end(), own_steps);
    for (Step& step : std::span(own_steps, steps.size())) {
        step.posted = std::uninitialized_copy_n(step.posted, step.postings + step.own, own_postings) - step.postings - step.own;
        own_postings += step.postings + step.own;
        if (!step.plain) continue;
        row->outcomes |= step.outcomes;
        if (step.next != number) *next++ = step.next;
    }
    if (empty) empty_.push_back(row);
    return row;
}

std::byte* RowArena::allocate(std::size_t bytes) {
    bytes = (bytes + alignof(Row) - 1) / alignof(Row) * alignof(Row);
    if (bytes > left_) {
        left_ = std::max(bytes_ < large_block ? small_block : large_block, bytes);
        blocks_.push_back(std::make_unique<MemoryMap>(left_, MemoryMap::Use::all));
        free_ = static_cast<std::byte*>(blocks_.back()->data());
        bytes_ += left_;
    }
    left_ -= bytes;
    return std::exchange(free_, free_ + bytes);
}

std::size_t RowArena::bytes() const {
    std::lock_guard lock(mutex_);
    return bytes_;
}

}  // namespace tandem::checker
