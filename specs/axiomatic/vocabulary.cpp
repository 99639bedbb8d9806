#include "specs/axiomatic/vocabulary.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "specs/among.hpp"

namespace tandem::specs {

namespace {

constexpr std::array event_sets{"R", "W", "M", "F", "IW", "Exp", "Global", "Shared"};
// What instructions are tagged with: exclusives, atomics, orders and fences of each architecture, and C's orders.
constexpr std::array architecture_sets{"A",
                                       "L",
                                       "Q",
                                       "X",
                                       "EX",
                                       "AMO",
                                       "NoRet",
                                       "RMW",
                                       "ISB",
                                       "DMB",
                                       "DSB",
                                       "MFENCE",
                                       "LFENCE",
                                       "SFENCE",
                                       "mfence",
                                       "lfence",
                                       "sfence",
                                       "SYNC",
                                       "LWSYNC",
                                       "ISYNC",
                                       "EIEIO",
                                       "sync",
                                       "lwsync",
                                       "isync",
                                       "eieio",
                                       "Acq",
                                       "Rel",
                                       "AcqRel",
                                       "Sc",
                                       "SC",
                                       "ACQ",
                                       "REL",
                                       "ACQ_REL",
                                       "RLX",
                                       "WEAK",
                                       "CTA",
                                       "GPU",
                                       "SYS",
                                       "GEN",
                                       "SUR",
                                       "TEX",
                                       "ALIAS",
                                       "ARRIVE",
                                       "ATOM",
                                       "NONPRIV",
                                       "AV",
                                       "VIS",
                                       "SEMAV",
                                       "SEMVIS",
                                       "AVDEVICE",
                                       "VISDEVICE",
                                       "CBAR",
                                       "SG",
                                       "WG",
                                       "QF",
                                       "DV",
                                       "SC0",
                                       "SC1",
                                       "SC2",
                                       "SC3",
                                       "SEMSC0",
                                       "SEMSC1",
                                       "SEMSC2",
                                       "SEMSC3",
                                       "CON",
                                       "NA",
                                       "NAL",
                                       "WI",
                                       "ALL",
                                       "GLOBAL",
                                       "LOCAL",
                                       "ONCE",
                                       "ACQUIRE",
                                       "RELEASE",
                                       "NORETURN",
                                       "MB",
                                       "Mb",
                                       "Rmb",
                                       "Wmb",
                                       "Barrier",
                                       "LKR",
                                       "LKW",
                                       "UL",
                                       "LF",
                                       "RL",
                                       "RU",
                                       "Rcu-lock",
                                       "Rcu-unlock",
                                       "Sync-rcu",
                                       "Srcu-lock",
                                       "Srcu-unlock",
                                       "Sync-srcu",
                                       "Before-atomic",
                                       "After-atomic",
                                       "After-spinlock",
                                       "After-unlock-lock",
                                       "After-srcu-read-unlock"};
// Families of fences, with their options.
constexpr std::array fence_families{"DMB.", "DSB.", "Fence."};
constexpr std::array program_relations{"po",   "po-loc",   "loc",           "int",       "ext",  "id",   "addr",
                                       "data", "ctrl",     "rmw",           "amo",       "lxsx", "atom", "lockstep",
                                       "wpo",  "rcu-rscs", "same-instance", "iico_data", "sr",   "scta", "syncbar",
                                       "vloc", "ssg",      "swg",           "sqf",       "ssw",  "sdv"};
constexpr std::array empty_relations{"iico_ctrl",
                                     "iico_order",
                                     "tr-ib",
                                     "same-translation-context",
                                     "same-low-order-bits",
                                     "inv-scope",
                                     "inv-domain",
                                     "scl",
                                     "lo",
                                     "PTEtoPA",
                                     "TTD-update-needsBBM",
                                     "po-va-loc"};
// Events that no test of ours has: implicit accesses, page tables, tags, faults, maintenance of caches, branches as events, and
// C11's locks.
constexpr std::array empty_sets{"NExp",
                                "Imp",
                                "Instr",
                                "Tag",
                                "PTE",
                                "PTEV",
                                "PTEINV",
                                "PTEAF0",
                                "PTEXS",
                                "SPURIOUS",
                                "Permission",
                                "TTDV",
                                "TTDINV",
                                "TTDAF0",
                                "IC.IALLU",
                                "IC.IALLUIS",
                                "TTD",
                                "HU",
                                "TLBI",
                                "FAULT",
                                "IC",
                                "DC.CVAU",
                                "IC.IVAU",
                                "EXC-ENTRY",
                                "EXC-RET",
                                "SVC",
                                "MMU",
                                "TagCheck",
                                "Translation",
                                "AccessFlag",
                                "TLBIIS",
                                "TLBInXS",
                                "SPEC",
                                "LS",
                                "LK",
                                "B",
                                "BCC",
                                "PoD",
                                "T",
                                "Within-CMODX-List",
                                "TLBCacheableTTD",
                                "TLBUncacheableTTD",
                                "UB",
                                "DC",
                                "NOP"};
// Levels of scope trees: CUDA's, and HSA's and OpenCL's.
constexpr std::array scope_levels{"warp", "cta", "kernel", "gl", "dev", "sys", "wi", "wv", "wf", "wg", "cu", "agt", "cmp"};

using Text = std::pair<std::string_view, const char*>;
constexpr std::array definitions{
    Text{"emptyset", "let emptyset = domain 0"},
    Text{"co0", "let co0 = loc & (IW * (W \\ IW) | (W \\ FW) * FW)"},
    Text{"ca", "let ca = fr | co"},
    Text{"invrf", "let invrf = rf^-1"},
    Text{"pco",
         "let pco = co0 | po-loc & W * W | rf ; (po-loc & R * W) | ((po-loc & W * R) ; rf^-1) \\ id | (rf ; (po-loc & R * R) ; "
         "rf^-1) "
         "\\ id"},
    Text{"com", "let com = rf | co | fr"},
    Text{"same-loc", "let same-loc = loc"},
    Text{"sm", "let sm = id"},
    Text{"si", "let si = id"},
    Text{"sca-class", "let sca-class = id"},
    Text{"ctrlcfence", "let ctrlcfence(ctrl, fence) = (ctrl & _ * fence) ; po"},
    Text{"ctrlisb", "let ctrlisb = (ctrl & _ * ISB) ; po"},
    Text{"ctrlisync", "let ctrlisync = (ctrl & _ * ISYNC) ; po"},
    Text{"imply", "let imply(a, b) = ~a | b"},
    Text{"nodetour", "let nodetour(whole, first, second) = whole \\ (first ; second)"},
    Text{"singlestep", "let singlestep(r) = r \\ (r ; r)"},
    Text{"intervening", "let intervening s r = r ; [s] ; r"},
    Text{"noid", "let noid(r) = r \\ id"},
    Text{"udr", "let udr r = domain r | range r"},
    Text{"subseteq", "procedure subseteq(a, b) = empty a \\ b end"},
    Text{"inclusion", "procedure inclusion(a, b) = empty a \\ b end"},
    Text{"total", "procedure total(r, on) = empty (on * on) \\ (r | r^-1) end"},
};

constexpr const char* x86_fences =
    "let mfence = fencerel(MFENCE)\nlet lfence = fencerel(LFENCE)\nlet sfence = fencerel(SFENCE)\n";
constexpr const char* ppc_fences =
    "let sync = fencerel(SYNC)\nlet lwsync = fencerel(LWSYNC)\nlet eieio = fencerel(EIEIO)\nlet isync = fencerel(ISYNC)\n";
constexpr const char* arm_fences =
    "let dmb = fencerel(DMB.SY | DMB.ISH | DMB.OSH)\nlet dmb.st = fencerel(DMB.ST | DMB.ISHST | DMB.OSHST)\n"
    "let dsb = fencerel(DSB.SY | DSB.ISH | DSB.OSH)\nlet dsb.st = fencerel(DSB.ST | DSB.ISHST | DSB.OSHST)\nlet isb = "
    "fencerel(ISB)\n";
constexpr const char* aarch64_fences =
    "let dsb.full = DSB.SY | DSB.ISH | DSB.OSH | DSB.NSH\nlet dsb.ld = DSB.LD | DSB.ISHLD | DSB.OSHLD | DSB.NSHLD\n"
    "let dsb.st = DSB.ST | DSB.ISHST | DSB.OSHST | DSB.NSHST\nlet dmb.full = DMB.SY | DMB.ISH | DMB.OSH | DMB.NSH | dsb.full\n"
    "let dmb.ld = DMB.LD | DMB.ISHLD | DMB.OSHLD | DMB.NSHLD | dsb.ld\n"
    "let dmb.st = DMB.ST | DMB.ISHST | DMB.OSHST | DMB.NSHST | dsb.st\n";
constexpr const char* all_fences = "include \"x86fences.cat\"\ninclude \"ppcfences.cat\"\ninclude \"armfences.cat\"\n";
// What herd computes from events of registers, the engine has from the run of a thread.
constexpr const char* aarch64_dependencies =
    "include \"aarch64fences.cat\"\nlet same-loc-po = po & loc\n"
    "let lfs = 0\nlet lwfs = 0\nlet lmrs = [W] ; same-loc-po \\ (same-loc-po ; [W] ; same-loc-po) ; [R]\n"
    "let lrs = lmrs\nlet lmws = [M] ; same-loc-po ; [W]\nlet pick-addr-dep = addr\nlet pick-data-dep = data\nlet pick-ctrl-dep = "
    "ctrl\n"
    "let pick-basic-dep = addr | data\nlet pick-dep = addr | data | ctrl\n";
constexpr std::array replaced_files{Text{"aarch64deps.cat", aarch64_dependencies}};
constexpr std::array files{Text{"stdlib.cat", ""},
                           Text{"cos.cat", ""},
                           Text{"cos-opt.cat", ""},
                           Text{"cos-no-opt.cat", ""},
                           Text{"cross.cat", ""},
                           Text{"filters.cat", ""},
                           Text{"x86fences.cat", x86_fences},
                           Text{"ppcfences.cat", ppc_fences},
                           Text{"armfences.cat", arm_fences},
                           Text{"fences.cat", all_fences},
                           Text{"aarch64fences.cat", aarch64_fences}};

template <class Texts>
const char* text_of(const Texts& texts, const std::string& name) {
    for (const Text& text : texts)
        if (text.first == name) return text.second;
    return nullptr;
}

}  // namespace

bool names_a_set(const std::string& name) {
    for (const char* family : fence_families)
        if (name.starts_with(family)) return true;
    return among(event_sets, name) || among(architecture_sets, name);
}

bool names_a_relation(const std::string& name) {
    return among(program_relations, name) || among(scope_levels, name) || name.starts_with("membar.");
}

bool names_an_empty_set(const std::string& name) { return among(empty_sets, name); }
bool names_an_empty_relation(const std::string& name) { return among(empty_relations, name); }

const char* names_what_is_not_here(const std::string& name) {
    if (name == "Rreg" || name == "Wreg" || name == "rf-reg") return "of events of registers";
    if (name == "ADDR" || name == "DATA" || name == "NDATA") return "of ports of instructions";
    if (name == "same-instr" || name == "same-static") return "of static instructions";
    if (name == "classes-loc" || name == "classes" || name == "different-values") return "a function of more than order";
    return nullptr;
}

const char* standard_definition(const std::string& name) { return text_of(definitions, name); }
const char* standard_file(const std::string& name) { return text_of(files, name); }
const char* replacing_file(const std::string& name) { return text_of(replaced_files, name); }

}  // namespace tandem::specs
