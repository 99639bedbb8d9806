// Instructions of RISC-V litmus tests (The RISC-V Instruction Set Manual, volume I: RV32I, RV64I and the extension A). The sets
// of a model: Acq, Rel and AcqRel are what .aq and .rl say, of both halves of an atomic; X marks atomics, AMO those of one
// instruction, EX those of two; Fence.r.w and so on are fences.
#include <array>

#include "specs/among.hpp"
#include "specs/litmus/assembly.hpp"

namespace tandem::specs {

std::string riscv_register(const std::string& name) {
    if (name == "zero" || name == "x0") return TestReader::zero;
    static const std::map<std::string, int> named{{"ra", 1}, {"sp", 2}, {"gp", 3}, {"tp", 4}, {"fp", 8}};
    if (const auto at = named.find(name); at != named.end()) return "x" + std::to_string(at->second);
    const int n = number_after(name, 1);
    if (n < 0) return {};
    int x = -1;
    if (name[0] == 'x' && n < 32) x = n;
    if (name[0] == 'a' && n < 8) x = 10 + n;
    if (name[0] == 's' && n < 12) x = n < 2 ? 8 + n : 16 + n;
    if (name[0] == 't' && n < 7) x = n < 3 ? 5 + n : 25 + n;
    return x < 0 ? std::string() : "x" + std::to_string(x);
}

namespace {

using Kind = Instruction::Kind;

class RiscvReader : AssemblyReader {
public:
    RiscvReader(TestReader& reader, std::size_t thread) : AssemblyReader(reader, thread) {}

    void read() {
        start_ = c_.position();
        const std::string word = c_.expect_name("an instruction", ".");
        if (word == "nop") return;
        if (word == "fence.i") return fence({"Fence.i"});
        if (word == "fence.tso") return fence({"Fence.tso"});
        if (word == "fence") return fence_of_kinds();
        if (word == "j") return jump();
        if (branches(word) || moves(word) || calculates(word) || accesses(word)) return;
        c_.wrong("the RISC-V instruction " + word + " is not known", start_);
    }

private:
    void fence_of_kinds() {
        if (c_.sees("|") || c_.sees(";")) return fence({"Fence.rw.rw"});
        const std::string before = kinds();
        comma();
        fence({"Fence." + before + "." + kinds()});
    }
    /// What a fence orders, without i and o, which are devices'.
    std::string kinds() {
        const std::size_t at = c_.position();
        std::string list;
        const std::string word = c_.expect_name("what the fence orders, as rw");
        for (const char kind : word) {
            if (kind == 'r' || kind == 'w') list += kind;
            else if (kind != 'i' && kind != 'o') c_.wrong("a fence orders r, w, i and o, not " + word, at);
        }
        if (list != "r" && list != "w" && list != "rw") c_.wrong("a fence orders r, w or rw, not " + word, at);
        return list;
    }

    bool branches(const std::string& word) {
        const bool of_zero = word.ends_with("z"), is_unsigned = word.ends_with("u");
        if (word.size() != 3 + static_cast<std::size_t>(of_zero || is_unsigned) || word[0] != 'b') return false;
        const std::string relation = word.substr(1, 2);
        if (!related(relation, {}, {})) return false;
        Expression left = register_operand();
        comma();
        Expression right = constant(0);
        if (!of_zero) right = register_operand(), comma();
        branch_here_if(*related(relation, std::move(left), std::move(right), is_unsigned));
        return true;
    }

    bool moves(const std::string& word) {
        if (word != "li" && word != "mv" && word != "neg" && word != "not" && word != "seqz" && word != "snez" &&
            word != "sext.w")
            return false;
        const int to = destination();
        comma();
        if (word == "li") return assign(to, constant(number())), true;
        Expression from = register_operand();
        if (word == "neg") from = Expression::of(Op::sub, constant(0), std::move(from));
        if (word == "not") from = Expression::of(Op::bit_xor, std::move(from), constant(-1));
        if (word == "seqz" || word == "snez") from = *related(word == "seqz" ? "eq" : "ne", std::move(from), constant(0));
        assign(to, std::move(from));
        return true;
    }

