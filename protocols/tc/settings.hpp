// The settings of Temporal Coherence for users: `--variant weak` and `--shape tiny,lease=1/2` as a Config.
#pragma once

#include "model/settings.hpp"
#include "protocols/tc/config.hpp"

namespace tandem::tc {

const model::Settings<Config>& settings();
/// Completes the settings from what was said. Throws UsageError for settings that do not fit together.
void complete(Config& config, const model::Said& said);

}  // namespace tandem::tc
