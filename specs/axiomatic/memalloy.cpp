#include "specs/axiomatic/memalloy.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace tandem::specs {

namespace {

using Text = std::pair<std::string_view, const char*>;
constexpr std::array dialect{
    Text{"EV", "let EV = _ \\ IW"},
    Text{"W", "let W = W \\ IW"},
    Text{"rf", "let rf = [_ \\ IW] ; rf"},
    Text{"co", "let co = [_ \\ IW] ; co"},
    Text{"fr_init", "let fr_init = ([IW] ; rf)^-1 ; co"},
    Text{"sb", "let sb = po"},
    Text{"sloc", "let sloc = [_ \\ IW] ; loc ; [_ \\ IW]"},
    Text{"po-loc", "let po-loc = po-loc"},
    Text{"sthd", "let sthd = int"},
    Text{"ad", "let ad = addr"},
    Text{"cd", "let cd = ctrl"},
    Text{"dd", "let dd = data"},
    Text{"REL", "let REL = (REL | ACQ_REL | SC) & ((W \\ IW) | F)"},
    Text{"ACQ", "let ACQ = (ACQ | ACQ_REL | SC) & (R | F)"},
    Text{"SCREL", "let SCREL = L"},
    Text{"SCACQ", "let SCACQ = A"},
    Text{"sgl", "let sgl = gl"},
    Text{"SY", "let SY = ALL"},
    Text{"G", "let G = GLOBAL"},
    Text{"L", "let L = LOCAL"},
    Text{"REM", "let REM = emptyset"},
    Text{"mfence", "let mfence = fencerel(MFENCE)"},
    Text{"sync", "let sync = fencerel(SYNC)"},
    Text{"lwsync", "let lwsync = fencerel(LWSYNC)"},
    Text{"eieio", "let eieio = fencerel(EIEIO)"},
    Text{"isync", "let isync = fencerel(ISYNC)"},
    Text{"isb", "let isb = fencerel(ISB)"},
    Text{"dmb", "let dmb = fencerel(DMB.SY | DMB.ISH | DMB.OSH | DMB)"},
    Text{"dmbst", "let dmbst = fencerel(DMB.ST | DMB.ISHST | DMB.OSHST)"},
    Text{"dmbld", "let dmbld = fencerel(DMB.LD | DMB.ISHLD | DMB.OSHLD)"},
    Text{"DMBST", "let DMBST = DMB.ST | DMB.ISHST | DMB.OSHST"},
    Text{"DMBLD", "let DMBLD = DMB.LD | DMB.ISHLD | DMB.OSHLD"},
    Text{"membar_cta", "let membar_cta = membar.cta"},
    Text{"membar_gl", "let membar_gl = membar.gl"},
    Text{"membar_sys", "let membar_sys = membar.sys"},
};

}  // namespace

const char* memalloy_definition(const std::string& name) {
    for (const Text& text : dialect)
        if (text.first == name) return text.second;
    return nullptr;
}

const char* const memalloy_flag_of_languages = "flag ~empty rmw as read-modify-write-of-two-events";

}  // namespace tandem::specs
