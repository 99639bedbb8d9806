// Remote-scope promotion in other tools' languages.
#pragma once

#include "apps/export.hpp"
#include "apps/rsp_config.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_rsp(const RspSystem& system, const Exported& what, const ExportOptions& options);

/// What an export of rsp is made of.
using rsp_exported = RspSystem;
/// The text with the seeded bug of this name; the monitor is that of the true text.
std::vector<ExportedFile> export_mutant(const std::string& name, const rsp_exported& exported, const Exported& what, const ExportOptions& options);

}  // namespace tandem::apps
