// Temporal Coherence with a seeded bug, for other tools.
#pragma once

#include "apps/tc_export.hpp"
#include "apps/seeded_symbols.hpp"
#include "protocols/tc/protocol.hpp"

namespace tandem::apps {

/// The true text's system, whose nodes do what `handlers` say.
std::vector<ExportedFile> export_broken(const tc::Config& config, const Exported& what, const ExportOptions& options,
                                        const smt::AllSymbolicHandlers<tc::Tc<smt::Symbolic>>& handlers);

}  // namespace tandem::apps
