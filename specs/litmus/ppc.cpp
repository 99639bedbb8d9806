// Instructions of Power litmus tests (Power ISA, books I and II): loads and stores, lwarx and stwcx., barriers, arithmetic,
// comparisons and branches. The sets of a model: sync, lwsync, eieio and isync, in either case; EX and X mark lwarx and stwcx.
#include "specs/litmus/assembly.hpp"

namespace tandem::specs {

std::string ppc_register(const std::string& name) {
    const int number = name.empty() || (name[0] != 'r' && name[0] != 'R') ? -1 : number_after(name, 1);
    return number < 0 || number > 31 ? std::string() : "r" + std::to_string(number);
}

namespace {

using Kind = Instruction::Kind;

class PpcReader : AssemblyReader {
public:
    PpcReader(TestReader& reader, std::size_t thread) : AssemblyReader(reader, thread) {}

    void read() {
        start_ = c_.position();
        std::string word = c_.expect_name("an instruction", ".");
        if (word == "nop") return;
        if (word == "hwsync") word = "sync";
        if (word == "sync" || word == "lwsync" || word == "eieio" || word == "isync") return fence({word, upper_case(word)});
        if (word == "b") return jump();
        if (word.size() == 3 && word[0] == 'b' && related(word.substr(1), {}, {}))
            return branch_here_if(compared(word.substr(1)));
        if (moves(word) || calculates(word) || accesses(word)) return;
        c_.wrong("the Power instruction " + word + " is not known", start_);
    }

private:
    bool moves(const std::string& word) {
        if (word == "cmpw" || word == "cmpwi" || word == "cmpd") {
            Expression left = register_operand();
            comma();
            compare(std::move(left), c_.sees_number() ? constant(number()) : register_operand());
            return true;
        }
        if (word != "li" && word != "mr" && word != "neg" && word != "extsw") return false;
        const int to = destination();
        comma();
        Expression value = word == "li" ? constant(number()) : register_operand();
        if (word == "neg") value = Expression::of(Op::sub, constant(0), std::move(value));
        assign(to, std::move(value));
        return true;
    }

    /// add, addi, xor. (which compares its result with 0) and their like.
    bool calculates(const std::string& word) {
        static const std::map<std::string, Op> operations{{"add", Op::add},       {"sub", Op::sub},     {"subf", Op::sub},
                                                          {"xor", Op::bit_xor},   {"and", Op::bit_and}, {"or", Op::bit_or},
                                                          {"mullw", Op::multiply}};
        std::string stem = word;
        const bool compares = stem.ends_with(".");
        if (compares) stem.pop_back();
        bool immediate = false;
        if (!operations.contains(stem) && stem.ends_with("i")) immediate = true, stem.pop_back();
        const auto at = operations.find(stem);
        if (at == operations.end()) return false;
        const int to = destination();
        comma();
        const std::string first = register_name();
        Expression a = immediate && stem == "add" && first == "r0" ? constant(0) : of_register(first);  // "(RA|0)" of addi
        comma();
        Expression b = immediate ? constant(number()) : register_operand();
        if (stem == "subf") std::swap(a, b);
        assign(to, Expression::of(at->second, std::move(a), std::move(b)));
        if (compares) compare(Expression::of_register(to), constant(0));
        return true;
    }

    /// 0(r1), or r2,r3 of an indexed access, where r0 as the first counts for 0.
    Expression address(bool indexed) {
        if (indexed) {
            const std::string first = register_name();
            comma();
            Expression second = register_operand();
            return first == "r0" ? second : Expression::of(Op::add, of_register(first), std::move(second));
        }
        const std::int64_t offset = number("an address, as 0(r1)");
        c_.expect("(");
        Expression base = register_operand();
        c_.expect(")");
        return offset == 0 ? base : Expression::of(Op::add, std::move(base), constant(offset));
    }

    bool accesses(const std::string& word) {
        struct Form {
            bool load;
            int width;
            bool indexed, exclusive;
        };
        static const std::map<std::string, Form> forms{
            {"lwz", {true, 4, false, false}},  {"ld", {true, 8, false, false}},   {"lhz", {true, 2, false, false}},
            {"lbz", {true, 1, false, false}},  {"lwzx", {true, 4, true, false}},  {"ldx", {true, 8, true, false}},
            {"stw", {false, 4, false, false}}, {"std", {false, 8, false, false}}, {"sth", {false, 2, false, false}},
            {"stb", {false, 1, false, false}}, {"stwx", {false, 4, true, false}}, {"stdx", {false, 8, true, false}},
            {"lwarx", {true, 4, true, true}},  {"ldarx", {true, 8, true, true}},  {"stwcx.", {false, 4, true, true}},
            {"stdcx.", {false, 8, true, true}}};
        const auto at = forms.find(word);
        if (at == forms.end()) return false;
        const Form& form = at->second;
        Instruction i;
        i.kind = form.load ? Kind::load : Kind::store;
        i.exclusive = form.exclusive;
        if (form.exclusive) i.tags = {"EX", "X"};
        if (form.load) i.destination = destination();
        else i.value = register_operand();
        comma();
        i.address = address(form.indexed);
        r_.accesses(form.width, start_);
        if (!form.load && form.exclusive) i.destination = r_.reg(thread_, "(left)");  // beq: it has succeeded
        const bool conditional = !form.load && form.exclusive;
        add(std::move(i));
        if (conditional) assign(r_.reg(thread_, "(right)"), constant(0));
        return true;
    }

    std::size_t start_ = 0;
};

}  // namespace

void read_ppc(TestReader& reader, std::size_t thread) { PpcReader(reader, thread).read(); }

}  // namespace tandem::specs
