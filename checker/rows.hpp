// What a node may do in one situation: a row of steps, all in one stretch of memory, so that one look ahead fetches them.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace tandem::checker {

using Number = std::uint32_t;

/// Where a step's message goes.
struct Posting {
    std::uint16_t link;  // slot
    std::uint16_t lane;
    Number message;
};

/// A local step with numbers for values.
struct Step {
    Number next;
    Number events;  // a list of events, 0 for none
    std::uint64_t outcomes;
    std::uint32_t broken;
    std::uint16_t label;
    std::uint8_t postings;
    bool fair;
    const Posting* posted;
};

/// What a node may do in one situation.
struct Row {
    std::span<const Step> steps;
    std::uint64_t stalled = 0;  // the outcomes of handlers that stalled
};

/// Keeps rows, each followed by its steps and their postings, in large blocks. Rows never move.
class RowArena {
public:
    /// `steps` point to their postings; both are copied.
    const Row* add(std::span<const Step> steps, std::uint64_t stalled);
    std::size_t bytes() const;

private:
    static constexpr std::size_t block = std::size_t{1} << 16;
    std::byte* allocate(std::size_t bytes);

    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::byte* free_ = nullptr;
    std::size_t left_ = 0, bytes_ = 0;
    std::vector<const Row*> without_steps_;  // most situations allow nothing; equal rows are kept once
};

}  // namespace tandem::checker
