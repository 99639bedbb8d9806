// Starting threads for one piece of work.
#pragma once

#include <thread>
#include <vector>

#include "checker/signal_stack.hpp"

namespace tandem::checker {

/// Runs work(0..threads-1) at once, and returns when all have returned. `work` throws nothing.
template <class Work>
void in_parallel(int threads, Work&& work) {
    std::vector<std::jthread> helpers;
    for (int t = 1; t < threads; ++t)
        helpers.emplace_back([&work, t] {
            const SignalStack stack;
            work(t);
        });
    work(0);
}

/// The `part`-th of `parts` equal shares of begin..end-1 is share(part)..share(part + 1)-1.
template <class Integer>
Integer share(Integer begin, Integer end, int part, int parts) {
    return begin + static_cast<Integer>(static_cast<std::uint64_t>(end - begin) * static_cast<std::uint64_t>(part) /
                                        static_cast<std::uint64_t>(parts));
}

}  // namespace tandem::checker
