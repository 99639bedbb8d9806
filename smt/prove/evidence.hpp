// What the explicit search has shown of a system, as a certificate carries it: states that are reached, and steps that are taken.
//
// A wrong relation or invariant can be inductive; it cannot hold what really happens. The invariant must allow these states, and
// the relation these steps, and of some states no others.
#pragma once

#include "smt/prove/branching.hpp"

namespace tandem::smt {

struct Evidence {
    struct Step {
        std::size_t event;
        StateVector before, after;  // without the defined variables
        Chosen chosen;
    };
    /// A state, and by event where its steps lead.
    struct Whole {
        StateVector before;
        std::vector<std::vector<StateVector>> after;
    };
    std::vector<Step> steps;   // one for each event and set of outcomes that was met
    std::vector<Whole> whole;  // of a few states all that the search does there
    Choices choices;           // what the environment chose from
};

}  // namespace tandem::smt
