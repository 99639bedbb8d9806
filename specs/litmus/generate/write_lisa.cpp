// LISA: r[], w[] and rmw[] with an order and a scope as tags, fences tagged with a scope, dependencies by xor, and branches.
#include "specs/litmus/generate/name.hpp"
#include "specs/litmus/generate/placement.hpp"
#include "specs/litmus/generate/style.hpp"
#include "specs/litmus/generate/write.hpp"

namespace tandem::specs {

namespace {

class LisaThread {
public:
    LisaThread(Sheet& sheet, std::size_t thread) : sheet_(sheet), thread_(std::to_string(thread)) { sheet_.cells.emplace_back(); }

    /// `next` is the access after it, or null.
    void add(const DraftAccess& a, const DraftAccess* next) {
        using Kind = Relaxation::Kind;
        if (a.completes()) return;  // its first half has written it
        const Kind link = a.link ? a.link->kind : Kind::program_order;
        std::string address = location_name(a.location);
        if (link == Kind::fence) line("f[" + a.link->fence + "]");
        if (link == Kind::address) address += "+" + zero_of_read();
        if (link == Kind::control) branch("eq", 0, "LC" + std::to_string(labels_++), true);
        if (link == Kind::guard) branch("neq", expected_, "END", false), ends_ = true;
        std::string tags = "[";
        for (const std::string& word : a.style->words) tags += (tags.size() > 1 ? "," : "") + word;
        tags += "] ";
        if (a.access == Access::read) {
            read_ = fresh();
            expected_ = a.value;
            const bool whole = next && next->completes();
            line(whole             ? "rmw" + tags + read_ + " " + std::to_string(next->value) + " " + address
                 : a.style->atomic ? "rmw" + tags + read_ + " (add 0) " + address
                                   : "r" + tags + read_ + " " + address);
            sheet_.asked.push_back(thread_ + ":" + read_ + "=" + std::to_string(a.value));
            return;
        }
        std::string value = std::to_string(a.value);
        if (link == Kind::data) {
            const std::string zero = zero_of_read(), sum = fresh();
            line("mov " + sum + " (add " + zero + " " + value + ")");
            value = sum;
        }
        if (!a.style->atomic) return line("w" + tags + address + " " + value);
        const std::string old = fresh();
        line("rmw" + tags + old + " " + value + " " + address);
        sheet_.shown.push_back(thread_ + ":" + old);
    }
    void end() {
        if (ends_) line("END:");
    }

private:
    void line(const std::string& text) { sheet_.cells.back().push_back(text); }
    std::string fresh() { return "r" + std::to_string(registers_++); }
    std::string zero_of_read() {
        const std::string zero = fresh();
        line("mov " + zero + " (xor " + read_ + " " + read_ + ")");
        return zero;
    }
    void branch(const std::string& how, int value, const std::string& label, bool here) {
        const std::string compared = fresh();
        line("mov " + compared + " (" + how + " " + read_ + " " + std::to_string(value) + ")");
        line("b[] " + compared + " " + label);
        if (here) line(label + ":");
    }

    Sheet& sheet_;
    const std::string thread_;
    std::string read_;  // the last register read
    int expected_ = 0;  // what the cycle has it return
    int registers_ = 0, labels_ = 0;
    bool ends_ = false;
};

}  // namespace

Sheet write_lisa(const Draft& draft, TestLanguage language) {
    Sheet sheet;
    for (std::size_t t = 0; t < draft.threads.size(); ++t) {
        LisaThread thread(sheet, t);
        const auto& accesses = draft.threads[t];
        for (std::size_t k = 0; k < accesses.size(); ++k)
            thread.add(accesses[k], k + 1 < accesses.size() ? &accesses[k + 1] : nullptr);
        thread.end();
    }
    const auto& words = level_words(language);
    sheet.scopes = "scopes: " + scope_tree(draft.places, words[3], {words[2], words[1], words[0]}) + "\n";
    return sheet;
}

}  // namespace tandem::specs
