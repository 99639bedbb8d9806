#include "apps/gtsc_prove.hpp"

#include "apps/gtsc_binding.hpp"
#include "apps/gtsc_config.hpp"
#include "smt/prove/problem_builder.hpp"

namespace tandem::apps {

smt::Problem gtsc_problem(const gtsc::Config& config, bool unbounded) {
    smt::ProblemBuilder<gtsc::Gtsc, specs::OnlyWatchedStore> builder(config, {unbounded});
    gtsc::add_properties<specs::OnlyWatchedStore<smt::Symbolic>>(builder);
    smt::Problem problem = builder.build();
    problem.description = describe(config);
    return problem;
}

}  // namespace tandem::apps
