#include "smt/prove/event_function.hpp"

#include <algorithm>

namespace tandem::smt {

namespace {

constexpr int choice_inputs = -2'000'000;  // where the choices of event 0 are, as inputs; those of others follow

Expression positive(Expression e) { return !e.is_constant() && e.op() == Operator::negation ? e.operand(0) : e; }

}  // namespace

EventFunction::EventFunction(const Problem& problem, int event) : problem_(problem), event_(event) {
    std::vector<std::size_t> paths;
    std::set<int> assigned;
    for (std::size_t p = 0; p < problem.paths.size(); ++p)
        if (problem.paths[p].event == event) {
            paths.push_back(p);
            for (const Assignment& a : problem.paths[p].assignments) assigned.insert(a.variable);
        }
    int choices = 0;
    tree_ = plant(paths, 0, choices);
    possible_ = possible(tree_.get());
    for (const int v : assigned) {
        const auto value = [&](std::size_t p) -> std::optional<Expression> {
            for (const Assignment& a : problem.paths[p].assignments)
                if (a.variable == v) return a.value;
            return std::nullopt;
        };
        changes_.push_back({v, fold([&](std::size_t p) { return Expression(value(p).has_value()); }), fold(value)});
    }
}

/// The tree of paths that agree in their first `depth` conditions. Those that have the same condition next, or its contrary, part
/// there; the others are the environment's to choose from.
std::unique_ptr<EventFunction::Tree> EventFunction::plant(const std::vector<std::size_t>& paths, std::size_t depth,
                                                          int& choices) {
    if (paths.empty()) return nullptr;
    auto tree = std::make_unique<Tree>();
    const auto& conditions = problem_.paths[paths[0]].conditions;
    const bool ends = conditions.size() == depth;
    if (ends && paths.size() == 1) {
        tree->path = paths[0];
        return tree;
    }
    const Expression next = ends ? Expression(0) : positive(conditions[depth]);
    std::vector<std::size_t> yes, no, others;
    for (const std::size_t p : paths) {
        const auto& own = problem_.paths[p].conditions;
        if (ends) (p == paths[0] ? yes : others).push_back(p);
        else if (own.size() == depth || positive(own[depth]) != next) others.push_back(p);
        else (own[depth] == next ? yes : no).push_back(p);
    }
    if (others.empty()) {
        tree->condition = next;
        tree->yes = plant(yes, depth + 1, choices);
        tree->no = plant(no, depth + 1, choices);
        return tree;
    }
    tree->condition = problem_.expressions->variable({choice_inputs - event_, choices++},
                                                     problem_.expressions->type({ValueType::Kind::boolean, "boolean", 2, {}}));
    yes.insert(yes.end(), no.begin(), no.end());
    tree->yes = plant(yes, depth, choices);
    tree->no = plant(others, depth, choices);
    return tree;
}

Expression EventFunction::possible(const Tree* tree) {
    if (!tree) return 0;
    return tree->leaf() ? Expression(1) : conditional(tree->condition, possible(tree->yes.get()), possible(tree->no.get()));
}

std::optional<Expression> EventFunction::fold(const Tree* tree, const std::function<std::optional<Expression>(std::size_t)>& of) {
    if (!tree) return std::nullopt;
    if (tree->leaf()) return of(tree->path);
    const auto yes = fold(tree->yes.get(), of), no = fold(tree->no.get(), of);
    if (!yes || !no) return yes ? yes : no;  // nobody asks for the value where there is none
    return conditional(tree->condition, *yes, *no);
}

std::size_t EventFunction::taken(const std::function<int(Expression)>& value_of) const {
    const Tree* at = tree_.get();
    while (!at->leaf()) at = value_of(at->condition) ? at->yes.get() : at->no.get();
    return at->path;
}

}  // namespace tandem::smt
