// X86: MOV, MFENCE, XCHG and LOCK XADD.
#include <array>

#include "specs/litmus/generate/name.hpp"
#include "specs/litmus/generate/style.hpp"
#include "specs/litmus/generate/write.hpp"

namespace tandem::specs {

Sheet write_x86(const Draft& draft) {
    constexpr std::array registers{"EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "R8",
                                   "R9",  "R10", "R11", "R12", "R13", "R14", "R15"};
    Sheet sheet;
    for (std::size_t t = 0; t < draft.threads.size(); ++t) {
        auto& lines = sheet.cells.emplace_back();
        std::size_t used = 0;
        for (std::size_t k = 0; k < draft.threads[t].size(); ++k) {
            const DraftAccess& a = draft.threads[t][k];
            if (a.completes()) continue;  // its first half has written it
            const DraftAccess* second =
                k + 1 < draft.threads[t].size() && draft.threads[t][k + 1].completes() ? &draft.threads[t][k + 1] : nullptr;
            if (a.link && a.link->kind == Relaxation::Kind::fence) lines.push_back("MFENCE");
            const std::string address = "[" + location_name(a.location) + "]";
            if (a.access == Access::write && !a.style->atomic) {
                lines.push_back("MOV " + address + ",$" + std::to_string(a.value));
                continue;
            }
            const std::string reg = registers.at(used++), place = std::to_string(t) + ":" + reg;
            if (a.access == Access::write || second) {
                lines.push_back("MOV " + reg + ",$" + std::to_string(second ? second->value : a.value));
                lines.push_back("XCHG " + address + "," + reg);
            } else if (a.style->atomic) {  // adds the 0 that the register has at first
                lines.push_back("LOCK XADD " + address + "," + reg);
            } else {
                lines.push_back("MOV " + reg + "," + address);
            }
            if (a.access == Access::read) sheet.asked.push_back(place + "=" + std::to_string(a.value));
            else sheet.shown.push_back(place);
        }
    }
    return sheet;
}

}  // namespace tandem::specs
