// G-TSC as a program for other tools.
#pragma once

#include <iosfwd>

#include "protocols/gtsc/config.hpp"

namespace tandem::apps {

void export_gtsc(const gtsc::Config& config, bool scalarsets, std::ostream& out);

}  // namespace tandem::apps
