// The text of G-TSC and its properties as a proof problem, for any monitor.
#pragma once

#include "apps/gtsc_binding.hpp"
#include "apps/gtsc_config.hpp"
#include "smt/prove/problem_builder.hpp"

namespace tandem::apps {

template <template <class> class Monitor>
smt::Problem make_gtsc_problem(const gtsc::Config& config, smt::Limits limits) {
    smt::ProblemBuilder<gtsc::Gtsc, Monitor> builder(config, limits);
    gtsc::add_properties<Monitor<smt::Symbolic>>(builder);
    smt::Problem problem = builder.build();
    problem.description = describe(config);
    return problem;
}

}  // namespace tandem::apps
