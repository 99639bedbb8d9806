// GPU_PTX as ptx-litmus.txt writes it: registers declared with their types (Fig. 12), .cg accesses (5.5), and false dependencies
// that the assembler does not remove (Fig. 13b).
#include "specs/litmus/generate/name.hpp"
#include "specs/litmus/generate/write.hpp"

namespace tandem::specs {

namespace {

class PtxThread {
public:
    PtxThread(Sheet& sheet, std::size_t thread) : sheet_(sheet), thread_(std::to_string(thread)) { sheet_.cells.emplace_back(); }

    void add(const DraftAccess& a) {
        using Kind = Relaxation::Kind;
        const Kind link = a.link ? a.link->kind : Kind::program_order;
        if (link == Kind::fence) line("membar." + a.link->fence);
        std::string address = declare(".b64", location_name(a.location));
        if (link == Kind::address) {
            const std::string zero = false_dependency(), wide = declare(".u64"), sum = declare(".b64");
            line("cvt.u64.u32 " + wide + "," + zero);
            line("add.u64 " + sum + "," + address + "," + wide);
            address = sum;
        } else if (link == Kind::control) {
            const std::string predicate = declare(".pred"), label = "LC" + std::to_string(labels_++);
            line("setp.eq.s32 " + predicate + "," + read_ + ",0");
            line("@" + predicate + " bra " + label);
            line(label + ":");
        }
        if (a.access == Access::read) {
            read_ = declare(".s32");
            line("ld.cg.s32 " + read_ + ",[" + address + "]");
            sheet_.asked.push_back(thread_ + ":" + read_ + "=" + std::to_string(a.value));
            return;
        }
        std::string zero;
        if (link == Kind::data) zero = false_dependency();
        const std::string value = declare(".s32");
        line(zero.empty() ? "mov.s32 " + value + "," + std::to_string(a.value)
                          : "add.s32 " + value + "," + zero + "," + std::to_string(a.value));
        line("st.cg.s32 [" + address + "]," + value);
    }

private:
    void line(const std::string& text) { sheet_.cells.back().push_back(text); }
    std::string declare(const std::string& type, const std::string& value = "") {
        std::string name = "r" + std::to_string(registers_++);
        sheet_.initial.push_back(thread_ + ":.reg " + type + " " + name + (value.empty() ? "" : " = " + value) + ";");
        return name;
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
    int registers_ = 0, labels_ = 0;
};

}  // namespace

Sheet write_ptx(const Draft& draft) {
    Sheet sheet;
    for (std::size_t t = 0; t < draft.threads.size(); ++t) {
        PtxThread thread(sheet, t);
        for (const DraftAccess& a : draft.threads[t]) thread.add(a);
    }
    sheet.scopes = "scopeTree\n" + scope_tree(draft.places, "", {"device", "kernel"}) + "\n";
    for (std::size_t l = 0; l < draft.locations(); ++l)
        sheet.regions += (l > 0 ? ", " : "") + location_name(static_cast<int>(l)) + (draft.shared[l] ? ": shared" : ": global");
    sheet.regions += "\n";
    return sheet;
}

}  // namespace tandem::specs
