// The settings of the MOESI directory protocol for users: `--variant mesi,migratory` and `--shape l1s=3` as a Config.
#pragma once

#include "model/settings.hpp"
#include "protocols/moesi/config.hpp"

namespace tandem::moesi {

const model::Settings<Config>& settings();
/// Throws UsageError for banks that the directory does not have, or that have no block.
void complete(Config& config, const model::Said& said);

}  // namespace tandem::moesi
