#include "specs/litmus/assembly.hpp"

#include <algorithm>
#include <cctype>

namespace tandem::specs {

std::string upper_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

int number_after(std::string_view name, std::size_t letters) {
    if (name.size() <= letters || name.size() > letters + 2) return -1;
    int number = 0;
    for (const char c : name.substr(letters)) {
        if (c < '0' || c > '9') return -1;
        number = 10 * number + (c - '0');
    }
    return number;
}

void AssemblyReader::assign(int destination, Expression value) {
    Instruction i;
    i.destination = destination;
    i.value = std::move(value);
    add(std::move(i));
}

void AssemblyReader::fence(std::vector<std::string> tags) {
    Instruction i;
    i.kind = Instruction::Kind::fence;
    i.tags = std::move(tags);
    add(std::move(i));
}

Expression AssemblyReader::of_register(const std::string& name) {
    return name == TestReader::zero ? constant(0) : Expression::of_register(r_.reg(thread_, name));
}

std::string AssemblyReader::register_name(const std::string& what) {
    const std::size_t start = c_.position();
    const std::string found = c_.expect_name(what);
    std::string name = r_.canonical(found);
    if (name.empty()) c_.wrong("expected " + what + ", found " + found, start);
    return name;
}

int AssemblyReader::destination(const std::string& what) {
    const std::string name = register_name(what);
    return r_.reg(thread_, name == TestReader::zero ? "(zero)" : name);
}

std::int64_t AssemblyReader::number(std::string_view what) {
    c_.take("#");
    return c_.expect_number(what);
}

void AssemblyReader::compare(Expression left, Expression right) {
    const int first = r_.reg(thread_, "(left)"), second = r_.reg(thread_, "(right)");
    assign(first, std::move(left));
    assign(second, std::move(right));
}

Expression AssemblyReader::compared(std::string_view relation) {
    const auto side = [&](const char* name) { return Expression::of_register(r_.reg(thread_, name)); };
    return *related(relation, side("(left)"), side("(right)"));
}

std::optional<Expression> AssemblyReader::related(std::string_view relation, Expression a, Expression b, bool is_unsigned) {
    const Op less = is_unsigned ? Op::less_unsigned : Op::less;
    const auto negated = [](Expression e) { return Expression::of(Op::equal, std::move(e), constant(0)); };
    if (relation == "eq") return Expression::of(Op::equal, std::move(a), std::move(b));
    if (relation == "ne") return Expression::of(Op::not_equal, std::move(a), std::move(b));
    if (relation == "lt") return Expression::of(less, std::move(a), std::move(b));
    if (relation == "ge") return negated(Expression::of(less, std::move(a), std::move(b)));
    if (relation == "gt") return Expression::of(less, std::move(b), std::move(a));
    if (relation == "le") return negated(Expression::of(less, std::move(b), std::move(a)));
    return std::nullopt;
}

void AssemblyReader::branch_if(Expression condition, const std::string& label, bool negated) {
    Instruction branch;
    branch.guard = r_.reg(thread_, "(condition)");
    branch.guard_negated = negated;
    assign(branch.guard, std::move(condition));
    r_.branch_to(thread_, std::move(branch), label);
}

}  // namespace tandem::specs
