#include "specs/litmus/generate/write.hpp"

#include <algorithm>
#include <numeric>

#include "specs/litmus/generate/name.hpp"

namespace tandem::specs {

namespace {

std::string table(const std::vector<std::vector<std::string>>& cells) {
    std::vector<std::size_t> widths;
    std::size_t rows = 0;
    for (const auto& column : cells) {
        std::size_t width = ("P" + std::to_string(widths.size())).size();
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
    row([](std::size_t t) { return "P" + std::to_string(t); });
    for (std::size_t r = 0; r < rows; ++r) row([&](std::size_t t) { return r < cells[t].size() ? cells[t][r] : std::string(); });
    return text;
}

}  // namespace

std::string scope_tree(const std::vector<Place>& places, const std::string& whole, const std::vector<std::string>& of_grid) {
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
    std::vector<std::string> levels = of_grid;
    levels.insert(levels.end(), {"cta", "warp"});
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
    const Sheet sheet = language == TestLanguage::x86    ? write_x86(draft)
                        : language == TestLanguage::lisa ? write_lisa(draft)
                                                         : write_ptx(draft);
    std::string text = std::string(language == TestLanguage::x86    ? "X86"
                                   : language == TestLanguage::lisa ? "LISA"
                                                                    : "GPU_PTX") +
                       " " + name + "\n\"" + description + "\"\n{\n";
    for (const auto& line : sheet.initial) text += line + "\n";
    text += "}\n" + table(sheet.cells) + sheet.scopes + sheet.regions;
    std::string condition;
    for (std::size_t l = 0; l < draft.locations(); ++l)
        if (draft.last[l] >= 0) {
            const std::string location = location_name(static_cast<int>(l));
            condition += (condition.empty() ? "" : " /\\ ") + (language == TestLanguage::ptx ? location : "[" + location + "]") +
                         "=" + std::to_string(draft.last[l]);
        }
    for (const auto& part : sheet.asked) condition += (condition.empty() ? "" : " /\\ ") + part;
    return text + "exists (" + condition + ")\n";
}

}  // namespace tandem::specs
