#include "apps/tc_export.hpp"

#include "apps/murphi_binding.hpp"
#include "apps/tc_config.hpp"
#include "protocols/tc/protocol.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_tc(const tc::Config& config, const ExportOptions& options) {
    return export_murphi<tc::Tc>("tc", config, describe(config), options);
}

}  // namespace tandem::apps
