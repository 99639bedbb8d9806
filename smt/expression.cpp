#include "smt/expression.hpp"

#include <boost/container_hash/hash.hpp>

#include <algorithm>
#include <utility>

namespace tandem::smt {
namespace {

const ValueType boolean{ValueType::Kind::boolean, "boolean", 2, {}};

/// Whichever is no constant: it knows the pool, and the type of both.
Expression typed(Expression a, Expression b) { return a.is_constant() ? b : a; }

bool is(Expression a, Operator op) { return !a.is_constant() && a.op() == op; }

/// Bounds beyond any that is meant: no limit stays no limit when something is added.
int limited(int bound) { return std::clamp(bound, -Expression::no_limit, Expression::no_limit); }

Expression make_boolean(Operator op, Expression a, Expression b) {
    return typed(a, b).pool().make(op, boolean, 0, 1, a, b);
}

}  // namespace

Operator Expression::op() const { return node_->op; }
Expression Expression::operand(int i) const { return node_->operands[static_cast<std::size_t>(i)]; }
const ValueType& Expression::type() const { return *node_->type; }
Place Expression::place() const { return node_->place; }
Expressions& Expression::pool() const { return *node_->pool; }
int Expression::number() const { return node_->number; }
int Expression::low() const { return node_ ? node_->low : constant_; }
int Expression::high() const { return node_ ? node_->high : constant_; }

std::strong_ordering operator<=>(const Expression& a, const Expression& b) {
    if (a.is_constant() != b.is_constant()) return a.is_constant() ? std::strong_ordering::less : std::strong_ordering::greater;
    return a.is_constant() ? a.constant_ <=> b.constant_ : a.number() <=> b.number();
}

const ValueType& Expressions::type(const ValueType& type) {
    auto [found, added] = types_by_value_.try_emplace(type, nullptr);
    if (added) found->second = &types_.emplace_back(type);
    return *found->second;
}

Expression Expressions::variable(Place place, const ValueType& type) { return variable(place, type, 0, type.cardinality - 1); }

Expression Expressions::variable(Place place, const ValueType& type, int low, int high) {
    return intern({Operator::variable, place, 0, 0, 0}, type, low, high);
}

Expression Expressions::make(Operator op, const ValueType& type, int low, int high, Expression a, Expression b, Expression c) {
    if (low == high) return low;
    return intern({op, Place{0, 0}, a, b, c}, type, low, high);
}

std::size_t Expressions::KeyHash::operator()(const Key& key) const {
    const auto& [op, place, a, b, c] = key;
    std::size_t hash = static_cast<std::size_t>(op);
    boost::hash_combine(hash, place.node);
    boost::hash_combine(hash, place.leaf);
    for (const Expression& e : {a, b, c}) boost::hash_combine(hash, e.is_constant() ? -1 - e.constant() : e.number());
    return hash;
}

Expression Expressions::intern(const Key& key, const ValueType& type, int low, int high) {
    auto [found, added] = by_key_.try_emplace(key);
    if (added) {
        const auto& [op, place, a, b, c] = key;
        nodes_.push_back({op, {a, b, c}, place, &type, low, high, static_cast<int>(nodes_.size()), this});
        found->second = Expression(&nodes_.back());
    }
    return found->second;
}

namespace {

/// The type of what is made of two numbers, some of which may look like truths.
const ValueType& type_of_number(Expression a, Expression b, int high) {
    const auto number = [](Expression e) { return !e.is_constant() && e.type().kind != ValueType::Kind::boolean; };
    if (number(a)) return a.type();
    if (number(b)) return b.type();
    Expressions& pool = typed(a, b).pool();
    return high <= 1 ? boolean : pool.type({ValueType::Kind::number, "", high == Expression::no_limit ? high : high + 1, {}});
}

}  // namespace

bool is_truth(Expression e) {
    switch (e.op()) {
        case Operator::equal:
        case Operator::less:
        case Operator::negation:
        case Operator::conjunction:
        case Operator::disjunction: return true;
        case Operator::variable:
        case Operator::conditional: return e.type().kind == ValueType::Kind::boolean;
        default: return false;
    }
}

Expression sum(Expression a, Expression b) {
    if (a.is_constant()) std::swap(a, b);
    if (a.is_constant()) return a.constant() + b.constant();
    if (b.is(0)) return a;
    if (b.is_constant() && is(a, Operator::sum) && a.operand(1).is_constant())
        return sum(a.operand(0), a.operand(1).constant() + b.constant());
    if (!b.is_constant() && b < a) std::swap(a, b);
    const int high = limited(a.high() + b.high());
    return a.pool().make(Operator::sum, type_of_number(a, b, high), limited(a.low() + b.low()), high, a, b);
}

Expression maximum(Expression a, Expression b) {
    if (a.low() >= b.high()) return a;
    if (b.low() >= a.high()) return b;
    if (b < a) std::swap(a, b);
    if (is(b, Operator::maximum) && (b.operand(0) == a || b.operand(1) == a)) return b;
    const Expression one = typed(a, b);
    const int high = std::max(a.high(), b.high());
    return one.pool().make(Operator::maximum, type_of_number(a, b, high), std::max(a.low(), b.low()), high, a, b);
}

Expression equal(Expression a, Expression b) {
    if (a == b) return 1;
    if (a.high() < b.low() || b.high() < a.low()) return 0;
    if (b < a) std::swap(a, b);  // constants are first
    if (a.is_constant() && b.type().kind == ValueType::Kind::boolean) return a.constant() ? b : negation(b);
    return make_boolean(Operator::equal, a, b);
}

Expression less(Expression a, Expression b) {
    if (a == b || a.low() >= b.high()) return 0;
    if (a.high() < b.low()) return 1;
    return make_boolean(Operator::less, a, b);
}

Expression negation(Expression a) {
    if (a.is_constant()) return !a.constant();
    if (is(a, Operator::negation)) return a.operand(0);
    return make_boolean(Operator::negation, a, 0);
}

Expression conjunction(Expression a, Expression b) {
    if (b < a) std::swap(a, b);
    if (a.is_constant()) return a.constant() ? b : Expression(0);
    if (a == b) return a;
    if (a == negation(b)) return 0;
    return make_boolean(Operator::conjunction, a, b);
}

Expression disjunction(Expression a, Expression b) {
    if (b < a) std::swap(a, b);
    if (a.is_constant()) return a.constant() ? Expression(1) : b;
    if (a == b) return a;
    if (a == negation(b)) return 1;
    return make_boolean(Operator::disjunction, a, b);
}

Expression conditional(Expression condition, Expression yes, Expression no) {
    if (condition.is_constant()) return condition.constant() ? yes : no;
    if (yes == no) return yes;
    const int lowest = std::min(yes.low(), no.low()), highest = std::max(yes.high(), no.high());
    // Two constants, 0 and 1, look like a truth. Beside another number they are numbers.
    const auto number = [](Expression e) { return !e.is_constant() && e.type().kind != ValueType::Kind::boolean; };
    const Expression one = number(yes) ? yes : number(no) ? no : typed(yes, no);
    const bool truth = lowest >= 0 && highest <= 1;
    const ValueType& type = number(one) || (truth && !one.is_constant()) ? one.type()
                            : truth                                      ? boolean
                            : condition.pool().type({ValueType::Kind::number, "", highest + 1, {}});
    return condition.pool().make(Operator::conditional, type, lowest, highest, condition, yes, no);
}

}  // namespace tandem::smt
