// Accesses of one lane that synchronize, as a compiler translates a program's atomic operations: the instruction itself if the
// memory knows scopes, with fences around it if not.
#pragma once

#include "perfsim/workloads/lanes.hpp"
#include "perfsim/kernel.hpp"

namespace tandem::perfsim {

inline constexpr Synchronization ordinary{};

inline Kernel load_word(Warp& w, Address from, Synchronization how, std::uint32_t& word) {
    const Lanes loaded = co_await w.load(every(from), 1, how);
    word = loaded[0];
    if (!w.scoped && model::acquires(how)) co_await w.fence(model::Order::acquire);
}

/// Continues when the store is complete, if it releases. Then a later operation that acquires reads no copy from before it: a
/// load acquires only after it has read.
inline Kernel store_word(Warp& w, Address to, std::uint32_t word, Synchronization how) {
    if (!w.scoped && model::releases(how)) co_await w.release();
    co_await w.store(every(to), every(word), 1, how);
    if (model::releases(how)) co_await w.fence();
}

/// `found` is the old value; the word is exchanged if that is `expected`.
inline Kernel exchange_if(Warp& w, Address at, std::uint32_t expected, std::uint32_t desired, Synchronization how,
                          std::uint32_t& found) {
    if (!w.scoped && model::releases(how)) co_await w.release();
    const Lanes before = co_await w.compare_and_swap(every(at), every(expected), every(desired), 1, how);
    found = before[0];
    if (!w.scoped && model::acquires(how)) co_await w.fence(model::Order::acquire);
}

}  // namespace tandem::perfsim
