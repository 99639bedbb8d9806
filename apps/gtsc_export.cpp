#include "apps/gtsc_export.hpp"

#include <sstream>

#include "apps/gtsc_config.hpp"
#include "protocols/gtsc/protocol.hpp"
#include "smt/murphi.hpp"
#include "smt/symbolic_system.hpp"
#include "smt/tla.hpp"

namespace tandem::apps {

std::vector<ExportedFile> export_gtsc(const gtsc::Config& config, const ExportOptions& options) {
    const smt::TransitionSystem system = smt::symbolic_system<gtsc::Gtsc>(config);
    if (options.format == "tla") {
        smt::TlaOptions tla;
        tla.module = options.name.empty() ? "Gtsc" : options.name;
        tla.sorts = {{{"SMs", "sm"}, {"Warps", "w"}, {"Blocks", "a"}, {"Values", "data"}}};
        tla.may_stop = false;  // a warp that waits for nothing may issue an instruction
        const smt::TlaFiles files = smt::write_tla(system, describe(config), tla);
        return {{"", files.module}, {".cfg", files.config}};
    }
    std::ostringstream out;
    smt::write_murphi(out, system, describe(config), {.scalarsets = options.scalarsets});
    return {{"", out.str()}};
}

}  // namespace tandem::apps
