// Remote-scope promotion in other tools' languages.
#pragma once

#include "apps/export.hpp"
#include "apps/rsp_config.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_rsp(const RspSystem& system, const ExportOptions& options);

}  // namespace tandem::apps
