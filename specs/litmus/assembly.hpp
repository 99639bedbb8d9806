// What the readers of real machines' instructions share: operands, comparisons whose result a later branch asks for, and the
// making of instructions. A comparison keeps its two sides in registers of its own, so dependencies go through it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "specs/litmus/parser.hpp"

namespace tandem::specs {

std::string upper_case(std::string text);
std::string lower_case(std::string text);
/// The number after the first `letters` of a name, or -1 if it is not just that.
int number_after(std::string_view name, std::size_t letters);

class AssemblyReader {
protected:
    using Op = Expression::Op;

    AssemblyReader(TestReader& reader, std::size_t thread) : r_(reader), c_(reader.cursor), thread_(thread) {}

    void add(Instruction i) { r_.test.threads[thread_].instructions.push_back(std::move(i)); }
    void assign(int destination, Expression value);
    void fence(std::vector<std::string> tags);

    /// The register of that name as an operand; one that is always zero is a number.
    Expression of_register(const std::string& name);
    /// Where a result goes; what is written to a register that is always zero is lost, but its instruction is executed.
    int destination(const std::string& what = "a register");
    /// A register here, or an error that names the word.
    std::string register_name(const std::string& what = "a register");
    Expression register_operand(const std::string& what = "a register") { return of_register(register_name(what)); }
    std::int64_t number(std::string_view what = "a number");
    static Expression constant(std::int64_t n) { return Expression::of(Value::of(n)); }
    void comma() { c_.expect(","); }

    /// Remembers what the next conditional branches compare.
    void compare(Expression left, Expression right);
    /// Whether they compare so; `relation` is eq, ne, lt, ge, gt or le.
    Expression compared(std::string_view relation);
    static std::optional<Expression> related(std::string_view relation, Expression a, Expression b, bool is_unsigned = false);
    void branch_if(Expression condition, const std::string& label, bool negated = false);
    /// A label here.
    void branch_here_if(Expression condition, bool negated = false) {
        branch_if(std::move(condition), c_.expect_name("a label", "."), negated);
    }
    void jump() { r_.branch_to(thread_, Instruction{}, c_.expect_name("a label", ".")); }

    TestReader& r_;
    Cursor& c_;
    const std::size_t thread_;
};

}  // namespace tandem::specs
