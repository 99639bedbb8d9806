#include "specs/litmus/generate/write.hpp"

#include <algorithm>
#include <numeric>

#include "specs/litmus/generate/name.hpp"
#include "specs/litmus/generate/style.hpp"

namespace tandem::specs {

namespace {

std::string table(const std::vector<std::vector<std::string>>& cells, const std::vector<std::string>& places) {
    const auto head = [&](std::size_t t) { return "P" + std::to_string(t) + (places.empty() ? "" : places[t]); };
    std::vector<std::size_t> widths;
    std::size_t rows = 0;
    for (const auto& column : cells) {
        std::size_t width = head(widths.size()).size();
        for (const auto& cell : column) width = std::max(width, cell.size());
        widths.push_back(width);
        rows = std::max(rows, column.size());
    }
    std::string text;
    const auto row = [&](auto&& cell) {
        for (std::size_t t = 0; t < cells.size(); ++t) {
            std::string shown = cell(t);
            shown.resize(widths[t], ' ');
            text += (t > 0 ? "| " : " ") + shown + " ";
        }
        text += ";\n";
    };
    row(head);
    for (std::size_t r = 0; r < rows; ++r) row([&](std::size_t t) { return r < cells[t].size() ? cells[t][r] : std::string(); });
    return text;
}

const char* word_of(TestLanguage language) {
    switch (language) {
        case TestLanguage::x86:
            return "X86";
        case TestLanguage::lisa:
        case TestLanguage::hsa_lisa:
            return "LISA";
        case TestLanguage::ptx:
            return "GPU_PTX";
        case TestLanguage::ptx6:
            break;
    }
    return "PTX";
}

Sheet sheet_of(TestLanguage language, const Draft& draft) {
    switch (language) {
        case TestLanguage::x86:
            return write_x86(draft);
        case TestLanguage::lisa:
        case TestLanguage::hsa_lisa:
            return write_lisa(draft, language);
        case TestLanguage::ptx:
            return write_ptx(draft);
        case TestLanguage::ptx6:
            break;
    }
    return write_ptx6(draft);
}

}  // namespace

std::string scope_tree(const std::vector<Place>& places, const std::string& whole, const std::vector<std::string>& levels) {
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
    std::string text = whole.empty() ? "" : "(" + whole + " ";
    const Place* before = nullptr;
    for (const std::size_t t : order) {
        const Place& place = places[t];
        // How many groups of the previous thread end here; as many begin.
        const std::size_t change = !before || before->grid != place.grid ? levels.size()
                                   : before->cta != place.cta            ? 2
                                   : before->warp != place.warp          ? 1
                                                                         : 0;
        if (before) text += std::string(change, ')') + " ";
        for (std::size_t level = levels.size() - change; level < levels.size(); ++level) text += "(" + levels[level] + " ";
        text += "P" + std::to_string(t);
        before = &place;
    }
    return text + std::string(levels.size() + !whole.empty(), ')');
}

std::string write_test(TestLanguage language, const std::string& name, const std::string& description, const Draft& draft) {
    const Sheet sheet = sheet_of(language, draft);
    const bool names_places = !sheet.places.empty();
    std::string text = std::string(word_of(language)) + " " + name + "\n\"" + description + "\"\n{\n";
    for (const auto& line : sheet.initial) text += line + "\n";
    text += "}\n" + table(sheet.cells, sheet.places) + sheet.scopes + sheet.regions;
    const auto place = [&](std::size_t l) {
        const std::string location = location_name(static_cast<int>(l));
        return language == TestLanguage::ptx || names_places ? location : "[" + location + "]";
    };
    // A read-modify-write takes part in more than the cycle, so all there is to see is shown.
    const bool atomic = std::any_of(draft.threads.begin(), draft.threads.end(), [](const auto& thread) {
        return std::any_of(thread.begin(), thread.end(), [](const DraftAccess& a) { return a.style->atomic; });
    });
    if (atomic) {
        text += "locations [";
        for (const auto& reg : sheet.shown) text += reg + ";";
        for (std::size_t l = 0; l < draft.locations(); ++l) text += location_name(static_cast<int>(l)) + ";";
        text += "]\n";
    }
    std::string condition;
    for (std::size_t l = 0; l < draft.locations(); ++l)
        if (draft.last[l] >= 0) condition += (condition.empty() ? "" : " /\\ ") + place(l) + "=" + std::to_string(draft.last[l]);
    for (const auto& part : sheet.asked) condition += (condition.empty() ? "" : " /\\ ") + part;
    return text + "exists (" + condition + ")\n";
}

}  // namespace tandem::specs
