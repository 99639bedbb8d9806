// AArch64: LDR, LDAR, LDAPR, LDXR, LDAXR and their stores, the atomics of LSE, DMB, DSB and ISB. In inline assembly %w0 is a
// word. The program is for any AArch64: an extension is asked for where the test itself has an instruction of it.
#include <fmt/format.h>

#include "apps/run/dialect.hpp"

namespace tandem::apps {

namespace {

class Aarch64Dialect : public Dialect {
public:
    std::string processor() const override { return "AArch64"; }
    bool reads(const std::string& language) const override { return language == "AArch64"; }

    std::string load(const AccessText& a) const override {
        return assembly(start(a) + cell(a, 0) + ",[%1]", {{"=r", a.into}}, {{"r", a.place}});
    }
    std::string store(const AccessText& a) const override {
        if (!a.instruction.exclusive) return assembly(start(a) + cell(a, 0) + ",[%1]", {}, {{"r", a.value}, {"r", a.place}});
        return "{ int failed; " +
               assembly(start(a) + "%w0," + cell(a, 1) + ",[%2]", {{"=&r", "failed"}}, {{"r", a.value}, {"r", a.place}}) + " " +
               a.into + " = failed; }";
    }
    std::string update(const AccessText& a) const override {
        const Update u = update_of(a.instruction);
        if (u.kind == Update::Kind::compare)
            return a.into + " = " + a.wanted + "; " +
                   assembly(start(a) + cell(a, 0) + "," + cell(a, 1) + ",[%2]", {{"+r", a.into}},
                            {{"r", a.value}, {"r", a.place}});
        const char* before = u.negated ? "(cell)-" : u.kind == Update::Kind::bit_and ? "(cell)~" : "";
        return assembly(start(a) + cell(a, 1) + "," + cell(a, 0) + ",[%2]", {{"=r", a.into}},
                        {{"r", before + a.value}, {"r", a.place}});
    }
    std::string fence(const specs::Instruction& i, const std::string& mark) const override {
        std::string text = i.tags.empty() ? std::string() : i.tags[0];  // "DMB.ISH"
        for (char& c : text) c = c == '.' ? ' ' : c;
        return assembly(mark + text, {}, {});
    }
    std::string branch(const std::string& condition, const std::string& label) const override {
        return fmt::format(R"(asm goto("cbnz %0,%l1" :: "r"({}) :: {});)", condition, label);
    }
    std::string mnemonic(const specs::Instruction& i) const override {
        using Kind = specs::Instruction::Kind;
        const bool acquires = tagged(i, "A"), releases = tagged(i, "L");
        if (i.kind == Kind::load)
            return i.exclusive ? (acquires ? "ldaxr" : "ldxr") : acquires ? "ldar" : tagged(i, "Q") ? "ldapr" : "ldr";
        if (i.kind == Kind::store) return i.exclusive ? (releases ? "stlxr" : "stxr") : releases ? "stlr" : "str";
        if (i.kind == Kind::fence)
            return i.tags.empty() ? "" : i.tags[0] == "ISB" ? "isb" : i.tags[0].starts_with("DMB") ? "dmb" : "dsb";
        const std::string order = std::string(acquires ? "a" : "") + (releases ? "l" : "");
        switch (update_of(i).kind) {
            case Update::Kind::compare:
                return "cas" + order;
            case Update::Kind::exchange:
                return "swp" + order;
            case Update::Kind::add:
                return "ldadd" + order;
            case Update::Kind::bit_and:
                return "ldclr" + order;
            case Update::Kind::bit_or:
                return "ldset" + order;
            case Update::Kind::bit_xor:
                return "ldeor" + order;
        }
        return "";
    }

private:
    std::string start(const AccessText& a) const {
        const char* extension = a.instruction.kind == specs::Instruction::Kind::read_modify_write ? R"(.arch_extension lse\n\t)"
                                : tagged(a.instruction, "Q")                                      ? R"(.arch_extension rcpc\n\t)"
                                                                                                  : "";
        return extension + a.mark + mnemonic(a.instruction) + " ";
    }
    static std::string cell(const AccessText& a, int operand) { return (a.bytes == 4 ? "%w" : "%") + std::to_string(operand); }
};

}  // namespace

std::unique_ptr<Dialect> aarch64_dialect() { return std::make_unique<Aarch64Dialect>(); }

}  // namespace tandem::apps
