// Instructions of AArch64 litmus tests (Arm Architecture Reference Manual, C6): loads and stores with their orders, exclusives,
// the atomics of the Large System Extension, barriers, arithmetic and branches. The sets of a model: A, Q and L are acquire,
// acquire of processor consistency and release; EX marks exclusives, X both these and atomics.
#include <array>

#include "specs/among.hpp"
#include "specs/litmus/assembly.hpp"

namespace tandem::specs {

std::string aarch64_register(const std::string& name) {
    const std::string upper = upper_case(name);
    if (upper == "WZR" || upper == "XZR") return TestReader::zero;
    if (upper.empty() || (upper[0] != 'X' && upper[0] != 'W')) return {};
    const int number = number_after(upper, 1);
    return number < 0 || number > 30 ? std::string() : "X" + std::to_string(number);
}

namespace {

using Kind = Instruction::Kind;

class Aarch64Reader : AssemblyReader {
public:
    Aarch64Reader(TestReader& reader, std::size_t thread) : AssemblyReader(reader, thread) {}

    void read() {
        start_ = c_.position();
        const std::string word = upper_case(c_.expect_name("an instruction", "."));
        if (word == "NOP") return;
        if (word == "ISB") {
            if (!c_.sees("|") && !c_.sees(";")) c_.name();
            return fence({"ISB"});
        }
        if (word == "DMB" || word == "DSB") return barrier(word);
        if (word == "B") return jump();
        if (word.starts_with("B.")) return branch(word.substr(2));
        if (word == "CBZ" || word == "CBNZ") {
            Expression left = register_operand();
            comma();
            return branch_here_if(Expression::of(Op::equal, std::move(left), constant(0)), word == "CBNZ");
        }
        if (moves(word) || calculates(word) || chooses(word) || loads(word) || stores(word) || is_atomic(word)) return;
        c_.wrong("the AArch64 instruction " + word + " is not known", start_);
    }

private:
    void barrier(const std::string& word) {
        static constexpr std::array options{"SY",  "LD",    "ST",    "ISH", "ISHLD", "ISHST",
                                            "OSH", "OSHLD", "OSHST", "NSH", "NSHLD", "NSHST"};
        const std::size_t at = c_.position();
        const std::string option = upper_case(c_.expect_name("a barrier's option, as SY"));
        if (!among(options, option)) c_.wrong("a barrier's option is SY, LD, ST, ISH, OSH or NSH and so on, not " + option, at);
        fence({word + "." + option});
    }

    void branch(const std::string& condition) { branch_here_if(asked(condition)); }
    Expression asked(const std::string& condition) {
        const std::string relation = lower_case(condition);
        if (!related(relation, {}, {}))
            c_.wrong("the condition " + condition + " is not known: EQ, NE, LT, GE, GT and LE are", start_);
        return compared(relation);
    }

    /// #1, 1, W1, or W1 with an extension or a shift.
    Expression operand() {
        if (c_.sees("#") || c_.sees_number()) return constant(number());
        Expression value = register_operand("a register or a number");
        if (c_.take(",")) value = extended(std::move(value));
        return value;
    }
    Expression extended(Expression value) {
        const std::size_t at = c_.position();
        const std::string how = upper_case(c_.expect_name("an extension or a shift"));
        if (how == "LSL" || how == "LSR") {
            return Expression::of(how == "LSL" ? Op::shift_left : Op::shift_right, std::move(value), constant(number()));
        }
        if (how != "SXTW" && how != "UXTW" && how != "SXTX" && how != "UXTX")
            c_.wrong(how + " is not known: SXTW, UXTW, SXTX, UXTX, LSL and LSR are", at);
        if (c_.sees("#") || c_.sees_number()) return Expression::of(Op::shift_left, std::move(value), constant(number()));
        return value;
    }
    /// [X1], [X1,#4] or [X1,W2,SXTW].
    Expression address() {
        c_.expect("[");
        Expression base = register_operand();
        if (c_.take(",")) {
            Expression offset = operand();
            const bool none = offset.op == Op::constant && offset.constant == Value::of(0);
            if (!none) base = Expression::of(Op::add, std::move(base), std::move(offset));
        }
        c_.expect("]");
        if (c_.sees("!") || c_.sees(",")) c_.wrong("an address that changes its register is not supported", start_);
        return base;
    }

