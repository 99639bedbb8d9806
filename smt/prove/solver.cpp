#include "smt/prove/solver.hpp"

#include <z3++.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <unordered_map>

namespace tandem::smt {

/// Numbers and truth values are both integers in our expressions; each is made into what the place asks for.
struct Solver::Z3 {
    explicit Z3(Arithmetic arithmetic)
        : arithmetic(arithmetic), solver(context, arithmetic == Arithmetic::bits ? "QF_FD" : "QF_LIA") {}

    const Arithmetic arithmetic;
    z3::context context;
    z3::solver solver;
    std::unordered_map<int, z3::expr> numbers, truths;  // by the expression's number
    std::vector<z3::expr> assumptions;
    std::map<Expression, int> assumption_of;
    std::unordered_map<unsigned, int> by_ast;
    std::unique_ptr<z3::model> model;
    std::vector<int> used;
    bool stopped = false;

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
        const auto both_truths = [&] {
            return (a.is_constant() ? a.high() <= 1 : is_truth(a)) && (b.is_constant() ? b.high() <= 1 : is_truth(b));
        };
        switch (e.op()) {
            case Operator::variable:
                return declare(e, context.bool_sort());
            case Operator::equal:
                return both_truths() ? truth(a) == truth(b) : number(a, range_of(a, b)) == number(b, range_of(a, b));
            case Operator::less:
                return less(a, b);
            case Operator::negation:
                return !truth(a);
            case Operator::conjunction:
                return truth(a) && truth(b);
            case Operator::disjunction:
                return truth(a) || truth(b);
            default:
                return z3::ite(truth(a), truth(b), truth(e.operand(2)));
        }
    }
    z3::expr less(Expression a, Expression b) {
        const Range range = range_of(a, b);
        const z3::expr x = number(a, range), y = number(b, range);
        return arithmetic == Arithmetic::bits && range.low >= 0 ? z3::ult(x, y) : x < y;
    }

    /// What a number may be. As bits it has as many as the range needs, one of them a sign where the range has negative numbers.
    struct Range {
        int low, high;
        unsigned bits() const {
            const auto needed = [](int n) {
                return std::max(1u, static_cast<unsigned>(std::bit_width(static_cast<unsigned>(n))));
            };
            return low >= 0 ? needed(high) : std::max(needed(std::max(high, 0)), needed(-(low + 1))) + 1;
        }
    };
    static Range range_of(Expression e) { return {e.low(), e.high()}; }
    static Range range_of(Expression a, Expression b) { return {std::min(a.low(), b.low()), std::max(a.high(), b.high())}; }
    z3::sort sort_of(Range range) { return arithmetic == Arithmetic::bits ? context.bv_sort(range.bits()) : context.int_sort(); }
    z3::expr constant(int n, Range range) {
        return arithmetic == Arithmetic::bits ? context.bv_val(n, range.bits()) : context.int_val(n);
    }

