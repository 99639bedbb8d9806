#include "apps/rsp_play.hpp"

#include "apps/play_binding.hpp"
#include "apps/rsp_config.hpp"
#include "protocols/rsp/protocol.hpp"

namespace tandem::apps {

Played play_rsp(const rsp::Config& config, const std::vector<specs::Test>& tests) {
    if (config.components > 1) throw UsageError("programs are played on one component: a shape without components=" + std::to_string(config.components) + " is accepted");
    return play<rsp::Rsp<model::Concrete>, rsp::Config>(config, tests, [](const rsp::Config& c) { return describe(c); });
}

}  // namespace tandem::apps
