#include "smt/usage.hpp"

#include <algorithm>

namespace tandem::smt {

Expression kept(const DecisionTree& tree, int leaf) {
    if (tree.branches.empty())
        return std::none_of(tree.effect.updates.begin(), tree.effect.updates.end(),
                            [&](const Update& u) { return u.leaf == leaf; });
    const Expression is = *tree.condition, yes = kept(*tree.branches[0], leaf), no = kept(*tree.branches[1], leaf);
    if (yes == no) return yes;
    if (yes.is(1)) return disjunction(is, no);
    if (no.is(1)) return disjunction(negation(is), yes);
    return disjunction(conjunction(is, yes), conjunction(negation(is), no));
}

}  // namespace tandem::smt
