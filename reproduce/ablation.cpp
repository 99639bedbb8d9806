#include "reproduce/ablation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/pictures/svg.hpp"

namespace tandem::reproduce {

namespace {

constexpr const char* explained =
    "A star marks a claim that changes its sign without that part, or of which less than half is left.";

/// Whether a claim changes without the part.
bool stands_on(const Table::Value& ours, const Table::Value& without) {
    return ours && without && *ours != 0 && *without / *ours < 0.5;
}

std::string shown_percent(const Table::Value& value) { return value ? percent(*value) : "-"; }
std::string shown_without(const Table::Judged& claim, const Table::Value& without) {
    return shown_percent(without) + (stands_on(claim.ours, without) ? "*" : "");
}

}  // namespace

std::vector<Variation> variations_by_part(std::uint64_t seed) {
    std::vector<Variation> all{{seed}};
    for (const MachinePart& part : machine_parts()) all.push_back({seed, nullptr, 0, &part});
    return all;
}

Table ablated_table(const Figure& figure, const std::vector<Variation>& variations,
                    const std::function<Table(const Figure&, const Variation&)>& table_of) {
    Table table = table_of(figure, variations.front());
    for (std::size_t v = 1; v < variations.size(); ++v) {
        auto& without = table.without.emplace_back(Table::Without{variations[v].part});
        for (const auto& claim : table_of(figure, variations[v]).claims) without.claims.push_back(claim.ours);
    }
    return table;
}

std::string parts_text(const Table& table) {
    if (table.without.empty()) return "";
    std::size_t width = 0;
    for (const auto& w : table.without) width = std::max(width, w.part->name.size() + settings_of(*w.part).size() + 3);
    std::string out = "\nthe claims without parts of the machine, by number\n";
    for (std::size_t c = 0; c < table.claims.size(); ++c)
        out += fmt::format("  {}: {} ({})\n", c + 1, table.claims[c].sentence, table.claims[c].place);
    const auto row = [&](const std::string& name, auto&& cell) {
        out += fmt::format("{:<{}}", name, width);
        for (std::size_t c = 0; c < table.claims.size(); ++c) out += fmt::format(" {:>9}", cell(c));
        out += "\n";
    };
    out += "\n";
    row("", [](std::size_t c) { return std::to_string(c + 1); });
    row("paper", [&](std::size_t c) { return percent(table.claims[c].paper); });
    row("ours", [&](std::size_t c) { return shown_percent(table.claims[c].ours); });
    for (const auto& w : table.without)
        row(w.part->name + " (" + settings_of(*w.part) + ")",
            [&](std::size_t c) { return shown_without(table.claims[c], w.claims[c]); });
    return out + explained + "\n";
}

std::string parts_page(const Table& table) {
    if (table.without.empty()) return "";
    std::string out =
        "<h3>The claims without parts of the machine</h3>\n<div class=\"wide\" "
        "tabindex=\"0\"><table><tr><th>without</th><th>then</th>";
    for (const auto& c : table.claims) out += "<th>" + escaped(c.sentence) + "</th>";
    out += "</tr>\n<tr><td>paper</td><td></td>";
    for (const auto& c : table.claims) out += "<td>" + percent(c.paper) + "</td>";
    out += "</tr>\n<tr><td>ours, nothing</td><td></td>";
    for (const auto& c : table.claims) out += "<td>" + shown_percent(c.ours) + "</td>";
    out += "</tr>\n";
    for (const auto& w : table.without) {
        out += "<tr><td title=\"" + escaped(settings_of(*w.part)) + "\">" + escaped(w.part->name) + "</td><td>" +
               escaped(w.part->off) + "</td>";
        for (std::size_t c = 0; c < table.claims.size(); ++c)
            out += std::string("<td") + (stands_on(table.claims[c].ours, w.claims[c]) ? " class=\"far\"" : "") + ">" +
                   shown_without(table.claims[c], w.claims[c]) + "</td>";
        out += "</tr>\n";
    }
    return out + "</table></div>\n<p class=\"note\">" + explained + "</p>\n";
}

nlohmann::json parts_json(const Table& table) {
    nlohmann::json all = nlohmann::json::array();
    for (const auto& w : table.without) {
        nlohmann::json settings, claims = nlohmann::json::array();
        for (const Setting& s : w.part->set) settings[s.key] = s.value;
        for (const auto& c : w.claims) claims.push_back(c ? nlohmann::json(*c) : nlohmann::json());
        all.push_back({{"part", w.part->name}, {"off", w.part->off}, {"settings", settings}, {"claims_percent", claims}});
    }
    return all;
}

}  // namespace tandem::reproduce
