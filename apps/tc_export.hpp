// Temporal Coherence for other tools.
#pragma once

#include "apps/export.hpp"
#include "protocols/tc/config.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_tc(const tc::Config& config, const ExportOptions& options);

}  // namespace tandem::apps
