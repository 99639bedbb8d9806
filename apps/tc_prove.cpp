#include "apps/tc_prove.hpp"

#include "apps/tc_binding.hpp"
#include "apps/tc_config.hpp"
#include "smt/prove/problem_builder.hpp"

namespace tandem::apps {

namespace {

template <class D>
using Now = specs::Visibility<D, specs::Promise::now>;

}  // namespace

smt::Problem tc_problem(const tc::Config& config, bool unbounded) {
    smt::ProblemBuilder<tc::Tc, Now> builder(config, {unbounded});
    tc::add_judged<specs::Promise::now>(builder);
    tc::add_properties(builder);
    smt::Problem problem = builder.build();
    problem.description = describe(config);
    return problem;
}

}  // namespace tandem::apps
