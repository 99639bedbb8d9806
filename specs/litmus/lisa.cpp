// Instructions of LISA litmus tests, a language for models in the making: r[tags], w[tags], f[tags], rmw[tags], mov and b[].
#include "specs/litmus/parser.hpp"

namespace tandem::specs {

namespace {

using Op = Expression::Op;

class LisaReader {
public:
    LisaReader(TestReader& reader, std::size_t thread) : r_(reader), c_(reader.cursor), thread_(thread) {}

    void read() {
        const std::size_t start = c_.position();
        const std::string word = c_.expect_name("an instruction");
        Instruction i;
        if (word == "mov") {
            i.destination = reg();
            i.value = expression();
        } else if (word == "r") {
            i.kind = Instruction::Kind::load;
            i.tags = tags();
            i.destination = reg();
            i.address = address();
        } else if (word == "w") {
            i.kind = Instruction::Kind::store;
            i.tags = tags();
            i.address = address();
            i.value = operand();
        } else if (word == "f") {
            i.kind = Instruction::Kind::fence;
            i.tags = tags();
        } else if (word == "rmw") {  // rmw[] r0 (add 1) x adds; rmw[] r0 1 x exchanges
            i.kind = Instruction::Kind::read_modify_write;
            i.tags = tags();
            i.destination = reg();
            if (c_.take("(")) {
                const Op op = operation();
                i.value = Expression::of(op, Expression::of_old(), operand());
                c_.expect(")");
            } else {
                i.value = operand();
            }
            i.address = address();
        } else if (word == "b") {  // b[] r0 LABEL jumps unless r0 is 0; b[] LABEL always
            tags();
            const std::string name = c_.expect_name("a register or a label");
            if (!is_register(name)) return r_.branch_to(thread_, i, name);
            i.guard = r_.reg(thread_, name);
            return r_.branch_to(thread_, i, c_.expect_name("a label"));
        } else {
            c_.wrong("the LISA instruction " + word + " is not known: r[], w[], f[], rmw[], mov and b[] are", start);
        }
        r_.test.threads[thread_].instructions.push_back(std::move(i));
    }

private:
    static bool is_register(const std::string& name) {
        return name.size() > 1 && name[0] == 'r' && name.find_first_not_of("0123456789", 1) == name.npos;
    }

    std::vector<std::string> tags() {
        std::vector<std::string> list;
        c_.expect("[");
        while (!c_.take("]")) {
            if (!list.empty()) c_.expect(",");
            const std::size_t start = c_.position();
            list.push_back(c_.expect_name("a tag", "-."));
            r_.check_tag(list.back(), start);
        }
        return list;
    }
    int reg() {
        const std::size_t start = c_.position();
        const std::string name = c_.expect_name("a register, as r0");
        if (!is_register(name)) c_.wrong("expected a register, as r0, found " + name, start);
        return r_.reg(thread_, name);
    }
    Expression operand() {
        if (c_.sees_number()) return Expression::of(Value::of(c_.expect_number("a number")));
        const std::string name = c_.expect_name("a register, a number or a location");
        return is_register(name) ? Expression::of_register(r_.reg(thread_, name))
                                 : Expression::of(Value::address(r_.location(name)));
    }
    /// x, r0 or x+r0.
    Expression address() {
        Expression base = operand();
        return c_.take("+") ? Expression::of(Op::add, std::move(base), operand()) : base;
    }
    Op operation() {
        static const std::map<std::string, Op> operations{{"add", Op::add},       {"sub", Op::sub},   {"xor", Op::bit_xor},
                                                          {"and", Op::bit_and},   {"or", Op::bit_or}, {"eq", Op::equal},
                                                          {"neq", Op::not_equal}, {"lt", Op::less}};
        const std::size_t start = c_.position();
        const std::string name = c_.expect_name("an operation");
        const auto at = operations.find(name);
        if (at == operations.end())
            c_.wrong("the operation " + name + " is not known: add, sub, xor, and, or, eq, neq and lt are", start);
        return at->second;
    }
    Expression expression() {
        if (!c_.take("(")) return operand();
        const Op op = operation();
        Expression a = operand(), b = operand();
        c_.expect(")");
        return Expression::of(op, std::move(a), std::move(b));
    }

    TestReader& r_;
    Cursor& c_;
    const std::size_t thread_;
};

}  // namespace

void read_lisa(TestReader& reader, std::size_t thread) { LisaReader(reader, thread).read(); }

}  // namespace tandem::specs
