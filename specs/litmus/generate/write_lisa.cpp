// LISA: r[], w[], fences tagged with a scope, and dependencies by xor.
#include "specs/litmus/generate/name.hpp"
#include "specs/litmus/generate/write.hpp"

namespace tandem::specs {

Sheet write_lisa(const Draft& draft) {
    using Kind = Relaxation::Kind;
    Sheet sheet;
    for (std::size_t t = 0; t < draft.threads.size(); ++t) {
        auto& lines = sheet.cells.emplace_back();
        int registers = 0, labels = 0;
        std::string read;  // the last register read
        const auto fresh = [&] { return "r" + std::to_string(registers++); };
        const auto zero_of_read = [&] {
            const std::string zero = fresh();
            lines.push_back("mov " + zero + " (xor " + read + " " + read + ")");
            return zero;
        };
        for (const DraftAccess& a : draft.threads[t]) {
            const Kind link = a.link ? a.link->kind : Kind::program_order;
            std::string address = location_name(a.location), value = std::to_string(a.value);
            if (link == Kind::fence) lines.push_back("f[" + a.link->fence + "]");
            if (link == Kind::address) address += "+" + zero_of_read();
            if (link == Kind::data) {
                const std::string zero = zero_of_read(), sum = fresh();
                lines.push_back("mov " + sum + " (add " + zero + " " + value + ")");
                value = sum;
            }
            if (link == Kind::control) {
                const std::string compared = fresh(), label = "LC" + std::to_string(labels++);
                lines.push_back("mov " + compared + " (eq " + read + " 0)");
                lines.push_back("b[] " + compared + " " + label);
                lines.push_back(label + ":");
            }
            if (a.access == Access::write) {
                lines.push_back("w[] " + address + " " + value);
                continue;
            }
            read = fresh();
            lines.push_back("r[] " + read + " " + address);
            sheet.asked.push_back(std::to_string(t) + ":" + read + "=" + std::to_string(a.value));
        }
    }
    sheet.scopes = "scopes: " + scope_tree(draft.places, "sys", {"gl"}) + "\n";
    return sheet;
}

}  // namespace tandem::specs
