// G-TSC as a proof problem.
#pragma once

#include "protocols/gtsc/config.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::apps {

smt::Problem gtsc_problem(const gtsc::Config& config, bool unbounded);

}  // namespace tandem::apps
