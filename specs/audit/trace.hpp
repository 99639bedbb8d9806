// A trace to be judged: who loaded and stored what, in each thread's order. Nothing is known of the order between threads, but
// what values tell. A thread's operations stand in its order; those of different threads may stand in any.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/synchronization.hpp"

namespace tandem::audit {

using Id = std::uint32_t;  // of an operation: its place in the trace
inline constexpr Id none = std::numeric_limits<Id>::max();
inline constexpr Id initial = none - 1;  // the value that memory holds at first, where a store is named
inline constexpr std::uint64_t no_time = std::numeric_limits<std::uint64_t>::max();

enum class Kind : std::uint8_t { load, store, swap, fence };  // a swap is an atomic read-modify-write

struct Operation {
    std::uint64_t reads = 0, writes = 0;
    std::uint32_t thread = 0, address = 0;
    std::uint32_t line = 0;
    Kind kind = Kind::load;

    bool loads() const { return kind == Kind::load || kind == Kind::swap; }
    bool stores() const { return kind == Kind::store || kind == Kind::swap; }
};

/// When an operation was asked for and answered.
struct Times {
    std::uint64_t begin = no_time, end = no_time;
};

/// How an operation synchronizes, where a log says so: the order and the scope of an access that is atomic, or a fence's scope.
struct Synchronization {
    model::Order order = model::Order::plain;  // of an ordinary access
    model::Scope scope = model::Scope::sys;
    bool remote = false;
    std::uint16_t launch = 0;  // of a program in several kernels, one after the other: which
    bool acquires() const { return order == model::Order::acquire || order == model::Order::acquire_release; }
    bool releases() const { return order == model::Order::release || order == model::Order::acquire_release; }
    bool operator==(const Synchronization&) const = default;
};

/// Where a thread runs, as a log numbers it: threads of one wave, group or device have the same number.
inline constexpr std::uint64_t nowhere = std::numeric_limits<std::uint64_t>::max();
struct Seat {
    std::uint64_t wave = nowhere, group = nowhere, device = 0;
};

/// What an address holds when all has been done.
struct Final {
    std::uint32_t address = 0;
    std::uint64_t value = 0;
    std::uint32_t line = 0;
};

/// A store and a newer one of its address, which was seen to take its place. That may be a fault of what was seen.
struct Replaced {
    Id older, newer;
};

struct Trace {
    std::vector<Operation> operations;
    std::vector<Times> times;                       // empty, or one for each operation
    std::vector<Synchronization> synchronizations;  // empty, or one for each operation
    std::vector<Seat> seats;                        // empty, or one for each thread
    std::vector<Final> finals;
    std::vector<Replaced> replaced;  // where somebody saw it: a hint, on which no verdict depends
    std::uint32_t threads = 0, addresses = 0;

    Synchronization synchronization(Id id) const { return synchronizations.empty() ? Synchronization{} : synchronizations[id]; }
    Seat seat(std::uint32_t thread) const { return seats.empty() ? Seat{} : seats[thread]; }
};

/// What makes a trace no trace, and in which line.
struct BadTrace : std::runtime_error {
    BadTrace(std::uint32_t where, const std::string& what) : std::runtime_error(what), line(where) {}
    std::uint32_t line;
};

}  // namespace tandem::audit
