// Remote-scope promotion with a seeded bug, for other tools.
#pragma once

#include "apps/rsp_export.hpp"
#include "apps/seeded_symbols.hpp"
#include "protocols/rsp/components.hpp"
#include "protocols/rsp/protocol.hpp"

namespace tandem::apps {

/// The true text's system, whose nodes do what `handlers` say.
std::vector<ExportedFile> export_broken(const RspSystem& system, const Exported& what, const ExportOptions& options,
                                        const smt::AllSymbolicHandlers<rsp::Rsp<smt::Symbolic>>& handlers);
/// Of several components.
std::vector<ExportedFile> export_broken(const RspSystem& system, const Exported& what, const ExportOptions& options,
                                        const smt::AllSymbolicHandlers<rsp::RspOfComponents<smt::Symbolic>>& handlers);

}  // namespace tandem::apps
