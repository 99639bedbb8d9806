// Arithmetic of litmus tests: numbers, and addresses with an offset.
#include <stdexcept>

#include "specs/litmus/test.hpp"

namespace tandem::specs {

Value computed(Expression::Op op, Value a, Value b) {
    using enum Expression::Op;
    if (op == equal) return Value::of(a == b);
    if (op == not_equal) return Value::of(a != b);
    if (op == add && a.location >= 0 && b.location < 0) return {a.location, a.number + b.number};
    if (op == add && b.location >= 0 && a.location < 0) return {b.location, a.number + b.number};
    if (op == sub && a.location >= 0 && b.location < 0) return {a.location, a.number - b.number};
    if (op == bit_xor && a == b) return Value::of(0);
    if (a.location >= 0 || b.location >= 0) throw std::domain_error("arithmetic on an address goes beyond adding to it");
    switch (op) {
        case add: return Value::of(a.number + b.number);
        case sub: return Value::of(a.number - b.number);
        case bit_and: return Value::of(a.number & b.number);
        case bit_or: return Value::of(a.number | b.number);
        case bit_xor: return Value::of(a.number ^ b.number);
        case less: return Value::of(a.number < b.number);
        default: throw std::logic_error("not an operation on two values");
    }
}

}  // namespace tandem::specs
