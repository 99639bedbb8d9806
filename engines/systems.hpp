// The systems of a configuration that a program has made itself, where `Protocol` takes what a user types. Instantiated for each
// protocol beside its engines.
#pragma once

#include "engines/registry.hpp"

namespace tandem::engines {

/// For the explicit search, with all properties, or without a monitor.
template <class P>
std::unique_ptr<model::Network> search_system(const typename P::Config& config, bool monitored);
/// As a proof problem. Throws UsageError for a configuration that has no proof.
template <class P>
smt::Problem proof_problem(typename P::Config config, model::Limits limits);
/// The proof's system for the explicit search.
template <class P>
Explored explored_system(typename P::Config config, model::Limits limits);

}  // namespace tandem::engines
