// What needs no prover: properties that a short search of the proof's own system refutes, each with its run.
//
// A proof by induction says "undecided" of a property that is false, after all the time that a proof may take. So before Z3 is
// asked anything, the checker searches the system that is to be proved, and then walks through it at random, for a second each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/common/progress.hpp"
#include "checker/trace.hpp"
#include "model/network.hpp"

namespace tandem::apps {

struct Refutation {
    std::string property, sentence;
    checker::Trace trace;
};

struct Refuting {
    std::vector<std::string> properties;  // by name; all if empty
    int threads = 1;
    double seconds = 1;                   // of the search, and again of the walks
    std::uint64_t seed = 1;               // of the walks
    ProgressReport* progress = nullptr;
};

/// Of invariants and of what every step keeps, one a property, in the order of the properties. Throws BrokenText if a handler
/// does what no text may.
std::vector<Refutation> refuted_by_runs(const model::Network& network, const Refuting& refuting);

/// The properties that `refuted_by_runs` can refute: invariants and what steps keep, without lemmas.
std::vector<int> refutable(const model::Network& network, const std::vector<std::string>& wanted);

}  // namespace tandem::apps
