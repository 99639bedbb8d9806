#include "checker/rows.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

namespace tandem::checker {

const Row* RowArena::add(Number number, std::span<const StepDraft> drafts, std::span<const Delivery> deliveries,
                         std::uint64_t stalled) {
    constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
    if (drafts.size() > most || deliveries.size() > most)
        throw std::length_error("a node has more steps in one state than the checker takes");
    std::lock_guard lock(lock_);
    const bool empty = drafts.empty() && deliveries.empty();
    if (empty)
        for (const Row* row : empty_)
            if (row->outcomes == stalled) return row;

    std::size_t plain = 0, moves = 0, sends = 0;
    for (const auto& [step, sent] : drafts) {
        plain += step.plain;
        moves += step.plain && step.next != number;
        sends += sent.size();
    }
    const std::size_t head = sizeof(Row) + moves * sizeof(Number) + deliveries.size_bytes();
    const std::size_t tail = drafts.size() * sizeof(Step) + sends * sizeof(Posting);
    Row* row =
        ::new (static_cast<void*>(allocate(tail == 0 ? head : (head + alignof(Step) - 1) / alignof(Step) * alignof(Step) + tail)))
            Row;
    row->outcomes = stalled;
    row->plain = static_cast<std::uint16_t>(plain);
    row->moves = static_cast<std::uint16_t>(moves);
    row->deliveries_ = static_cast<std::uint16_t>(deliveries.size());
    row->steps_ = static_cast<std::uint16_t>(drafts.size());

    auto* next = const_cast<Number*>(row->next().data());
    auto* own_step = const_cast<Step*>(row->steps().data());
    auto* own_posting = reinterpret_cast<Posting*>(own_step + drafts.size());
    std::uninitialized_copy(deliveries.begin(), deliveries.end(), const_cast<Delivery*>(row->deliveries().data()));
    for (const auto& [step, sent] : drafts) {
        ::new (static_cast<void*>(own_step)) Step(step);
        own_step->posted =
            static_cast<std::uint32_t>(reinterpret_cast<std::byte*>(own_posting) - reinterpret_cast<std::byte*>(own_step));
        own_posting = std::uninitialized_copy(sent.begin(), sent.end(), own_posting);
        ++own_step;
        if (!step.plain) continue;
        row->outcomes |= step.outcomes;
        if (step.next != number) *next++ = step.next;
    }
    if (empty) empty_.push_back(row);
    return row;
}

std::byte* RowArena::allocate(std::size_t bytes) {
    constexpr std::size_t line = 64;
    bytes = (bytes + alignof(Row) - 1) / alignof(Row) * alignof(Row);
    // A block ends where a line does.
    if (const std::size_t rest = left_ % line; bytes <= line && bytes > rest && rest <= left_) free_ += rest, left_ -= rest;
    if (bytes > left_) {
        // Where there is no room this throws, and other threads go on with what is left.
        const std::size_t size = std::max(bytes_ < large_block ? small_block : large_block, bytes);
        blocks_.push_back(std::make_unique<MemoryMap>(size, MemoryMap::Use::all));
        free_ = static_cast<std::byte*>(blocks_.back()->data());
        left_ = size;
        bytes_ += size;
    }
    left_ -= bytes;
    return std::exchange(free_, free_ + bytes);
}

std::size_t RowArena::bytes() const {
    std::lock_guard lock(lock_);
    return bytes_;
}

}  // namespace tandem::checker
