// Expressions in SMT-LIB 2. What occurs several times is named by `let`, so that the text does not grow beyond the expression.
#pragma once

#include <functional>
#include <string>

#include "smt/expression.hpp"

namespace tandem::smt {

using Namer = std::function<std::string(Place)>;

/// As a truth value, or else as an integer.
std::string smtlib(Expression e, const Namer& name, bool truth = true);

}  // namespace tandem::smt
