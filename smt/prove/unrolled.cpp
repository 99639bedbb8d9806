#include "smt/prove/unrolled.hpp"

#include <algorithm>

namespace tandem::smt {

namespace {

// Where the variables of the first round are; those of others follow.
constexpr int state_place = -10'000'000, input_place = -20'000'000, choice_place = -30'000'000, event_place = -40'000'000,
              class_place = -50'000'000;

Expression implication(Expression a, Expression b) { return disjunction(negation(a), b); }

}  // namespace

Unrolled::Unrolled(const Problem& problem, Round round, unsigned work)
    : problem_(problem), round_(round), solver_(problem, limited(problem) ? Arithmetic::bits : Arithmetic::integers) {
    solver_.set_limit(work);
    for (std::size_t e = 0; e < problem.events.size(); ++e) events_.emplace_back(problem, static_cast<int>(e));
    if (round == Round::independent_events) order_.emplace(problem);
    std::vector<Expression>& first = states_.emplace_back();
    for (const StateVariable& v : problem.variables) first.push_back(v.expression);
    moved_.emplace_back();
}

void Unrolled::start() {
    Expression any = 0;
    for (std::size_t which = 0; which < problem_.initial.size(); ++which) {
        Expression all = 1;
        for (const Expression& fact : facts_at_first(problem_, which)) all = conjunction(all, fact);
        for (std::size_t v = 0; v < problem_.initial[which].size(); ++v)
            all = conjunction(all, equal(states_[0][v], at_first(problem_, which, static_cast<int>(v))));
        any = disjunction(any, all);
    }
    solver_.require(any);
}

void Unrolled::extend() {
    const int k = length();
    const std::vector<Expression> before = states_.back();
    std::vector<Expression> next, kept;
    for (std::size_t v = 0; v < problem_.variables.size(); ++v) {
        const StateVariable& variable = problem_.variables[v];
        next.push_back(variable.expression.is_constant()
                           ? variable.expression
                           : problem_.expressions->variable({state_place - k, static_cast<int>(v)}, *variable.type, variable.low,
                                                            variable.high));
        kept.push_back(equal(next[v], before[v]));
    }
    Expression any = 0;
    for (std::size_t e = 0; e < events_.size(); ++e) {
        const Expression now = happens(k, e);
        any = disjunction(any, now);
        solver_.require(implication(now, at(events_[e].possible(), k)));
        for (const EventFunction::Change& change : events_[e].changes()) {
            const auto v = static_cast<std::size_t>(change.variable);
            const Expression changes = conjunction(now, at(change.when, k));
            solver_.require(implication(changes, equal(next[v], at(change.value, k))));
            kept[v] = disjunction(kept[v], changes);
        }
    }
    solver_.require(any);
    for (const Expression& keeps : kept)
        if (!keeps.is(1)) solver_.require(keeps);
    if (round_ == Round::one_event) take_one(k);
    else take_independent(k);
    states_.push_back(next);
    moved_.emplace_back();
}

/// At most one event: the number of the one that happens is one number.
void Unrolled::take_one(int k) {
    const int last = static_cast<int>(events_.size()) - 1;
    const Expression choice = problem_.expressions->variable(
        {choice_place - k, 0}, problem_.expressions->type({ValueType::Kind::number, "", last + 1, {}}), 0, last);
    for (std::size_t e = 0; e < events_.size(); ++e)
        solver_.require(implication(happens(k, e), equal(choice, static_cast<int>(e))));
}

/// Events that do not concern each other, and each with one in the round before that concerns it: otherwise it could have been
/// there.
void Unrolled::take_independent(int k) {
    std::vector<Expression> taken(static_cast<std::size_t>(order_->classes()), 0);
    for (std::size_t e = 0; e < events_.size(); ++e) {
        const Expression now = happens(k, e);
        for (const int c : order_->classes_of(static_cast<int>(e))) {
            const Expression so = events_[e].fold([&](std::size_t p) { return Expression(order_->of(p) == c); });
            taken[static_cast<std::size_t>(c)] = disjunction(taken[static_cast<std::size_t>(c)], conjunction(now, at(so, k)));
        }
        for (std::size_t d = 0; d < e; ++d)
            if (problem_.events[d].node == problem_.events[e].node) solver_.require(negation(conjunction(now, happens(k, d))));
    }
    for (int c = 0; c < order_->classes(); ++c) {
        const Expression now = of_class(k, c);
        solver_.require(equal(now, taken[static_cast<std::size_t>(c)]));
        Expression reason = 0;
        for (int d = 0; d < order_->classes(); ++d) {
            if (!order_->concern(c, d)) continue;
            if (d < c) solver_.require(negation(conjunction(now, of_class(k, d))));
            if (k > 0) reason = disjunction(reason, of_class(k - 1, d));
        }
        if (k > 0) solver_.require(implication(now, reason));
    }
    keep_turns(k);
}

/// Names of one sort are spoken of in their order.
void Unrolled::keep_turns(int k) {
    for (const StepOrder::Turn& turn : order_->turns()) {
        Expression before = 0;
        for (int j = 0; j <= k; ++j)
            for (const int c : turn.early) before = disjunction(before, of_class(j, c));
        for (const int c : turn.late) solver_.require(implication(of_class(k, c), before));
    }
}

Expression Unrolled::broken(int claim, int k) {
    Expression any = 0;
    for (const Clause& clause : problem_.claims[static_cast<std::size_t>(claim)].clauses)
        any = disjunction(any, negation(holds(clause, k)));
    for (std::size_t e = 0; k > 0 && e < events_.size(); ++e)
        any = disjunction(any, conjunction(happens(k - 1, e), breaks(e, claim, k - 1)));
    return any;
}

/// That the step of the event, if it happens after k rounds, breaks the claim.
Expression Unrolled::breaks(std::size_t event, int claim, int k) {
    if (!problem_.claims[static_cast<std::size_t>(claim)].of_steps) return 0;
    return at(events_[event].fold([&](std::size_t p) {
        const Path& path = problem_.paths[p];
        Expression some = 0;
        for (std::size_t i = 0; i < path.broken.size(); ++i) {
            if (path.broken_claim[i] != claim) continue;
            Expression all = 1;
            for (const Expression& condition : path.broken[i]) all = conjunction(all, condition);
            some = disjunction(some, all);
        }
        return some;
    }), k);
}

Expression Unrolled::holds(const Clause& clause, int k) const {
    return as_expression(clause, [&](int v) { return states_[static_cast<std::size_t>(k)][static_cast<std::size_t>(v)]; });
}

Run Unrolled::run(int claim) {
    Run result;
    StateVector& first = result.states.emplace_back();
    for (const Expression& e : states_[0]) first.push_back(solver_.value(e));
    for (int k = 0; k < length(); ++k) {
        const Inputs inputs = [&](Place place) {
            const auto input = inputs_.find(place);  // one that was never asked for may be anything
            return input == inputs_.end() ? 0 : solver_.value(at(input->second, k));
        };
        std::vector<std::size_t> round;
        for (std::size_t e = 0; e < events_.size(); ++e)
            if (solver_.value(happens(k, e))) round.push_back(e);
        // The order in a round does not matter, and a run ends with the step that breaks a claim of steps.
        if (k + 1 == length())
            std::stable_partition(round.begin(), round.end(),
                                  [&](std::size_t e) { return solver_.value(breaks(e, claim, k)) == 0; });
        for (const std::size_t e : round) {
            const StateVector before = result.states.back();
            const auto path =
                static_cast<int>(events_[e].taken([&](Expression x) { return value(problem_, x, before, inputs); }));
            result.paths.push_back(path);
            result.states.push_back(after(problem_, path, before, inputs));
        }
    }
    return order_ ? shortened(problem_, result, claim) : result;
}

Expression Unrolled::flag(int place, int index) const {
    return problem_.expressions->variable({place, index},
                                          problem_.expressions->type({ValueType::Kind::boolean, "boolean", 2, {}}));
}
Expression Unrolled::happens(int k, std::size_t event) const { return flag(event_place - k, static_cast<int>(event)); }
Expression Unrolled::of_class(int k, int c) const { return flag(class_place - k, c); }

/// The expression as it stands after k rounds.
Expression Unrolled::at(Expression e, int k) {
    if (e.is_constant()) return e;
    auto& memo = moved_[static_cast<std::size_t>(k)];
    if (const auto found = memo.find(e.number()); found != memo.end()) return found->second;
    const auto part = [&](int i) { return at(e.operand(i), k); };
    Expression result;
    switch (e.op()) {
        case Operator::variable:
            if (e.place().node < 0) {
                inputs_.try_emplace(e.place(), e);
                result = problem_.expressions->variable({input_place - k, e.number()}, e.type(), e.low(), e.high());
            } else {
                result = states_[static_cast<std::size_t>(k)][static_cast<std::size_t>(problem_.variable_of(e.place()))];
            }
            break;
        case Operator::sum: result = sum(part(0), part(1)); break;
        case Operator::maximum: result = maximum(part(0), part(1)); break;
        case Operator::equal: result = equal(part(0), part(1)); break;
        case Operator::less: result = less(part(0), part(1)); break;
        case Operator::negation: result = negation(part(0)); break;
        case Operator::conjunction: result = conjunction(part(0), part(1)); break;
        case Operator::disjunction: result = disjunction(part(0), part(1)); break;
        case Operator::conditional: result = conditional(part(0), part(1), part(2)); break;
    }
    return memo[e.number()] = result;
}

}  // namespace tandem::smt
