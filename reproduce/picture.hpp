// Tables as pictures: self-contained SVG files.
#pragma once

#include "reproduce/sweep.hpp"
#include "reproduce/table.hpp"

namespace tandem::reproduce {

/// Bars, one group for each benchmark and mean. A value printed for a benchmark is a line across its bar. A claim about a mean is
/// a dot where its bar would end, in the colour of the configuration that the claim compares with.
std::string as_svg(const Table& table);
/// The same in pieces for a page, which stand side by side or below each other: the legend, then some groups each, on one scale.
/// None is wider than that, unless it has one group alone.
std::vector<std::string> pieces_of(const Table& table, double widest);
/// The mean of all benchmarks against the setting, one line for each configuration.
std::string as_svg(const SweepTable& sweep);

}  // namespace tandem::reproduce
