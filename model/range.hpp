// Where a value has left its range. It finds the field of a node or message that holds an impossible value, and entries under
// names that the shape lacks.
//
// Packing is called for every step and only detects that something is wrong. This file then says what, in the words of traces
// (model/print.hpp).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "model/print.hpp"

namespace tandem::model {

/// Calls f(path, leaf, beyond) for the leaves of `object`, named as in `append_fields`, until it returns true. Returns whether it
/// did. `beyond`: the leaf is an entry of a table or a member of a set under a name that the shape lacks. (The items of an array
/// under such names mean nothing: handlers go through all of them.)
template <Reflected T, class F>
bool any_leaf(const T& object, const Shape& shape, const std::string& path, bool beyond, F&& f) {
    const auto any_item = [&](Sort sort, const auto& items, int end) {
        for (int i = 0; i < end; ++i)
            if (any_leaf(items[static_cast<std::size_t>(i)], shape, path + "." + name_text(sort, i), beyond || i >= shape[sort],
                         f))
                return true;
        return false;
    };
    if constexpr (Leaf<T>) {
        return f(path, object, beyond);
    } else if constexpr (is_array<T>) {
        return any_item(T::sort, object.items, shape[T::sort]);
    } else if constexpr (is_table<T>) {
        for (int i = 0; i < static_cast<int>(object.slots.size()); ++i) {
            const auto& slot = object.slots[static_cast<std::size_t>(i)];
            const std::string entry = path + "." + name_text(T::sort, i);
            const bool lacking = beyond || i >= shape[T::sort];
            if (f(entry, slot.present, lacking) || (slot.present && any_leaf(slot.item, shape, entry, lacking, f))) return true;
        }
        return false;
    } else if constexpr (is_set<T>) {
        return any_item(T::sort, object.members, static_cast<int>(object.members.size()));
    } else if constexpr (is_maybe<T>) {
        return object.present && any_leaf(object.item, shape, path, beyond, f);
    } else if constexpr (is_fifo<T>) {
        if (any_leaf(object.size, shape, "the length of " + path, beyond, f)) return true;
        for (std::size_t i = 0; i < object.size.index(); ++i)
            if (any_leaf(object.items[i], shape, path + "[" + std::to_string(i) + "]", beyond, f)) return true;
        return false;
    } else {
        bool found = false;
        for_each_member(object, [&](const char* name, const auto& member) {
            found = found || any_leaf(member, shape, path.empty() ? name : path + "." + name, beyond, f);
        });
        return found;
    }
}

/// "warps.0.outstanding at 9, beyond its limit of 8": the first field of `object` that holds an impossible value, or nothing.
template <Reflected T>
std::optional<std::string> out_of_range(const T& object, const Shape& shape) {
    std::string found;
    any_leaf(object, shape, "", false, [&]<class L>(const std::string& path, const L& leaf, bool beyond) {
        const int n = number_of(leaf), limit = cardinality<L>(shape) - 1;
        if (beyond || (0 <= n && n <= limit)) return false;
        found = path + " at " + std::to_string(n) + (n < 0 ? ", below 0" : ", beyond its limit of " + std::to_string(limit));
        return true;
    });
    return found.empty() ? std::nullopt : std::optional(found);
}

/// Whether all leaves of two values are equal, including tables' entries and sets' members under names that the shape lacks.
template <Reflected T>
bool same_everywhere(const T& a, const T& b, const Shape& shape) {
    if constexpr (Leaf<T>) {
        return number_of(a) == number_of(b);
    } else if constexpr (is_table<T>) {
        for (std::size_t i = 0; i < a.slots.size(); ++i)
            if (a.slots[i].present != b.slots[i].present || !same_everywhere(a.slots[i].item, b.slots[i].item, shape))
                return false;
        return true;
    } else if constexpr (is_maybe<T>) {
        return a.present == b.present && same_everywhere(a.item, b.item, shape);
    } else if constexpr (is_array<T> || is_fifo<T>) {
        if constexpr (is_fifo<T>)
            if (a.size != b.size) return false;
        std::size_t end = a.items.size();
        if constexpr (is_array<T>) end = static_cast<std::size_t>(shape[T::sort]);
        for (std::size_t i = 0; i < end; ++i)
            if (!same_everywhere(a.items[i], b.items[i], shape)) return false;
        return true;
    } else if constexpr (is_set<T>) {
        return a.members == b.members;
    } else {
        bool same = true;
        boost::mp11::mp_for_each<
            boost::describe::describe_members<T, boost::describe::mod_any_access | boost::describe::mod_inherited>>(
            [&](auto d) { same = same && same_everywhere(a.*d.pointer, b.*d.pointer, shape); });
        return same;
    }
}

/// "to_tell.2, a name that the shape does not have": the first part of `object` that is kept under such a name. Packing `object`
/// would lose it: `stored` shows what would be left. Nothing if there is none.
template <Reflected T>
std::optional<std::string> kept_for_nobody(const T& object, const T& stored, const Shape& shape) {
    if (same_everywhere(object, stored, shape)) return std::nullopt;
    std::map<std::string, int> left;
    const auto each_beyond = [&](const T& of, auto&& f) {
        any_leaf(of, shape, "", false,
                 [&](const std::string& path, const auto& leaf, bool beyond) { return beyond && f(path, number_of(leaf)); });
    };
    each_beyond(stored, [&](const std::string& path, int n) { return left[path] = n, false; });
    std::string found;
    each_beyond(object, [&](const std::string& path, int n) {
        const auto at = left.find(path);
        if (at != left.end() ? at->second == n : n == 0) return false;
        found = path;
        return true;
    });
    return (found.empty() ? "something" : found) + ", for a name that the shape does not have";
}

/// "lines.A.data": the first part of `object` that differs from its default under a name that a table does not have. The writer
/// holds a reference to an entry that has been dropped. Nothing if there is none.
template <Reflected T>
std::optional<std::string> written_where_absent(const T& object, const Shape& shape, const std::string& path = "") {
    std::optional<std::string> found;
    if constexpr (is_table<T>) {
        for (int i = 0; i < shape[T::sort] && !found; ++i) {
            const auto& slot = object.slots[static_cast<std::size_t>(i)];
            const std::string entry = path + "." + name_text(T::sort, i);
            if (slot.present) found = written_where_absent(slot.item, shape, entry);
            else if (!is_default(slot.item)) found = entry;
        }
    } else if constexpr (is_array<T>) {
        for (int i = 0; i < shape[T::sort] && !found; ++i)
            found = written_where_absent(object.items[static_cast<std::size_t>(i)], shape, path + "." + name_text(T::sort, i));
    } else if constexpr (is_maybe<T>) {
        if (object.present) found = written_where_absent(object.item, shape, path);
    } else if constexpr (!Leaf<T> && !is_set<T> && !is_fifo<T>) {
        for_each_member(object, [&](const char* name, const auto& member) {
            if (!found) found = written_where_absent(member, shape, path.empty() ? name : path + "." + name);
        });
    }
    return found;
}

/// Packs what a handler leaves, sends or reports. Throws TextError, which begins with `does`, if a field has left its range or
/// something would be lost.
template <Reflected T>
Packed pack_whole(const T& object, const Shape& shape, const char* does) {
    Packed packed;
    try {
        packed = pack(object, shape);
    } catch (const std::out_of_range&) {
        throw TextError(does + out_of_range(object, shape).value_or("a field out of range"));
    }
    if (const auto part = kept_for_nobody(object, unpack<T>(packed, shape), shape)) throw TextError(does + *part);
    return packed;
}

}  // namespace tandem::model
