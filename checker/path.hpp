// A step of a path, with the state that it leads to.
#pragma once

#include "checker/successors.hpp"

namespace tandem::checker {

struct PathStep {
    Move move;  // its Step lives as long as the Components
    Parts after;
};

}  // namespace tandem::checker
