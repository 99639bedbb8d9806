#include "specs/axiomatic/prune.hpp"

#include <utility>

namespace tandem::specs {

namespace {

/// The steps that the checks depend on. Of a recursion all is, if something is.
std::vector<bool> needed(const std::vector<Model::Node>& nodes, const std::vector<Model::Recursion>& recursions,
                         const std::vector<Model::Check>& checks) {
    std::vector<bool> found(nodes.size());
    std::vector<int> left;
    const auto need = [&](int n) {
        if (n < 0 || found[static_cast<std::size_t>(n)]) return;
        found[static_cast<std::size_t>(n)] = true;
        left.push_back(n);
    };
    for (const Model::Check& check : checks) need(check.node);
    while (!left.empty()) {
        const Model::Node& node = nodes[static_cast<std::size_t>(left.back())];
        left.pop_back();
        if (node.op != Model::Op::recursive) {
            need(node.a);
            need(node.b);
            continue;
        }
        for (const auto& [variable, definition] : recursions[static_cast<std::size_t>(node.a)].variables) {
            need(variable);
            need(definition);
        }
    }
    return found;
}

}  // namespace

void prune(std::vector<Model::Node>& nodes, std::vector<Model::Recursion>& recursions, std::vector<Model::Check>& checks) {
    const std::vector<bool> kept = needed(nodes, recursions, checks);
    std::vector<int> number{0};  // by old number, how many before it are kept
    for (const bool is : kept) number.push_back(number.back() + is);
    const auto renumbered = [&](int n) { return n < 0 ? n : number[static_cast<std::size_t>(n)]; };

    std::vector<int> recursion_number;
    std::vector<Model::Recursion> left;
    for (Model::Recursion& recursion : recursions) {
        recursion_number.push_back(static_cast<int>(left.size()));
        if (!kept[static_cast<std::size_t>(recursion.variables.front().first)]) continue;
        recursion.first = renumbered(recursion.first);
        recursion.end = renumbered(recursion.end);
        for (auto& [variable, definition] : recursion.variables) {
            variable = renumbered(variable);
            definition = renumbered(definition);
        }
        left.push_back(std::move(recursion));
    }
    recursions = std::move(left);

    std::vector<Model::Node> steps;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!kept[i]) continue;
        Model::Node node = std::move(nodes[i]);
        if (node.op == Model::Op::recursive) {
            node.a = recursion_number[static_cast<std::size_t>(node.a)];  // b is which of its variables
        } else {
            node.a = renumbered(node.a);
            node.b = renumbered(node.b);
        }
        steps.push_back(std::move(node));
    }
    nodes = std::move(steps);
    for (Model::Check& check : checks) check.node = renumbered(check.node);
}

bool has_no_fixed_point(const std::vector<Model::Node>& nodes, std::size_t variable) {
    using Op = Model::Op;
    std::vector<bool> depends(nodes.size());
    const auto on = [&](int n) { return n >= 0 && depends[static_cast<std::size_t>(n)]; };
    for (std::size_t i = variable; i < nodes.size(); ++i) {
        const Model::Node& n = nodes[i];
        depends[i] = n.op == Op::recursive || on(n.a) || on(n.b);
        if ((n.op == Op::complement && on(n.a)) || (n.op == Op::minus && on(n.b))) return true;
    }
    return false;
}

}  // namespace tandem::specs
