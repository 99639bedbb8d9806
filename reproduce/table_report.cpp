// A figure's table for people and for programs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reproduce/ablation.hpp"
#include "reproduce/table.hpp"

namespace tandem::reproduce {

namespace {

nlohmann::json as_json(const Table::Value& value) { return value ? nlohmann::json(*value) : nlohmann::json(); }

nlohmann::json as_json(const Table& table, const Table::Row& row) {
    nlohmann::json values, wrong = nlohmann::json::object(), printed = nlohmann::json::object();
    for (std::size_t i = 0; i < row.values.size(); ++i) values[table.figure->configurations[i].name] = as_json(row.values[i]);
    for (std::size_t i = 0; i < row.wrong.size(); ++i)
        if (!row.wrong[i].empty()) wrong[table.figure->configurations[i].name] = row.wrong[i];
    for (std::size_t i = 0; i < row.printed.size(); ++i) printed[table.figure->printed[i].name] = as_json(row.printed[i]);
    nlohmann::json json{{"name", row.name}, {"values", values}, {"paper", printed}, {"wrong", wrong}};
    for (std::size_t i = 0; i < row.boxes.size(); ++i) json["boxes"][table.figure->configurations[i].name] = row.boxes[i];
    return json;
}

/// How robust each claim is, if that was asked.
std::string readings_of(const Table& table) {
    std::string out;
    for (const auto& c : table.claims) {
        if (c.readings.empty()) continue;
        if (out.empty()) {
            out = fmt::format("\n{:<80} {:>8}", "how far it stands", "ours");
            for (const auto& r : c.readings) out += fmt::format(" {:>22}", r.how);
            out += "\n";
        }
        out += fmt::format("{:<80} {:>8}", c.sentence + " (" + c.place + ")", c.ours ? percent(*c.ours) : "-");
        for (const auto& r : c.readings) out += fmt::format(" {:>{}}", shown(r), std::max<std::size_t>(22, r.how.size()));
        out += c.fragile() ? "  fragile\n" : "\n";
    }
    return out;
}

/// How far the means vary, if that was asked.
std::string spreads_of(const Table& table) {
    if (table.spreads.empty()) return "";
    const auto& configurations = table.figure->configurations;
    std::vector<std::size_t> widths;
    std::string out = fmt::format("\n{:<30}", "how far means vary");
    for (std::size_t c = 0; c < configurations.size(); ++c) {
        widths.push_back(std::max<std::size_t>(16, configurations[c].name.size()));
        for (const auto& s : table.spreads) widths[c] = std::max(widths[c], shown_values(s.readings[c]).size());
        out += fmt::format(" {:>{}}", configurations[c].name, widths[c]);
    }
    out += "\n";
    for (const auto& s : table.spreads) {
        out += fmt::format("{:<30}", s.how);
        for (std::size_t c = 0; c < configurations.size(); ++c)
            out += fmt::format(" {:>{}}", shown_values(s.readings[c]), widths[c]);
        out += "\n";
    }
    return out;
}

std::string line(const Table& table, const Table::Row& row) {
    std::string out = fmt::format("{:<18}", row.name);
    for (std::size_t i = 0; i < row.values.size(); ++i)
        out += fmt::format(" {:>{}}", cell(table, row, i), width_of(table.figure->configurations[i]));
    for (std::size_t i = 0; i < row.printed.size(); ++i) {
        out += fmt::format(" {:>22}", shown(row.printed[i]));
        std::size_t own = 0;
        while (table.figure->configurations[own].name != table.figure->printed[i].configuration) ++own;
        if (row.values[own] && row.printed[i])
            out += fmt::format(" {:>+11}", std::lround(100 * (*row.values[own] - *row.printed[i])));
        else out += fmt::format(" {:>11}", "-");
    }
    return out + "\n";
}

}  // namespace

std::size_t width_of(const Configuration& configuration) { return std::max<std::size_t>(12, configuration.name.size()); }

std::string percent(double value) {
    if (std::abs(value) < 0.05) value = 0;  // not "-0%"
    return std::abs(value - std::round(value)) < 0.05 ? fmt::format("{:+.0f}%", value) : fmt::format("{:+.1f}%", value);
}

std::string points(double value) { return fmt::format("{:+.1f} points", std::abs(value) < 0.05 ? 0 : value); }

std::string shown(const Table::Reading& r) {
    if (!r.least || !r.most) return "-";
    return percent(*r.least) + (*r.most != *r.least ? " to " + percent(*r.most) : "") +
           (r.which.empty() ? "" : " (" + r.which + ")");
}

std::string shown_values(const Table::Reading& r) {
    if (!r.least || !r.most) return "-";
    return shown(r.least) + (*r.most != *r.least ? " to " + shown(r.most) : "") + (r.which.empty() ? "" : " (" + r.which + ")");
}

std::string shown(const Table::Value& value) {
    if (!value) return "-";
    return *value >= 100 ? fmt::format("{:.0f}", *value) : fmt::format("{:.3f}", *value);
}

std::string cell(const Table& table, const Table::Row& row, std::size_t configuration) {
    const auto& value = row.values[configuration];
    if (configuration < row.wrong.size() && !row.wrong[configuration].empty()) return "wrong";
    return table.figure->measure == Measure::wrong && value ? "right" : shown(value);
}

std::string as_text(const Table& table) {
    const Figure& f = *table.figure;
    std::string out =
        fmt::format("{}: {} ({}){}\n\n{:<18}", f.name, f.title, f.place,
                    f.relative_to.empty() ? f.unit.empty() ? "" : ", in " + f.unit : ", relative to " + f.relative_to, "");
    for (const auto& c : f.configurations) out += fmt::format(" {:>{}}", c.name, width_of(c));
    for (const auto& p : f.printed) out += fmt::format(" {:>22} {:>11}", p.name, "points");
    out += "\n";
    for (const auto& row : table.rows) out += line(table, row);
    for (const auto& row : table.means) out += line(table, row);
    for (const auto& row : table.rows)
        for (std::size_t i = 0; i < row.wrong.size(); ++i)
            if (!row.wrong[i].empty()) out += fmt::format("  {} on {}: {}\n", row.name, f.configurations[i].name, row.wrong[i]);
    for (const auto& row : table.rows)
        for (std::size_t i = 0; i < row.boxes.size(); ++i)
            out += fmt::format("  {:<10} {:<12} {:.2f}\n", row.name, f.configurations[i].name, fmt::join(row.boxes[i], "  "));
    if (!table.claims.empty())
        out += fmt::format("\n{:<80} {:>8} {:>8}  {}\n", "what the text says", "paper", "ours", "difference");
    for (const auto& c : table.claims)
        out += fmt::format("{:<80} {:>8} {:>8}  {}\n", c.sentence + " (" + c.place + ")", percent(c.paper),
                           c.ours ? percent(*c.ours) : "-", c.ours ? points(*c.ours - c.paper) : "-");
    return out + readings_of(table) + spreads_of(table) + parts_text(table) + "\n" + f.note + "\n";
}

nlohmann::json as_json(const Table& table) {
    nlohmann::json rows = nlohmann::json::array(), means = rows, claims = rows;
    for (const auto& row : table.rows) rows.push_back(as_json(table, row));
    for (const auto& row : table.means) means.push_back(as_json(table, row));
    for (const auto& c : table.claims) {
        claims.push_back({{"sentence", c.sentence}, {"place", c.place}, {"paper_percent", c.paper}, {"percent", as_json(c.ours)},
                          {"difference_points", c.ours ? nlohmann::json(*c.ours - c.paper) : nlohmann::json()}});
        for (const auto& r : c.readings)
            claims.back()["readings"].push_back(
                {{"how", r.how}, {"which", r.which}, {"least_percent", as_json(r.least)}, {"most_percent", as_json(r.most)}});
        if (!c.readings.empty()) claims.back()["fragile"] = c.fragile();
    }
    nlohmann::json json{{"name", table.figure->name},
                        {"title", table.figure->title},
                        {"place", table.figure->place},
                        {"relative_to", table.figure->relative_to},
                        {"unit", table.figure->unit},
                        {"rows", rows},
                        {"means", means},
                        {"claims", claims}};
    for (const auto& s : table.spreads) {
        nlohmann::json of = nlohmann::json::object();
        for (std::size_t c = 0; c < s.readings.size(); ++c)
            of[table.figure->configurations[c].name] = {
                {"least", as_json(s.readings[c].least)}, {"most", as_json(s.readings[c].most)}, {"which", s.readings[c].which}};
        json["spreads"].push_back({{"how", s.how}, {"means", of}});
    }
    if (!table.without.empty()) json["without_parts"] = parts_json(table);
    return json;
}

}  // namespace tandem::reproduce
