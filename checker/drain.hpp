// What never happens once threads ask for nothing more: how random walks see that an access is never completed, or never
// accepted.
//
// A walk has no cycles to judge (liveness.hpp). So from its last state on, threads issue nothing, and the steps that must not be
// postponed forever are taken at random. Most systems soon come to rest. What is still owed there stays so, and whatever a thread
// is refused there it is refused forever. Systems that never rest are searched from there on, by these steps alone. In a strongly
// connected component that none of these steps leaves, a run takes each of them again and again. That run is fair, even strongly,
// since threads may stay away. So what all its states owe or refuse is never done.
//
// What others keep from happening by asking again and again is not seen. The monitor sees nothing meanwhile: such properties are
// of the system without one.
#pragma once

#include <span>
#include <vector>

#include "checker/liveness.hpp"
#include "checker/random_choice.hpp"

namespace tandem::checker {

class Drain {
public:
    /// A system that takes more steps to rest is taken for one that never does.
    static constexpr std::size_t steps_to_rest = 1000;

    /// An obligation that is never met, and a run that shows it.
    struct LeftUndone {
        int property;
        Obligation obligation;
        std::vector<PathStep> path;  // from the state that was drained
        std::size_t cycle_from;      // the steps from this one on repeat; the path's length if nothing happens any more
    };

    /// `properties` are indices into Network::properties(); those of the kinds always_eventually and always_accepted are judged,
    /// but not answers.
    Drain(Components& components, std::span<const int> properties);

    /// Whether there is anything to judge.
    bool judges() const { return completed_ >= 0 || accepted_ >= 0; }
    /// At most one for each property.
    std::vector<LeftUndone> from(const Parts& state, Random& random);

private:
    struct Graph;

    void fair_steps(const Parts& from, std::vector<PathStep>& steps);
    bool accepts(int node, int label, const Parts& parts);
    std::vector<LeftUndone> undone(std::span<const Parts> states, const std::vector<PathStep>& path);
    void close(const Graph& graph, const std::vector<std::size_t>& members, std::vector<PathStep>& path);

    Components& components_;
    int completed_ = -1, accepted_ = -1;                 // the properties
    std::vector<std::vector<model::Asking>> askings_;  // by node
    std::vector<PathStep> steps_;
};

}  // namespace tandem::checker
