// The settings of an MTTOP run for users.
#pragma once

#include "model/settings.hpp"
#include "protocols/mttop/config.hpp"

namespace tandem::mttop {

const model::Settings<Config>& settings();
/// Throws UsageError for numbers that do not fit together.
void check(const Config& config, const model::Said& said);

}  // namespace tandem::mttop
