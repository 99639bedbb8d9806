// The steps of a model while it is compiled: equal ones are one.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "specs/among.hpp"
#include "specs/axiomatic/model.hpp"
#include "specs/axiomatic/vocabulary.hpp"

namespace tandem::specs {

class Steps {
protected:
    using Op = Model::Op;
    using Type = Model::Type;
    using Node = Model::Node;

    explicit Steps(std::vector<Node>& nodes) : nodes_(nodes) {}

    const Node& node(int i) const { return nodes_[static_cast<std::size_t>(i)]; }

    int add(Node n) {
        const auto [at, added] = known_.try_emplace(n, static_cast<int>(nodes_.size()));
        if (added) nodes_.push_back(std::move(n));
        return at->second;
    }
    int leaf(Op op, Type type, const std::string& name = {}) { return add({op, type, -1, -1, name, op == Op::changing, true}); }
    /// What an operator makes of the empty set or relation is known, so that a match can tell.
    int unary(Op op, Type type, int a) {
        if (node(a).op == Op::none && op != Op::complement && op != Op::star && op != Op::maybe) return leaf(Op::none, type);
        return add({op, type, a, -1, {}, node(a).changes, op == Op::complement ? !node(a).changes : node(a).monotone});
    }
    int binary(Op op, Type type, int a, int b) {
        const bool no_a = node(a).op == Op::none, no_b = node(b).op == Op::none;
        if (op == Op::unite && (no_a || no_b)) return no_a ? b : a;
        if (op == Op::minus && (no_a || no_b)) return a;
        if (no_a || no_b) return leaf(Op::none, type);
        const bool monotone = node(a).monotone && (op == Op::minus ? !node(b).changes : node(b).monotone);
        return add({op, type, a, b, {}, node(a).changes || node(b).changes, monotone});
    }
    /// A name that executions have something of, or are known to have nothing of.
    std::optional<int> leaf_of(const std::string& name) {
        constexpr std::array changing{"rf", "co", "fr", "rfi", "rfe", "coi", "coe", "fri", "fre", "sync_fence"};
        if (among(changing, name)) return leaf(Op::changing, Type::relation, name);
        if (name == "FW")  // the writes that are last
            return binary(Op::minus, Type::set, leaf(Op::primitive_set, Type::set, "W"),
                          unary(Op::domain, Type::set, leaf(Op::changing, Type::relation, "co")));
        if (names_an_empty_set(name)) return leaf(Op::none, Type::set);
        if (names_an_empty_relation(name)) return leaf(Op::none, Type::relation);
        if (names_a_set(name)) return leaf(Op::primitive_set, Type::set, name);
        if (names_a_relation(name)) return leaf(Op::primitive_relation, Type::relation, name);
        return std::nullopt;
    }
    void forget_steps_from(std::size_t size) {
        nodes_.resize(size);
        std::erase_if(known_, [&](const auto& entry) { return entry.second >= static_cast<int>(size); });
    }

private:
    std::vector<Node>& nodes_;
    std::map<Node, int> known_;
};

}  // namespace tandem::specs
