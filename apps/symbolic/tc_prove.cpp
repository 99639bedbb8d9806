#include "apps/tc_prove.hpp"

#include "apps/tc_binding.hpp"
#include "apps/tc_config.hpp"
#include "apps/usage_error.hpp"
#include "smt/prove/problem_builder.hpp"

namespace tandem::apps {

namespace {

template <class D>
using Now = specs::Visibility<D, specs::Promise::now>;
template <class D>
using AfterFence = specs::Visibility<D, specs::Promise::after_fence>;

template <template <class> class Monitor, specs::Promise promise>
smt::Problem problem_of(const tc::Config& config, smt::Limits limits) {
    smt::ProblemBuilder<tc::Tc, Monitor> builder(config, limits);
    tc::add_judged<promise>(builder);
    tc::add_properties(builder);
    smt::Problem problem = builder.build();
    problem.description = describe(config);
    return problem;
}

}  // namespace

smt::Problem tc_problem(const tc::Config& config, smt::Limits limits) {
    if (limits == smt::Limits::clock) throw UsageError("Temporal Coherence's clock is never reset: --bits goes with gtsc");
    if (limits == smt::Limits::none && config.choice == tc::LeaseChoice::predicted)
        throw UsageError("a proof is of any lease at any time, whatever predicts it: any is accepted (and predicted with --method bmc)");
    if (config.atomicity == tc::Atomicity::weak) return problem_of<AfterFence, specs::Promise::after_fence>(config, limits);
    return problem_of<Now, specs::Promise::now>(config, limits);
}

}  // namespace tandem::apps
