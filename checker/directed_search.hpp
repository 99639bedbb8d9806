// The search that looks for a refutation first.
//
// It takes turns. A run goes on from a random successor to the next, and keeps the states that it passes, but not those beside
// them. In between as many states are expanded with all their successors: first those with something new in them (novelty.hpp),
// then the others in the order in which they were found. Runs find what takes many steps and may happen in many ways. The rest
// finds what takes few, and in the end all states: if nothing ends this search, it has found and judged the same states as the
// search in levels.
//
// There are no levels, so a path to a violation may be a detour. To shorten it, the states around it are expanded, and the
// shortest path among all states found is taken ("Aras": Nakhost and Mueller, "Action elimination and plan neighborhood graph
// search", ICAPS 2010). It need not be the shortest of all.
//
// It is for refutations. It computes on one thread and keeps more bytes a state than the search in levels.
#pragma once

#include <memory>

#include "checker/search.hpp"
#include "checker/trace.hpp"

namespace tandem::checker {

class DirectedSearch {
public:
    /// Of the options, those for checkpoints, ranks and threads do not count.
    DirectedSearch(const Network& network, SearchOptions options);
    ~DirectedSearch();

    /// There are no levels in the result. It is the same in each run.
    SearchResult run();

    /// The trace to a violation that `run` has found. `keep_going` or not, it finds more states for that: as many as it takes
    /// to know the path's surroundings.
    Trace trace(const Violation& violation);

    Symmetry& symmetry();

private:
    class States;
    std::unique_ptr<States> states_;
};

}  // namespace tandem::checker
