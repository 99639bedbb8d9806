#include "smt/decision_tree.hpp"

#include <algorithm>
#include <set>

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
    for (const auto& branch : tree.branches)
        result.branches.push_back(std::make_unique<DecisionTree>(with_known(*branch, known)));
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

template <class F>
Expression fold(const DecisionTree& tree, const F& f) {
    if (tree.branches.empty()) return f(tree.effect);
    const Expression yes = fold(*tree.branches[0], f), no = fold(*tree.branches[1], f);
    return conditional(*tree.condition, yes, no);
}

}  // namespace

Expression not_stalled(const DecisionTree& tree) {
    return fold(tree, [](const Effect& effect) { return Expression(!effect.stalled); });
}

std::vector<Update> folded(const DecisionTree& tree, const std::function<Expression(int)>& before) {
    std::set<int> changed;
    for_each_effect(tree, [&](const Effect& effect, const auto&) {
        for (const Update& update : effect.updates) changed.insert(update.leaf);
    });
    std::vector<Update> values;
    for (const int leaf : changed) {
        const Expression unchanged = before(leaf);
        values.push_back({leaf, fold(tree, [&](const Effect& effect) {
                              const auto at =
                                  std::lower_bound(effect.updates.begin(), effect.updates.end(), leaf,
                                                   [](const Update& update, int wanted) { return update.leaf < wanted; });
                              return at != effect.updates.end() && at->leaf == leaf ? at->value : unchanged;
                          })});
    }
    return values;
}

bool mentions(const DecisionTree& tree, Place place) {
    if (tree.condition && speaks_of(*tree.condition, place)) return true;
    for (const Update& update : tree.effect.updates)
        if (speaks_of(update.value, place)) return true;
    return std::any_of(tree.branches.begin(), tree.branches.end(), [&](const auto& branch) { return mentions(*branch, place); });
}

}  // namespace tandem::smt
