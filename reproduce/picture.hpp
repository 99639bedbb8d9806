// Tables as pictures: SVG files that stand by themselves.
#pragma once

#include "reproduce/sweep.hpp"
#include "reproduce/table.hpp"

namespace tandem::reproduce {

/// Bars, one group for each benchmark and mean; what the paper prints is a black line across its bar.
std::string as_svg(const Table& table);
/// The mean of all benchmarks against the setting, one line for each configuration.
std::string as_svg(const SweepTable& sweep);

}  // namespace tandem::reproduce