    /// `e` as a number of a range that holds its own.
    z3::expr number(Expression e, Range range) {
        if (e.is_constant()) return constant(e.constant(), range);
        const z3::expr n = number(e);
        if (arithmetic == Arithmetic::integers) return n;
        const unsigned more = range.bits() - range_of(e).bits();
        return more == 0 ? n : e.low() < 0 ? z3::sext(n, more) : z3::zext(n, more);
    }
    z3::expr number(Expression e) {
        if (e.is_constant()) return constant(e.constant(), range_of(e));
        if (is_truth(e)) return z3::ite(truth(e), constant(1, range_of(e)), constant(0, range_of(e)));
        if (const auto found = numbers.find(e.number()); found != numbers.end()) return found->second;
        z3::expr made = make_number(e);
        numbers.emplace(e.number(), made);
        return made;
    }
    z3::expr make_number(Expression e) {
        const Expression a = e.operand(0), b = e.operand(1);
        const Range own = range_of(e);
        switch (e.op()) {
            case Operator::variable:
                return declare(e, sort_of(own));
            case Operator::sum: {
                const Range all{std::min({own.low, a.low(), b.low()}), std::max({own.high, a.high(), b.high()})};
                const z3::expr made = number(a, all) + number(b, all);
                return arithmetic == Arithmetic::bits && all.bits() > own.bits() ? made.extract(own.bits() - 1, 0) : made;
            }
            case Operator::maximum: {
                const Range all = range_of(a, b);
                const z3::expr made = z3::ite(less(a, b), number(b, all), number(a, all));
                return arithmetic == Arithmetic::bits && all.bits() > own.bits() ? made.extract(own.bits() - 1, 0) : made;
            }
            default:
                return z3::ite(truth(a), number(b, own), number(e.operand(2), own));
        }
    }
    z3::expr declare(Expression e, const z3::sort& sort) {
        z3::expr variable = context.constant(("v" + std::to_string(e.number())).c_str(), sort);
        if (sort.is_bool()) return variable;
        const Range range = range_of(e);
        if (arithmetic == Arithmetic::bits) {
            if (range.low > -unbounded && range.low != 0) solver.add(constant(range.low, range) <= variable);
            const bool all = range.low >= 0 && range.high == (1 << range.bits()) - 1;
            if (!all)
                solver.add(range.low >= 0 ? z3::ule(variable, constant(range.high, range))
                                          : variable <= constant(range.high, range));
        } else {
            if (range.low > -unbounded) solver.add(variable >= range.low);
            if (range.high < unbounded) solver.add(variable <= range.high);
        }
        return variable;
    }
    int value(Expression e) {
        if (e.is_constant()) return e.constant();
        if (is_truth(e)) return model->eval(truth(e), true).is_true();
        const auto bits = static_cast<std::int64_t>(model->eval(number(e), true).get_numeral_int64());
        const bool negative = arithmetic == Arithmetic::bits && e.low() < 0 && bits >> (range_of(e).bits() - 1) != 0;
        const std::int64_t n = negative ? bits - (std::int64_t(1) << range_of(e).bits()) : bits;
        if (n < std::numeric_limits<int>::min() || n > std::numeric_limits<int>::max())
            throw Stopped("a number of the model is too large");
        return static_cast<int>(n);
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

namespace {

std::atomic<std::size_t> most_bytes = SIZE_MAX;

/// Where memory is used up Z3 makes no context, and its C++ interface uses what it has not got. So where there is little of it,
/// or little is left, one is made first, to see.
void require_room_for_a_context() {
    constexpr std::size_t little = std::size_t{1} << 30;
    if (most_bytes > little && Z3_get_estimated_alloc_size() < most_bytes / 4 * 3) return;
    const Z3_config config = Z3_mk_config();
    const Z3_context made = Z3_mk_context_rc(config);
    Z3_del_config(config);
    if (made == nullptr) throw std::bad_alloc();
    Z3_del_context(made);
}

}  // namespace

void Solver::limit_memory(std::size_t bytes) {
    most_bytes = bytes;
    z3::set_param("memory_max_size", std::to_string(bytes >> 20).c_str());
}

namespace {

template <class F>
auto asking_z3(F&& f) try {
    return f();
} catch (const z3::exception& e) {
    throw Solver::Stopped(e.msg());
}

}  // namespace

Solver::Solver(const Problem& problem, Arithmetic arithmetic)
    : z3_(asking_z3([&] {
          require_room_for_a_context();
          return std::make_unique<Z3>(arithmetic);
      })),
      problem_(problem) {
    asking_z3([&] {
        for (const StateVariable& v : problem.variables) {
            if (v.expression.is_constant()) continue;
            if (is_truth(v.expression)) z3_->truth(v.expression);
            else z3_->number(v.expression);
        }
    });
    const std::lock_guard lock(live().mutex);
    live().contexts.insert(&z3_->context);
}
Solver::~Solver() {
    const std::lock_guard lock(live().mutex);
    live().contexts.erase(&z3_->context);
}

void Solver::set_limit(unsigned work) {
    asking_z3([&] {
        z3::params params(z3_->context);
        params.set("rlimit", work);
        // a third faster here than the default, for mere comparisons
        if (z3_->arithmetic == Arithmetic::integers) params.set("arith.solver", 2u);
        z3_->solver.set(params);
    });
}

void Solver::require(Expression e) {
    asking_z3([&] { z3_->solver.add(z3_->truth(e)); });
}

int Solver::assumption(Expression e) {
    return asking_z3([&] {
        const auto [found, added] = z3_->assumption_of.try_emplace(e, static_cast<int>(z3_->assumptions.size()));
        if (added) {
            const z3::expr literal = z3_->context.bool_const(("a" + std::to_string(found->second)).c_str());
            z3_->by_ast[literal.id()] = found->second;
            z3_->solver.add(z3::implies(literal, z3_->truth(e)));
            z3_->assumptions.push_back(literal);
        }
        return found->second;
    });
}

Solver::Answer Solver::check(std::span<const Expression> facts, std::span<const int> assumptions) try {
    if (z3_->stopped) return Answer::unknown;
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
} catch (const z3::exception&) {
    z3_->stopped = true;  // the facts may not have been taken back
    return Answer::unknown;
}

std::vector<int> Solver::core() const { return z3_->used; }

StateVector Solver::state() const {
    StateVector result;
    asking_z3([&] {
        for (const StateVariable& v : problem_.variables) result.push_back(z3_->value(v.expression));
    });
    return result;
}

int Solver::value(Expression e) const {
    return asking_z3([&] { return z3_->value(e); });
}

}  // namespace tandem::smt
