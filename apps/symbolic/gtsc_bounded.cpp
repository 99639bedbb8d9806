// G-TSC within the bounds of a shape, as a proof problem: it has the explicit search's monitors, so that the checker can replay a run.
#include "apps/gtsc_problem.hpp"
#include "apps/gtsc_prove.hpp"

namespace tandem::apps {

smt::Problem gtsc_bounded_problem(const gtsc::Config& config) {
    return config.consistency == gtsc::Consistency::rc ? make_gtsc_problem<specs::ProgramOrder>(config, smt::Limits::all)
                                                       : make_gtsc_problem<specs::WatchedStore>(config, smt::Limits::all);
}

}  // namespace tandem::apps
