// Incoherent for the explicit search and for other tools.
#include "apps/plain_binding.hpp"
#include "protocols/incoherent/protocol.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_incoherent(const baseline::Config& config, bool monitored) { return make_plain<incoherent::Incoherent>(config, monitored); }

std::vector<ExportedFile> export_incoherent(const baseline::Config& config, const ExportOptions& options) {
    return export_plain<incoherent::Incoherent>("incoherent", config, options);
}

}  // namespace tandem::apps
