// GPU_PTX as ptx-litmus.txt writes it: registers declared with their types (Fig. 12), .cg accesses (5.5) if no others are asked
// for, and false dependencies that the assembler does not remove (Fig. 13b).
#include "specs/litmus/generate/name.hpp"
#include "specs/litmus/generate/style.hpp"
#include "specs/litmus/generate/write.hpp"

namespace tandem::specs {

namespace {

class PtxThread {
public:
    PtxThread(Sheet& sheet, std::size_t thread) : sheet_(sheet), thread_(std::to_string(thread)) { sheet_.cells.emplace_back(); }

    /// `next` is the access after it, or null.
    void add(const DraftAccess& a, const DraftAccess* next) {
        using Kind = Relaxation::Kind;
        if (a.completes()) return;  // its first half has written it
        const Kind link = a.link ? a.link->kind : Kind::program_order;
        if (link == Kind::fence) line("membar." + a.link->fence);
        std::string address = declare(".b64", location_name(a.location));
        if (link == Kind::address) {
            const std::string zero = false_dependency(), wide = declare(".u64"), sum = declare(".b64");
            line("cvt.u64.u32 " + wide + "," + zero);
            line("add.u64 " + sum + "," + address + "," + wide);
            address = sum;
        } else if (link == Kind::control) {
            const std::string label = "LC" + std::to_string(labels_++);
            branch("eq", 0, label);
            line(label + ":");
        } else if (link == Kind::guard) {
            branch("ne", expected_, "END");
            ends_ = true;
        }
        const bool atomic = a.style->atomic;
        const std::string how = (a.style->words.empty() ? "" : "." + a.style->words[0]) + ".s32 ";
        if (a.access == Access::read) {
            const bool whole = next && next->completes();
            const std::string written = whole ? declare(".s32") : "";
            if (whole) line("mov.s32 " + written + "," + std::to_string(next->value));
            read_ = declare(".s32");
            expected_ = a.value;
            line(whole    ? "atom.exch.b32 " + read_ + ",[" + address + "]," + written
                 : atomic ? "atom.add.s32 " + read_ + ",[" + address + "],0"
                          : "ld" + how + read_ + ",[" + address + "]");
            sheet_.asked.push_back(thread_ + ":" + read_ + "=" + std::to_string(a.value));
            return;
        }
        std::string zero;
        if (link == Kind::data) zero = false_dependency();
        const std::string value = declare(".s32");
        line(zero.empty() ? "mov.s32 " + value + "," + std::to_string(a.value)
                          : "add.s32 " + value + "," + zero + "," + std::to_string(a.value));
        if (!atomic) return line("st" + how + "[" + address + "]," + value);
        const std::string old = declare(".s32");
        line("atom.exch.b32 " + old + ",[" + address + "]," + value);
        sheet_.shown.push_back(thread_ + ":" + old);
    }
    void end() {
        if (ends_) line("END:");
    }

private:
    void line(const std::string& text) { sheet_.cells.back().push_back(text); }
    std::string declare(const std::string& type, const std::string& value = "") {
        std::string name = "r" + std::to_string(registers_++);
        sheet_.initial.push_back(thread_ + ":.reg " + type + " " + name + (value.empty() ? "" : " = " + value) + ";");
        return name;
    }
    void branch(const std::string& how, int value, const std::string& label) {
        const std::string predicate = declare(".pred");
        line("setp." + how + ".s32 " + predicate + "," + read_ + "," + std::to_string(value));
        line("@" + predicate + " bra " + label);
    }
    /// The high bit of the last value read, which no test sets.
    std::string false_dependency() {
        std::string zero = declare(".b32");
        line("and.b32 " + zero + "," + read_ + ",0x80000000");
        return zero;
    }

    Sheet& sheet_;
    const std::string thread_;
    std::string read_;
    int expected_ = 0;  // what the cycle has the last read return
    int registers_ = 0, labels_ = 0;
    bool ends_ = false;
};

}  // namespace

Sheet write_ptx(const Draft& draft) {
    Sheet sheet;
    for (std::size_t t = 0; t < draft.threads.size(); ++t) {
        PtxThread thread(sheet, t);
        const auto& accesses = draft.threads[t];
        for (std::size_t k = 0; k < accesses.size(); ++k)
            thread.add(accesses[k], k + 1 < accesses.size() ? &accesses[k + 1] : nullptr);
        thread.end();
    }
    sheet.scopes = "scopeTree\n" + scope_tree(draft.places, "", {"device", "kernel", "cta", "warp"}) + "\n";
    for (std::size_t l = 0; l < draft.locations(); ++l)
        sheet.regions += (l > 0 ? ", " : "") + location_name(static_cast<int>(l)) + (draft.shared[l] ? ": shared" : ": global");
    sheet.regions += "\n";
    return sheet;
}

}  // namespace tandem::specs
