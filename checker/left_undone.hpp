// What a run leaves undone that comes back to the same states again and again: for the runs that random walks go on with
// (drain.hpp, crowd.hpp). The monitor sees nothing meanwhile.
#pragma once

#include <span>
#include <vector>

#include "checker/liveness.hpp"

namespace tandem::checker {

/// An obligation that is never met, and a run that shows it.
struct LeftUndone {
    int property;
    Obligation obligation;
    std::vector<PathStep> path;
    std::size_t cycle_from;  // the steps from this one on repeat; the path's length if nothing happens any more
};

class NeverDone {
public:
    /// `properties` are indices into Network::properties(); those of the kinds always_eventually and always_accepted are
    /// judged, but not answers (model/answers.hpp).
    NeverDone(Components& components, std::span<const int> properties);

    /// Whether there is anything to judge.
    bool judges() const { return completed_ >= 0 || accepted_ >= 0; }
    /// What all these states owe or refuse, at most one for each property; without paths.
    std::vector<LeftUndone> in(std::span<const Parts> states) const;
    /// What all of them owe, if that is judged; at most one.
    std::vector<LeftUndone> owed_in(std::span<const Parts> states) const;

private:
    bool accepts(int node, int label, const Parts& parts) const;

    Components& components_;
    int completed_ = -1, accepted_ = -1;               // the properties
    std::vector<std::vector<model::Asking>> askings_;  // by node
};

/// States, and steps between them.
struct StepGraph {
    struct Edge {
        std::size_t to;
        PathStep step;
    };
    std::vector<Parts> states;
    std::vector<std::vector<Edge>> edges;

    /// The strongly connected components that no step leaves.
    std::vector<std::vector<std::size_t>> bottoms() const;
    /// The fewest steps from a state to another.
    std::vector<PathStep> way(std::size_t from, std::size_t to) const;
    /// Appends a cycle from a state to itself that takes each class of fair steps that these states' edges have. They are
    /// strongly connected, and no edge leaves them.
    void close(const Network& network, std::size_t entry, std::span<const std::size_t> members,
               std::vector<PathStep>& path) const;
};

}  // namespace tandem::checker
