// Which plain steps a state need not take, since another path takes them: sleep sets (Godefroid, 1996), by slots.
//
// Two steps that touch different slots lead to the same state in either order, so one order is enough. A state that was found
// by a step a leaves out the plain steps of every slot that is asleep in it: slots that a does not touch and, if a is
// plain itself, that come earlier than a's. Nothing is lost, and every state is still found on its own level: let b be such
// a step of x = s.a. It was possible in s, so s.b is found no later than x, and takes a, unless a sleeps there; then a
// later slot's step has found s.b, and the same holds of that. Slots in one order cannot go on so for ever. Under symmetry
// the order must be the same for all renamings (`Symmetry::earlier`). What is left out counts as a transition all the same.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "checker/components.hpp"
#include "checker/memory_map.hpp"
#include "checker/tag_index.hpp"

namespace tandem::checker {

/// The slots asleep in each state of the current level and of the next. A state's are written by the thread that adds it, and
/// read when the next level has begun.
class SleepSets {
public:
    /// There may be as many states as fit in `limit` bytes.
    explicit SleepSets(std::size_t limit) : memory_{MemoryMap(limit), MemoryMap(limit)} {}

    Slots asleep(Position position) const { return sets(0)[position - begin_[0]]; }
    void put(Position position, Slots asleep) { sets(1)[position - begin_[1]] = asleep; }

    /// What was the next level is the current one, which ends before position `end`.
    void next_level(Position end) {
        largest_ = std::max(largest_, end - begin_[1]);
        begin_ = {begin_[1], end};
        current_ = 1 - current_;
    }

    /// Those of the current level's states, which begins at `begin` and ends before `end`; and room for them where they are read
    /// from a checkpoint.
    std::span<const std::byte> current(Position begin, Position end) const {
        return {reinterpret_cast<const std::byte*>(sets(0)), (end - begin) * sizeof(Slots)};
    }
    std::span<std::byte> restored(Position begin, Position end) {
        begin_ = {begin, end};
        largest_ = end - begin;
        return {reinterpret_cast<std::byte*>(sets(0)), (end - begin) * sizeof(Slots)};
    }

    std::size_t bytes() const { return 2 * sizeof(Slots) * std::size_t{largest_}; }

private:
    Slots* sets(std::size_t level) const { return static_cast<Slots*>(memory_[(current_ + level) % 2].data()); }

    std::array<MemoryMap, 2> memory_;
    std::size_t current_ = 0;  // which of the two holds the current level
    std::array<Position, 2> begin_{};  // of the current level and of the next
    Position largest_ = 0;             // level, in states
};

}  // namespace tandem::checker
