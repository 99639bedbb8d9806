#include "apps/gtsc_prove.hpp"

#include "apps/gtsc_problem.hpp"

namespace tandem::apps {

smt::Problem gtsc_problem(const gtsc::Config& config, smt::Limits limits) {
    return limits == smt::Limits::all ? gtsc_bounded_problem(config) : make_gtsc_problem<specs::OnlyWatchedStore>(config, limits);
}

}  // namespace tandem::apps
