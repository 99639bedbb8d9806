// Temporal Coherence with litmus programs.
#include "apps/tc_play.hpp"

#include "apps/tc_config.hpp"
#include "apps/play_binding.hpp"
#include "protocols/tc/protocol.hpp"

namespace tandem::apps {

Played play_tc(const tc::Config& config, const std::vector<specs::Test>& tests) { return play<tc::Tc<model::Concrete>>(config, tests, describe); }

}  // namespace tandem::apps
