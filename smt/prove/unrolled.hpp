// Runs of so many rounds as formulas: a copy of all variables for each state, and what leads from one to the next.
//
// A round is one event, or, for runs from an initial state, any events that do not concern each other, each as soon as it can be
// (step_order.hpp): then few rounds cover many steps in every order.
#pragma once

#include <map>
#include <optional>

#include "smt/prove/event_function.hpp"
#include "smt/prove/run.hpp"
#include "smt/prove/solver.hpp"
#include "smt/prove/step_order.hpp"

namespace tandem::smt {

class Unrolled {
public:
    enum class Round : std::uint8_t { one_event, independent_events };

    /// `problem` must outlive it. `work` limits each question (Solver::set_limit). Rounds of several events are for runs that
    /// start, in problems whose variables all have limits.
    Unrolled(const Problem& problem, Round round, unsigned work);

    Solver& solver() { return solver_; }
    /// Rounds so far.
    int length() const { return static_cast<int>(states_.size()) - 1; }
    /// The first state is an initial one.
    void start();
    /// One more round.
    void extend();
    /// That the state after k rounds breaks the claim, or a step of the last of them does.
    Expression broken(int claim, int k);
    Expression holds(const Clause& clause, int k) const;
    /// The run of the solver's last model, one event after the other; it breaks the claim, without steps that are not needed for
    /// that.
    Run run(int claim);

private:
    Expression flag(int place, int index) const;
    Expression happens(int k, std::size_t event) const;
    Expression of_class(int k, int c) const;
    Expression breaks(std::size_t event, int claim, int k);
    Expression at(Expression e, int k);
    void take_one(int k);
    void take_independent(int k);
    void keep_turns(int k);

    const Problem& problem_;
    const Round round_;
    Solver solver_;
    std::vector<EventFunction> events_;
    std::optional<StepOrder> order_;
    std::vector<std::vector<Expression>> states_;
    std::vector<std::map<int, Expression>> moved_;  // by round: what became of each expression
    std::map<Place, Expression> inputs_;            // that some expression asked for
};

}  // namespace tandem::smt
