#include "smt/prove/path_tree.hpp"

#include <algorithm>

namespace tandem::smt {

PathTree::PathTree(const Problem& problem) {
    for (std::size_t e = 0; e < problem.events.size(); ++e) {
        roots_.push_back(nodes_.size());
        nodes_.push_back({1});
    }
    for (std::size_t p = 0; p < problem.paths.size(); ++p) plant(problem.paths[p], static_cast<int>(p));
}

void PathTree::plant(const Path& path, int number) {
    std::size_t at = roots_[static_cast<std::size_t>(path.event)];
    for (const Expression& condition : path.conditions) {
        const auto same = std::find_if(nodes_[at].next.begin(), nodes_[at].next.end(),
                                       [&](std::size_t n) { return nodes_[n].condition == condition && nodes_[n].path < 0; });
        if (same != nodes_[at].next.end()) {
            at = *same;
        } else {
            nodes_[at].next.push_back(nodes_.size());
            at = nodes_.size();
            nodes_.push_back({condition});
        }
    }
    nodes_[at].next.push_back(nodes_.size());
    nodes_.push_back({1, number});
}

}  // namespace tandem::smt
