// What the threads of a search share, whatever the size of its keys, and how they are started.
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>

#include "checker/ranks/exchange.hpp"
#include "checker/search.hpp"
#include "checker/sleep_sets.hpp"

namespace tandem::checker {

using Clock = std::chrono::steady_clock;

enum Pause : unsigned {
    none = 0,
    must_grow = 1,
    must_relayout = 2,
    no_memory = 4,
    no_time = 8,
    interrupted = 16,
    failed = 32,
    ended_elsewhere = 64
};

/// What ends a search before its end, of all ranks if there are several.
inline constexpr unsigned limits = no_memory | no_time | interrupted | ended_elsewhere;

/// What has been counted when a level has ended. What is found afterwards, until the next has, no checkpoint knows.
struct LevelEnd {
    std::uint64_t states = 0, full_states = 0, transitions = 0, outcomes = 0;
    std::uint64_t violations = 0;  // how many of those found
    bool text_error = false;
    bool complete = false;  // no state is left to be expanded
};

/// How far a rank has come, or all ranks together.
struct Standing {
    unsigned limits = none;
    std::uint64_t states = 0, full_states = 0, transitions = 0, outcomes = 0;
    std::uint64_t level_states = 0;  // of the level that is next to be expanded
    std::uint64_t bytes = 0;
    std::uint64_t states_sent = 0, bytes_sent = 0;
    std::uint64_t most_states = 0;  // of one rank

    Standing& operator+=(const Standing& other) {
        limits |= other.limits, outcomes |= other.outcomes;
        states += other.states, full_states += other.full_states, transitions += other.transitions,
            level_states += other.level_states, bytes += other.bytes;
        states_sent += other.states_sent, bytes_sent += other.bytes_sent;
        most_states = std::max(most_states, other.most_states);
        return *this;
    }
};

/// What all threads share, whatever the key size.
struct Search::Shared {
    Shared(const Network& network, const SearchOptions& options, Exchange* exchange) : options(options), exchange(exchange) {
        for (const int p : options.properties) {
            const auto& property = network.properties().at(static_cast<std::size_t>(p));
            if (property.kind == model::PropertyKind::invariant) invariants.push_back({p, property.number});
            if (property.kind == model::PropertyKind::step) steps.push_back({p, property.number});
            if (property.kind == model::PropertyKind::no_deadlock) deadlock = p;
        }
        for (const auto& [p, bit] : steps) step_mask |= 1u << bit;
        for (std::size_t i = 0; i < network.properties().size(); ++i)
            refuted.push_back(std::make_unique<std::atomic<bool>>(false));
    }

    /// Whether it is the first of its kind: others are not kept.
    bool record(const Violation& violation) {
        std::lock_guard lock(mutex);
        if (violation.property == no_property) {
            if (text_error) return false;
            text_error = violation;
            return true;
        }
        if (refuted[static_cast<std::size_t>(violation.property)]->exchange(true)) return false;
        violations.push_back(violation);
        return true;
    }
    bool open(int property) const { return !refuted[static_cast<std::size_t>(property)]->load(std::memory_order_relaxed); }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }

    const SearchOptions& options;
    Exchange* const exchange;  // with other ranks; null if this process searches alone
    Clock::time_point start = Clock::now();
    std::vector<std::pair<int, int>> invariants, steps;  // property and its number
    std::uint32_t step_mask = 0;
    int deadlock = -1;

    std::vector<Position> levels{0};
    std::atomic<Position> next{0};
    Position level_end = 0;
    Position part_end = 0;  // of what of the level is loaded
    LevelEnd last_level;
    std::size_t levels_noted = 0;  // how many had ended then
    Clock::time_point last_checkpoint = start;
    double seconds_before = 0;  // of the runs that this one goes on from
    SleepSets sleep_sets{options.memory};
    std::atomic<unsigned> pause{none};
    Clock::time_point last_tick{};
    std::mutex mutex;
    std::vector<Violation> violations;
    std::optional<Violation> text_error;
    std::vector<std::unique_ptr<std::atomic<bool>>> refuted;  // by property
    std::exception_ptr error;
    std::size_t most_bytes = 0;
    Standing all;        // of all ranks, at the last level's end
    Standing of_others;  // of these, what other ranks have
    std::uint64_t states_before = 0;  // of this rank, before the level that is next to be expanded
    std::size_t agreed = 0;           // how many of the violations all ranks know
    bool error_agreed = false;
};

/// A count that one thread changes, while another may read it to report progress.
class Count {
public:
    Count() = default;
    Count(const Count& other) : value_(other.value()) {}
    Count& operator=(const Count& other) { return set(other.value()); }
    Count& operator+=(std::uint64_t n) { return set(value() + n); }
    Count& operator|=(std::uint64_t bits) { return set(value() | bits); }
    operator std::uint64_t() const { return value(); }

private:
    std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }
    Count& set(std::uint64_t n) {
        value_.store(n, std::memory_order_relaxed);
        return *this;
    }
    std::atomic<std::uint64_t> value_ = 0;
};

/// One thread's counts. They are padded because each thread writes its own all the time.
struct alignas(64) Counts {
    Count states, full_states, transitions, outcomes;
};

}  // namespace tandem::checker
