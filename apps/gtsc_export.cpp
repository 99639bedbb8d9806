#include "apps/gtsc_export.hpp"

#include "apps/gtsc_config.hpp"
#include "protocols/gtsc/protocol.hpp"
#include "smt/murphi.hpp"
#include "smt/symbolic_system.hpp"

namespace tandem::apps {

void export_gtsc(const gtsc::Config& config, bool scalarsets, std::ostream& out) {
    smt::write_murphi(out, smt::symbolic_system<gtsc::Gtsc>(config), describe(config), {.scalarsets = scalarsets});
}

}  // namespace tandem::apps
