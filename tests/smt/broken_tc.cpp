// Compiled with the include path of the broken text, in its own namespace, as in cmake/mutants.cmake.
#include "protocols/tc/config.hpp"
#include "tests/smt/broken_tc.hpp"

namespace tandem::tc::broken {
using namespace tc;
}

#define tc tc::broken
#include "protocols/tc/specification.hpp"
#undef tc

#include "smt/prove/problem_builder.hpp"

template class tandem::model::TextNetwork<tandem::tc::broken::Tc<tandem::model::Concrete>>;

namespace tandem::tests {

namespace {

template <class D>
using Now = specs::Visibility<D, specs::Promise::now>;

}  // namespace

smt::Problem broken_tc_problem(const tc::Config& config) {
    smt::ProblemBuilder<tc::broken::Tc, Now> builder(config, smt::Limits::none);
    tc::broken::add_properties<Now<smt::Symbolic>>(builder);
    return builder.build();
}

}  // namespace tandem::tests
