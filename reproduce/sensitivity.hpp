// How robust a claim is: with other data, without the benchmark that contributes most, against what the paper leaves open of the
// compared protocol, and with other pauses between the kernels' polls.
#pragma once

#include <cstdint>

#include "reproduce/table.hpp"

namespace tandem::reproduce {

/// What differs in some runs of a figure.
struct Variation {
    std::uint64_t seed = 1;
    const OpenChoice* choice = nullptr;  // null: as on the page
    std::size_t option = 0;
    const MachinePart* part = nullptr;   // that the machine lacks; null: none
};

/// The page's own circumstances first, then `seeds - 1` other seeds, then each option that the paper leaves open.
std::vector<Variation> variations(const Paper& paper, std::uint64_t seed, int seeds);
/// A configuration's protocol with the variation's option, if that is for this protocol, on a machine without the variation's
/// part.
Configuration varied(Configuration configuration, const Variation& variation);
/// A benchmark's workload with the variation's option, if that is for kernels and the workload polls.
Benchmark varied(Benchmark benchmark, const Variation& variation);

/// The figure's table for the first variation, in which each claim is read under all of them.
Table sensitive_table(const Figure& figure, const std::vector<Variation>& variations,
                      const std::function<Table(const Figure&, const Variation&)>& table_of);

}  // namespace tandem::reproduce
