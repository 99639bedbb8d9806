// A proof in SMT-LIB 2, for any solver to check: the invariant holds at first, each event preserves it, and it implies the claims.
//
// `state.smt2` declares a state, the next one and what the environment chooses; `invariant.smt2` defines the invariant as a function of a
// state. Each other file is one question that continues these two, and whose answer must be unsat. So the invariant
// stands in one place, and who changes it changes it in all questions.
#pragma once

#include "smt/prove/problem.hpp"

namespace tandem::smt {

struct CertificateFile {
    std::string name, text;
};

std::vector<CertificateFile> certificate(const Problem& problem, const std::vector<Clause>& invariant, const std::vector<int>& claims);

/// The transition relation alone.
std::string smtlib_of(const Problem& problem);

}  // namespace tandem::smt
