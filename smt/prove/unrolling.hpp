// Runs of a given length as one question: bounded model checking, and the step of k-induction.
//
// Clarke, Biere, Raimi, Zhu, "Bounded Model Checking Using Satisfiability Solving" (FMSD 2001); Sheeran, Singh, Stålmarck,
// "Checking Safety Properties Using Induction and a SAT-Solver" (FMCAD 2000).
#pragma once

#include <functional>

#include "smt/prove/unrolled.hpp"

namespace tandem::smt {

struct BoundedAnswer {
    enum class Verdict : std::uint8_t { refuted, holds_so_far, proved, undecided } verdict;
    int claim = -1;
    int depth = 0;  // rounds that were covered (unrolled.hpp)
    Run run{};
};

/// Looks for a run of at most `depth` rounds from an initial state that breaks one of the claims, and for one of the fewest
/// rounds.
BoundedAnswer bounded_check(const Problem& problem, const std::vector<int>& claims, int depth, unsigned limit,
                            const std::function<bool()>& stop, const std::function<void(int)>& progress);
/// In addition asks whether `k` steps between states that keep the claims can only be followed by one that does, for growing k.
BoundedAnswer k_induction(const Problem& problem, const std::vector<int>& claims, int depth, unsigned limit,
                          const std::function<bool()>& stop, const std::function<void(int)>& progress);

}  // namespace tandem::smt
