// The conditions of each event's paths as a tree: paths that begin alike share nodes, so few conditions are evaluated to find
// those that can be taken.
#pragma once

#include <cstddef>
#include <vector>

#include "smt/prove/problem.hpp"

namespace tandem::smt {

class PathTree {
public:
    explicit PathTree(const Problem& problem);

    /// Adds to `found` the event's paths whose conditions all hold, where value(e) is what a condition is.
    template <class Value>
    void enabled(std::size_t event, const Value& value, std::vector<int>& found) const {
        below(roots_[event], value, found);
    }

private:
    struct Node {
        Expression condition;
        int path = -1;  // that ends here
        std::vector<std::size_t> next{};
    };
    void plant(const Path& path, int number);
    template <class Value>
    void below(std::size_t node, const Value& value, std::vector<int>& found) const {
        if (nodes_[node].path >= 0) return found.push_back(nodes_[node].path);
        for (const std::size_t next : nodes_[node].next)
            if (nodes_[next].path >= 0 || value(nodes_[next].condition)) below(next, value, found);
    }

    std::vector<std::size_t> roots_;  // by event
    std::vector<Node> nodes_;
};

}  // namespace tandem::smt
