// G-TSC with a seeded bug, for other tools.
#pragma once

#include "apps/gtsc_export.hpp"
#include "apps/seeded_symbols.hpp"
#include "protocols/gtsc/protocol.hpp"

namespace tandem::apps {

/// The true text's system, whose nodes do what `handlers` say.
std::vector<ExportedFile> export_broken(const gtsc::Config& config, const Exported& what, const ExportOptions& options,
                                        const smt::AllSymbolicHandlers<gtsc::Gtsc<smt::Symbolic>>& handlers);

}  // namespace tandem::apps
