// Decision trees with equal subtrees shared and needless tests left out, over leaves that are plain numbers.
//
// Guards and bodies of rules are printed from these. `map` looks at one aspect of the leaves (say, what becomes of one field)
// and forgets every test that does not matter for it.
#pragma once

#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "smt/decision_tree.hpp"

namespace tandem::exports {

using namespace smt;

class DecisionDiagram {
public:
    using Node = int;  // a leaf is ~value, where value >= 0; a test is its index
    struct Test {
        Expression condition;
        Node yes, no;
    };

    /// The value of a leaf that is never reached: a test with such a branch is left out.
    static constexpr int unreachable = std::numeric_limits<int>::max();

    static constexpr Node leaf(int value) { return ~value; }
    static constexpr bool is_leaf(Node node) { return node < 0; }
    static constexpr int value(Node leaf) { return ~leaf; }
    const Test& at(Node test) const { return tests_[static_cast<std::size_t>(test)]; }

    Node test(Expression condition, Node yes, Node no);

    /// The diagram of `tree` where each effect is the leaf value f(effect), the environment having made `choices`. An effect that
    /// needs fewer choices is there only if the remaining ones are 0; otherwise its value is `otherwise`.
    template <class F>
    Node build(const DecisionTree& tree, const std::vector<int>& choices, int otherwise, F&& f, std::size_t made = 0) {
        if (tree.branches.empty()) {
            for (std::size_t i = made; i < choices.size(); ++i)
                if (choices[i] != 0) return leaf(otherwise);
            return leaf(f(tree.effect));
        }
        if (tree.condition)
            return test(*tree.condition, build(*tree.branches[0], choices, otherwise, f, made),
                        build(*tree.branches[1], choices, otherwise, f, made));
        const auto choice = static_cast<std::size_t>(choices.at(made));
        if (choice >= tree.branches.size()) return leaf(otherwise);
        return build(*tree.branches[choice], choices, otherwise, f, made + 1);
    }

    /// The diagram with each leaf value v replaced by f(v).
    template <class F>
    Node map(Node node, F&& f) {
        std::map<Node, Node> done;
        return map(node, f, done);
    }

    /// Calls f(condition) for each test and g(value) for each leaf, once each.
    template <class F, class G>
    void visit(Node node, F&& f, G&& g) const {
        std::map<Node, bool> seen;
        visit(node, f, g, seen);
    }

    /// The number of tests when printed as a tree.
    double size(Node node) const;

private:
    template <class F>
    Node map(Node node, F& f, std::map<Node, Node>& done) {
        if (const auto found = done.find(node); found != done.end()) return found->second;
        Node result;
        if (is_leaf(node)) {
            result = value(node) == unreachable ? node : leaf(f(value(node)));
        } else {
            const Test old = at(node);
            const Node yes = map(old.yes, f, done), no = map(old.no, f, done);
            result = test(old.condition, yes, no);
        }
        return done[node] = result;
    }
    template <class F, class G>
    void visit(Node node, F& f, G& g, std::map<Node, bool>& seen) const {
        if (!seen.try_emplace(node).second) return;
        if (is_leaf(node)) return value(node) == unreachable ? void() : void(g(value(node)));
        f(at(node).condition);
        visit(at(node).yes, f, g, seen);
        visit(at(node).no, f, g, seen);
    }

    std::vector<Test> tests_;
    std::vector<double> sizes_;
    std::map<std::tuple<Expression, Node, Node>, Node> by_test_;
};

}  // namespace tandem::exports
