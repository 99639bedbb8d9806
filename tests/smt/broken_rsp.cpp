// Compiled with the include path of the broken text, in its own namespace, as in cmake/mutants.cmake.
#include "protocols/rsp/settings.hpp"
#include "tests/smt/broken_rsp.hpp"

namespace tandem::rsp::broken {
using namespace rsp;
}

#define rsp rsp::broken
#include "protocols/rsp/lemmas.hpp"
#include "protocols/rsp/specification.hpp"
#undef rsp

#include "smt/prove/problem_builder.hpp"

template class tandem::model::TextNetwork<tandem::rsp::broken::Rsp<tandem::model::Concrete>>;

namespace tandem::tests {

namespace {

template <class D>
using BrokenRsp = tandem::rsp::broken::Rsp<D>;

}  // namespace

smt::Problem broken_rsp_problem(const rsp::Setup& asked, smt::Limits limits) {
    rsp::Setup setup = asked;
    setup.rules.any_data = limits != smt::Limits::all;  // as for the true text
    setup.rules.answers = limits == smt::Limits::all;
    smt::ProblemBuilder<BrokenRsp, specs::Ownership> builder(setup, limits, setup.rules);
    tandem::rsp::broken::add_properties<BrokenRsp<smt::Symbolic>, specs::Ownership<smt::Symbolic>>(builder, setup.rules);
    if (limits == smt::Limits::all) return builder.build();
    builder.see_queues_as_sets();
    tandem::rsp::broken::add_lemmas(builder, setup.rules);
    return builder.build();
}

std::unique_ptr<model::Network> broken_rsp_system(const rsp::Setup& setup) {
    using Monitor = specs::Ownership<model::Concrete>;
    auto system = std::make_unique<model::System<BrokenRsp<model::Concrete>, Monitor>>(setup, setup.rules);
    tandem::rsp::broken::add_properties<BrokenRsp<model::Concrete>, Monitor>(*system, setup.rules);
    return system;
}

}  // namespace tandem::tests
