#include "apps/rsp_prove.hpp"

#include "apps/rsp_binding.hpp"
#include "apps/rsp_claims.hpp"
#include "apps/rsp_suggestions.hpp"
#include "apps/usage_error.hpp"
#include "smt/prove/defined.hpp"
#include "smt/prove/problem_builder.hpp"

namespace tandem::apps {

smt::Problem rsp_problem(const RspSystem& system, smt::Limits limits) {
    if (system.config.components > 1) throw UsageError("proofs of rsp are of one component: a shape without components=" + std::to_string(system.config.components) + " is accepted");
    const bool any_data = limits != smt::Limits::all;
    specs::SharingRules rules = system.rules;
    rules.any_data = any_data;
    smt::ProblemBuilder<rsp::Rsp, specs::Ownership> builder(system.config, limits, rules);
    rsp::add_properties<rsp::Rsp<smt::Symbolic>>(builder, rules);
    smt::Problem problem = builder.build();
    problem.description = describe(system);
    if (any_data) {
        problem.exchanges.clear();  // a wavefront's name where none is in use is the first: renaming would change it
        smt::add_defined(problem, 1);
        problem.claims.push_back(dirty_in_fifo(problem));
        problem.suggested = rsp_suggestions(problem, system);
    }
    return problem;
}

}  // namespace tandem::apps
