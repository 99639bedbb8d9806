// Expressions over the leaves of a state: immutable, shared, and simplified as they are made.
//
// Equal expressions are one object (hash-consing), so comparing two is comparing pointers. The language is small and belongs to
// no solver: Murphi, TLA+, SMT-LIB and Z3 are each one translation of it. Booleans are the integers 0 and 1. Constants need no
// pool, which lets a value of the symbolic domain be made anywhere, as `Time(1)` is in a protocol text.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace tandem::smt {

/// What a leaf of a state may hold: 0..cardinality-1.
struct ValueType {
    enum class Kind : std::uint8_t { boolean, number, enumeration, name };
    Kind kind;
    std::string name;                // "MessageKind", "address"; empty for numbers other than moments
    int cardinality;
    std::vector<std::string> names;  // of the values; empty for numbers and booleans
    friend auto operator<=>(const ValueType&, const ValueType&) = default;
};

/// Which leaf a variable stands for: of a node's state, of the message that is being delivered, or of the event that a monitor is
/// told.
struct Place {
    static constexpr int message = -1;
    static constexpr int reported = -3000;
    int node;
    int leaf;
    friend auto operator<=>(const Place&, const Place&) = default;
};

enum class Operator : std::uint8_t {
    variable,
    sum,
    maximum,
    equal,
    less,
    negation,
    conjunction,
    disjunction,
    conditional,  // if operand 0 then operand 1 else operand 2
};

class Expressions;
struct ExpressionNode;

class Expression {
public:
    /// A bound that stands for none: larger than any value that is meant.
    static constexpr int no_limit = 1 << 29;

    constexpr Expression(int constant = 0) : constant_(constant) {}

    bool is_constant() const { return !node_; }
    bool is(int constant) const { return !node_ && constant_ == constant; }
    int constant() const { return constant_; }

    // Of what is not constant:
    Operator op() const;
    Expression operand(int i) const;
    const ValueType& type() const;
    Place place() const;  // of a variable
    Expressions& pool() const;
    int number() const;   // tells expressions of one pool apart, in the order in which they were made

    /// Bounds that hold whatever the leaves hold.
    int low() const;
    int high() const;

    friend bool operator==(const Expression&, const Expression&) = default;
    friend std::strong_ordering operator<=>(const Expression& a, const Expression& b);

private:
    friend class Expressions;
    explicit Expression(const ExpressionNode* node) : node_(node) {}
    const ExpressionNode* node_ = nullptr;
    int constant_ = 0;
};

/// Whether a term, which is no constant, is a truth value rather than a number.
bool is_truth(Expression e);

Expression sum(Expression a, Expression b);
Expression maximum(Expression a, Expression b);
Expression equal(Expression a, Expression b);
Expression less(Expression a, Expression b);
Expression negation(Expression a);
Expression conjunction(Expression a, Expression b);
Expression disjunction(Expression a, Expression b);
Expression conditional(Expression condition, Expression yes, Expression no);

/// What `e` is when each variable is value_of(its place).
template <class F>
int evaluate(Expression e, F&& value_of) {
    if (e.is_constant()) return e.constant();
    const auto operand = [&](int i) { return evaluate(e.operand(i), value_of); };
    switch (e.op()) {
        case Operator::variable: return value_of(e.place());
        case Operator::sum: return operand(0) + operand(1);
        case Operator::maximum: return std::max(operand(0), operand(1));
        case Operator::equal: return operand(0) == operand(1);
        case Operator::less: return operand(0) < operand(1);
        case Operator::negation: return !operand(0);
        case Operator::conjunction: return operand(0) && operand(1);
        case Operator::disjunction: return operand(0) || operand(1);
        case Operator::conditional: return operand(operand(0) ? 1 : 2);
    }
    return 0;
}

struct ExpressionNode {
    Operator op;
    std::array<Expression, 3> operands;
    Place place;
    const ValueType* type;
    int low, high;
    int number;
    Expressions* pool;
};

/// The pool that owns expressions and their types.
class Expressions {
public:
    Expressions() = default;
    Expressions(const Expressions&) = delete;
    Expressions& operator=(const Expressions&) = delete;

    const ValueType& type(const ValueType& type);
    Expression variable(Place place, const ValueType& type);
    /// One whose values are low..high instead.
    Expression variable(Place place, const ValueType& type, int low, int high);
    /// An expression that no rule simplifies; the functions above are what to call.
    Expression make(Operator op, const ValueType& type, int low, int high, Expression a, Expression b = 0, Expression c = 0);

private:
    using Key = std::tuple<Operator, Place, Expression, Expression, Expression>;
    Expression intern(const Key& key, const ValueType& type, int low, int high);

    std::map<ValueType, const ValueType*> types_by_value_;
    std::deque<ValueType> types_;
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };
    std::unordered_map<Key, Expression, KeyHash> by_key_;
    std::deque<ExpressionNode> nodes_;
};

}  // namespace tandem::smt
