// The settings of G-TSC for users: `--variant rc,keep-old` and `--shape warps,lease=3` as a Config.
#pragma once

#include "model/settings.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::gtsc {

const model::Settings<Config>& settings();
/// Throws UsageError for numbers that do not fit together.
void check(const Config& config);

}  // namespace tandem::gtsc
