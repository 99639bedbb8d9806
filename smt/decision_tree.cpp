#include "smt/decision_tree.hpp"

#include <algorithm>

#include "smt/substitution.hpp"

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

DecisionTree with_known(const DecisionTree& tree, const std::map<Place, int>& known) {
    const auto value = [&](Expression e) {
        return substituted(e, [&](Expression variable) {
            const auto found = known.find(variable.place());
            return found == known.end() ? variable : Expression(found->second);
        });
    };
    DecisionTree result;
    if (tree.condition) {
        const Expression condition = value(*tree.condition);
        if (condition.is_constant()) return with_known(*tree.branches[condition.is(1) ? 0 : 1], known);
        result.condition = condition;
    }
    for (const auto& branch : tree.branches) result.branches.push_back(std::make_unique<DecisionTree>(with_known(*branch, known)));
    result.effect = tree.effect;
    for (Update& update : result.effect.updates) update.value = value(update.value);
    for (Sending& sending : result.effect.sends)
        for (Expression& field : sending.message) field = value(field);
    for (Report& report : result.effect.reports)
        for (Expression& argument : report.arguments) argument = value(argument);
    return result;
}

namespace {

bool speaks_of(Expression e, Place place) {
    if (e.is_constant()) return false;
    if (e.op() == Operator::variable) return e.place() == place;
    return speaks_of(e.operand(0), place) || speaks_of(e.operand(1), place) || speaks_of(e.operand(2), place);
}

}  // namespace

bool mentions(const DecisionTree& tree, Place place) {
    if (tree.condition && speaks_of(*tree.condition, place)) return true;
    for (const Update& update : tree.effect.updates)
        if (speaks_of(update.value, place)) return true;
    return std::any_of(tree.branches.begin(), tree.branches.end(), [&](const auto& branch) { return mentions(*branch, place); });
}

}  // namespace tandem::smt
