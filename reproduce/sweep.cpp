#include "reproduce/sweep.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/common/words.hpp"

namespace tandem::reproduce {

namespace {

constexpr std::size_t most_columns = 8;

}  // namespace

std::string mean_of(const SweepTable& sweep) {
    const Table& table = sweep.points.front().table;
    if (table.rows.size() == paper_of(*sweep.figure).benchmarks.size()) return table.means.back().name;
    std::vector<std::string> names;
    for (const auto& row : table.rows) names.push_back(row.name);
    return (sweep.figure->mean == Mean::total ? "sum of " : "mean of ") + join(names, ", ");
}

std::string as_text(const SweepTable& sweep) {
    const Figure& f = *sweep.figure;
    std::string out = fmt::format("{}: {} ({}){}; {}\n\n{:<24}", f.name, f.title, f.place,
                                  f.relative_to.empty() ? "" : ", relative to " + f.relative_to, mean_of(sweep), sweep.key);
    for (const auto& c : f.configurations) out += fmt::format(" {:>{}}", c.name, width_of(c));
    out += "\n";
    for (const auto& point : sweep.points) {
        out += fmt::format("{:<24}", point.value);
        for (std::size_t i = 0; i < f.configurations.size(); ++i)
            out += fmt::format(" {:>{}}", shown(point.table.means.back().values[i]), width_of(f.configurations[i]));
        out += "\n";
    }
    const auto& claims = sweep.points.front().table.claims;
    if (!claims.empty() && sweep.points.size() <= most_columns) {
        out += fmt::format("\n{:<80} {:>8}", "what the text says", "paper");
        for (const auto& point : sweep.points) out += fmt::format(" {:>8}", point.value);
        out += "\n";
    }
    for (std::size_t i = 0; i < claims.size() && sweep.points.size() <= most_columns; ++i) {
        out += fmt::format("{:<80} {:>8}", claims[i].sentence + " (" + claims[i].place + ")", percent(claims[i].paper));
        for (const auto& point : sweep.points)
            out += fmt::format(" {:>8}", point.table.claims[i].ours ? percent(*point.table.claims[i].ours) : "-");
        out += "\n";
    }
    for (const auto& point : sweep.points)
        if (has_wrong_result(point.table)) out += fmt::format("  with {} = {} a result is wrong\n", sweep.key, point.value);
    return out;
}

nlohmann::json as_json(const SweepTable& sweep) {
    nlohmann::json points = nlohmann::json::array();
    for (const auto& point : sweep.points) points.push_back({{"value", point.value}, {"table", as_json(point.table)}});
    return {{"name", sweep.figure->name}, {"sweep", sweep.key}, {"points", points}};
}

}  // namespace tandem::reproduce