    bool moves(const std::string& word) {
        if (word != "MOV" && word != "MOVZ" && word != "SXTW" && word != "UXTW" && word != "MVN" && word != "NEG") return false;
        const int to = destination();
        comma();
        Expression value = operand();
        if (word == "MVN") value = Expression::of(Op::bit_xor, std::move(value), constant(-1));
        if (word == "NEG") value = Expression::of(Op::sub, constant(0), std::move(value));
        assign(to, std::move(value));
        return true;
    }

    bool calculates(const std::string& word) {
        if (word == "CMP" || word == "TST" || word == "CMN") {
            Expression left = register_operand();
            comma();
            Expression right = operand();
            if (word == "TST") left = Expression::of(Op::bit_and, std::move(left), std::move(right));
            if (word == "CMN") left = Expression::of(Op::add, std::move(left), std::move(right));
            compare(std::move(left), word == "CMP" ? std::move(right) : constant(0));
            return true;
        }
        static const std::map<std::string, Op> operations{{"ADD", Op::add},        {"SUB", Op::sub},        {"EOR", Op::bit_xor},
                                                          {"AND", Op::bit_and},    {"ORR", Op::bit_or},     {"MUL", Op::multiply},
                                                          {"LSL", Op::shift_left}, {"LSR", Op::shift_right}};
        const bool sets_flags = word == "ADDS" || word == "SUBS" || word == "ANDS";
        const auto at = operations.find(sets_flags ? word.substr(0, 3) : word);
        if (at == operations.end()) return false;
        const int to = destination();
        comma();
        Expression a = register_operand();
        comma();
        Expression b = operand();
        if (sets_flags) {
            if (at->second == Op::sub) compare(a, b);
            else compare(Expression::of(at->second, a, b), constant(0));
        }
        assign(to, Expression::of(at->second, std::move(a), std::move(b)));
        return true;
    }

    bool chooses(const std::string& word) {
        if (word != "CSEL" && word != "CSET") return false;
        const int to = destination();
        comma();
        Expression a = constant(1), b = constant(0);
        if (word == "CSEL") {
            a = register_operand();
            comma();
            b = register_operand();
            comma();
        }
        Expression condition = asked(c_.expect_name("a condition"));
        if (word == "CSET") {
            assign(to, std::move(condition));
            return true;
        }
        Instruction i;
        i.guard = r_.reg(thread_, "(condition)");
        assign(i.guard, std::move(condition));
        i.destination = to;
        i.value = std::move(a);
        add(i);
        i.guard_negated = true;
        i.value = std::move(b);
        add(std::move(i));
        return true;
    }

    /// Takes a suffix B or H off a name that is one of these; the width in bytes, or 0.
    template <class Names>
    static int width_of(std::string& word, const Names& names) {
        if (among(names, word)) return 4;
        if (word.empty() || (word.back() != 'B' && word.back() != 'H')) return 0;
        const std::string stem = word.substr(0, word.size() - 1);
        if (!among(names, stem)) return 0;
        const int width = word.back() == 'B' ? 1 : 2;
        word = stem;
        return width;
    }

    /// A word, or a double word if the register here is an X.
    int bytes_of(int width) const { return width == 4 && (c_.peek() == 'X' || c_.peek() == 'x') ? 8 : width; }

