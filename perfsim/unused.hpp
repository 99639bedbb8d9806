// What `System` does after each step, done in the machine: unused members are reset to their default (`clear_unused`).
//
// A text may rely on it, and a run must be a path of the checked system. A step touches a node's state for one block, and its
// warps' state. A protocol whose handlers leave nothing behind declares `clears_unused`, and its runs save that time.
#pragma once

#include <type_traits>

#include "perfsim/cache.hpp"

namespace tandem::perfsim {

template <class P>
constexpr bool says_clears_unused() {
    if constexpr (requires { P::clears_unused; }) return P::clears_unused;
    else return false;
}
template <class P>
inline constexpr bool clears_unused = says_clears_unused<P>();

/// Resets unused members of `object` and of everything in it, except what is stored by block.
template <class T>
void clear_unused(T& object) {
    if constexpr (model::is_maybe<T>) {
        if (object.present) clear_unused(object.item);
        else object = T{};
    } else if constexpr (model::is_fifo<T>) {
        object.each([](auto& item) { clear_unused(item); });
    } else if constexpr (model::is_table<T>) {
        if constexpr (T::sort != model::Sort::address) object.each([](auto, auto& item) { clear_unused(item); });
    } else if constexpr (model::is_array<T>) {
        if constexpr (T::sort != model::Sort::address)
            for (auto& item : object.items) clear_unused(item);
    } else if constexpr (model::DescribedStruct<T>) {
        model::for_each_member(object, [](const char*, auto& member) { clear_unused(member); });
        if constexpr (requires { object.clear_unused(); }) object.clear_unused();
    }
}

/// The same for a node and its state for block `a`; with `every_block` for all blocks.
template <class N>
void clear_unused_of(N& node, Block a, bool every_block) {
    model::for_each_member(node, [&](const char*, auto& member) {
        if constexpr (requires { member.find(a); member.place(a); }) {
            if (every_block) member.each([](Block, auto& item) { clear_unused(item); });
            else if (auto* const item = member.find(a)) clear_unused(*item);
        } else if constexpr (requires { member.of; }) {
            if (!every_block) return clear_unused(member[a]);
            for (auto& item : member.items) clear_unused(item);
        }
    });
    clear_unused(node);
}

}  // namespace tandem::perfsim
