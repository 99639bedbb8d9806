// A proof in SMT-LIB 2, for any solver to check: the invariant holds at first, each event preserves it, and it implies the
// claims; and it is of something that happens.
//
// `state.smt2` declares a state, the next one and what the environment chooses. Definitions continue it, each in one place:
// `invariant` (a function of a state), `initial`, `claims`, `event-N` (the paths of an event) and `reached` (states that the
// explicit search reaches). Each other file is one question that continues those it speaks of:
//
//   initiation, consecution-N, safety, safety-N   unsat: the proof
//   begins, happens-N, fails-C                    sat: an initial state, an event under the invariant, a state that breaks claim
//   C allowed, steps-N, only-N                      unsat: the invariant excludes a reached state; a step of the search is no
//   path; or the other way round
//
// `contents` says what there must be, and what does not happen: events without paths, events that the invariant makes impossible
// (there happens-N is unsat), variables that nothing changes. `check` is a script that asks a solver all questions and counts the
// rest. It also asks what no file does: that the invariant, each event and each path are satisfiable by themselves. Whether
// events and paths are those of the text `tandem certificate` says (apps/certificate).
#pragma once

#include "smt/prove/evidence.hpp"
#include "smt/prove/possible.hpp"

namespace tandem::smt {

struct CertificateFile {
    std::string name, text;
    bool executable = false;
};

/// `events`: of each event how many paths there are, and whether one is possible under the invariant. `origin`: lines of
/// `contents` that say which text this is of.
std::vector<CertificateFile> certificate(const Problem& problem, const std::vector<Clause>& invariant,
                                         const std::vector<int>& claims, const Evidence& evidence,
                                         const std::vector<PathCount>& events, const std::string& origin);

/// The transition relation alone.
std::string smtlib_of(const Problem& problem);

}  // namespace tandem::smt
