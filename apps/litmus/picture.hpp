// Executions of a litmus test as one picture: a column a thread, program order downwards, communication between, and the cycle
// that forbids one on a red streak.
#pragma once

#include "specs/axiomatic/picture.hpp"

namespace tandem::apps {

/// All drawings below each other, complete in itself. No label stands on another or on a box.
std::string as_svg(const specs::Test& test, const std::vector<specs::Drawing>& drawings);

}  // namespace tandem::apps
