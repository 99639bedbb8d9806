// G-TSC with litmus programs.
#include "apps/gtsc_play.hpp"

#include "apps/gtsc_config.hpp"
#include "apps/play_binding.hpp"
#include "protocols/gtsc/protocol.hpp"

namespace tandem::apps {

Played play_gtsc(const gtsc::Config& config, const std::vector<specs::Test>& tests) { return play<gtsc::Gtsc<model::Concrete>>(config, tests, describe); }

}  // namespace tandem::apps
