#include "smt/prove/solver.hpp"

#include <z3++.h>

#include <mutex>
#include <set>
#include <unordered_map>

namespace tandem::smt {

/// Numbers and truth values are both integers in our expressions; each is made into what the place asks for.
struct Solver::Z3 {
    z3::context context;
    z3::solver solver{context, "QF_LIA"};
    std::unordered_map<int, z3::expr> numbers, truths;  // by the expression's number
    std::vector<z3::expr> assumptions;
    std::map<Expression, int> assumption_of;
    std::unordered_map<unsigned, int> by_ast;
    std::unique_ptr<z3::model> model;
    std::vector<int> used;

    z3::expr truth(Expression e) {
        if (e.is_constant()) return context.bool_val(e.constant() != 0);
        if (!is_truth(e)) return number(e) != 0;
        if (const auto found = truths.find(e.number()); found != truths.end()) return found->second;
        z3::expr made = make_truth(e);
        truths.emplace(e.number(), made);
        return made;
    }
    z3::expr make_truth(Expression e) {
        const Expression a = e.operand(0), b = e.operand(1);
        const auto both_truths = [&] { return (a.is_constant() ? a.high() <= 1 : is_truth(a)) && (b.is_constant() ? b.high() <= 1 : is_truth(b)); };
        switch (e.op()) {
            case Operator::variable: return declare(e, context.bool_sort());
            case Operator::equal: return both_truths() ? truth(a) == truth(b) : number(a) == number(b);
            case Operator::less: return number(a) < number(b);
            case Operator::negation: return !truth(a);
            case Operator::conjunction: return truth(a) && truth(b);
            case Operator::disjunction: return truth(a) || truth(b);
            default: return z3::ite(truth(a), truth(b), truth(e.operand(2)));
        }
    }
    z3::expr number(Expression e) {
        if (e.is_constant()) return context.int_val(e.constant());
        if (is_truth(e)) return z3::ite(truth(e), context.int_val(1), context.int_val(0));
        if (const auto found = numbers.find(e.number()); found != numbers.end()) return found->second;
        z3::expr made = make_number(e);
        numbers.emplace(e.number(), made);
        return made;
    }
    z3::expr make_number(Expression e) {
        switch (e.op()) {
            case Operator::variable: return declare(e, context.int_sort());
            case Operator::sum: return number(e.operand(0)) + number(e.operand(1));
            case Operator::maximum: {
                const z3::expr a = number(e.operand(0)), b = number(e.operand(1));
                return z3::ite(a < b, b, a);
            }
            default: return z3::ite(truth(e.operand(0)), number(e.operand(1)), number(e.operand(2)));
        }
    }
    z3::expr declare(Expression e, const z3::sort& sort) {
        z3::expr variable = context.constant(("v" + std::to_string(e.number())).c_str(), sort);
        if (sort.is_int()) {
            if (e.low() > -unbounded) solver.add(variable >= e.low());
            if (e.high() < unbounded) solver.add(variable <= e.high());
        }
        return variable;
    }
    int value(Expression e) {
        if (e.is_constant()) return e.constant();
        if (is_truth(e)) return model->eval(truth(e), true).is_true();
        return static_cast<int>(model->eval(number(e), true).get_numeral_int64());
    }
};

namespace {

/// The contexts of all solvers, for who wants to interrupt them.
struct Live {
    std::mutex mutex;
    std::set<z3::context*> contexts;
};
Live& live() {
    static Live all;
    return all;
}

}  // namespace

void Solver::interrupt_all() {
    const std::lock_guard lock(live().mutex);
    for (z3::context* context : live().contexts) context->interrupt();
}

Solver::Solver(const Problem& problem) : z3_(std::make_unique<Z3>()), problem_(problem) {
    {
        const std::lock_guard lock(live().mutex);
        live().contexts.insert(&z3_->context);
    }
    for (const StateVariable& v : problem.variables) {
        if (v.expression.is_constant()) continue;
        if (is_truth(v.expression)) z3_->truth(v.expression);
        else z3_->number(v.expression);
    }
}
Solver::~Solver() {
    const std::lock_guard lock(live().mutex);
    live().contexts.erase(&z3_->context);
}

void Solver::set_limit(unsigned work) {
    z3::params params(z3_->context);
    params.set("rlimit", work);
    z3_->solver.set(params);
}

void Solver::require(Expression e) { z3_->solver.add(z3_->truth(e)); }

int Solver::assumption(Expression e) {
    const auto [found, added] = z3_->assumption_of.try_emplace(e, static_cast<int>(z3_->assumptions.size()));
    if (added) {
        const z3::expr literal = z3_->context.bool_const(("a" + std::to_string(found->second)).c_str());
        z3_->by_ast[literal.id()] = found->second;
        z3_->solver.add(z3::implies(literal, z3_->truth(e)));
        z3_->assumptions.push_back(literal);
    }
    return found->second;
}

Solver::Answer Solver::check(std::span<const Expression> facts, std::span<const int> assumptions) try {
    z3::expr_vector literals(z3_->context);
    for (const int a : assumptions) literals.push_back(z3_->assumptions[static_cast<std::size_t>(a)]);
    std::vector<z3::expr> translated;  // before the scope: what declares a variable is to stay
    for (const Expression& fact : facts) translated.push_back(z3_->truth(fact));
    z3_->solver.push();
    for (const z3::expr& fact : translated) z3_->solver.add(fact);
    const z3::check_result result = z3_->solver.check(literals);
    z3_->used.clear();
    if (result == z3::sat) {
        z3_->model = std::make_unique<z3::model>(z3_->solver.get_model());
    } else if (result == z3::unsat) {
        const z3::expr_vector core = z3_->solver.unsat_core();
        for (unsigned i = 0; i < core.size(); ++i) z3_->used.push_back(z3_->by_ast.at(core[static_cast<int>(i)].id()));
    }
    z3_->solver.pop();
    return result == z3::sat ? Answer::satisfiable : result == z3::unsat ? Answer::unsatisfiable : Answer::unknown;
} catch (const z3::exception&) {  // interrupted
    return Answer::unknown;
}

std::vector<int> Solver::core() const { return z3_->used; }

StateVector Solver::state() const {
    StateVector result;
    for (const StateVariable& v : problem_.variables) result.push_back(z3_->value(v.expression));
    return result;
}

int Solver::value(Expression e) const { return z3_->value(e); }

}  // namespace tandem::smt
