// What ordered diagrams say, as statements of Murphi. What more than one test leads to is decided once, into a variable. Printed
// as a tree, a guard of a monitor took a hundred thousand characters.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "exports/murphi_text.hpp"
#include "exports/ordered_diagram.hpp"

namespace tandem::exports {

/// The expression that is `yes` where a condition holds, and else `no`.
std::string choice(const std::string& is, const std::string& is_not, const std::string& yes, const std::string& no);

class MurphiDecision {
public:
    using Node = OrderedDiagrams::Node;
    /// The boolean expression that a leaf with this number stands for.
    using Leaf = std::function<std::string(int)>;

    MurphiDecision(const MurphiText& text, const MurphiText::Scope& scope, const OrderedDiagrams& diagrams, Leaf leaf)
        : text_(text), scope_(scope), diagrams_(diagrams), leaf_(std::move(leaf)) {}

    /// Decides these, each into a variable; statements may say what any of them is called, by `called`.
    void decide(const std::vector<Node>& roots, int depth);
    const std::string& called(Node root) const { return names_.at(root); }
    const std::string& declarations() const { return declarations_; }
    const std::string& statements() const { return statements_; }

    /// The call of a function that returns what the root says.
    std::string function(Node root);

private:
    static constexpr std::size_t longest = 100;  // expression in a statement
    void count(Node node);
    void decide_shared(Node node, int depth);
    std::string expression(Node node) const;
    void print(Node node, const std::string& target, int depth);

    const MurphiText& text_;
    const MurphiText::Scope& scope_;
    const OrderedDiagrams& diagrams_;
    Leaf leaf_;
    std::map<Node, int> parents_;
    std::set<Node> visited_;
    std::map<Node, std::string> names_;
    std::string declarations_, statements_;
};

}  // namespace tandem::exports
