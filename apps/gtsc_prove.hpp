// G-TSC as a proof problem.
#pragma once

#include "protocols/gtsc/config.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::apps {

smt::Problem gtsc_problem(const gtsc::Config& config, bool unbounded);
/// Moments, leases and data as the configuration limits them, with all that `make_gtsc` monitors.
smt::Problem gtsc_bounded_problem(const gtsc::Config& config);

}  // namespace tandem::apps
