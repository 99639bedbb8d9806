#include "smt/prove/unrolling.hpp"

#include <algorithm>

namespace tandem::smt {

BoundedAnswer bounded_check(const Problem& problem, const std::vector<int>& claims, int depth, unsigned limit,
                            const std::function<bool()>& stop, const std::function<void(int)>& progress) {
    Unrolled run(problem, limited(problem) ? Unrolled::Round::independent_events : Unrolled::Round::one_event, limit);
    run.start();
    using Verdict = BoundedAnswer::Verdict;
    for (int k = 0; k <= depth; ++k) {
        if (stop()) return {Verdict::undecided, -1, k - 1};
        progress(k);
        if (k > 0) run.extend();
        Expression any = 0;
        for (const int c : claims) any = disjunction(any, run.broken(c, k));
        switch (run.solver().check({&any, 1}, {})) {
            case Solver::Answer::unknown: return {Verdict::undecided, -1, k - 1};
            case Solver::Answer::unsatisfiable: break;
            case Solver::Answer::satisfiable: {
                const auto broken =
                    std::find_if(claims.begin(), claims.end(), [&](int c) { return run.solver().value(run.broken(c, k)) != 0; });
                return {Verdict::refuted, *broken, k, run.run(*broken)};
            }
        }
    }
    return {Verdict::holds_so_far, -1, depth};
}

BoundedAnswer k_induction(const Problem& problem, const std::vector<int>& claims, int depth, unsigned limit,
                          const std::function<bool()>& stop, const std::function<void(int)>& progress) {
    using Verdict = BoundedAnswer::Verdict;
    Unrolled step(problem, Unrolled::Round::one_event, limit);
    for (int k = 1; k <= depth; ++k) {
        const BoundedAnswer base = bounded_check(problem, claims, k - 1, limit, stop, [](int) {});
        if (base.verdict != Verdict::holds_so_far) return base;
        if (stop()) return {Verdict::undecided, -1, k - 1};
        progress(k);
        const int last = step.length();
        for (const Clause& clause : problem.typing) step.solver().require(step.holds(clause, last));
        for (const int c : claims) step.solver().require(negation(step.broken(c, last)));
        step.extend();
        Expression any = 0;
        for (const int c : claims) any = disjunction(any, step.broken(c, last + 1));
        const auto answer = step.solver().check({&any, 1}, {});
        if (answer == Solver::Answer::unsatisfiable) return {Verdict::proved, -1, k};
        if (answer == Solver::Answer::unknown) return {Verdict::undecided, -1, k};
    }
    return {Verdict::holds_so_far, -1, depth};
}

}  // namespace tandem::smt
