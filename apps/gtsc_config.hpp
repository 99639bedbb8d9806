// What a user says of G-TSC: `--variant rc,keep-old` and `--shape warps,lease=3` as a gtsc::Config.
#pragma once

#include "apps/catalog.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::apps {

gtsc::Config gtsc_config(const Selection& selection);
std::string describe(const gtsc::Config& config);

}  // namespace tandem::apps
