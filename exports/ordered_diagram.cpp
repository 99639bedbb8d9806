#include "exports/ordered_diagram.hpp"

#include <algorithm>

namespace tandem::exports {

using Node = OrderedDiagrams::Node;

namespace {

/// `minimal` leaves nothing out where more are involved: it would take long.
constexpr std::size_t most_conditions = 40;

}  // namespace

Node OrderedDiagrams::make(int level, Node yes, Node no) {
    if (yes == no) return yes;
    const auto [found, added] = by_test_.try_emplace({level, yes, no}, static_cast<Node>(tests_.size()));
    if (added) tests_.push_back({level, yes, no});
    return found->second;
}

Node OrderedDiagrams::of(Expression e) {
    if (e.is_constant()) return leaf(e.constant() != 0);
    switch (e.op()) {
        case Operator::negation: return negated(of(e.operand(0)));
        case Operator::conjunction: return both(of(e.operand(0)), of(e.operand(1)));
        case Operator::disjunction: return either(of(e.operand(0)), of(e.operand(1)));
        case Operator::conditional: return if_then_else(of(e.operand(0)), of(e.operand(1)), of(e.operand(2)));
        default: break;
    }
    const auto [found, added] = levels_.try_emplace(e, static_cast<int>(conditions_.size()));
    if (added) conditions_.push_back(e);
    return make(found->second, always, never);
}

Node OrderedDiagrams::if_then_else(Node condition, Node yes, Node no) {
    if (condition == always || yes == no) return yes;
    if (condition == never) return no;
    if (yes == always && no == never) return condition;
    if (const auto found = decided_.find({condition, yes, no}); found != decided_.end()) return found->second;
    const int top = std::min({level(condition), level(yes), level(no)});
    const Node first = if_then_else(branch(condition, top, true), branch(yes, top, true), branch(no, top, true));
    const Node second = if_then_else(branch(condition, top, false), branch(yes, top, false), branch(no, top, false));
    return decided_[{condition, yes, no}] = make(top, first, second);
}

Node OrderedDiagrams::where(Node f, int level, bool truth) {
    if (this->level(f) > level) return f;
    const Test test = at(f);
    if (test.level == level) return truth ? test.yes : test.no;
    return make(test.level, where(test.yes, level, truth), where(test.no, level, truth));
}

Node OrderedDiagrams::some(Node f, const std::set<int>& levels) {
    if (is_leaf(f)) return f;
    const Test test = at(f);
    const Node yes = some(test.yes, levels), no = some(test.no, levels);
    return levels.contains(test.level) ? either(yes, no) : make(test.level, yes, no);
}

Node OrderedDiagrams::simplified(Node f, Node care) {
    if (care == always || care == never || is_leaf(f)) return f;
    if (const auto found = simplified_.find({f, care}); found != simplified_.end()) return found->second;
    const int top = std::min(level(f), level(care));
    const Node care_yes = branch(care, top, true), care_no = branch(care, top, false);
    Node result;
    if (care_yes == never) result = simplified(branch(f, top, false), care_no);
    else if (care_no == never) result = simplified(branch(f, top, true), care_yes);
    else if (level(f) > top) result = simplified(f, either(care_yes, care_no));
    else result = make(top, simplified(at(f).yes, care_yes), simplified(at(f).no, care_no));
    return simplified_[{f, care}] = result;
}

Node OrderedDiagrams::minimal(Node f, Node care) {
    f = simplified(f, care);
    if (support(f).size() + support(care).size() > most_conditions) return f;
    const auto as_seen = [&](Node g) { return if_then_else(care, g, never); };
    for (const int level : support(f))
        for (const bool truth : {true, false})
            if (const Node other = where(f, level, truth); other != f && as_seen(other) == as_seen(f)) f = other;
    return f;
}

std::set<int> OrderedDiagrams::support(Node f) const {
    std::set<int> levels;
    std::set<Node> seen;
    const auto visit = [&](const auto& self, Node node) -> void {
        if (is_leaf(node) || !seen.insert(node).second) return;
        levels.insert(at(node).level);
        self(self, at(node).yes);
        self(self, at(node).no);
    };
    visit(visit, f);
    return levels;
}

double OrderedDiagrams::size(Node f) const {
    std::map<Node, double> sizes;
    const auto count = [&](const auto& self, Node node) -> double {
        if (is_leaf(node)) return 0;
        if (const auto found = sizes.find(node); found != sizes.end()) return found->second;
        return sizes[node] = 1 + self(self, at(node).yes) + self(self, at(node).no);
    };
    return count(count, f);
}

}  // namespace tandem::exports
