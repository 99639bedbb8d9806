// What a state says of each core. With many cores, sorting them by these marks replaces trying every renaming
// (checker/symmetry.hpp).
//
// This is exact if a type only *marks* cores. A core is in a set or not, has this item of an array, or is named by a field. Two
// cores with equal marks may then be exchanged, and nothing changes. A type that relates cores to each other, such as an array by
// core of sets of cores, does not qualify.
#pragma once

#include "model/symmetry.hpp"

namespace tandem::model {

/// Whether a T may name a core.
template <class T>
constexpr bool names_cores() {
    if constexpr (requires { requires T::sort == Sort::core; }) return true;
    else if constexpr (Leaf<T> || is_set<T>) return false;
    else if constexpr (is_array<T> || is_fifo<T>) return names_cores<typename decltype(T::items)::value_type>();
    else if constexpr (is_table<T>) return names_cores<decltype(T::Slot::item)>();
    else if constexpr (is_maybe<T>) return names_cores<decltype(T::item)>();
    else {
        bool names = false;
        boost::mp11::mp_for_each<
            boost::describe::describe_members<T, boost::describe::mod_any_access | boost::describe::mod_inherited>>(
            [&](auto d) { names = names || names_cores<std::decay_t<decltype(std::declval<T&>().*d.pointer)>>(); });
        return names;
    }
}

/// Whether a T only marks cores.
template <class T>
constexpr bool only_marks_cores() {
    if constexpr (is_id<T> || Leaf<T> || is_set<T>) return true;
    else if constexpr (is_array<T>)
        return T::sort == Sort::core ? !names_cores<typename decltype(T::items)::value_type>()
                                     : only_marks_cores<typename decltype(T::items)::value_type>();
    else if constexpr (is_table<T>)
        return T::sort == Sort::core ? !names_cores<decltype(T::Slot::item)>() : only_marks_cores<decltype(T::Slot::item)>();
    else if constexpr (is_fifo<T>) return only_marks_cores<typename decltype(T::items)::value_type>();
    else if constexpr (is_maybe<T>) return only_marks_cores<decltype(T::item)>();
    else {
        bool only = true;
        boost::mp11::mp_for_each<
            boost::describe::describe_members<T, boost::describe::mod_any_access | boost::describe::mod_inherited>>(
            [&](auto d) { only = only && only_marks_cores<std::decay_t<decltype(std::declval<T&>().*d.pointer)>>(); });
        return only;
    }
}

/// Appends the marks of each core in `object` to `marks`, by core. `rotated` is `object` with each core renamed to the next: a
/// name that is not renamed is not in use.
template <class T>
void append_core_marks(const T& object, const T& rotated, const Shape& shape, std::vector<Packed>& marks) {
    const auto each_leaf = [&](std::size_t core, const auto& item) {
        for_each_leaf(item, shape, [&](const auto& leaf) { marks[core].push_back(static_cast<std::uint32_t>(number_of(leaf))); });
    };
    if constexpr (is_id<T>) {
        if constexpr (T::sort == Sort::core) {
            const auto cores = marks.size();
            const bool used = rotated.number == (object.number + 1u) % cores;
            for (std::size_t c = 0; c < cores; ++c) marks[c].push_back(used && object.number == c);
        }
    } else if constexpr (Leaf<T>) {
    } else if constexpr (is_set<T>) {
        if constexpr (T::sort == Sort::core)
            for (std::size_t c = 0; c < marks.size(); ++c) marks[c].push_back(object.members[c]);
    } else if constexpr (is_array<T>) {
        if constexpr (T::sort == Sort::core)
            for (std::size_t c = 0; c < marks.size(); ++c) each_leaf(c, object.items[c]);
        else
            for (std::size_t i = 0; i < static_cast<std::size_t>(items_within<T>(shape)); ++i)
                append_core_marks(object.items[i], rotated.items[i], shape, marks);
    } else if constexpr (is_table<T>) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(items_within<T>(shape)); ++i) {
            if constexpr (T::sort == Sort::core) {
                marks[i].push_back(object.slots[i].present);
                each_leaf(i, object.slots[i].item);
            } else {
                append_core_marks(object.slots[i].item, rotated.slots[i].item, shape, marks);
            }
        }
    } else if constexpr (is_maybe<T>) {
        append_core_marks(object.item, rotated.item, shape, marks);
    } else if constexpr (is_fifo<T>) {
        for (std::size_t i = 0; i < object.items.size(); ++i) append_core_marks(object.items[i], rotated.items[i], shape, marks);
    } else {
        boost::mp11::mp_for_each<
            boost::describe::describe_members<T, boost::describe::mod_any_access | boost::describe::mod_inherited>>(
            [&](auto d) { append_core_marks(object.*d.pointer, rotated.*d.pointer, shape, marks); });
    }
}

/// What `object`, which belongs to no core and only marks cores, says of each core. Equal marks have equal numbers in the same
/// order.
template <Reflected T>
std::vector<Packed> core_marks(const T& object, const Shape& shape) {
    std::vector<Packed> marks(static_cast<std::size_t>(shape[Sort::core]));
    Permutation next;
    for (std::size_t c = 0; c < marks.size(); ++c) next.core[c] = static_cast<std::uint8_t>((c + 1) % marks.size());
    append_core_marks(object, permuted(object, next, -1), shape, marks);
    return marks;
}

}  // namespace tandem::model
