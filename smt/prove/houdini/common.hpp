// What Houdini's workers know in common, under one lock. It is open only while Z3 thinks, which is most of the time.
#pragma once

#include "smt/prove/houdini/hints.hpp"
#include "smt/prove/solver.hpp"

namespace tandem::smt {

struct Common {
    Common(const Problem& problem, Candidates* candidates) : obligations(problem), hints(problem, obligations, candidates) {}

    /// Asks Z3 while others work. So a clause may have been thrown out when Z3 answers.
    Solver::Answer ask(Solver& solver, const std::vector<Expression>& facts, const std::vector<int>& assumptions) {
        ++checks;
        struct Open {
            std::mutex& mutex;
            explicit Open(std::mutex& m) : mutex(m) { mutex.unlock(); }
            ~Open() { mutex.lock(); }
        } open(mutex);
        return solver.check(facts, assumptions);
    }

    std::mutex mutex;  // held by all that does not wait for Z3
    Obligations obligations;
    Hints hints;
    std::size_t checks = 0;
};

}  // namespace tandem::smt
