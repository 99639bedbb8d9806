#include "reproduce/sweep.hpp"

#include <fmt/format.h>

#include <climits>
#include <nlohmann/json.hpp>

#include "apps/common/words.hpp"
#include "perfsim/machine_text.hpp"

namespace tandem::reproduce {

namespace {

constexpr const char* accepted = "such as lease=2..64, lease=2..64*2 or lease=8,10,12 are accepted";
constexpr std::size_t most_points = 10'000, most_columns = 8;

void add_range(const std::string& part, const std::string& text, std::vector<int>& values) {
    const auto dots = part.find("..");
    if (dots == std::string::npos) return values.push_back(number(part, "the sweep's value", 0, INT_MAX / 2));
    const auto star = part.find('*', dots);
    const int from = number(part.substr(0, dots), "the sweep's first value", 0, INT_MAX / 2);
    const int to = number(part.substr(dots + 2, star == std::string::npos ? star : star - dots - 2), "the sweep's last value", 0, INT_MAX / 2);
    const int factor = star == std::string::npos ? 1 : number(part.substr(star + 1), "the sweep's factor", 2, 1000);
    if (from > to) throw UsageError("the sweep '" + text + "' is empty, for " + std::to_string(from) + " is more than " + std::to_string(to) + ": ranges " + accepted);
    if (factor > 1 && from == 0) throw UsageError("the sweep '" + text + "' multiplies 0: ranges " + accepted);
    for (std::int64_t v = from; v <= to; v = factor == 1 ? v + 1 : v * factor) {
        values.push_back(static_cast<int>(v));
        if (values.size() > most_points) throw UsageError("the sweep '" + text + "' has more than " + std::to_string(most_points) + " points: fewer are accepted");
    }
}

}  // namespace

Sweep sweep_from(const std::string& text, const std::string& machine) {
    const auto sign = text.find('=');
    if (sign == std::string::npos || sign == 0) throw UsageError("the sweep '" + text + "' is no key with values: sweeps " + accepted);
    Sweep sweep;
    for (const auto& part : split(text.substr(sign + 1), ',')) add_range(part, text, sweep.values);
    if (sweep.values.empty()) throw UsageError("the sweep '" + text + "' is empty: ranges " + accepted);
    try {
        sweep.key = perfsim::setting_in(machine, text.substr(0, sign));
        // All values are tried now, not when the sweep gets there.
        for (const int value : sweep.values) perfsim::machine_from(perfsim::with_setting(machine, sweep.key, value), "paper, with " + sweep.key + " = " + std::to_string(value));
    } catch (const perfsim::DescriptionError& error) {
        throw UsageError(error.what());
    }
    return sweep;
}

std::string mean_of(const SweepTable& sweep) {
    const Table& table = sweep.points.front().table;
    if (table.rows.size() == paper_of(*sweep.figure).benchmarks.size()) return table.means.back().name;
    std::vector<std::string> names;
    for (const auto& row : table.rows) names.push_back(row.name);
    return (sweep.figure->mean == Mean::total ? "sum of " : "mean of ") + join(names, ", ");
}

std::string as_text(const SweepTable& sweep) {
    const Figure& f = *sweep.figure;
    std::string out = fmt::format("{}: {} ({}){}; {}\n\n{:<24}", f.name, f.title, f.place, f.relative_to.empty() ? "" : ", relative to " + f.relative_to, mean_of(sweep), sweep.key);
    for (const auto& c : f.configurations) out += fmt::format(" {:>{}}", c.name, width_of(c));
    out += "\n";
    for (const auto& point : sweep.points) {
        out += fmt::format("{:<24}", point.value);
        for (std::size_t i = 0; i < f.configurations.size(); ++i) out += fmt::format(" {:>{}}", shown(point.table.means.back().values[i]), width_of(f.configurations[i]));
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
        for (const auto& point : sweep.points) out += fmt::format(" {:>8}", point.table.claims[i].ours ? percent(*point.table.claims[i].ours) : "-");
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
