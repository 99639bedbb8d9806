// A toy problem that tests of any number share: nodes with a flag each, and a hub that points to one of them. Made by hand, so
// that a test can say each variable and each path.
#pragma once

#include <string>

#include "smt/prove/problem.hpp"

namespace tandem::tests {

/// Variables: "node C.busy" for each node, "hub.owner" (a name), "hub.marks.C" (a set of names), "hub.next" and "hub.third"
/// (names), "hub.bad".
struct Toy {
    smt::Problem problem;
    int nodes;

    explicit Toy(int count) : nodes(count) {
        problem.shape.extent = {count, 1, 1, 1};
        const smt::ValueType& flag = problem.expressions->type({smt::ValueType::Kind::boolean, "boolean", 2, {}});
        smt::ValueType core{smt::ValueType::Kind::name, "core", count, {}};
        for (int i = 0; i < count; ++i) core.names.push_back(std::to_string(i));
        const smt::ValueType& name = problem.expressions->type(core);
        using Kind = smt::Layout::Kind;
        const smt::Layout bit{.kind = Kind::leaf, .type = &flag}, pointer{.kind = Kind::leaf, .type = &name};
        for (int i = 0; i < count; ++i) {
            const std::string called = "node " + std::to_string(i);
            add({smt::Segment::Kind::node,
                 called,
                 "node",
                 i,
                 i,
                 i,
                 {.kind = Kind::record, .members = {"busy"}, .parts = {bit}},
                 1,
                 1},
                {{"busy", &flag}});
        }
        std::vector<std::pair<std::string, const smt::ValueType*>> hub{{"owner", &name}};
        for (int i = 0; i < count; ++i) hub.emplace_back("marks." + std::to_string(i), &flag);
        hub.insert(hub.end(), {{"next", &name}, {"third", &name}, {"bad", &flag}});
        add({smt::Segment::Kind::node,
             "hub",
             "hub",
             -1,
             count,
             count,
             {.kind = Kind::record,
              .members = {"owner", "marks", "next", "third", "bad"},
              .parts = {pointer, {.kind = Kind::set, .type = &name, .parts = {bit}}, pointer, pointer, bit}},
             1,
             4 + count},
            hub);
        for (int i = 0; i < count; ++i) problem.events.push_back({"node " + std::to_string(i) + " acts", i, -1, 0});
        problem.events.push_back({"hub acts", count, -1, 0});
        for (int a = 0; a < count; ++a)
            for (int b = a + 1; b < count; ++b) problem.exchanges.push_back({model::Sort::core, {a, b}});
        problem.initial.emplace_back(problem.variables.size(), 0);
    }
    int busy(int node) const { return node; }
    int owner() const { return nodes; }
    int marked(int node) const { return nodes + 1 + node; }
    int next() const { return 2 * nodes + 1; }
    int third() const { return 2 * nodes + 2; }
    int bad() const { return 2 * nodes + 3; }
    smt::Expression value(int variable) const { return problem.variables[static_cast<std::size_t>(variable)].expression; }
    void add_path(int event, std::vector<smt::Expression> conditions, std::vector<smt::Assignment> assignments) {
        problem.paths.push_back({event, 0, std::move(conditions), std::move(assignments), {}, {}, {}});
    }

private:
    void add(smt::Segment segment, const std::vector<std::pair<std::string, const smt::ValueType*>>& leaves) {
        int leaf = 0;
        for (const auto& [member, type] : leaves)
            problem.variables.push_back(
                {segment.name + "." + member, type, 0, type->cardinality - 1,
                 problem.expressions->variable({static_cast<int>(problem.segments.size()), leaf++}, *type)});
        problem.segments.push_back(std::move(segment));
    }
};

}  // namespace tandem::tests
