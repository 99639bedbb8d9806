// Baseline for the explicit search and for other tools.
#include "apps/plain_binding.hpp"
#include "protocols/baseline/protocol.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_baseline(const baseline::Config& config, bool monitored) { return make_plain<baseline::Baseline>(config, monitored); }

std::vector<ExportedFile> export_baseline(const baseline::Config& config, const ExportOptions& options) {
    return export_plain<baseline::Baseline>("baseline", config, options);
}

}  // namespace tandem::apps
