// Protocols that can be exported to Murphi and nowhere else.
#pragma once

#include <sstream>

#include "apps/export.hpp"
#include "apps/usage_error.hpp"
#include "smt/murphi.hpp"
#include "smt/symbolic_system.hpp"

namespace tandem::apps {

template <template <class> class P, class Config>
std::vector<ExportedFile> export_murphi(const std::string& name, const Config& config, const std::string& title, const ExportOptions& options,
                                        const std::string& accepted = "murphi") {
    if (options.format != "murphi") throw UsageError(name + " cannot be exported as " + options.format + ": " + accepted + (accepted == "murphi" ? " is" : " are") + " accepted");
    std::ostringstream out;
    smt::write_murphi(out, smt::symbolic_system<P>(config), title, {.scalarsets = options.scalarsets});
    return {{"", out.str()}};
}

}  // namespace tandem::apps
