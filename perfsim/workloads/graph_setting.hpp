// The setting for the graph that a workload runs on: a family with or without a number of vertices, or a file.
#pragma once

#include "perfsim/graphs/graph.hpp"
#include "perfsim/workload.hpp"

namespace tandem::perfsim {

/// "graph", and its value `unless_given`.
WorkloadSetting graph_setting(const std::string& unless_given);

/// "road", "road:20000", "road:20000:shuffled", or a file. Families are made from the options' seed, and by default have the
/// options' size. Throws WorkloadError.
Graph graph_named(const std::string& text, const WorkloadOptions& options);

}  // namespace tandem::perfsim
