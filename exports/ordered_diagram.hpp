// Ordered decision diagrams (Bryant 1986) over conditions, with numbers as leaves: equal functions are equal nodes.
//
// Conditions are asked in the order in which they were first met, which is the order of the handler's text on most paths.
// They count as independent; a combination that contradicts itself belongs to no state, whatever the diagram says there.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "smt/expression.hpp"

namespace tandem::exports {

using namespace smt;

class OrderedDiagrams {
public:
    using Node = int;  // a leaf is ~value, where value >= 0; a test is its index
    struct Test {
        int level;  // which condition
        Node yes, no;
    };
    static constexpr Node leaf(int value) { return ~value; }
    static constexpr bool is_leaf(Node node) { return node < 0; }
    static constexpr int value(Node leaf) { return ~leaf; }
    static constexpr Node never = ~0, always = ~1;

    const Test& at(Node test) const { return tests_[static_cast<std::size_t>(test)]; }
    Expression condition(int level) const { return conditions_[static_cast<std::size_t>(level)]; }

    /// The diagram of a boolean expression.
    Node of(Expression e);
    Node if_then_else(Node condition, Node yes, Node no);
    Node both(Node f, Node g) { return if_then_else(f, g, never); }
    Node either(Node f, Node g) { return if_then_else(f, always, g); }
    Node negated(Node f) { return if_then_else(f, never, always); }

    /// `f` where condition `level` is known.
    Node where(Node f, int level, bool truth);
    /// Whether f holds for some (or for all) truths of the conditions in `levels`.
    Node some(Node f, const std::set<int>& levels);
    Node all(Node f, const std::set<int>& levels) { return negated(some(negated(f), levels)); }
    /// A simpler diagram that is `f` wherever `care` holds (Coudert and Madre's restrict).
    Node simplified(Node f, Node care);
    /// The same, with as few conditions as can be left out one after the other.
    Node minimal(Node f, Node care);
    /// The conditions that `f` depends on.
    std::set<int> support(Node f) const;
    /// The number of tests when printed as a tree.
    double size(Node f) const;

    /// The diagram with each leaf value v replaced by g(v).
    template <class G>
    Node map(Node f, G&& g) {
        std::map<Node, Node> done;
        const auto same = [](Expression e) { return e; };
        return mapped(f, done, same, g);
    }
    /// The same, with each condition c replaced by h(c) as well.
    template <class H, class G>
    Node rewritten(Node f, H&& h, G&& g) {
        std::map<Node, Node> done;
        return mapped(f, done, h, g);
    }

private:
    template <class H, class G>
    Node mapped(Node f, std::map<Node, Node>& done, H& h, G& g) {
        if (const auto found = done.find(f); found != done.end()) return found->second;
        Node result;
        if (is_leaf(f)) {
            result = leaf(g(value(f)));
        } else {
            const Test test = at(f);
            const Node yes = mapped(test.yes, done, h, g), no = mapped(test.no, done, h, g);
            result = if_then_else(of(h(condition(test.level))), yes, no);
        }
        return done[f] = result;
    }
    Node make(int level, Node yes, Node no);
    int level(Node f) const { return is_leaf(f) ? 1 << 30 : at(f).level; }
    Node branch(Node f, int level, bool yes) const { return this->level(f) != level ? f : yes ? at(f).yes : at(f).no; }

    std::vector<Expression> conditions_;
    std::map<Expression, int> levels_;
    std::vector<Test> tests_;
    std::map<std::tuple<int, Node, Node>, Node> by_test_;
    std::map<std::tuple<Node, Node, Node>, Node> decided_;
    std::map<std::pair<Node, Node>, Node> simplified_;
};

}  // namespace tandem::exports
