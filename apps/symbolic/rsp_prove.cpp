#include "apps/rsp_prove.hpp"

#include "apps/rsp_binding.hpp"
#include "apps/rsp_claims.hpp"
#include "apps/usage_error.hpp"
#include "smt/prove/problem_builder.hpp"

namespace tandem::apps {

smt::Problem rsp_problem(const RspSystem& system, smt::Limits limits) {
    check_shares_data(system.config);
    if (system.config.components > 1) throw UsageError("proofs of rsp are of one component: a shape without components=" + std::to_string(system.config.components) + " is accepted");
    const bool any_data = limits != smt::Limits::all;
    specs::SharingRules rules = system.rules;
    rules.any_data = any_data;
    rules.answers = !any_data;  // the suggestions do not say where the latest value of the lock is while nobody is at it
    smt::ProblemBuilder<rsp::Rsp, specs::Ownership> builder(system.config, limits, rules);
    rsp::add_properties<rsp::Rsp<smt::Symbolic>>(builder, rules);
    smt::Problem problem = builder.build();
    problem.description = describe(system);
    return any_data ? with_queues_as_sets(std::move(problem), system) : std::move(problem);
}

}  // namespace tandem::apps
