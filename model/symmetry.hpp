// Permutations of the sorts, and their action on described values.
//
// A renaming of cores, of each core's threads, of addresses and of data values maps runs to runs when protocols only compare
// and copy names (Ip and Dill, "Better verification through symmetry"). A thread's name means a thread of the core that was
// last named before it in the same struct, else of the core that owns the node. A struct whose members are not always in use
// has `clear_unused()`, which gives idle members their default, so that a permutation leaves no trace in them.
#pragma once

#include "model/reflect.hpp"

namespace tandem::model {

/// New names by old ones; identity by default.
struct Permutation {
    using Names = std::array<std::uint8_t, max_extent>;
    static constexpr Names identity{0, 1, 2, 3};
    static_assert(max_extent == 4);

    Names core = identity;
    std::array<Names, max_extent> thread{identity, identity, identity, identity};  // by the old name of the core
    Names address = identity;
    Names value = identity;

    const Names& names(Sort sort, int owner) const {
        switch (sort) {
            case Sort::core: return core;
            case Sort::thread: return thread[static_cast<std::size_t>(owner)];
            case Sort::address: return address;
            case Sort::value: return value;
        }
        return core;
    }
};

/// `object` with every name replaced; `owner` is the (old) core that thread names belong to.
template <Reflected T>
T permuted(const T& object, const Permutation& p, int owner) {
    if constexpr (is_id<T>) {
        return T(p.names(T::sort, owner)[object.index()]);
    } else if constexpr (Leaf<T>) {
        return object;
    } else if constexpr (is_array<T>) {
        T result{};
        for (std::size_t i = 0; i < max_extent; ++i)
            result.items[p.names(T::sort, owner)[i]] =
                permuted(object.items[i], p, T::sort == Sort::core ? static_cast<int>(i) : owner);
        return result;
    } else if constexpr (is_table<T>) {
        T result{};
        for (std::size_t i = 0; i < max_extent; ++i) {
            auto& slot = result.slots[p.names(T::sort, owner)[i]];
            slot.present = object.slots[i].present;
            if (slot.present) slot.item = permuted(object.slots[i].item, p, T::sort == Sort::core ? static_cast<int>(i) : owner);
        }
        return result;
    } else if constexpr (is_set<T>) {
        T result{};
        for (std::size_t i = 0; i < max_extent; ++i) result.members[p.names(T::sort, owner)[i]] = object.members[i];
        return result;
    } else if constexpr (is_maybe<T>) {
        T result = object;
        if (object.present) result.item = permuted(object.item, p, owner);
        return result;
    } else if constexpr (is_fifo<T>) {
        T result = object;
        for (std::size_t i = 0; i < object.size.index(); ++i) result.items[i] = permuted(object.items[i], p, owner);
        return result;
    } else {
        T result = object;
        int named = owner;
        for_each_member(result, [&](const char*, auto& member) {
            using M = std::decay_t<decltype(member)>;
            if constexpr (std::is_same_v<M, Id<Sort::core>>) named = member.number;
            member = permuted(member, p, named);
        });
        if constexpr (requires { result.clear_unused(); }) result.clear_unused();
        return result;
    }
}

}  // namespace tandem::model
