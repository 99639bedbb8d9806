// Permutations of the sorts, and their action on described values.
//
// If protocols only compare and copy names, renamings map runs to runs. Cores, each core's threads, addresses and data values may
// be renamed (Ip and Dill, "Better verification through symmetry"). A thread's name means a thread of the core last named before
// it in the same struct, or else of the core that owns the node. Without either, no thread can be named. A struct whose members
// are not always in use has `clear_unused()`, which resets idle members to their defaults. Values are *normalised*: unused and
// absent parts hold their defaults. So equal situations are equal, and a permutation leaves no trace.
#pragma once

#include <algorithm>

#include "model/structure.hpp"

namespace tandem::model {

/// New names by old ones; identity by default.
struct Permutation {
    using Names = std::array<std::uint8_t, std::max(max_extent, max_values)>;
    static constexpr Names identity{0, 1, 2, 3, 4, 5, 6, 7};
    static_assert(max_extent == 8 && max_values == 8);
    static constexpr std::array<Names, max_extent> everywhere(const Names& names) {
        std::array<Names, max_extent> all{};
        all.fill(names);
        return all;
    }

    Names core = identity;
    std::array<Names, max_extent> thread = everywhere(identity);  // by the old name of the core
    Names address = identity;
    Names value = identity;
    bool clears_unused = true;  // false: members that are not in use are renamed like all others, to find out who reads them

    bool renames_threads() const {
        return std::any_of(thread.begin(), thread.end(), [](const Names& names) { return names != identity; });
    }
    /// The new names of a sort. Those of threads belong to the (old) core `owner`; without an owner (-1) threads stay as they
    /// are.
    const Names& names(Sort sort, int owner) const {
        switch (sort) {
            case Sort::core: return core;
            case Sort::thread: return owner < 0 ? identity : thread[static_cast<std::size_t>(owner)];
            case Sort::address: return address;
            case Sort::value: return value;
        }
        return core;
    }
    friend auto operator<=>(const Permutation&, const Permutation&) = default;
};

/// First `p`, then `q`.
inline Permutation composed(const Permutation& p, const Permutation& q) {
    Permutation both;
    for (std::size_t i = 0; i < max_extent; ++i) {
        both.core[i] = q.core[p.core[i]];
        both.address[i] = q.address[p.address[i]];
        for (std::size_t t = 0; t < max_extent; ++t) both.thread[i][t] = q.thread[p.core[i]][p.thread[i][t]];
    }
    for (std::size_t v = 0; v < max_values; ++v) both.value[v] = q.value[p.value[v]];
    return both;
}

inline Permutation inverse(const Permutation& p) {
    Permutation back;
    for (std::uint8_t i = 0; i < max_extent; ++i) {
        back.core[p.core[i]] = i;
        back.address[p.address[i]] = i;
        for (std::uint8_t t = 0; t < max_extent; ++t) back.thread[p.core[i]][p.thread[i][t]] = t;
    }
    for (std::uint8_t v = 0; v < max_values; ++v) back.value[p.value[v]] = v;
    return back;
}

void normalise(const Structure& structure, void* object);
void age(const Structure& structure, void* object, const Shape& shape);
bool holds_instants(const Structure& structure, const Shape& shape);
bool is_default(const Structure& structure, const void* object);
void permute(const Structure& structure, void* to, const void* object, const Permutation& p, int owner);

/// Resets everything in `object` that is unused or absent to its default.
template <Reflected T>
void normalise(T& object) { normalise(structure_of<T>(), &object); }

template <Reflected T>
T normalised(T object) {
    normalise(object);
    return object;
}

/// Whether a T can hold moments of physical time.
template <Reflected T>
bool holds_instants(const Shape& shape) { return holds_instants(structure_of<T>(), shape); }

/// `object` one tick later.
template <Reflected T>
T aged(T object, const Shape& shape) {
    age(structure_of<T>(), &object, shape);
    return object;
}

/// Whether `object` equals T{}.
template <Reflected T>
bool is_default(const T& object) { return is_default(structure_of<T>(), &object); }

/// `object` normalised and with every name replaced. `owner` is the (old) core that thread names belong to, or -1. Throws
/// std::logic_error if a thread would be renamed whose core is unknown.
template <Reflected T>
T permuted(const T& object, const Permutation& p, int owner) {
    T result{};
    permute(structure_of<T>(), &result, &object, p, owner);
    return result;
}

}  // namespace tandem::model
