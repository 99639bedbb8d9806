// Instructions of X86 litmus tests: MOV, XCHG, CMPXCHG, arithmetic on registers and with LOCK on memory, comparisons and jumps,
// and fences. Intel's order of operands, in either case; numbers with or without a $. The sets of a model: A and X mark what is
// locked.
#include <array>

#include "specs/litmus/assembly.hpp"

namespace tandem::specs {

std::string x86_register(const std::string& name) {
    static constexpr std::array<std::string_view, 8> letters{"AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP"};
    const std::string upper = upper_case(name);
    if (upper.size() == 3 && (upper[0] == 'E' || upper[0] == 'R'))  // of 32 and 64 bits
        for (const auto letter : letters)
            if (upper.compare(1, 2, letter) == 0) return "E" + std::string(letter);
    if (upper.empty() || upper[0] != 'R') return {};
    const int number = number_after(upper.back() == 'D' ? upper.substr(0, upper.size() - 1) : upper, 1);
    return number < 8 || number > 15 ? std::string() : "R" + std::to_string(number);
}

namespace {

using Kind = Instruction::Kind;

class X86Reader : AssemblyReader {
public:
    X86Reader(TestReader& reader, std::size_t thread) : AssemblyReader(reader, thread) {}

    void read() {
        const std::size_t start = c_.position();
        const std::string written = c_.expect_name("an instruction"), word = upper_case(written);
        if (word == "MFENCE" || word == "SFENCE" || word == "LFENCE") return fence({lower_case(word), word});
        if (word == "JMP") return jump();
        if (word[0] == 'J') return jump_if(word.substr(1), written, start);
        const bool locked = word == "LOCK";
        const std::string name = locked ? upper_case(c_.expect_name("an instruction after LOCK")) : word;
        if (!locked && (name == "MOV" || name == "MOVL" || name == "MOVQ")) return move();
        if (name == "XCHG") return exchange();
        if (!locked && name == "CMP") {
            Expression left = loaded_or_operand();
            comma();
            return compare(std::move(left), loaded_or_operand());
        }
        static const std::map<std::string, Op> operations{{"ADD", Op::add},     {"SUB", Op::sub},   {"XOR", Op::bit_xor},
                                                          {"AND", Op::bit_and}, {"OR", Op::bit_or}, {"XADD", Op::add},
                                                          {"INC", Op::add},     {"DEC", Op::sub},   {"CMPXCHG", Op::equal}};
        const auto at = operations.find(name);
        if (at == operations.end())
            c_.wrong("the X86 instruction " + (locked ? name : written) +
                         " is not known: MOV, XCHG, ADD, SUB, XOR, AND, OR, INC, DEC, CMP, jumps, LOCK XADD, LOCK CMPXCHG and "
                         "MFENCE, SFENCE, LFENCE are",
                     start);
        const bool by_one = name == "INC" || name == "DEC", on_memory = c_.sees("[");
        if (on_memory && !locked) c_.wrong(name + " on memory is known with LOCK only", start);
        if (!on_memory && (locked || name == "XADD" || name == "CMPXCHG")) c_.wrong(name + " is known on memory only", start);
        if (on_memory) change_memory(name, at->second, by_one);
        else change_register(at->second, by_one);
    }

private:
    static std::vector<std::string> locked_tags() { return {"locked", "A", "X"}; }

    /// A jump may ask how the result compares with 0, or of a difference, how its two sides compare.
    void change_register(Op op, bool by_one) {
        const int to = destination();
        if (!by_one) comma();
        const Expression a = Expression::of_register(to), b = by_one ? constant(1) : operand();
        if (op == Op::sub) compare(a, b);
        assign(to, Expression::of(op, a, b));
        if (op != Op::sub) compare(a, constant(0));
    }

    /// The same of a result that goes to memory, and of CMPXCHG's two sides.
    void change_memory(const std::string& name, Op op, bool by_one) {
        Instruction i;
        i.kind = Kind::read_modify_write;
        i.tags = locked_tags();
        i.address = address();
        if (!by_one) comma();
        const int left = r_.reg(thread_, "(left)"), right = r_.reg(thread_, "(right)");
        if (name == "CMPXCHG") {  // EAX is compared with what is there, and gets it
            const Expression eax = Expression::of_register(r_.reg(thread_, "EAX"));
            i.destination = eax.reg;
            i.compares = true;
            i.comparison = eax;
            i.value = register_operand();
            assign(left, eax);
            add(std::move(i));
            return assign(right, eax);
        }
        i.destination = name == "XADD" ? destination() : left;
        const Expression old = Expression::of_register(i.destination);
        Expression by = name == "XADD" ? old : by_one ? constant(1) : operand();
        i.value = Expression::of(op, Expression::of_old(), by);
        if (name == "XADD") {  // its register is what is added, and gets what was there
            assign(left, by);
            by = Expression::of_register(left);
        }
        add(std::move(i));
        assign(left, Expression::of(op, old, by));
        assign(right, constant(0));
    }

    void jump_if(const std::string& condition, const std::string& written, std::size_t start) {
        static const std::map<std::string, const char*> relations{{"E", "eq"}, {"Z", "eq"},  {"NE", "ne"}, {"NZ", "ne"},
                                                                  {"L", "lt"}, {"GE", "ge"}, {"G", "gt"},  {"LE", "le"}};
        const auto at = relations.find(condition);
        if (at == relations.end())
            c_.wrong("the X86 instruction " + written + " is not known: JE, JNE, JL, JGE, JG, JLE and JMP are", start);
        branch_here_if(compared(at->second));
    }

    /// A location, or a register that holds its address.
    Expression place() {
        const std::string name = c_.expect_name("a location or a register"), reg = r_.canonical(name);
        return reg.empty() ? Expression::of(Value::address(r_.location(name))) : of_register(reg);
    }
    Expression address() {
        c_.expect("[");
        Expression e = place();
        c_.expect("]");
        return e;
    }
    /// $1, 1, a register, or $x for an address.
    Expression operand() {
        if (c_.sees_number()) return constant(number());
        if (!c_.take("$")) return register_operand();
        if (c_.sees_number()) return constant(number());
        return Expression::of(Value::address(r_.location(c_.expect_name("a number or a location"))));
    }
    /// What is compared: memory is loaded first.
    Expression loaded_or_operand() {
        if (!c_.sees("[")) return operand();
        Instruction i;
        i.kind = Kind::load;
        i.destination = r_.reg(thread_, "(loaded)");
        i.address = address();
        const int loaded = i.destination;
        add(std::move(i));
        return Expression::of_register(loaded);
    }

    void move() {
        Instruction i;
        if (c_.sees("[")) {
            i.kind = Kind::store;
            i.address = address();
            comma();
            i.value = operand();
            return add(std::move(i));
        }
        i.destination = destination();
        comma();
        if (c_.sees("[")) i.kind = Kind::load, i.address = address();
        else i.value = operand();
        add(std::move(i));
    }

    /// XCHG [x],EAX or XCHG EAX,[x]; it is always locked.
    void exchange() {
        Instruction i;
        i.kind = Kind::read_modify_write;
        i.tags = locked_tags();
        if (c_.sees("[")) {
            i.address = address();
            comma();
            i.destination = destination();
        } else {
            i.destination = destination();
            comma();
            i.address = address();
        }
        i.value = Expression::of_register(i.destination);
        add(std::move(i));
    }
};

}  // namespace

void read_x86(TestReader& reader, std::size_t thread) { X86Reader(reader, thread).read(); }

}  // namespace tandem::specs
