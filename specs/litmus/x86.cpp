// Instructions of X86 litmus tests: MOV, XCHG, ADD and the like on registers, and fences.
#include <array>

#include "specs/litmus/parser.hpp"

namespace tandem::specs {

namespace {

using Op = Expression::Op;

constexpr std::array<std::string_view, 16> registers{"EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP",
                                                     "RAX", "RBX", "RCX", "RDX", "RSI", "RDI", "R8",  "R9"};

bool is_register(std::string_view name) {
    for (const auto r : registers)
        if (r == name) return true;
    return false;
}

class X86Reader {
public:
    X86Reader(TestReader& reader, std::size_t thread) : r_(reader), c_(reader.cursor), thread_(thread) {}

    void read() {
        Instruction i;
        const std::size_t start = c_.position();
        const std::string word = c_.expect_name("an instruction");
        if (word == "MFENCE" || word == "SFENCE" || word == "LFENCE") {
            i.kind = Instruction::Kind::fence;
            i.tags = {word == "MFENCE" ? "mfence" : word == "SFENCE" ? "sfence" : "lfence"};
            return add(i);
        }
        const bool locked = word == "LOCK";
        const std::string name = locked ? c_.expect_name("an instruction after LOCK") : word;
        if (name == "MOV" || name == "MOVL" || name == "MOVQ") return move();
        if (name == "XCHG") return exchange();
        static const std::map<std::string, Op> operations{{"ADD", Op::add},     {"SUB", Op::sub},   {"XOR", Op::bit_xor},
                                                          {"AND", Op::bit_and}, {"OR", Op::bit_or}, {"XADD", Op::add}};
        const auto at = operations.find(name);
        if (at == operations.end())
            c_.wrong("the X86 instruction " + name +
                         " is not known: MOV, XCHG, ADD, SUB, XOR, AND, OR, LOCK XADD and MFENCE, SFENCE, LFENCE are",
                     start);
        if (c_.sees("[")) {
            if (!locked) c_.wrong(name + " on memory is known with LOCK only", start);
            i.kind = Instruction::Kind::read_modify_write;
            i.address = address();
            c_.expect(",");
            if (name == "XADD") {
                i.destination = reg();
                i.value = Expression::of(at->second, Expression::of_old(), Expression::of_register(i.destination));
            } else {
                i.value = Expression::of(at->second, Expression::of_old(), operand());
            }
            i.tags = {"locked"};
        } else {
            i.destination = reg();
            c_.expect(",");
            i.value = Expression::of(at->second, Expression::of_register(i.destination), operand());
        }
        add(i);
    }

private:
    void add(Instruction i) { r_.test.threads[thread_].instructions.push_back(std::move(i)); }

    int reg() {
        const std::size_t start = c_.position();
        const std::string name = c_.expect_name("a register");
        if (!is_register(name)) c_.wrong("expected a register, found " + name, start);
        return r_.reg(thread_, name);
    }
    Expression address() {
        c_.expect("[");
        const std::string name = c_.expect_name("a location or a register");
        c_.expect("]");
        return is_register(name) ? Expression::of_register(r_.reg(thread_, name))
                                 : Expression::of(Value::address(r_.location(name)));
    }
    /// $1, a register, or $x for an address.
    Expression operand() {
        if (!c_.take("$")) return Expression::of_register(reg());
        if (c_.sees_number()) return Expression::of(Value::of(c_.expect_number("a number")));
        return Expression::of(Value::address(r_.location(c_.expect_name("a number or a location"))));
    }

    void move() {
        Instruction i;
        if (c_.sees("[")) {
            i.kind = Instruction::Kind::store;
            i.address = address();
            c_.expect(",");
            i.value = operand();
            return add(i);
        }
        i.destination = reg();
        c_.expect(",");
        if (c_.sees("[")) i.kind = Instruction::Kind::load, i.address = address();
        else i.value = operand();
        add(i);
    }

    /// XCHG [x],EAX or XCHG EAX,[x]; it is always locked.
    void exchange() {
        Instruction i;
        i.kind = Instruction::Kind::read_modify_write;
        i.tags = {"locked"};
        if (c_.sees("[")) {
            i.address = address();
            c_.expect(",");
            i.destination = reg();
        } else {
            i.destination = reg();
            c_.expect(",");
            i.address = address();
        }
        i.value = Expression::of_register(i.destination);
        add(i);
    }

    TestReader& r_;
    Cursor& c_;
    const std::size_t thread_;
};

}  // namespace

void read_x86(TestReader& reader, std::size_t thread) { X86Reader(reader, thread).read(); }

}  // namespace tandem::specs
