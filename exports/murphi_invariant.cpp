#include "exports/murphi_invariant.hpp"

#include "exports/ordered_diagram.hpp"

namespace tandem::exports {
namespace {

using Node = OrderedDiagrams::Node;

/// The body of a function that returns what a diagram says.
class Decision {
public:
    Decision(const MurphiText& text, const OrderedDiagrams& diagrams, Node root) : text_(text), diagrams_(diagrams) {
        count(root);
        decide_shared(root);
        print(root, "return ", 1);
    }
    const std::string& declarations() const { return declarations_; }
    const std::string& body() const { return body_; }

private:
    void count(Node node) {
        if (OrderedDiagrams::is_leaf(node) || parents_[node]++ > 0) return;
        count(diagrams_.at(node).yes);
        count(diagrams_.at(node).no);
    }
    /// What more than one test leads to gets a variable; those that it depends on come before it.
    void decide_shared(Node node) {
        if (OrderedDiagrams::is_leaf(node) || !visited_.insert(node).second) return;
        decide_shared(diagrams_.at(node).yes);
        decide_shared(diagrams_.at(node).no);
        if (parents_.at(node) < 2) return;
        const std::string name = "way" + std::to_string(names_.size());
        declarations_ += "  " + name + ": boolean;\n";
        print(node, name + " := ", 1);
        names_[node] = name;
    }
    /// Statements that give the node's value to `target`.
    void print(Node node, const std::string& target, int depth) {
        const std::string indent(2 * static_cast<std::size_t>(depth), ' ');
        if (OrderedDiagrams::is_leaf(node)) {
            body_ += indent + target + (node == OrderedDiagrams::always ? "true" : "false") + ";\n";
        } else if (const auto known = names_.find(node); known != names_.end()) {
            body_ += indent + target + known->second + ";\n";
        } else {
            const OrderedDiagrams::Test test = diagrams_.at(node);
            body_ += indent + "if " + text_.condition(diagrams_.condition(test.level), {}) + " then\n";
            print(test.yes, target, depth + 1);
            body_ += indent + "else\n";
            print(test.no, target, depth + 1);
            body_ += indent + "end;\n";
        }
    }

    const MurphiText& text_;
    const OrderedDiagrams& diagrams_;
    std::map<Node, int> parents_;
    std::set<Node> visited_;
    std::map<Node, std::string> names_;
    std::string declarations_, body_;
};

/// The failures as one expression; nothing if that is long.
std::string short_failure(const MurphiText& text, const Invariant& invariant) {
    std::vector<std::string> failures;
    std::size_t length = 0;
    for (const auto& failure : invariant.failures) {
        if (length > text.limit()) return "";
        std::vector<std::string> conditions;
        for (const Expression& e : failure) conditions.push_back(text.condition(e, {}));
        for (const std::string& condition : conditions) length += condition.size() + 3;
        if (length <= text.limit()) failures.push_back(text.all_of(conditions, {}));
    }
    return length > text.limit() ? "" : text.any_of(failures, {});
}

}  // namespace

std::string failure(const MurphiText& text, const Invariant& invariant) {
    if (const std::string all = short_failure(text, invariant); !all.empty()) return all;
    OrderedDiagrams diagrams;
    Node fails = OrderedDiagrams::never;
    for (const auto& failure : invariant.failures) {
        Node all = OrderedDiagrams::always;
        for (const Expression& condition : failure) all = diagrams.both(all, diagrams.of(condition));
        fails = diagrams.either(fails, all);
    }
    const Decision decision(text, diagrams, fails);
    return text.function("boolean", decision.body(), {}, decision.declarations());
}

}  // namespace tandem::exports
