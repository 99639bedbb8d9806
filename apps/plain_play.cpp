// BL and the incoherent L1 with litmus programs.
#include "apps/plain.hpp"
#include "apps/play_binding.hpp"
#include "protocols/baseline/protocol.hpp"
#include "protocols/incoherent/protocol.hpp"

namespace tandem::apps {

Played play_baseline(const baseline::Config& config, const std::vector<specs::Test>& tests) {
    return play<baseline::Baseline<model::Concrete>, baseline::Config>(config, tests, [](const baseline::Config& c) { return describe("baseline", c); });
}

Played play_incoherent(const baseline::Config& config, const std::vector<specs::Test>& tests) {
    return play<incoherent::Incoherent<model::Concrete>, baseline::Config>(config, tests, [](const baseline::Config& c) { return describe("incoherent", c); });
}

}  // namespace tandem::apps
