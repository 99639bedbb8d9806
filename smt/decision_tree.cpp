#include "smt/decision_tree.hpp"

namespace tandem::smt {

void graft(DecisionTree& tree, const std::vector<PathOracle::Fork>& path, Effect effect) {
    DecisionTree* at = &tree;
    for (const PathOracle::Fork& fork : path) {
        if (at->branches.empty()) {
            at->condition = fork.condition;
            for (int i = 0; i < fork.alternatives; ++i) at->branches.push_back(std::make_unique<DecisionTree>());
        }
        at = at->branches[static_cast<std::size_t>(fork.taken)].get();
    }
    at->effect = std::move(effect);
}

}  // namespace tandem::smt
