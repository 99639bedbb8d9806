#include "perfsim/traces/trace_opcode.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace tandem::perfsim {

namespace {

struct Mnemonic {
    std::string_view text;
    TraceKind kind;
    TraceSpace space = TraceSpace::global;
};

constexpr std::array mnemonics{
    Mnemonic{"LDG", TraceKind::load},
    Mnemonic{"LDGSTS", TraceKind::load},
    Mnemonic{"LD", TraceKind::load, TraceSpace::generic},
    Mnemonic{"LDL", TraceKind::load, TraceSpace::local},
    Mnemonic{"STG", TraceKind::store},
    Mnemonic{"ST", TraceKind::store, TraceSpace::generic},
    Mnemonic{"STL", TraceKind::store, TraceSpace::local},
    Mnemonic{"ATOMG", TraceKind::atomic},
    Mnemonic{"ATOM", TraceKind::atomic, TraceSpace::generic},
    Mnemonic{"RED", TraceKind::atomic, TraceSpace::generic},
    Mnemonic{"REDG", TraceKind::atomic},
    Mnemonic{"MEMBAR", TraceKind::fence},
    Mnemonic{"BAR", TraceKind::barrier},
    Mnemonic{"LDS", TraceKind::shared},
    Mnemonic{"STS", TraceKind::shared},
    Mnemonic{"ATOMS", TraceKind::shared},
    Mnemonic{"LDSM", TraceKind::shared},
    Mnemonic{"STSM", TraceKind::shared},
    Mnemonic{"LDC", TraceKind::constant},
    Mnemonic{"LDCU", TraceKind::constant},
    Mnemonic{"ULDC", TraceKind::constant},
    Mnemonic{"TEX", TraceKind::texture},
    Mnemonic{"TLD", TraceKind::texture},
    Mnemonic{"TLD4", TraceKind::texture},
    Mnemonic{"TMML", TraceKind::texture},
    Mnemonic{"TXD", TraceKind::texture},
    Mnemonic{"TXQ", TraceKind::texture},
    Mnemonic{"SULD", TraceKind::texture},
    Mnemonic{"SUST", TraceKind::texture},
    Mnemonic{"SURED", TraceKind::texture},
    Mnemonic{"SUATOM", TraceKind::texture},
    Mnemonic{"UTMALDG", TraceKind::bulk},
    Mnemonic{"UTMASTG", TraceKind::bulk},
    Mnemonic{"UTMAPF", TraceKind::bulk},
    Mnemonic{"UTMAREDG", TraceKind::bulk},
    Mnemonic{"UBLKCP", TraceKind::bulk},
    Mnemonic{"UBLKPF", TraceKind::bulk},
    Mnemonic{"UBLKRED", TraceKind::bulk},
};

struct Operation {
    std::string_view text;
    AtomicOperation operation;
};
constexpr std::array known_operations{Operation{"MIN", AtomicOperation::minimum}, Operation{"MAX", AtomicOperation::maximum},
                                      Operation{"OR", AtomicOperation::bitwise_or}, Operation{"EXCH", AtomicOperation::exchange},
                                      Operation{"CAS", AtomicOperation::compare_and_swap}};

/// Removes and returns the part before the next dot.
std::string_view next_part(std::string_view& text) {
    const auto dot = text.find('.');
    const std::string_view part = text.substr(0, dot);
    text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
    return part;
}

/// The bytes of "64", "U8", "S16" or "F64"; -1 for any other word.
int width_of(std::string_view part) {
    if (!part.empty() && (part.front() == 'U' || part.front() == 'S' || part.front() == 'F')) part.remove_prefix(1);
    int bits = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), bits);
    if (part.empty() || error != std::errc{} || end != part.data() + part.size()) return -1;
    constexpr std::array known{8, 16, 32, 64, 128, 256};
    return std::find(known.begin(), known.end(), bits) == known.end() ? 0 : bits / 8;
}

}  // namespace

TraceOpcode trace_opcode(std::string_view text, bool has_addresses) {
    const std::string_view mnemonic = next_part(text);
    TraceOpcode opcode;
    if (has_addresses) opcode.kind = TraceKind::unknown;
    for (const Mnemonic& known : mnemonics)
        if (known.text == mnemonic) {
            opcode.kind = known.kind;
            opcode.space = known.space;
        }
    opcode.copies_to_shared = mnemonic == "LDGSTS";
    opcode.ends_copies = mnemonic == "LDGDEPBAR";
    opcode.awaits_copies = mnemonic == "DEPBAR";
    opcode.of_doubles = mnemonic == "DADD" || mnemonic == "DMUL" || mnemonic == "DFMA" || mnemonic == "DSETP";
    opcode.special = opcode.of_doubles || mnemonic == "MUFU";
    bool says_width = false;
    for (bool first = true; !text.empty(); first = false) {
        const std::string_view part = next_part(text);
        // An arrival at a barrier alone does not wait there.
        if (opcode.kind == TraceKind::barrier && first && part == "ARV") opcode.kind = TraceKind::other;
        if (opcode.kind == TraceKind::atomic)
            for (const Operation& known : known_operations)
                if (known.text == part) opcode.operation = known.operation;
        if (const int width = width_of(part); width >= 0 && !std::exchange(says_width, true)) opcode.width = width;
    }
    return opcode;
}

}  // namespace tandem::perfsim
