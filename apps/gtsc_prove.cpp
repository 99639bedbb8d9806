#include "apps/gtsc_prove.hpp"

#include "apps/gtsc_problem.hpp"

namespace tandem::apps {

smt::Problem gtsc_problem(const gtsc::Config& config, bool unbounded) {
    return unbounded ? make_gtsc_problem<specs::OnlyWatchedStore>(config, {true}) : gtsc_bounded_problem(config);
}

}  // namespace tandem::apps
