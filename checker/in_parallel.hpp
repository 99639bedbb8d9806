// Starting threads for one piece of work.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "checker/signal_stack.hpp"

namespace tandem::checker {

/// Runs work(0..threads-1) at once, and returns when all have returned. What one of them throws is thrown here. None begins
/// before all threads are there, for they wait for each other: throws std::system_error or std::bad_alloc if there is no room.
template <class Work>
void in_parallel(int threads, Work&& work) {
    if (threads <= 1) return work(0);
    enum class Gate { closed, open, given_up };
    std::atomic<Gate> gate = Gate::closed;
    const auto tell = [&](Gate what) {
        gate.store(what);
        gate.notify_all();
    };
    std::vector<std::exception_ptr> errors(static_cast<std::size_t>(threads));
    const auto part = [&](int t) {
        try {
            work(t);
        } catch (...) {
            errors[static_cast<std::size_t>(t)] = std::current_exception();
        }
    };
    std::vector<std::jthread> helpers;
    try {
        for (int t = 1; t < threads; ++t)
            helpers.emplace_back([&, t, room = SignalStack::room()]() mutable {
                const SignalStack stack(std::move(room));
                gate.wait(Gate::closed);
                if (gate.load() == Gate::open) part(t);
            });
    } catch (...) {
        tell(Gate::given_up);
        throw;
    }
    tell(Gate::open);
    part(0);
    helpers.clear();
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

/// The `part`-th of `parts` equal shares of begin..end-1 is share(part)..share(part + 1)-1.
template <class Integer>
Integer share(Integer begin, Integer end, int part, int parts) {
    return begin + static_cast<Integer>(static_cast<std::uint64_t>(end - begin) * static_cast<std::uint64_t>(part) /
                                        static_cast<std::uint64_t>(parts));
}

}  // namespace tandem::checker
