// X86: MOV and MFENCE.
#include <array>

#include "specs/litmus/generate/name.hpp"
#include "specs/litmus/generate/write.hpp"

namespace tandem::specs {

Sheet write_x86(const Draft& draft) {
    constexpr std::array registers{"EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "R8", "R9"};
    Sheet sheet;
    for (std::size_t t = 0; t < draft.threads.size(); ++t) {
        auto& lines = sheet.cells.emplace_back();
        std::size_t reads = 0;
        for (const DraftAccess& a : draft.threads[t]) {
            if (a.link && a.link->kind == Relaxation::Kind::fence) lines.push_back("MFENCE");
            const std::string address = "[" + location_name(a.location) + "]";
            if (a.access == Access::write) {
                lines.push_back("MOV " + address + ",$" + std::to_string(a.value));
                continue;
            }
            const std::string read = registers.at(reads++);
            lines.push_back("MOV " + read + "," + address);
            sheet.asked.push_back(std::to_string(t) + ":" + read + "=" + std::to_string(a.value));
        }
    }
    return sheet;
}

}  // namespace tandem::specs
