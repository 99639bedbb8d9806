// The settings of the mutex scheme for users.
#pragma once

#include "model/settings.hpp"
#include "protocols/lsc/config.hpp"

namespace tandem::lsc {

const model::Settings<Config>& settings();
/// Throws UsageError for numbers that do not fit together.
void check(const Config& config);

}  // namespace tandem::lsc
