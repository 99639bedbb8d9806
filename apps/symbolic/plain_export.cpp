// The protocols without leases for other tools.
#include "apps/murphi_binding.hpp"
#include "apps/plain.hpp"
#include "protocols/baseline/protocol.hpp"
#include "protocols/incoherent/protocol.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_baseline(const baseline::Config& config, const ExportOptions& options) {
    return export_murphi<baseline::Baseline>("baseline", config, describe("baseline", config), options);
}

std::vector<ExportedFile> export_incoherent(const baseline::Config& config, const ExportOptions& options) {
    return export_murphi<incoherent::Incoherent>("incoherent", config, describe("incoherent", config), options);
}

}  // namespace tandem::apps
