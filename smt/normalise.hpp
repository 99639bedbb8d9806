// Keeping symbolic states normalised: what is unused or absent holds its default, as model/symmetry.hpp says.
//
// The state before a step is normalised, so only what the step changed is looked at; whether that is present or in use is known
// on most paths already. Items of FIFOs were normalised when they entered.
#pragma once

#include "smt/symbolic.hpp"

namespace tandem::smt {

/// Whether two symbolic objects have the same leaves within the extents of `shape`; what lies beyond, no text touches.
template <class T>
bool same_leaves(const T& a, const T& b, const model::Shape& shape) {
    const auto same_items = [&](const auto& these, const auto& those, int count) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            if (!same_leaves(these[i], those[i], shape)) return false;
        return true;
    };
    const auto same_slots = [&](const auto& this_one, const auto& that_one) {
        return this_one.present.value == that_one.present.value && same_leaves(this_one.item, that_one.item, shape);
    };
    if constexpr (model::AbstractLeaf<T>) {
        return a.value == b.value;
    } else if constexpr (model::is_array<T>) {
        return same_items(a.items, b.items, model::items_within<T>(shape));
    } else if constexpr (model::is_table<T>) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(model::items_within<T>(shape)); ++i)
            if (!same_slots(a.slots[i], b.slots[i])) return false;
        return true;
    } else if constexpr (model::is_set<T>) {
        return same_items(a.members, b.members, model::items_within<T>(shape));
    } else if constexpr (model::is_maybe<T>) {
        return same_slots(a, b);
    } else if constexpr (model::is_fifo<T>) {
        return a.size.value == b.size.value && same_items(a.items, b.items, static_cast<int>(a.items.size()));
    } else {
        using namespace boost::describe;
        bool same = true;
        boost::mp11::mp_for_each<describe_members<T, mod_any_access | mod_inherited>>(
            [&](auto member) { same = same && same_leaves(a.*member.pointer, b.*member.pointer, shape); });
        return same;
    }
}

template <class T>
void normalise_changes(const T& before, T& after, const model::Shape& shape);

/// Of a slot that may be empty: a flag and an item.
template <class Slot>
void normalise_slot(const Slot& before, Slot& after, const model::Shape& shape) {
    if (before.present.value == after.present.value && same_leaves(before.item, after.item, shape)) return;
    if (after.present) normalise_changes(before.item, after.item, shape);
    else after = Slot{};
}

template <class T>
void normalise_changes(const T& before, T& after, const model::Shape& shape) {
    if constexpr (model::is_array<T>) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(model::items_within<T>(shape)); ++i)
            normalise_changes(before.items[i], after.items[i], shape);
    } else if constexpr (model::is_table<T>) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(model::items_within<T>(shape)); ++i)
            normalise_slot(before.slots[i], after.slots[i], shape);
    } else if constexpr (model::is_maybe<T>) {
        normalise_slot(before, after, shape);
    } else if constexpr (model::DescribedStruct<T>) {
        if (same_leaves(before, after, shape)) return;
        using namespace boost::describe;
        boost::mp11::mp_for_each<describe_members<T, mod_any_access | mod_inherited>>(
            [&](auto member) { normalise_changes(before.*member.pointer, after.*member.pointer, shape); });
        if constexpr (requires { after.clear_unused(); }) after.clear_unused();
    }
}

}  // namespace tandem::smt
