// The paths of one event as a tree: inner nodes are conditions or choices of the environment, leaves what the event does.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "model/event.hpp"
#include "smt/path_oracle.hpp"

namespace tandem::smt {

/// A leaf of the node's state gets a new value; both sides speak of the state before the step.
struct Update {
    int leaf;
    Expression value;
    friend auto operator<=>(const Update&, const Update&) = default;
};

struct Sending {
    int channel;
    std::vector<Expression> message;  // by leaf
    Expression where = 1;             // otherwise nothing is sent
    friend auto operator<=>(const Sending&, const Sending&) = default;
};

/// What a handler reports to a monitor, with an expression for each leaf of the event but its kind.
struct Report {
    model::EventKind kind;
    std::vector<Expression> arguments;
    friend auto operator<=>(const Report&, const Report&) = default;
};

/// What a handler does on one path.
struct Effect {
    bool stalled = false;           // then only `outcomes` has a meaning
    std::uint64_t outcomes = 0;     // bit i: the handler's outcome i occurred
    std::vector<Update> updates{};  // only of leaves that change, in the order of the leaves
    std::vector<Sending> sends{};   // in the order of sending
    std::vector<Report> reports{};  // in their order; those that the monitor takes notice of
};

struct DecisionTree {
    std::optional<Expression> condition;                  // its branches are: yes, no
    std::vector<std::unique_ptr<DecisionTree>> branches;  // none: a leaf; without a condition: the environment's choice
    Effect effect;                                        // of a leaf
};

/// What must hold for the path to be taken.
inline std::vector<Expression> conditions_of(const std::vector<PathOracle::Fork>& forks) {
    std::vector<Expression> conditions;
    for (const PathOracle::Fork& fork : forks)
        if (fork.condition) conditions.push_back(fork.taken == 0 ? *fork.condition : negation(*fork.condition));
    return conditions;
}

/// Makes the tree hold `effect` at the end of `path`.
void graft(DecisionTree& tree, const std::vector<PathOracle::Fork>& path, Effect effect);

/// What a leaf never holds.
struct Exclusion {
    Expression variable;
    int value;
};

/// The tree of `run`, which runs a handler from the start and returns its effect.
template <class Run>
DecisionTree explore(const std::vector<Exclusion>& exclusions, Run&& run, PathOracle oracle = {}) {
    DecisionTree tree;
    const PathOracle::Scope scope(oracle);
    oracle.begin_all_with(exclusions);
    do {
        oracle.start();
        Effect effect = run();
        graft(tree, oracle.path(), std::move(effect));
    } while (oracle.next_run());
    return tree;
}

/// Whether a condition or a new value speaks of this leaf.
bool mentions(const DecisionTree& tree, Place place);

/// The condition under which the event does not stall, of a tree without the environment's choices.
Expression not_stalled(const DecisionTree& tree);

/// What the event makes of the leaves that it changes, in the order of the leaves, each as one value that depends on conditions;
/// where a path leaves one as it is, that is before(leaf). Of a tree without the environment's choices.
std::vector<Update> folded(const DecisionTree& tree, const std::function<Expression(int leaf)>& before);

/// Calls f(effect, choices) for each leaf, with the environment's choices on the way to it.
template <class F>
void for_each_effect(const DecisionTree& tree, F&& f, std::vector<int> choices = {}) {
    if (tree.branches.empty()) return f(tree.effect, choices);
    for (std::size_t i = 0; i < tree.branches.size(); ++i) {
        if (!tree.condition) choices.push_back(static_cast<int>(i));
        for_each_effect(*tree.branches[i], f, choices);
        if (!tree.condition) choices.pop_back();
    }
}

}  // namespace tandem::smt
