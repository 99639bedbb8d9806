// What the steps of a model depend on. Those that no check needs are left out: a library defines more than a model uses.
#pragma once

#include <vector>

#include "specs/axiomatic/model.hpp"

namespace tandem::specs {

/// Numbers the remaining steps anew, in their order.
void prune(std::vector<Model::Node>& nodes, std::vector<Model::Recursion>& recursions, std::vector<Model::Check>& checks);

/// Whether a relation of the recursion that began with this node shrinks where its variables grow, so that computing it again and
/// again need not end.
bool has_no_fixed_point(const std::vector<Model::Node>& nodes, std::size_t variable);

}  // namespace tandem::specs
