#include "apps/gtsc_export.hpp"

#include <sstream>

#include "apps/gtsc_config.hpp"
#include "apps/gtsc_prove.hpp"
#include "apps/gtsc_tla.hpp"
#include "protocols/gtsc/protocol.hpp"
#include "smt/murphi.hpp"
#include "smt/prove/certificate.hpp"
#include "smt/symbolic_system.hpp"
#include "smt/tla.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_gtsc(const gtsc::Config& config, const ExportOptions& options) {
    if (options.format == "smt2") return {{"", smt::smtlib_of(gtsc_problem(config, smt::Limits::none))}};
    const smt::TransitionSystem system = smt::symbolic_system<gtsc::Gtsc>(config);
    if (options.format == "tla") {
        const smt::TlaFiles files = smt::write_tla(system, describe(config), gtsc_tla(config, options.name));
        return {{"", files.module}, {".cfg", files.config}};
    }
    std::ostringstream out;
    smt::write_murphi(out, system, describe(config), {.scalarsets = options.scalarsets});
    return {{"", out.str()}};
}

}  // namespace tandem::apps
