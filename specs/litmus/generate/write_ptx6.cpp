// PTX 6, as Dat3M's tests write it: accesses with an order and a scope, and each thread's place beside its name. An address is a
// location's name there, so there are no dependencies of addresses.
#include "specs/litmus/generate/name.hpp"
#include "specs/litmus/generate/style.hpp"
#include "specs/litmus/generate/write.hpp"

namespace tandem::specs {

namespace {

class Ptx6Thread {
public:
    Ptx6Thread(Sheet& sheet, std::size_t thread) : sheet_(sheet), thread_(std::to_string(thread)) { sheet_.cells.emplace_back(); }

    /// `next` is the access after it, or null.
    void add(const DraftAccess& a, const DraftAccess* next) {
        using Kind = Relaxation::Kind;
        if (a.completes()) return;  // its first half has written it
        const Kind link = a.link ? a.link->kind : Kind::program_order;
        if (link == Kind::fence) line("fence." + a.link->fence);
        if (link == Kind::control) {
            const std::string label = "LC" + std::to_string(labels_++);
            line("beq " + read_ + ", 0, " + label);
            line(label + ":");
        }
        if (link == Kind::guard) line("bne " + read_ + ", " + std::to_string(expected_) + ", END"), ends_ = true;
        std::string how;
        for (const std::string& word : a.style->words) how += "." + word;
        const std::string place = location_name(a.location);
        if (a.access == Access::read) {
            read_ = fresh();
            expected_ = a.value;
            const bool whole = next && next->completes();
            line(whole             ? "atom" + how + ".exch " + read_ + ", " + place + ", " + std::to_string(next->value)
                 : a.style->atomic ? "atom" + how + ".add " + read_ + ", " + place + ", 0"
                                   : "ld" + how + " " + read_ + ", " + place);
            sheet_.asked.push_back(thread_ + ":" + read_ + "=" + std::to_string(a.value));
            return;
        }
        std::string value = std::to_string(a.value);
        if (link == Kind::data) {
            const std::string zero = fresh(), sum = fresh();
            line("xor " + zero + ", " + read_ + ", " + read_);
            line("add " + sum + ", " + zero + ", " + value);
            value = sum;
        }
        if (!a.style->atomic) return line("st" + how + " " + place + ", " + value);
        const std::string old = fresh();
        line("atom" + how + ".exch " + old + ", " + place + ", " + value);
        sheet_.shown.push_back(thread_ + ":" + old);
    }
    void end() {
        if (ends_) line("END:");
    }

private:
    void line(const std::string& text) { sheet_.cells.back().push_back(text); }
    std::string fresh() { return "r" + std::to_string(registers_++); }

    Sheet& sheet_;
    const std::string thread_;
    std::string read_;  // the last register read
    int expected_ = 0;  // what the cycle has it return
    int registers_ = 0, labels_ = 0;
    bool ends_ = false;
};

}  // namespace

Sheet write_ptx6(const Draft& draft) {
    Sheet sheet;
    for (std::size_t t = 0; t < draft.threads.size(); ++t) {
        Ptx6Thread thread(sheet, t);
        const auto& accesses = draft.threads[t];
        for (std::size_t k = 0; k < accesses.size(); ++k)
            thread.add(accesses[k], k + 1 < accesses.size() ? &accesses[k + 1] : nullptr);
        thread.end();
        const Place& place = draft.places[t];
        sheet.places.push_back("@cta " + std::to_string(place.cta) + ",gpu " + std::to_string(place.grid));
    }
    return sheet;
}

}  // namespace tandem::specs
