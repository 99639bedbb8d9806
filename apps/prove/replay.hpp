// A run that Z3 found, followed event by event through the explicit system: what cannot be followed is no counterexample.
#pragma once

#include <string>
#include <variant>

#include "checker/trace.hpp"
#include "smt/prove/unrolling.hpp"

namespace tandem::apps {

/// Why a run cannot be followed, in words.
struct Refusal {
    std::string why;
};

/// The run as the checker tells it, if it starts in an initial state of `network`, each step is enabled there and leads to the
/// very state that the run names, and the property of that name does not hold at its end (or, of a step property, of its last
/// step). `network` must have the shape and the monitor that `problem` was built with.
std::variant<checker::Trace, Refusal> replay(const model::Network& network, const smt::Problem& problem, const smt::Run& run,
                                             const std::string& property);

}  // namespace tandem::apps