    /// add, addi, addw, addiw and their like.
    bool calculates(const std::string& word) {
        static const std::map<std::string, Op> operations{
            {"add", Op::add},   {"sub", Op::sub},           {"xor", Op::bit_xor},    {"and", Op::bit_and},
            {"or", Op::bit_or}, {"mul", Op::multiply},      {"sll", Op::shift_left}, {"srl", Op::shift_right},
            {"slt", Op::less},  {"sltu", Op::less_unsigned}};
        std::string stem = word == "sltiu" ? "sltui" : word;
        if (!operations.contains(stem) && stem.ends_with("w")) stem.pop_back();
        const bool immediate = !operations.contains(stem) && stem.ends_with("i");
        if (immediate) stem.pop_back();
        const auto at = operations.find(stem);
        if (at == operations.end()) return false;
        const int to = destination();
        comma();
        Expression a = register_operand();
        comma();
        Expression b = immediate ? constant(number()) : register_operand();
        assign(to, Expression::of(at->second, std::move(a), std::move(b)));
        return true;
    }

    /// 0(x1) or (x1).
    Expression address() {
        std::int64_t offset = 0;
        if (!c_.sees("(")) offset = number("an address, as 0(x1)");
        c_.expect("(");
        Expression base = register_operand();
        c_.expect(")");
        return offset == 0 ? base : Expression::of(Op::add, std::move(base), constant(offset));
    }

    bool accesses(const std::string& word) {
        std::string stem = word;
        bool acquires = false, releases = false;
        const auto ends = [&](std::string_view suffix) {
            if (!stem.ends_with(suffix)) return false;
            stem.resize(stem.size() - suffix.size());
            return true;
        };
        if (ends(".aqrl")) acquires = releases = true;
        if (ends(".rl")) releases = true;
        if (ends(".aq")) acquires = true;
        Instruction i;
        if (acquires || releases) i.tags.push_back(acquires && releases ? "AcqRel" : acquires ? "Acq" : "Rel");
        int width = stem.ends_with(".d") ? 8 : 4;
        if (stem.starts_with("amo")) {
            if (!atomic(stem, i)) return false;
        } else if (stem == "lr.w" || stem == "lr.d" || stem == "sc.w" || stem == "sc.d") {
            i.kind = stem[0] == 'l' ? Kind::load : Kind::store;
            i.exclusive = true;
            i.status_depends = stem[0] == 's';
            i.tags.insert(i.tags.end(), {"EX", "X"});
            i.destination = destination();
            comma();
            if (stem[0] == 's') i.value = register_operand(), comma();
            i.address = address();
        } else {
            static const std::map<std::string, int> plain{{"lw", 4},  {"ld", 8}, {"lwu", 4}, {"lh", 2}, {"lhu", 2}, {"lb", 1},
                                                          {"lbu", 1}, {"sw", 4}, {"sd", 8},  {"sh", 2}, {"sb", 1}};
            const auto at = plain.find(stem);
            if (at == plain.end()) return false;
            width = at->second;
            i.kind = stem[0] == 'l' ? Kind::load : Kind::store;
            if (stem[0] == 'l') i.destination = destination();
            else i.value = register_operand();
            comma();
            i.address = address();
        }
        r_.accesses(width, start_);
        add(std::move(i));
        return true;
    }

    /// amoadd.w x1,x2,(x3): x1 gets what was there.
    bool atomic(const std::string& stem, Instruction& i) {
        static const std::map<std::string, Op> operations{
            {"add", Op::add}, {"xor", Op::bit_xor}, {"and", Op::bit_and}, {"or", Op::bit_or}};
        if (!stem.ends_with(".w") && !stem.ends_with(".d")) return false;
        const std::string operation = stem.substr(3, stem.size() - 5);
        if (operation != "swap" && !operations.contains(operation)) return false;
        i.kind = Kind::read_modify_write;
        i.tags.insert(i.tags.end(), {"X", "AMO"});
        i.destination = destination();
        comma();
        Expression operand = register_operand();
        comma();
        i.address = address();
        i.value = operation == "swap" ? std::move(operand)
                                      : Expression::of(operations.at(operation), Expression::of_old(), std::move(operand));
        return true;
    }

    std::size_t start_ = 0;
};

}  // namespace

void read_riscv(TestReader& reader, std::size_t thread) { RiscvReader(reader, thread).read(); }

}  // namespace tandem::specs
