#include "apps/rsp_export.hpp"

#include "apps/murphi_binding.hpp"
#include "protocols/rsp/components.hpp"
#include "protocols/rsp/protocol.hpp"

namespace tandem::apps {

// Without the monitor, so wavefronts do whatever they like, races included.
std::vector<ExportedFile> export_rsp(const RspSystem& system, const ExportOptions& options) {
    if (system.config.components > 1) return export_murphi<rsp::RspOfComponents>("rsp", system.config, describe(system), options);
    return export_murphi<rsp::Rsp>("rsp", system.config, describe(system), options);
}

}  // namespace tandem::apps
