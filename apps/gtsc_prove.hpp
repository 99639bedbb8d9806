// G-TSC as a proof problem.
#pragma once

#include <memory>

#include "model/network.hpp"
#include "protocols/gtsc/config.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::apps {

smt::Problem gtsc_problem(const gtsc::Config& config, smt::Limits limits);
/// Moments, leases and data as the configuration limits them, with all that `make_gtsc` monitors.
smt::Problem gtsc_bounded_problem(const gtsc::Config& config);

/// The same system with some of its leases, for the explicit search. A clock without limit is one of 12 bits there.
gtsc::Config explored_config(gtsc::Config config, smt::Limits limits);
/// That system with the monitor of proofs.
std::unique_ptr<model::Network> explored_gtsc(const gtsc::Config& config, smt::Limits limits);

}  // namespace tandem::apps
