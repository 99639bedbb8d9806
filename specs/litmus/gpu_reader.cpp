#include "specs/litmus/gpu_reader.hpp"

#include <array>

#include "specs/among.hpp"

namespace tandem::specs {

namespace {

bool is_register(const std::string& name) { return name[0] == 'r' && number_after(name, 1) >= 0; }

constexpr std::array operations{"add", "sub", "mul", "and", "or", "xor"};

}  // namespace

bool GpuReader::is_operation(std::string_view word) { return among(operations, std::string(word)); }

GpuReader::Op GpuReader::operation(std::string_view word) {
    return word == "add"   ? Op::add
           : word == "sub" ? Op::sub
           : word == "mul" ? Op::multiply
           : word == "and" ? Op::bit_and
           : word == "or"  ? Op::bit_or
                           : Op::bit_xor;
}

bool GpuReader::read_common(const std::string& word) {
    if (word == "goto") {
        jump();
        return true;
    }
    if (is_operation(word)) {
        const int to = reg();
        comma();
        Expression first = operand();
        comma();
        assign(to, Expression::of(operation(word), std::move(first), operand()));
        return true;
    }
    if (word.size() != 3 || word[0] != 'b' || !related(word.substr(1), constant(0), constant(0))) return false;
    Expression left = operand();
    comma();
    Expression right = operand();
    comma();
    branch_here_if(*related(word.substr(1), std::move(left), std::move(right)));
    return true;
}

int GpuReader::reg() {
    const std::size_t start = c_.position();
    const std::string name = c_.expect_name("a register, as r0");
    if (!is_register(name)) c_.wrong("expected a register, as r0, found " + name, start);
    return r_.reg(thread_, name);
}

Expression GpuReader::operand() {
    if (c_.sees_number()) return constant(c_.expect_number("a number"));
    return Expression::of_register(reg());
}

void GpuReader::address(Instruction& i) {
    const std::size_t start = c_.position();
    const std::string name = c_.expect_name("a location");
    if (is_register(name)) c_.wrong("an address is a location's name here, and no register", start);
    i.address = Expression::of(Value::address(r_.location(name)));
    i.reference = r_.reference(name);
}

void GpuReader::barrier_number(Instruction& i) {
    const std::size_t start = c_.position();
    const std::int64_t number = c_.expect_number("a barrier's number");
    if (number < 0 || number > 1'000'000) c_.wrong("a barrier's number is from 0 to 1000000", start);
    i.barrier = static_cast<int>(number);
    i.value = constant(-1);  // a barrier without a resource waits for no one that has one
    if (c_.take(",")) i.value = operand();
    if (c_.sees(",")) c_.wrong("a barrier that waits for so many threads is not supported", c_.position());
}

}  // namespace tandem::specs
