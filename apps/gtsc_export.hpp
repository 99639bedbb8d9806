// G-TSC as a program for other tools.
#pragma once

#include "apps/export.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_gtsc(const gtsc::Config& config, const Exported& what, const ExportOptions& options);

/// What an export of gtsc is made of.
using gtsc_exported = gtsc::Config;
/// The text with the seeded bug of this name; the monitor is that of the true text.
std::vector<ExportedFile> export_mutant(const std::string& name, const gtsc_exported& exported, const Exported& what, const ExportOptions& options);

}  // namespace tandem::apps
