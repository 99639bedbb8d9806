// G-TSC as a program for other tools.
#pragma once

#include "apps/export.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_gtsc(const gtsc::Config& config, const ExportOptions& options);

}  // namespace tandem::apps
