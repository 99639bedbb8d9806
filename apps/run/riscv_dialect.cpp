// RISC-V with the A extension: loads and stores, LR and SC, AMOs, and fences of every kind.
#include <fmt/format.h>

#include "apps/run/dialect.hpp"

namespace tandem::apps {

namespace {

class RiscvDialect : public Dialect {
public:
    std::string processor() const override { return "RISC-V"; }
    bool reads(const std::string& language) const override { return language == "RISCV"; }

    std::string load(const AccessText& a) const override {
        if (a.instruction.exclusive) return assembly(atomic(a, "lr") + " %0,(%1)", {{"=r", a.into}}, {{"r", a.place}});
        return assembly(plain(a, 'l') + " %0,0(%1)", {{"=r", a.into}}, {{"r", a.place}});
    }
    std::string store(const AccessText& a) const override {
        if (!a.instruction.exclusive) return assembly(plain(a, 's') + " %0,0(%1)", {}, {{"r", a.value}, {"r", a.place}});
        return assembly(atomic(a, "sc") + " %0,%1,(%2)", {{"=&r", a.into}}, {{"r", a.value}, {"r", a.place}}) + " " + a.into +
               " = " + a.into + " != 0;";
    }
    std::string update(const AccessText& a) const override {
        const std::string by = update_of(a.instruction).negated ? "(cell)-" + a.value : a.value;
        return assembly(atomic(a, mnemonic(a.instruction)) + " %0,%1,(%2)", {{"=r", a.into}}, {{"r", by}, {"r", a.place}});
    }
    std::string fence(const specs::Instruction& i, const std::string& mark) const override {
        // "Fence.rw.w" orders two kinds; others have a name of their own.
        std::string text = i.tags.empty() ? "Fence" : i.tags[0];
        text[0] = 'f';
        const std::size_t first = text.find('.'), second = text.rfind('.');
        if (first != second) text[first] = ' ', text[second] = ',';
        return assembly(mark + text, {}, {});
    }
    std::string branch(const std::string& condition, const std::string& label) const override {
        return fmt::format(R"(asm goto("bnez %0,%l1" :: "r"({}) :: {});)", condition, label);
    }
    std::string mnemonic(const specs::Instruction& i) const override {
        using Kind = specs::Instruction::Kind;
        if (i.kind == Kind::load) return i.exclusive ? "lr" : "l";
        if (i.kind == Kind::store) return "s";
        if (i.kind == Kind::fence) return "fence";
        switch (update_of(i).kind) {
            case Update::Kind::exchange:
                return "amoswap";
            case Update::Kind::add:
                return "amoadd";
            case Update::Kind::bit_and:
                return "amoand";
            case Update::Kind::bit_or:
                return "amoor";
            case Update::Kind::bit_xor:
                return "amoxor";
            case Update::Kind::compare:
                break;
        }
        throw Unrunnable("RISC-V's A extension has no compare-and-swap: lr and sc are accepted");
    }

private:
    static std::string plain(const AccessText& a, char letter) { return a.mark + letter + (a.bytes == 4 ? "w" : "d"); }
    static std::string atomic(const AccessText& a, const std::string& name) {
        const specs::Instruction& i = a.instruction;
        const char* order = tagged(i, "AcqRel") ? ".aqrl" : tagged(i, "Acq") ? ".aq" : tagged(i, "Rel") ? ".rl" : "";
        return a.mark + name + (a.bytes == 4 ? ".w" : ".d") + order;
    }
};

}  // namespace

std::unique_ptr<Dialect> riscv_dialect() { return std::make_unique<RiscvDialect>(); }

}  // namespace tandem::apps
