// Compiled with the include path of the broken text, in a namespace of its own, as cmake/mutants.cmake does it.
#include "protocols/rsp/config.hpp"
#include "tests/smt/broken_rsp.hpp"

namespace tandem::rsp::broken {
using namespace rsp;
}

#define rsp rsp::broken
#include "apps/rsp_binding.hpp"
#undef rsp

#include "apps/rsp_claims.hpp"
#include "smt/prove/problem_builder.hpp"

template class tandem::model::TextNetwork<tandem::rsp::broken::Rsp<tandem::model::Concrete>>;

namespace tandem::tests {

smt::Problem broken_rsp_problem(const apps::RspSystem& system, smt::Limits limits) {
    const bool any_data = limits != smt::Limits::all;
    specs::SharingRules rules = system.rules;
    rules.any_data = any_data;
    rules.answers = !any_data;
    smt::ProblemBuilder<tandem::rsp::broken::Rsp, specs::Ownership> builder(system.config, limits, rules);
    tandem::rsp::broken::add_properties<tandem::rsp::broken::Rsp<smt::Symbolic>>(builder, rules);
    smt::Problem problem = builder.build();
    return any_data ? apps::with_queues_as_sets(std::move(problem), system) : std::move(problem);
}

std::unique_ptr<model::Network> broken_rsp_system(const apps::RspSystem& system) { return tandem::rsp::broken::make_system<tandem::rsp::broken::Rsp>(system.config, system.rules); }

}  // namespace tandem::tests
