// x86-64: MOV, XCHG, LOCK XADD and CMPXCHG, LOCK AND, OR and XOR, and the three fences.
#include <fmt/format.h>

#include "apps/run/dialect.hpp"

namespace tandem::apps {

namespace {

class X86Dialect : public Dialect {
public:
    std::string processor() const override { return "x86-64"; }
    bool reads(const std::string& language) const override { return language == "X86" || language == "X86_64"; }

    std::string load(const AccessText& a) const override {
        return assembly(a.mark + name(a) + " %1,%0", {{"=r", a.into}}, {{"m", "*" + a.place}});
    }
    std::string store(const AccessText& a) const override {
        return assembly(a.mark + name(a) + " %1,%0", {{"=m", "*" + a.place}}, {{"r", a.value}});
    }
    std::string update(const AccessText& a) const override {
        const std::string at = "*" + a.place;
        switch (update_of(a.instruction).kind) {
            case Update::Kind::compare:
                return assembly(a.mark + name(a) + " %2,%1", {{"=a", a.into}, {"+m", at}}, {{"r", a.value}, {"0", a.wanted}});
            case Update::Kind::exchange:
            case Update::Kind::add: {
                const std::string by = update_of(a.instruction).negated ? "(cell)-" + a.value : a.value;
                return assembly(a.mark + name(a) + " %0,%1", {{"=r", a.into}, {"+m", at}}, {{"0", by}});
            }
            default:
                return a.into + " = 0; " + assembly(a.mark + name(a) + " %1,%0", {{"+m", at}}, {{"r", a.value}});
        }
    }
    /// LOCK AND and its like leave flags, which no variable of C holds.
    bool gives_old(const specs::Instruction& i) const override {
        const Update::Kind kind = update_of(i).kind;
        return kind == Update::Kind::exchange || kind == Update::Kind::add || kind == Update::Kind::compare;
    }
    std::string fence(const specs::Instruction& i, const std::string& mark) const override {
        return assembly(mark + mnemonic(i), {}, {});
    }
    std::string branch(const std::string& condition, const std::string& label) const override {
        return fmt::format(R"(asm goto("test %0,%0\n\tjnz %l1" :: "r"({}) : "cc" : {});)", condition, label);
    }
    std::string mnemonic(const specs::Instruction& i) const override {
        using Kind = specs::Instruction::Kind;
        if (i.kind == Kind::load || i.kind == Kind::store) return "mov";
        if (i.kind == Kind::fence) {
            for (const char* known : {"mfence", "sfence", "lfence"})
                if (tagged(i, known)) return known;
            throw Unrunnable("x86-64 has no such fence: mfence, sfence and lfence are accepted");
        }
        switch (update_of(i).kind) {
            case Update::Kind::exchange:
                return "xchg";
            case Update::Kind::compare:
                return "lock cmpxchg";
            case Update::Kind::add:
                return "lock xadd";
            case Update::Kind::bit_and:
                return "lock and";
            case Update::Kind::bit_or:
                return "lock or";
            case Update::Kind::bit_xor:
                return "lock xor";
        }
        return "";
    }

private:
    /// With the width: movl, movq.
    std::string name(const AccessText& a) const { return mnemonic(a.instruction) + (a.bytes == 4 ? "l" : "q"); }
};

}  // namespace

std::unique_ptr<Dialect> x86_dialect() { return std::make_unique<X86Dialect>(); }

}  // namespace tandem::apps
