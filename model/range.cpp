// Where a value of a described type has left its range, or would be lost.
#include "model/range.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "model/symmetry.hpp"

namespace tandem::model {

namespace {

using Kind = Structure::Kind;

/// A leaf, or the flag of a table's entry: its number, and how many it may have.
struct Found {
    int number, limit;
};
using Look = std::function<bool(const std::string& path, Found leaf, bool beyond)>;

/// Calls look(path, leaf, beyond) for the leaves of `object`, named as in `append_fields`, until it returns true. Returns whether
/// it did. `beyond`: the leaf is an entry of a table or a member of a set under a name that the shape lacks. (The items of an
/// array under such names mean nothing: handlers go through all of them.)
bool any_leaf(const Structure& s, const void* object, const Shape& shape, const std::string& path, bool beyond,
              const Look& look) {
    const auto named = [&](int i) { return path + "." + name_text(s.sort, i); };
    const auto lacking = [&](int i) { return beyond || i >= shape[s.sort]; };
    switch (s.kind) {
        case Kind::leaf: {
            const int limit = s.places(shape).leaves.front().limit;
            return look(path, {leaf_number(s, object), limit}, beyond);
        }
        case Kind::array:
            for (int i = 0; i < shape[s.sort]; ++i)
                if (any_leaf(*s.item, s.item_at(object, i), shape, named(i), lacking(i), look)) return true;
            return false;
        case Kind::set:
            for (int i = 0; i < s.room; ++i)
                if (any_leaf(*s.item, s.item_at(object, i), shape, named(i), lacking(i), look)) return true;
            return false;
        case Kind::table:
            for (int i = 0; i < s.room; ++i) {
                const bool present = s.present_at(object, i);
                if (look(named(i), {present, 2}, lacking(i)) ||
                    (present && any_leaf(*s.item, s.item_at(object, i), shape, named(i), lacking(i), look)))
                    return true;
            }
            return false;
        case Kind::maybe:
            return s.present_at(object, 0) && any_leaf(*s.item, s.item_at(object, 0), shape, path, beyond, look);
        case Kind::fifo:
            if (any_leaf(*s.length, part_at(object, s.length_at), shape, "the length of " + path, beyond, look)) return true;
            for (int i = 0; i < s.items_in(object); ++i)
                if (any_leaf(*s.item, s.item_at(object, i), shape, path + "[" + std::to_string(i) + "]", beyond, look))
                    return true;
            return false;
        case Kind::members:
            for (const Structure::Member& m : s.members)
                if (any_leaf(*m.structure, part_at(object, m.offset), shape, path.empty() ? m.name : path + "." + m.name, beyond,
                             look))
                    return true;
            return false;
    }
    return false;
}

/// Whether no table or set holds anything under a name that the shape lacks: what packing loses.
bool nothing_beyond(const Structure& s, const void* object, const Shape& shape) {
    if (s.places(shape).whole) return true;
    const auto items = [&](int end) {
        for (int i = 0; i < end; ++i)
            if (!nothing_beyond(*s.item, s.item_at(object, i), shape)) return false;
        return true;
    };
    switch (s.kind) {
        case Kind::leaf: return true;
        case Kind::set:
            for (int i = shape[s.sort]; i < s.room; ++i)
                if (*s.item_at(object, i) != 0) return false;
            return true;
        case Kind::table:
            for (int i = shape[s.sort]; i < s.room; ++i)
                if (s.present_at(object, i) || !same_everywhere(*s.item, s.item_at(object, i), s.item->blank, shape))
                    return false;
            return items(std::min(shape[s.sort], s.room));
        case Kind::array: return items(std::min(shape[s.sort], s.room));
        case Kind::maybe:
        case Kind::fifo: return items(s.room);
        case Kind::members:
            for (const Structure::Member& m : s.members)
                if (!nothing_beyond(*m.structure, part_at(object, m.offset), shape)) return false;
            return true;
    }
    return true;
}

}  // namespace

std::optional<std::string> out_of_range(const Structure& structure, const void* object, const Shape& shape) {
    std::string found;
    any_leaf(structure, object, shape, "", false, [&](const std::string& path, Found leaf, bool beyond) {
        const int limit = leaf.limit - 1;
        if (beyond || (0 <= leaf.number && leaf.number <= limit)) return false;
        found = path + " at " + std::to_string(leaf.number) +
                (leaf.number < 0 ? ", below 0" : ", beyond its limit of " + std::to_string(limit));
        return true;
    });
    return found.empty() ? std::nullopt : std::optional(found);
}

bool same_everywhere(const Structure& s, const void* a, const void* b, const Shape& shape) {
    const auto same_items = [&](int end) {
        for (int i = 0; i < end; ++i)
            if (!same_everywhere(*s.item, s.item_at(a, i), s.item_at(b, i), shape)) return false;
        return true;
    };
    switch (s.kind) {
        case Kind::leaf: return std::memcmp(a, b, s.size) == 0;
        case Kind::array: return same_items(shape[s.sort]);
        case Kind::set: return same_items(s.room);
        case Kind::table:
            for (int i = 0; i < s.room; ++i)
                if (s.present_at(a, i) != s.present_at(b, i)) return false;
            return same_items(s.room);
        case Kind::maybe: return s.present_at(a, 0) == s.present_at(b, 0) && same_items(1);
        case Kind::fifo:
            return std::memcmp(part_at(a, s.length_at), part_at(b, s.length_at), s.length->size) == 0 && same_items(s.room);
        case Kind::members:
            for (const Structure::Member& m : s.members)
                if (!same_everywhere(*m.structure, part_at(a, m.offset), part_at(b, m.offset), shape)) return false;
            return true;
    }
    return true;
}

std::optional<std::string> kept_for_nobody(const Structure& structure, const void* object, const void* stored,
                                           const Shape& shape) {
    if (same_everywhere(structure, object, stored, shape)) return std::nullopt;
    std::map<std::string, int> left;
    const auto each_beyond = [&](const void* of, const std::function<bool(const std::string&, int)>& f) {
        any_leaf(structure, of, shape, "", false,
                 [&](const std::string& path, Found leaf, bool beyond) { return beyond && f(path, leaf.number); });
    };
    each_beyond(stored, [&](const std::string& path, int n) { return left[path] = n, false; });
    std::string found;
    each_beyond(object, [&](const std::string& path, int n) {
        const auto where = left.find(path);
        if (where != left.end() ? where->second == n : n == 0) return false;
        found = path;
        return true;
    });
    return (found.empty() ? "something" : found) + ", for a name that the shape does not have";
}

std::optional<std::string> written_where_absent(const Structure& s, const void* object, const Shape& shape,
                                                const std::string& path) {
    if (s.always_normal && s.kind != Kind::members && s.kind != Kind::array) return std::nullopt;
    const auto named = [&](int i) { return path + "." + name_text(s.sort, i); };
    std::optional<std::string> found;
    switch (s.kind) {
        case Kind::table:
            for (int i = 0; i < shape[s.sort] && !found; ++i) {
                if (s.present_at(object, i)) found = written_where_absent(*s.item, s.item_at(object, i), shape, named(i));
                else if (!is_default(*s.item, s.item_at(object, i))) found = named(i);
            }
            break;
        case Kind::array:
            for (int i = 0; i < shape[s.sort] && !found; ++i)
                found = written_where_absent(*s.item, s.item_at(object, i), shape, named(i));
            break;
        case Kind::maybe:
            if (s.present_at(object, 0)) found = written_where_absent(*s.item, s.item_at(object, 0), shape, path);
            break;
        case Kind::members:
            for (const Structure::Member& m : s.members)
                if (!found)
                    found = written_where_absent(*m.structure, part_at(object, m.offset), shape,
                                                 path.empty() ? m.name : path + "." + m.name);
            break;
        case Kind::leaf:
        case Kind::set:
        case Kind::fifo: break;
    }
    return found;
}

Packed pack_whole(const Structure& structure, const void* object, void* stored, const Shape& shape, const char* does) {
    Packed packed;
    try {
        packed = pack(structure, object, shape);
    } catch (const std::out_of_range&) {
        throw TextError(does + out_of_range(structure, object, shape).value_or("a field out of range"));
    }
    if (nothing_beyond(structure, object, shape)) return packed;
    unpack(structure, stored, packed, shape);
    if (const auto part = kept_for_nobody(structure, object, stored, shape)) throw TextError(does + *part);
    return packed;
}

}  // namespace tandem::model
