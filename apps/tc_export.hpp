// Temporal Coherence for other tools.
#pragma once

#include "apps/export.hpp"
#include "protocols/tc/config.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_tc(const tc::Config& config, const Exported& what, const ExportOptions& options);

/// What an export of tc is made of.
using tc_exported = tc::Config;
/// The text with the seeded bug of this name; the monitor is that of the true text.
std::vector<ExportedFile> export_mutant(const std::string& name, const tc_exported& exported, const Exported& what, const ExportOptions& options);

}  // namespace tandem::apps
