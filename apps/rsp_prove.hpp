// Remote-scope promotion as a proof problem.
#pragma once

#include "apps/rsp_config.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::apps {

/// Data are unbounded, or as the configuration limits them, as in a search.
smt::Problem rsp_problem(const RspSystem& system, smt::Limits limits);

}  // namespace tandem::apps
