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

std::vector<Packed> core_marks(const Structure& structure, const void* object, const void* rotated, const Shape& shape);
/// Each core gets the name of the next.
Permutation next_core(const Shape& shape);

/// What `object`, which belongs to no core and only marks cores, says of each core. Equal marks have equal numbers in the same
/// order.
template <Reflected T>
std::vector<Packed> core_marks(const T& object, const Shape& shape) {
    const T rotated = permuted(object, next_core(shape), -1);
    return core_marks(structure_of<T>(), &object, &rotated, shape);
}

}  // namespace tandem::model
