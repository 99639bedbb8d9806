// What a line is, said in facts: a proof makes no paths of them. A handler asks the same of `Line` (l1.hpp).
#pragma once

#include <initializer_list>

#include "model/lemma.hpp"
#include "protocols/moesi/l1.hpp"

namespace tandem::moesi {

template <class D>
struct LineFacts {
    using Fact = model::Fact<D>;
    Fact present;
    const Line<D>& line;

    /// Of the block in a cache.
    template <class Block>
    static LineFacts of(const L1<D>& cache, const Block& block) {
        const auto& slot = cache.lines.slots[static_cast<std::size_t>(block.index(model::room<D>(Sort::address)))];
        return {slot.present, slot.item};
    }
    Fact is(State state) const { return present & (line.state == state); }
    Fact is(std::initializer_list<State> states) const {
        Fact some = false;
        for (const State state : states) some = some | (line.state == state);
        return present & some;
    }
    Fact alone() const {
        return is({State::exclusive, State::modified, State::exclusive_leaves, State::modified_leaves});
    }
    Fact owns_shared() const { return is({State::owned, State::owner_upgrading, State::owned_leaves}); }
    Fact owns() const { return alone() | owns_shared(); }
    Fact shares() const { return is({State::shared, State::upgrading}); }
};

}  // namespace tandem::moesi
