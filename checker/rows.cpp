#include "checker/rows.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace tandem::checker {

const Row* RowArena::add(std::span<const Step> steps, std::uint64_t stalled) {
    std::lock_guard lock(mutex_);
    if (steps.empty())
        for (const Row* row : without_steps_)
            if (row->stalled == stalled) return row;
    std::size_t postings = 0;
    for (const Step& step : steps) postings += step.postings;
    std::byte* at = allocate(sizeof(Row) + steps.size_bytes() + postings * sizeof(Posting));
    auto* own_steps = reinterpret_cast<Step*>(at + sizeof(Row));
    auto* own_postings = reinterpret_cast<Posting*>(at + sizeof(Row) + steps.size_bytes());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        ::new (static_cast<void*>(own_steps + i)) Step(steps[i]);
        own_steps[i].posted = own_postings;
        for (std::size_t p = 0; p < steps[i].postings; ++p) ::new (static_cast<void*>(own_postings++)) Posting(steps[i].posted[p]);
    }
    const Row* row = ::new (static_cast<void*>(at)) Row{{own_steps, steps.size()}, stalled};
    if (steps.empty()) without_steps_.push_back(row);
    return row;
}

std::byte* RowArena::allocate(std::size_t bytes) {
    bytes = (bytes + alignof(Row) - 1) / alignof(Row) * alignof(Row);
    if (bytes > left_) {
        left_ = std::max(block, bytes);
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(left_));
        free_ = blocks_.back().get();
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
