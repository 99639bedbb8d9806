#include "smt/prove/unrolling.hpp"

#include <map>

namespace tandem::smt {

namespace {

constexpr int first_place = -10'000'000, input_places = -20'000'000, choice_place = -30'000'000;

class Unrolling {
public:
    Unrolling(const Problem& problem, unsigned limit) : problem_(problem), solver_(problem) {
        solver_.set_limit(limit);
        std::vector<Expression>& first = states_.emplace_back();
        for (const StateVariable& v : problem.variables) first.push_back(v.expression);
        moved_.emplace_back();
    }

    Solver& solver() { return solver_; }
    int length() const { return static_cast<int>(states_.size()) - 1; }

    void start() {
        Expression any = 0;
        for (const StateVector& initial : problem_.initial) {
            Expression all = 1;
            for (std::size_t v = 0; v < initial.size(); ++v)
                all = conjunction(all, initial[v] < 0 ? negation(equal(states_[0][v], problem_.singled_out)) : equal(states_[0][v], initial[v]));
            any = disjunction(any, all);
        }
        solver_.require(any);
    }

    /// One more step.
    void extend() {
        const int k = length();
        std::vector<Expression> next;
        for (std::size_t v = 0; v < problem_.variables.size(); ++v) {
            const StateVariable& variable = problem_.variables[v];
            next.push_back(variable.expression.is_constant()
                               ? variable.expression
                               : problem_.expressions->variable({first_place - k, static_cast<int>(v)}, *variable.type, variable.low, variable.high));
        }
        states_.push_back(next);
        moved_.emplace_back();
        std::vector<Expression> kept;
        for (std::size_t v = 0; v < next.size(); ++v) kept.push_back(equal(next[v], states_[static_cast<std::size_t>(k)][v]));
        for (std::size_t p = 0; p < problem_.paths.size(); ++p) {
            const Path& path = problem_.paths[p];
            Expression all = 1;
            for (const Expression& condition : path.conditions) all = conjunction(all, at(condition, k));
            for (const Assignment& a : path.assignments) {
                all = conjunction(all, equal(next[static_cast<std::size_t>(a.variable)], at(a.value, k)));
                Expression& keeps = kept[static_cast<std::size_t>(a.variable)];
                keeps = disjunction(keeps, taken(k, static_cast<int>(p)));
            }
            solver_.require(disjunction(negation(taken(k, static_cast<int>(p))), all));
        }
        for (const Expression& keeps : kept)
            if (!keeps.is(1)) solver_.require(keeps);
    }

    /// That the state after k steps breaks the claim, or the step to it does.
    Expression broken(int claim, int k) {
        Expression any = 0;
        for (const Clause& clause : problem_.claims[static_cast<std::size_t>(claim)].clauses) any = disjunction(any, negation(holds(clause, k)));
        for (std::size_t p = 0; k > 0 && p < problem_.paths.size(); ++p)
            for (std::size_t i = 0; i < problem_.paths[p].broken.size(); ++i) {
                if (problem_.paths[p].broken_claim[i] != claim) continue;
                Expression all = taken(k - 1, static_cast<int>(p));
                for (const Expression& e : problem_.paths[p].broken[i]) all = conjunction(all, at(e, k - 1));
                any = disjunction(any, all);
            }
        return any;
    }
    Expression holds(const Clause& clause, int k) {
        return as_expression(clause, [&](int v) { return states_[static_cast<std::size_t>(k)][static_cast<std::size_t>(v)]; });
    }

    Run run() const {
        Run result;
        for (const auto& state : states_) {
            StateVector& values = result.states.emplace_back();
            for (const Expression& e : state) values.push_back(solver_.value(e));
        }
        for (int k = 0; k < length(); ++k) result.paths.push_back(solver_.value(choice(k)));
        return result;
    }

private:
    Expression choice(int k) const {
        const int last = static_cast<int>(problem_.paths.size()) - 1;
        return problem_.expressions->variable({choice_place - k, 0}, problem_.expressions->type({ValueType::Kind::number, "", last + 1, {}}), 0, last);
    }
    Expression taken(int k, int path) const { return equal(choice(k), path); }

    /// The expression as it stands after k steps.
    Expression at(Expression e, int k) {
        if (e.is_constant()) return e;
        auto& memo = moved_[static_cast<std::size_t>(k)];
        if (const auto found = memo.find(e.number()); found != memo.end()) return found->second;
        const auto part = [&](int i) { return at(e.operand(i), k); };
        Expression result;
        switch (e.op()) {
            case Operator::variable:
                if (e.place().node < 0) result = problem_.expressions->variable({input_places - k, e.place().leaf}, e.type(), e.low(), e.high());
                else result = states_[static_cast<std::size_t>(k)][static_cast<std::size_t>(problem_.variable_of(e.place()))];
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

    const Problem& problem_;
    Solver solver_;
    std::vector<std::vector<Expression>> states_;
    std::vector<std::map<int, Expression>> moved_;
};

}  // namespace

BoundedAnswer bounded_check(const Problem& problem, const std::vector<int>& claims, int depth, unsigned limit, const std::function<bool()>& stop,
                            const std::function<void(int)>& progress) {
    Unrolling run(problem, limit);
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
                BoundedAnswer answer{Verdict::refuted, -1, k, run.run()};
                for (const int c : claims)
                    if (run.solver().value(run.broken(c, k))) answer.claim = c;
                return answer;
            }
        }
    }
    return {Verdict::holds_so_far, -1, depth};
}

BoundedAnswer k_induction(const Problem& problem, const std::vector<int>& claims, int depth, unsigned limit, const std::function<bool()>& stop,
                          const std::function<void(int)>& progress) {
    using Verdict = BoundedAnswer::Verdict;
    Unrolling step(problem, limit);
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
