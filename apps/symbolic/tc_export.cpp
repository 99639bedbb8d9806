#include "apps/tc_export.hpp"

#include "apps/murphi_binding.hpp"
#include "apps/tc_config.hpp"
#include "apps/tc_prove.hpp"
#include "protocols/tc/protocol.hpp"
#include "smt/prove/certificate.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_tc(const tc::Config& config, const ExportOptions& options) {
    if (options.format == "smt2") return {{"", smt::smtlib_of(tc_problem(config, smt::Limits::none))}};
    return export_murphi<tc::Tc>("tc", config, describe(config), options, "murphi, smt2");
}

}  // namespace tandem::apps
