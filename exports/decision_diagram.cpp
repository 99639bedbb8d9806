#include "exports/decision_diagram.hpp"

namespace tandem::exports {

DecisionDiagram::Node DecisionDiagram::test(Expression condition, Node yes, Node no) {
    if (condition.is_constant()) return condition.constant() ? yes : no;
    if (yes == no || no == leaf(unreachable)) return yes;
    if (yes == leaf(unreachable)) return no;
    if (condition.op() == Operator::negation) return test(condition.operand(0), no, yes);
    auto [found, added] = by_test_.try_emplace({condition, yes, no}, static_cast<Node>(tests_.size()));
    if (added) {
        tests_.push_back({condition, yes, no});
        sizes_.push_back(1 + size(yes) + size(no));
    }
    return found->second;
}

double DecisionDiagram::size(Node node) const { return is_leaf(node) ? 0 : sizes_[static_cast<std::size_t>(node)]; }

}  // namespace tandem::exports
