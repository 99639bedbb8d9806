// A system that runs the programs of litmus tests and nothing else.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/network.hpp"
#include "specs/operational/program.hpp"

namespace tandem::engines {

/// Each program has its own initial state.
struct Played {
    std::shared_ptr<const std::vector<specs::Program>> programs;
    std::unique_ptr<model::Network> network;
    std::string system;   // the variant and shape in full
    bool fences;          // whether it has any; else they are left out
    bool ordered_fences;  // whether these may be releases or acquires alone
    bool scopes;          // whether accesses have orders and scopes; else these are left out
    int components;       // with scopes: that have the system's in common
    bool cores_alike;     // whether it is the same which threads run on which of the cores
    // of a wavefront on this core, of so many, at most; 1 where threads do not go in lockstep
    std::function<int(int core, int cores)> lanes;
    bool ends_at_rest;   // caches hold writes back: memory is as it is left only when nothing is under way
};

}  // namespace tandem::engines
