// What can happen at one slot in one situation: a row, all in one stretch of memory, so that one look ahead fetches it.
//
// Most steps change nothing but the slot's own number. Those are *plain*: the next numbers stand in a list of their own right
// behind the row's head, and expanding them is to go through that list. A row that has room in a cache line lies in one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "checker/memory_map.hpp"
#include "checker/spin_lock.hpp"

namespace tandem::checker {

using Number = std::uint32_t;

/// A message that a step leaves at another slot.
struct Posting {
    std::uint16_t slot;
    std::uint16_t lane;  // among the slot's channels
    Number message;
};

/// A local step with numbers for values.
struct Step {
    std::uint64_t outcomes;
    Number next;            // of the slot
    Number events;          // a list of events, 0 for none
    Number message;         // that it receives, if any
    std::int16_t channel;   // where that comes from, or -1
    std::uint16_t label;
    std::uint32_t broken;
    std::uint32_t posted;   // where its messages stand, in bytes from here
    std::uint8_t postings;  // how many there are for other slots
    std::uint8_t own;       // and for its own, which `next` has already
    bool fair;
    // what its handler must not do (Components::error), or 0: such a step leads nowhere, and is no transition
    std::uint32_t error;
    bool plain;  // nothing can hinder it, no monitor sees it, it leaves no message elsewhere and breaks no property

    /// The messages that it leaves at other slots.
    std::span<const Posting> elsewhere() const { return {first_posting(), postings}; }
    /// All messages.
    std::span<const Posting> sends() const { return {first_posting(), std::size_t{postings} + own}; }

private:
    const Posting* first_posting() const {
        return reinterpret_cast<const Posting*>(reinterpret_cast<const std::byte*>(this) + posted);
    }
};

/// A step before it has a place, and all its messages.
struct StepDraft {
    Step step;
    std::vector<Posting> sends;  // first those for other slots
};

/// A message that may be delivered to the node of another slot.
struct Delivery {
    Number message;
    Number rest;  // of its own slot, without the message
    std::uint16_t channel;
    std::uint16_t receiver;  // slot
};

class Row {
public:
    std::uint64_t outcomes;  // that occur wherever the row is met: of handlers that stall, and of plain steps
    std::uint16_t plain;     // how many steps are plain
    std::uint16_t moves;     // and how many of these change the number

    bool only_plain() const { return plain == steps_; }
    /// Where the plain steps lead that change the number.
    std::span<const Number> next() const { return {reinterpret_cast<const Number*>(this + 1), moves}; }
    std::span<const Delivery> deliveries() const {
        return {reinterpret_cast<const Delivery*>(next().data() + next().size()), deliveries_};
    }
    /// All steps.
    std::span<const Step> steps() const {
        const auto end = reinterpret_cast<std::uintptr_t>(deliveries().data() + deliveries_);
        return {reinterpret_cast<const Step*>((end + alignof(Step) - 1) / alignof(Step) * alignof(Step)), steps_};
    }
    void prefetch() const { __builtin_prefetch(this); }

private:
    friend class RowArena;
    std::uint16_t deliveries_;
    std::uint16_t steps_;
};

/// Keeps rows in large blocks. They never move.
class RowArena {
public:
    /// `number` is the slot's, which steps may leave as it is.
    /// Throws std::length_error if a situation offers more than 65535 steps.
    const Row* add(Number number, std::span<const StepDraft> drafts, std::span<const Delivery> deliveries, std::uint64_t stalled);
    std::size_t bytes() const;

private:
    static constexpr std::size_t small_block = std::size_t{1} << 16, large_block = std::size_t{2} << 20;
    std::byte* allocate(std::size_t bytes);

    mutable SpinLock lock_;
    std::vector<std::unique_ptr<MemoryMap>> blocks_;
    std::byte* free_ = nullptr;
    std::size_t left_ = 0, bytes_ = 0;
    std::vector<const Row*> empty_;  // most situations allow nothing; equal rows are kept once
};

}  // namespace tandem::checker
