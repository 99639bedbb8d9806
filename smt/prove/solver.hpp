// Z3 as this layer needs it: assumptions that stand for expressions, models as state vectors, and which assumptions a refutation
// used.
//
// Z3's headers are included in solver.cpp only: its expressions convert to bool silently, and no other code shall meet them.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>

#include "smt/prove/problem.hpp"

namespace tandem::smt {

/// What numbers are for Z3. Bits are for problems without unbounded variables: then all is a question to a SAT solver.
enum class Arithmetic : std::uint8_t { integers, bits };

class Solver {
public:
    enum class Answer : std::uint8_t { satisfiable, unsatisfiable, unknown };
    /// Z3 was interrupted or has no memory left. Whatever is not `check` may throw it; `check` answers `unknown`, from then on
    /// always.
    struct Stopped : std::runtime_error {
        using std::runtime_error::runtime_error;
    };

    /// The ranges of all variables hold from the start. `problem` must outlive the solver.
    explicit Solver(const Problem& problem, Arithmetic arithmetic = Arithmetic::integers);
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    /// Limits each check, in Z3's own units of work, so that an answer does not depend on the machine (a second is some 10
    /// million).
    void set_limit(unsigned work);
    /// Limits the memory of all solvers together; call it before there is one.
    static void limit_memory(std::size_t bytes);
    /// Ends the checks of all solvers that are under way, with the answer `unknown`; from any thread.
    static void interrupt_all();

    /// From now on `e` holds.
    void require(Expression e);
    /// What to pass to `check` so that `e` holds.
    int assumption(Expression e);
    /// Whether all of `facts` can hold together with the assumptions. The facts are forgotten afterwards, the model is not.
    Answer check(std::span<const Expression> facts, std::span<const int> assumptions);
    /// After `unsatisfiable`: assumptions that suffice.
    std::vector<int> core() const;
    /// After `satisfiable`: the state, and the value of any expression.
    StateVector state() const;
    int value(Expression e) const;

private:
    struct Z3;
    std::unique_ptr<Z3> z3_;
    const Problem& problem_;
};

}  // namespace tandem::smt
