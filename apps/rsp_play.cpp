#include "apps/rsp_play.hpp"

#include <algorithm>

#include "apps/play_binding.hpp"
#include "apps/rsp_config.hpp"
#include "protocols/rsp/components.hpp"
#include "protocols/rsp/protocol.hpp"

namespace tandem::apps {

Played play_rsp(rsp::Config config, const std::vector<specs::Test>& tests) {
    const auto in_full = [](const rsp::Config& c) { return describe(c); };
    config.components = std::max(config.components, specs::components_of(tests).count);
    check_components(config);
    if (config.components > 1) return play<rsp::RspOfComponents<model::Concrete>, rsp::Config>(config, tests, in_full);
    return play<rsp::Rsp<model::Concrete>, rsp::Config>(config, tests, in_full);
}

}  // namespace tandem::apps
