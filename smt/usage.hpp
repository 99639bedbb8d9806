// Which fields of a record are in use, learnt from its `clear_unused`.
#pragma once

#include "smt/normalise.hpp"
#include "smt/transition_system.hpp"

namespace tandem::smt {

/// When the leaf keeps its value.
Expression kept(const DecisionTree& tree, int leaf);

/// Fills in `used` of `layout`, which is that of T, and of all its parts. `next` is the `itself` of the next record.
template <class T>
void note_usage(Layout& layout, Expressions& expressions, const model::Shape& shape, int& next) {
    if constexpr (model::is_array<T> || model::is_fifo<T>) {
        note_usage<typename decltype(T::items)::value_type>(layout.parts[0], expressions, shape, next);
    } else if constexpr (model::is_table<T>) {
        note_usage<decltype(T::Slot::item)>(layout.parts[0], expressions, shape, next);
    } else if constexpr (model::is_maybe<T>) {
        note_usage<decltype(T::item)>(layout.parts[0], expressions, shape, next);
    } else if constexpr (model::DescribedStruct<T>) {
        T before{};
        std::size_t part = 0;
        model::for_each_member(before, [&]<class Member>(const char*, Member&) {
            note_usage<Member>(layout.parts[part++], expressions, shape, next);
        });
        if constexpr (requires { before.clear_unused(); }) {
            int leaves = 0;
            layout.itself = next--;
            model::for_each_leaf(before, shape, [&]<class L>(L& leaf) {
                leaf.value =
                    expressions.variable({layout.itself, leaves++}, leaf_type<typename L::ConcreteLeaf>(expressions, shape));
            });
            const DecisionTree tree = explore({}, [&] {
                T after = before;
                after.clear_unused();
                Effect effect;
                std::vector<Expression> old;
                model::for_each_leaf(before, shape, [&](const auto& leaf) { old.push_back(leaf.value); });
                int changed = 0;
                model::for_each_leaf(after, shape, [&](const auto& leaf) {
                    if (leaf.value != old[static_cast<std::size_t>(changed)]) effect.updates.push_back({changed, leaf.value});
                    ++changed;
                });
                return effect;
            });
            for (int leaf = 0; leaf < leaves; ++leaf) layout.used.push_back(kept(tree, leaf));
        }
    }
}

}  // namespace tandem::smt
