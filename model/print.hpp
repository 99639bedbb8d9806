// Described values as readable text: "lines.A.wts = 3" for states, "BusRd(address A, warp_ts 1)" for messages.
//
// Addresses print as A, B, C; other names as numbers; what is absent or default is left out.
#pragma once

#include "model/network.hpp"

namespace tandem::model {

inline std::string name_text(Sort sort, int number) {
    if (sort == Sort::address) return std::string(1, static_cast<char>('A' + number));
    return std::to_string(number);
}

template <Leaf T>
std::string leaf_text(const T& leaf) {
    if constexpr (std::is_same_v<T, bool>) return leaf ? "yes" : "no";
    else if constexpr (DescribedEnum<T>) return name_of(leaf);
    else if constexpr (is_id<T>) return name_text(T::sort, leaf.number);
    else if constexpr (std::is_same_v<T, PhysicalTime>)
        return leaf.ahead == 0 ? "past" : leaf.ahead == 1 ? "now" : "now+" + std::to_string(leaf.ahead - 1);
    else return std::to_string(number_of(leaf));
}

template <Reflected T>
std::string one_line(const T& object, const Shape& shape);
template <Reflected T>
void append_members(const T& object, const Shape& shape, const std::string& path, std::vector<Field>& out);

/// Appends the fields of `object`, each name prefixed with `path`.
template <Reflected T>
void append_fields(const T& object, const Shape& shape, const std::string& path, std::vector<Field>& out) {
    const auto at = [&](Sort sort, int i) { return path + "." + name_text(sort, i); };
    if constexpr (Leaf<T>) {
        out.push_back({path, leaf_text(object)});
    } else if constexpr (is_array<T>) {
        for (int i = 0; i < shape[T::sort]; ++i) append_fields(object.items[i], shape, at(T::sort, i), out);
    } else if constexpr (is_table<T>) {
        for (int i = 0; i < shape[T::sort]; ++i)
            if (object.slots[i].present) append_fields(object.slots[i].item, shape, at(T::sort, i), out);
    } else if constexpr (is_set<T>) {
        std::string members;
        for (int i = 0; i < shape[T::sort]; ++i)
            if (object.members[i]) members += (members.empty() ? "" : " ") + name_text(T::sort, i);
        if (!members.empty()) out.push_back({path, "{" + members + "}"});
    } else if constexpr (is_maybe<T>) {
        if (object.present) append_fields(object.item, shape, path, out);
    } else if constexpr (is_fifo<T>) {
        for (std::size_t i = 0; i < object.size.index(); ++i)
            append_fields(object.items[i], shape, path + "[" + std::to_string(i) + "]", out);
    } else if constexpr (requires { object.named; object.text(); }) {
        out.push_back({path, object.text()});  // data
    } else if constexpr (requires { T::carries(object, path); }) {
        if (path.empty()) append_members(object, shape, path, out);
        else out.push_back({path, one_line(object, shape)});  // a message that waits
    } else {
        append_members(object, shape, path, out);
    }
}

template <Reflected T>
void append_members(const T& object, const Shape& shape, const std::string& path, std::vector<Field>& out) {
    for_each_member(object, [&](const char* name, const auto& member) {
        append_fields(member, shape, path.empty() ? name : path + "." + name, out);
    });
}

/// "BusFill(address A, wts 1, rts 6, data 0)": the first leaf is the head. Defaults are left out unless `T::carries` says that
/// the member is meaningful.
template <Reflected T>
std::string one_line(const T& object, const Shape& shape) {
    std::vector<Field> fields;
    append_fields(object, shape, "", fields);
    std::string text;
    for (std::size_t i = 1; i < fields.size(); ++i) {
        if constexpr (requires { T::carries(object, fields[i].name); })
            if (!T::carries(object, fields[i].name)) continue;
        text += (text.empty() ? "" : ", ") + fields[i].name + " " + fields[i].value;
    }
    return fields.empty() ? text : fields[0].value + "(" + text + ")";
}

}  // namespace tandem::model
