// All steps that the transition relation has from one state, where the environment chooses among given data and leases.
//
// This is the relation as the explicit search sees its own system: with the search's data and leases both must have the same
// steps (apps/prove/anchor.hpp).
#pragma once

#include <compare>
#include <cstdint>
#include <utility>

#include "smt/prove/path_tree.hpp"

namespace tandem::smt {

/// What the environment may choose where a proof lets it choose anything.
struct Choices {
    std::vector<int> data, moments;
};

/// What may be chosen for an input.
const std::vector<int>& choices_for(const Choices& choices, Expression input);

/// The value of each input of an event.
using Chosen = std::vector<std::pair<Place, int>>;

struct RelationStep {
    std::uint64_t outcomes;
    StateVector after;  // without the defined variables
    int path;
    Chosen chosen;
    std::uint32_t broken = 0;  // by claim of steps, of which there are fewer than 32: a bit where it fails
};

class Branching {
public:
    /// `problem` must outlive it.
    Branching(const Problem& problem, Choices choices);

    /// The event's steps from a state (of which defined variables may be left out), one for each path that can be taken and each
    /// choice that differs.
    std::vector<RelationStep> steps(std::size_t event, const StateVector& before) const;

private:
    void add_steps(std::size_t event, const StateVector& before, const Chosen& chosen, std::vector<RelationStep>& out) const;

    const Problem& problem_;
    Choices choices_;
    PathTree tree_;
    std::size_t leaves_;                          // variables that are not defined by others
    std::vector<std::vector<Expression>> inputs_;  // by event
};

}  // namespace tandem::smt
