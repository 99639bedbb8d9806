// Keeping symbolic states normalised: what is unused or absent holds its default, as model/symmetry.hpp says.
//
// The state before a step is normalised, so only what the step changed is looked at; whether that is present or in use is known
// on most paths already. Items of FIFOs were normalised when they entered.
#pragma once

#include "smt/symbolic.hpp"

namespace tandem::smt {

template <class T>
bool same_leaves(const T& a, const T& b) {
    const model::Shape largest{{model::max_extent, model::max_extent, model::max_extent, model::max_extent}, model::max_time};
    std::vector<Expression> leaves;
    model::for_each_leaf(a, largest, [&](const auto& leaf) { leaves.push_back(leaf.value); });
    std::size_t next = 0;
    bool same = true;
    model::for_each_leaf(b, largest, [&](const auto& leaf) { same = leaves[next++] == leaf.value && same; });
    return same;
}

template <class T>
void normalise_changes(const T& before, T& after);

/// Of a slot that may be empty: a flag and an item.
template <class Slot>
void normalise_slot(const Slot& before, Slot& after) {
    if (before.present.value == after.present.value && same_leaves(before.item, after.item)) return;
    if (after.present) normalise_changes(before.item, after.item);
    else after = Slot{};
}

template <class T>
void normalise_changes(const T& before, T& after) {
    if constexpr (model::is_array<T>) {
        for (std::size_t i = 0; i < after.items.size(); ++i) normalise_changes(before.items[i], after.items[i]);
    } else if constexpr (model::is_table<T>) {
        for (std::size_t i = 0; i < after.slots.size(); ++i) normalise_slot(before.slots[i], after.slots[i]);
    } else if constexpr (model::is_maybe<T>) {
        normalise_slot(before, after);
    } else if constexpr (model::DescribedStruct<T>) {
        if (same_leaves(before, after)) return;
        using namespace boost::describe;
        boost::mp11::mp_for_each<describe_members<T, mod_any_access | mod_inherited>>(
            [&](auto member) { normalise_changes(before.*member.pointer, after.*member.pointer); });
        if constexpr (requires { after.clear_unused(); }) after.clear_unused();
    }
}

}  // namespace tandem::smt
