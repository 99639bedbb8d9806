// A system with any number of cores as a program for Cubicle (Conchon, Goel, Krstic, Mebsout, Zaidi, CAV 2012): a model checker
// of parametrised systems, and so a second opinion on `prove --any`.
//
// It is made of the relation that proofs use, of a few cores. What a path says of the cores on which it depends becomes a
// transition with these as parameters; what it says of all others alike becomes "for all others" (docs/any-number.md: a path that
// does not depend on a core is one of the smaller system). So the program is as good as the text is uniform, which `prove --any`
// checks and an export does not.
#pragma once

#include <functional>
#include <string>

#include "smt/prove/problem.hpp"

namespace tandem::exports {

using namespace smt;

/// `of_cores(n)` is the system with n cores, without limits; `title` becomes the first comment. Data are an abstract type, the
/// name 0 that unused pointers hold is a process that nothing else is told of. Throws std::invalid_argument, which says what does
/// not fit: several threads or blocks, terms over all cores that Cubicle has no words for, or several first states.
std::string write_cubicle(const std::function<Problem(int)>& of_cores, const std::string& title);

}  // namespace tandem::exports
