// Whether quantified clauses are inductive in one size, and which of many are needed there.
//
// The search is Houdini's (houdini.hpp): first with the clauses as suggestions, which finds those that the claims need; then with
// each of them as a claim of its own, so that nothing is relied on that is not proved of all names.
#pragma once

#include <functional>

#include "smt/prove/any/instances.hpp"
#include "smt/prove/proof.hpp"

namespace tandem::smt::any {

/// A property, said for all names. One of steps has no clauses: paths say when they break it.
struct QuantifiedClaim {
    std::string name;
    bool of_steps = false;
    std::set<Quantified> clauses{};
};

/// One size, perhaps with outside names.
struct Size {
    explicit Size(Problem made) : problem(std::move(made)), roles(problem), names(all_names(problem)) {}
    Size(const Size&) = delete;
    Size& operator=(const Size&) = delete;

    Problem problem;
    Roles roles;
    Names names;
};

struct Effort {
    unsigned work;  // of each question (Solver::set_limit)
    int workers;
    std::size_t samples;  // states of runs that refute suggestions
    std::function<bool()> stop;
};

struct Induction {
    bool holds = false;                               // all of it
    bool stopped = false;                             // time or Z3's limit did not suffice
    std::set<Quantified> needed{};                    // of those that were suggested or made
    std::vector<Quantified> broken{};                 // clauses that are not inductive
    std::string claim{};                              // that is not proved: a property; empty if all are
    std::optional<CounterexampleToInduction> step{};  // that breaks it, or the first broken clause
    std::size_t instances = 0, checks = 0;
    std::vector<Clause> whole{};  // if it holds: all that is inductive together
};

/// Makes clauses of a size.
struct Maker {
    std::function<std::set<Clause>(const StateVector&)> excluding;  // a state, which nothing that is suggested does
    std::function<void(const StateVector&)> hold_in;                // from now on they hold in it
};

/// The clauses that prove the claims in this size, and these further clauses, out of `suggested` and of what is made for states
/// that these allow. All instances of each clause that is needed are proved.
Induction needed(Size& size, const std::vector<QuantifiedClaim>& claims, const std::set<Quantified>& further,
                 const std::set<Quantified>& suggested, const Maker& maker, const Effort& effort);
/// Whether claims and clauses are inductive together. What of it is, is checked anew (verify.hpp).
Induction inductive(Size& size, const std::vector<QuantifiedClaim>& claims, const std::set<Quantified>& clauses,
                    const Effort& effort);

/// The typing of a size, said of names: a pointer's values as names that it is not.
std::set<Quantified> quantified_typing(const Size& size);

}  // namespace tandem::smt::any
