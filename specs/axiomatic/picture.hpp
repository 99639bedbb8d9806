// Executions as pictures: a column a thread, program order downwards, and communication between; the cycle that forbids one stands out.
#pragma once

#include "specs/axiomatic/outcomes.hpp"

namespace tandem::specs {

/// An execution that is to be drawn, and what is said above it.
struct Drawing {
    std::string title;
    const Execution* execution;
};

/// A digraph of Graphviz for each.
std::string as_dot(const Test& test, const std::vector<Drawing>& drawings);
/// One picture, all drawings below each other, complete in itself.
std::string as_svg(const Test& test, const std::vector<Drawing>& drawings);

}  // namespace tandem::specs
