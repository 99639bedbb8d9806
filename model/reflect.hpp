// Reflection: one description of each state struct gives packing, equality, printing, symmetry and export.
//
// A state struct lists its members once with BOOST_DESCRIBE_CLASS. `for_each_leaf` walks a value down to its leaves (flags,
// enumerations, names, moments, counters) in a fixed order, within the extents of a shape.
#pragma once

#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "model/block_words.hpp"
#include "model/containers.hpp"

namespace tandem::model {

// ---- kinds of types -------------------------------------------------------------------------------------------------

template <class T>
concept DescribedEnum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;
template <class T>
concept DescribedStruct = std::is_class_v<T> && boost::describe::has_describe_members<T>::value;

template <class T> inline constexpr bool is_id = false;
template <Sort S> inline constexpr bool is_id<Id<S>> = true;
template <class T> inline constexpr bool is_count = false;
template <int N> inline constexpr bool is_count<Count<N>> = true;
template <class T> inline constexpr bool is_array = false;
template <class D, Sort S, class T> inline constexpr bool is_array<Array<D, S, T>> = true;
template <class T> inline constexpr bool is_table = false;
template <class D, Sort S, class T> inline constexpr bool is_table<Table<D, S, T>> = true;
template <class T> inline constexpr bool is_set = false;
template <class D, Sort S> inline constexpr bool is_set<Set<D, S>> = true;
template <class T> inline constexpr bool is_maybe = false;
template <class D, class T> inline constexpr bool is_maybe<Maybe<D, T>> = true;
template <class T> inline constexpr bool is_fifo = false;
template <class D, class T, int N> inline constexpr bool is_fifo<Fifo<D, T, N>> = true;

/// A value of the concrete domain without parts.
template <class T>
concept Leaf = std::is_same_v<T, bool> || DescribedEnum<T> || is_id<T> || std::is_same_v<T, Time> ||
    std::is_same_v<T, PhysicalTime> || is_count<T>;

/// A leaf of another domain; it names the concrete leaf that it stands for.
template <class T>
concept AbstractLeaf = requires { typename T::ConcreteLeaf; } && Leaf<typename T::ConcreteLeaf>;

/// A type whose parts reflection knows: a leaf, a described struct, or a store of these.
template <class T>
concept Reflected =
    Leaf<T> || AbstractLeaf<T> || DescribedStruct<T> || is_array<T> || is_table<T> || is_set<T> || is_maybe<T> || is_fifo<T>;

// ---- enumerators ----------------------------------------------------------------------------------------------------

template <DescribedEnum E>
inline constexpr int enum_size = int(boost::mp11::mp_size<boost::describe::describe_enumerators<E>>::value);

/// Whether the enumerators are 0, 1, 2... in the order of their description, so that numbers can stand for them.
template <DescribedEnum E>
constexpr bool enum_in_order() {
    int next = 0;
    bool in_order = true;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>(
        [&](auto d) { in_order &= static_cast<int>(d.value) == next++; });
    return in_order;
}

template <DescribedEnum E>
const char* name_of(E e) {
    const char* name = "?";
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) {
        if (d.value == e) name = d.name;
    });
    return name;
}

/// The enumerator called `name`, or false.
template <DescribedEnum E>
bool enum_from(const std::string& name, E& out) {
    bool found = false;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) {
        if (name == d.name) out = d.value, found = true;
    });
    return found;
}

// ---- walking --------------------------------------------------------------------------------------------------------

/// Calls f(name, member) for each described member of a struct, bases' first.
template <class T, class F>
void for_each_member(T& object, F&& f) {
    using Bare = std::remove_const_t<T>;
    using namespace boost::describe;
    boost::mp11::mp_for_each<describe_members<Bare, mod_any_access | mod_inherited>>(
        [&](auto d) { f(d.name, object.*d.pointer); });
}

