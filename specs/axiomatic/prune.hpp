// Leaves out the steps of a model that no check depends on: a library defines more than a model uses.
#pragma once

#include <vector>

#include "specs/axiomatic/model.hpp"

namespace tandem::specs {

/// Numbers the remaining steps anew, in their order.
void prune(std::vector<Model::Node>& nodes, std::vector<Model::Recursion>& recursions, std::vector<Model::Check>& checks);

}  // namespace tandem::specs
