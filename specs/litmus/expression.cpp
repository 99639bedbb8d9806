// Arithmetic of litmus tests: numbers, and addresses with an offset.
#include <cstdint>
#include <stdexcept>

#include "specs/litmus/test.hpp"

namespace tandem::specs {

namespace {

std::uint64_t bits(std::int64_t number) { return static_cast<std::uint64_t>(number); }

/// Registers have 64 bits, and what overflows them wraps around.
std::int64_t sum(std::int64_t a, std::int64_t b) { return static_cast<std::int64_t>(bits(a) + bits(b)); }
std::int64_t difference(std::int64_t a, std::int64_t b) { return static_cast<std::int64_t>(bits(a) - bits(b)); }

}  // namespace

Value computed(Expression::Op op, Value a, Value b) {
    using enum Expression::Op;
    if (op == equal) return Value::of(a == b);
    if (op == not_equal) return Value::of(a != b);
    if (op == add && a.location >= 0 && b.location < 0) return {a.location, sum(a.number, b.number)};
    if (op == add && b.location >= 0 && a.location < 0) return {b.location, sum(a.number, b.number)};
    if (op == sub && a.location >= 0 && b.location < 0) return {a.location, difference(a.number, b.number)};
    if ((op == bit_xor || op == sub) && a == b) return Value::of(0);
    if ((op == bit_and || op == bit_or) && a == b) return a;
    const bool zeroes = a == Value::of(0) || b == Value::of(0);
    if (zeroes && op == bit_and) return Value::of(0);  // as a dependency on an address has it
    if (zeroes && (op == bit_or || op == bit_xor)) return a == Value::of(0) ? b : a;
    if (a.location >= 0 || b.location >= 0) throw std::domain_error("arithmetic on an address goes beyond adding to it");
    switch (op) {
        case add:
            return Value::of(sum(a.number, b.number));
        case sub:
            return Value::of(difference(a.number, b.number));
        case bit_and:
            return Value::of(a.number & b.number);
        case bit_or:
            return Value::of(a.number | b.number);
        case bit_xor:
            return Value::of(a.number ^ b.number);
        case less:
            return Value::of(a.number < b.number);
        case less_unsigned:
            return Value::of(bits(a.number) < bits(b.number));
        case multiply:
            return Value::of(static_cast<std::int64_t>(bits(a.number) * bits(b.number)));
        case shift_left:
            return Value::of(static_cast<std::int64_t>(bits(a.number) << (b.number & 63)));
        case shift_right:
            return Value::of(static_cast<std::int64_t>(bits(a.number) >> (b.number & 63)));
        default:
            throw std::logic_error("not an operation on two values");
    }
}

}  // namespace tandem::specs