/// The member of the T at `object` in which `part` lies, or null.
template <class T>
const char* member_at(const void* object, const void* part) {
    const char* name = nullptr;
    for_each_member(*static_cast<const T*>(object), [&](const char* called, const auto& member) {
        const auto* from = reinterpret_cast<const char*>(&member);
        const auto* at = static_cast<const char*>(part);
        if (from <= at && at < from + sizeof(member)) name = called;
    });
    return name;
}

/// How many items of T, which is indexed by a sort, are within the extents of `shape`.
template <class T>
int items_within(const Shape& shape) {
    if constexpr (is_table<T>) return std::min(shape[T::sort], static_cast<int>(std::tuple_size_v<decltype(T::slots)>));
    else if constexpr (is_set<T>) return std::min(shape[T::sort], static_cast<int>(std::tuple_size_v<decltype(T::members)>));
    else return std::min(shape[T::sort], static_cast<int>(std::tuple_size_v<decltype(T::items)>));
}

/// Resets to its default every member of a message that `carries(message, name)` denies. Most messages clear unused members this
/// way.
template <class T>
void clear_uncarried(T& message) {
    for_each_member(message, [&](const char* name, auto& member) {
        if (!T::carries(message, name)) member = {};
    });
}

/// Calls f(leaf) for each leaf of `object`, in the order of the description, within the extents of `shape`.
template <class T, class F>
void for_each_leaf(T& object, const Shape& shape, F&& f) {
    using Bare = std::remove_const_t<T>;
    if constexpr (Leaf<Bare> || AbstractLeaf<Bare>) {
        f(object);
    } else if constexpr (is_array<Bare>) {
        for (int i = 0; i < items_within<Bare>(shape); ++i) for_each_leaf(object.items[i], shape, f);
    } else if constexpr (is_table<Bare>) {
        for (int i = 0; i < items_within<Bare>(shape); ++i) {
            f(object.slots[i].present);
            for_each_leaf(object.slots[i].item, shape, f);
        }
    } else if constexpr (is_set<Bare>) {
        for (int i = 0; i < items_within<Bare>(shape); ++i) f(object.members[i]);
    } else if constexpr (is_maybe<Bare>) {
        f(object.present);
        for_each_leaf(object.item, shape, f);
    } else if constexpr (is_fifo<Bare>) {
        f(object.size);
        for (auto& item : object.items) for_each_leaf(item, shape, f);
    } else {
        static_assert(DescribedStruct<Bare>, "a state struct lists its members with BOOST_DESCRIBE_CLASS");
        for_each_member(object, [&](const char*, auto& member) { for_each_leaf(member, shape, f); });
    }
}

/// How many values a leaf of type T has in `shape`.
template <Leaf T>
int cardinality(const Shape& shape) {
    if constexpr (std::is_same_v<T, bool>) return 2;
    else if constexpr (is_id<T>) return shape[T::sort];
    else if constexpr (std::is_same_v<T, Time>) return shape.time_max + 1;
    else if constexpr (std::is_same_v<T, PhysicalTime>) return shape.horizon + 2;  // past, now, and so many ticks ahead
    else if constexpr (std::is_same_v<T, Named>) return shape.words == 1 ? 1 : enum_size<Named>;
    else if constexpr (is_count<T>) return T::max + 1;
    else {
        static_assert(enum_in_order<T>(), "an enumeration is described in its order and counts from 0");
        return enum_size<T>;
    }
}

template <Leaf T>
int number_of(const T& leaf) {
    if constexpr (is_id<T> || is_count<T>) return leaf.number;
    else if constexpr (std::is_same_v<T, Time>) return leaf.tick;
    else if constexpr (std::is_same_v<T, PhysicalTime>) return leaf.ahead;
    else return static_cast<int>(leaf);
}

template <Leaf T>
void set_number(T& leaf, int n) {
    if constexpr (is_id<T> || is_count<T> || std::is_same_v<T, Time> || std::is_same_v<T, PhysicalTime>) leaf = T(n);
    else leaf = static_cast<T>(n);
}

}  // namespace tandem::model