    bool loads(std::string word) {
        static constexpr std::array names{"LDR", "LDUR", "LDAR", "LDAPR", "LDXR", "LDAXR", "LDRS"};
        const bool signed_word = word == "LDRSW";  // whose register has 8 bytes
        if (signed_word) word = "LDR";
        const int width = width_of(word, names);
        if (width == 0) return false;
        Instruction i;
        i.kind = Kind::load;
        i.exclusive = word == "LDXR" || word == "LDAXR";
        if (word == "LDAR" || word == "LDAXR") i.tags.push_back("A");
        if (word == "LDAPR") i.tags.push_back("Q");
        if (i.exclusive) i.tags.insert(i.tags.end(), {"EX", "X"});
        const int bytes = signed_word ? width : bytes_of(width);
        i.destination = destination();
        comma();
        i.address = address();
        r_.accesses(bytes, start_);
        add(std::move(i));
        return true;
    }

    bool stores(std::string word) {
        static constexpr std::array names{"STR", "STUR", "STLR", "STXR", "STLXR"};
        const int width = width_of(word, names);
        if (width == 0) return false;
        Instruction i;
        i.kind = Kind::store;
        i.exclusive = word == "STXR" || word == "STLXR";
        if (word == "STLR" || word == "STLXR") i.tags.push_back("L");
        if (i.exclusive) {
            i.tags.insert(i.tags.end(), {"EX", "X"});
            i.destination = destination();
            comma();
        }
        const int bytes = bytes_of(width);
        i.value = register_operand();
        comma();
        i.address = address();
        r_.accesses(bytes, start_);
        add(std::move(i));
        return true;
    }

    /// LDADDAL W1,W2,[X3], SWP, CAS and the forms ST... without a result.
    bool is_atomic(std::string word) {
        const bool without = word.starts_with("ST") && word.size() > 4, loads = word.starts_with("LD") && word.size() > 4;
        static const std::map<std::string, Op> operations{
            {"ADD", Op::add}, {"EOR", Op::bit_xor}, {"SET", Op::bit_or}, {"CLR", Op::bit_and}};
        const std::string stem = without || loads ? word.substr(2, 3) : word.substr(0, 3);
        if (without || loads ? !operations.contains(stem) : stem != "SWP" && stem != "CAS") return false;
        std::string orders = word.substr(without || loads ? 5 : 3);
        int width = 4;
        if (!orders.empty() && (orders.back() == 'B' || orders.back() == 'H'))
            width = orders.back() == 'B' ? 1 : 2, orders.pop_back();
        if (orders != "" && orders != "L" && (without || (orders != "A" && orders != "AL"))) return false;
        Instruction i;
        i.kind = Kind::read_modify_write;
        i.tags = {"X", "AMO"};
        if (orders.ends_with("L")) i.write_tags.push_back("L");
        const std::size_t at = c_.position();
        const int bytes = bytes_of(width);
        const std::string first = register_name();
        Expression operand = of_register(first);
        std::string second;
        if (!without) comma(), second = register_name();
        comma();
        if (stem == "CAS") {  // CAS compared-and-read, new
            i.compares = true;
            i.comparison = operand;
            i.value = of_register(second);
            second = first;
        } else if (stem == "SWP") {
            i.value = std::move(operand);
        } else {
            if (stem == "CLR") operand = Expression::of(Op::bit_xor, std::move(operand), constant(-1));
            i.value = Expression::of(operations.at(stem), Expression::of_old(), std::move(operand));
        }
        if (without || second == TestReader::zero) {
            i.read_tags.push_back("NoRet");
        } else {
            i.destination = r_.reg(thread_, second);
            if (orders.starts_with("A")) i.read_tags.push_back("A");  // not where the result is lost
        }
        i.address = address();
        r_.accesses(bytes, at);
        add(std::move(i));
        return true;
    }

    std::size_t start_ = 0;
};

}  // namespace

void read_aarch64(TestReader& reader, std::size_t thread) { Aarch64Reader(reader, thread).read(); }

}  // namespace tandem::specs
