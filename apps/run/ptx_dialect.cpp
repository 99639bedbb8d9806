// PTX in CUDA C++ (ptx-litmus.txt, 2.3): ld, st and atom with the cache operators and scopes of the test, and membar. Addresses
// are generic, so a location may be in global or in shared memory.
#include <fmt/format.h>

#include "apps/run/dialect.hpp"

namespace tandem::apps {

namespace {

class PtxDialect : public Dialect {
public:
    std::string processor() const override { return "PTX"; }
    bool reads(const std::string& language) const override { return language == "GPU_PTX"; }

    std::string load(const AccessText& a) const override {
        return assembly("ld" + modifiers(a.instruction) + type("s", a) + " %0,[%1];", {{a.bytes == 4 ? "=r" : "=l", a.into}},
                        {{"l", a.place}});
    }
    std::string store(const AccessText& a) const override {
        return assembly("st" + modifiers(a.instruction) + type("s", a) + " [%0],%1;", {}, {{"l", a.place}, cell(a, a.value)});
    }
    std::string update(const AccessText& a) const override {
        const Update u = update_of(a.instruction);
        std::vector<Operand> inputs{{"l", a.place}};
        if (u.kind == Update::Kind::compare) inputs.push_back(cell(a, a.wanted));
        inputs.push_back(cell(a, u.negated ? "(cell)-" + a.value : a.value));
        return assembly("atom" + modifiers(a.instruction, true) + name(u.kind) +
                            type(u.kind == Update::Kind::add ? "u" : "b", a) + " %0,[%1],%2" +
                            (inputs.size() == 3 ? ",%3;" : ";"),
                        {{a.bytes == 4 ? "=r" : "=l", a.into}}, inputs);
    }
    std::string fence(const specs::Instruction& i, const std::string&) const override {
        return assembly("membar" + modifiers(i) + ";", {}, {});
    }
    std::string branch(const std::string& condition, const std::string& label) const override {
        return fmt::format("if ({}) goto {};", condition, label);
    }
    std::string mnemonic(const specs::Instruction&) const override { return ""; }

private:
    /// Among the tags of an atom is its operation, which `name` says.
    static std::string modifiers(const specs::Instruction& i, bool atom = false) {
        std::string all;
        for (const std::string& tag : i.tags)
            if (!atom || (tag != "exch" && tag != "add" && tag != "inc" && tag != "cas")) all += "." + tag;
        return all;
    }
    static const char* name(Update::Kind kind) {
        switch (kind) {
            case Update::Kind::exchange:
                return ".exch";
            case Update::Kind::add:
                return ".add";
            case Update::Kind::bit_and:
                return ".and";
            case Update::Kind::bit_or:
                return ".or";
            case Update::Kind::bit_xor:
                return ".xor";
            case Update::Kind::compare:
                return ".cas";
        }
        return "";
    }
    static std::string type(const char* letter, const AccessText& a) { return fmt::format(".{}{}", letter, 8 * a.bytes); }
    static Operand cell(const AccessText& a, std::string value) { return {a.bytes == 4 ? "r" : "l", std::move(value)}; }
};

}  // namespace

std::unique_ptr<Dialect> ptx_dialect() { return std::make_unique<PtxDialect>(); }

}  // namespace tandem::apps
