// What a user may say of Temporal Coherence: `--variant weak` and `--shape tiny,lease=1/2` as a Config.
#pragma once

#include "model/settings.hpp"
#include "protocols/tc/config.hpp"

namespace tandem::tc {

const model::Settings<Config>& settings();
/// What follows from what was said. Throws UsageError for what does not fit together.
void complete(Config& config, const model::Said& said);

}  // namespace tandem::tc
