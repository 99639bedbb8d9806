// Instructions of GPU_PTX litmus tests (ptx-litmus.txt, 2.3 and Fig. 12): ld, st, atom, membar, mov, arithmetic, setp, bra, and a
// predicate before any of them.
#include "specs/litmus/parser.hpp"

namespace tandem::specs {

namespace {

using Op = Expression::Op;

class PtxReader {
public:
    PtxReader(TestReader& reader, std::size_t thread) : r_(reader), c_(reader.cursor), thread_(thread) {}

    void read() {
        Instruction i;
        if (c_.take("@")) {
            i.guard_negated = c_.take("!");
            i.guard = reg();
        }
        const std::size_t start = c_.position();
        const std::string word = c_.expect_name("an instruction");
        while (c_.take(".")) modifiers_.push_back(c_.expect_name("a modifier, as cg or s32"));
        if (word == "bra") return r_.branch_to(thread_, i, c_.expect_name("a label"));
        if (word == "ld" || word == "ldu") {
            i.kind = Instruction::Kind::load;
            i.tags = tags(start);
            i.destination = reg();
            c_.expect(",");
            i.address = address();
        } else if (word == "st") {
            i.kind = Instruction::Kind::store;
            i.tags = tags(start);
            i.address = address();
            c_.expect(",");
            i.value = operand();
        } else if (word == "membar") {
            if (modifiers_.size() != 1 || (modifiers_[0] != "cta" && modifiers_[0] != "gl" && modifiers_[0] != "sys"))
                c_.wrong("a membar is of scope cta, gl or sys", start);
            i.kind = Instruction::Kind::fence;
            i.tags = modifiers_;
        } else if (word == "atom") {
            atomic(i, start);
        } else if (word == "mov" || word == "cvt") {
            i.destination = reg();
            c_.expect(",");
            i.value = operand();
        } else if (word == "setp") {
            static const std::map<std::string, Op> comparisons{{"eq", Op::equal}, {"ne", Op::not_equal}, {"lt", Op::less}};
            const auto at = modifiers_.empty() ? comparisons.end() : comparisons.find(modifiers_[0]);
            if (at == comparisons.end()) c_.wrong("setp compares with eq, ne or lt", start);
            binary(i, at->second);
        } else {
            static const std::map<std::string, Op> operations{
                {"add", Op::add}, {"sub", Op::sub}, {"and", Op::bit_and}, {"or", Op::bit_or}, {"xor", Op::bit_xor}};
            const auto at = operations.find(word);
            if (at == operations.end())
                c_.wrong("the PTX instruction " + word +
                             " is not known: ld, st, atom, membar, mov, add, sub, and, or, xor, setp and bra are",
                         start);
            binary(i, at->second);
        }
        r_.test.threads[thread_].instructions.push_back(std::move(i));
    }

private:
    /// All modifiers except types, state spaces and the operation of an atom.
    std::vector<std::string> tags(std::size_t position, bool atom = false) const {
        static const std::set<std::string> spaces{"global", "shared"}, operations{"exch", "add", "inc", "cas"};
        std::vector<std::string> list;
        for (const auto& m : modifiers_) {
            const bool type = m.size() > 1 && m.find_first_not_of("0123456789", 1) == m.npos;
            if (type || spaces.contains(m)) continue;
            if (!atom || !operations.contains(m)) r_.check_tag(m, position);
            list.push_back(m);
        }
        return list;
    }
    int reg() {
        const std::size_t start = c_.position();
        const std::string name = c_.expect_name("a register");
        if (!r_.is_register(thread_, name)) c_.wrong("the register " + name + " is not declared for this thread", start);
        return r_.reg(thread_, name);
    }
    Expression operand() {
        if (c_.sees_number()) return Expression::of(Value::of(c_.expect_number("a number")));
        const std::string name = c_.expect_name("a register, a number or a location");
        return r_.is_register(thread_, name) ? Expression::of_register(r_.reg(thread_, name))
                                             : Expression::of(Value::address(r_.location(name)));
    }
    Expression address() {
        c_.expect("[");
        Expression base = operand();
        if (c_.take("+")) base = Expression::of(Op::add, std::move(base), operand());
        c_.expect("]");
        return base;
    }
    void binary(Instruction& i, Op op) {
        i.destination = reg();
        c_.expect(",");
        Expression a = operand();
        c_.expect(",");
        i.value = Expression::of(op, std::move(a), operand());
    }
    /// atom.exch d,[a],b; atom.add and atom.inc; atom.cas d,[a],compared,new.
    void atomic(Instruction& i, std::size_t start) {
        i.kind = Instruction::Kind::read_modify_write;
        i.tags = tags(start, true);
        i.destination = reg();
        c_.expect(",");
        i.address = address();
        const auto is = [&](const char* name) {
            for (const auto& m : modifiers_)
                if (m == name) return true;
            return false;
        };
        if (is("inc") && !c_.sees(",")) {
            i.value = Expression::of(Op::add, Expression::of_old(), Expression::of(Value::of(1)));
            return;
        }
        c_.expect(",");
        Expression first = operand();
        if (is("cas")) {
            c_.expect(",");
            i.compares = true;
            i.comparison = std::move(first);
            i.value = operand();
        } else if (is("exch")) i.value = std::move(first);
        else if (is("add")) i.value = Expression::of(Op::add, Expression::of_old(), std::move(first));
        else c_.wrong("an atom is exch, add, inc or cas", start);
    }

    TestReader& r_;
    Cursor& c_;
    const std::size_t thread_;
    std::vector<std::string> modifiers_;
};

}  // namespace

void read_ptx(TestReader& reader, std::size_t thread) { PtxReader(reader, thread).read(); }

}  // namespace tandem::specs
