// What never happens once threads ask for nothing more: how random walks see that an access is never completed, or never
// accepted.
//
// A walk has no cycles to judge (liveness.hpp). So from its last state on, threads issue nothing, and the steps that must not be
// postponed forever are taken at random. Most systems soon come to rest. What is still owed there stays so, and whatever a thread
// is refused there it is refused forever. Systems that never rest are searched from there on, by these steps alone. In a strongly
// connected component that none of these steps leaves, a run takes each of them again and again. That run is fair, even strongly,
// since threads may stay away. So what all its states owe or refuse is never done.
//
// What others keep from happening by asking again and again is sought elsewhere (crowd.hpp). The monitor sees nothing meanwhile:
// such properties are of the system without one.
#pragma once

#include "checker/left_undone.hpp"
#include "checker/random_choice.hpp"

namespace tandem::checker {

class Drain {
public:
    /// A system that takes more steps to rest is taken for one that never does.
    static constexpr std::size_t steps_to_rest = 1000;

    Drain(Components& components, const NeverDone& judge) : components_(components), judge_(judge) {}

    /// At most one for each property; the paths begin at `state`.
    std::vector<LeftUndone> from(const Parts& state, Random& random);

private:
    void fair_steps(const Parts& from, std::vector<PathStep>& steps);

    Components& components_;
    const NeverDone& judge_;
    std::vector<PathStep> steps_;
};

}  // namespace tandem::checker
