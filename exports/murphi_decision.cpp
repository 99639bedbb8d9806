#include "exports/murphi_decision.hpp"

namespace tandem::exports {

std::string choice(const std::string& is, const std::string& is_not, const std::string& yes, const std::string& no) {
    if (yes == "false") return no == "true" ? is_not : "(" + is_not + " & " + no + ")";
    if (no == "false") return yes == "true" ? is : "(" + is + " & " + yes + ")";
    if (yes == "true") return "(" + is + " | " + no + ")";
    if (no == "true") return "(" + is_not + " | " + yes + ")";
    return "((" + is + " & " + yes + ") | (" + is_not + " & " + no + "))";
}

void MurphiDecision::decide(const std::vector<Node>& roots, int depth) {
    constexpr int asked = 2;  // like what two tests lead to
    for (const Node root : roots) {
        count(root);
        parents_[root] += asked;
    }
    for (const Node root : roots) decide_shared(root, depth);
}

std::string MurphiDecision::function(Node root) {
    count(root);
    decide_shared(root, 1);
    print(root, "return ", 1);
    return text_.function("boolean", statements_, scope_, declarations_);
}

void MurphiDecision::count(Node node) {
    if (OrderedDiagrams::is_leaf(node) || parents_[node]++ > 0) return;
    count(diagrams_.at(node).yes);
    count(diagrams_.at(node).no);
}

/// The variables that one depends on come before it.
void MurphiDecision::decide_shared(Node node, int depth) {
    if (!visited_.insert(node).second) return;
    if (!OrderedDiagrams::is_leaf(node)) {
        decide_shared(diagrams_.at(node).yes, depth);
        decide_shared(diagrams_.at(node).no, depth);
    }
    if (const auto found = parents_.find(node); found == parents_.end() || found->second < 2) return;
    const std::string name = "way" + std::to_string(names_.size());
    declarations_ += std::string(2 * static_cast<std::size_t>(depth), ' ') + name + ": boolean;\n";
    print(node, name + " := ", depth);
    names_[node] = name;
}

/// The node's value as an expression; nothing if that is long.
std::string MurphiDecision::expression(Node node) const {
    if (const auto known = names_.find(node); known != names_.end()) return known->second;
    if (OrderedDiagrams::is_leaf(node)) return leaf_(OrderedDiagrams::value(node));
    const OrderedDiagrams::Test test = diagrams_.at(node);
    const std::string yes = expression(test.yes), no = expression(test.no);
    if (yes.empty() || no.empty()) return "";
    const Expression condition = diagrams_.condition(test.level);
    const std::string is = text_.condition(condition, scope_), is_not = text_.condition(negation(condition), scope_);
    const std::string all = choice(is, is_not, yes, no);
    return all.size() > longest ? "" : all;
}

/// Statements that give the node's value to `target`.
void MurphiDecision::print(Node node, const std::string& target, int depth) {
    const std::string indent(2 * static_cast<std::size_t>(depth), ' ');
    if (const std::string all = expression(node); !all.empty()) {
        statements_ += indent + target + all + ";\n";
        return;
    }
    const OrderedDiagrams::Test test = diagrams_.at(node);
    statements_ += indent + "if " + text_.condition(diagrams_.condition(test.level), scope_) + " then\n";
    print(test.yes, target, depth + 1);
    statements_ += indent + "else\n";
    print(test.no, target, depth + 1);
    statements_ += indent + "end;\n";
}

}  // namespace tandem::exports
