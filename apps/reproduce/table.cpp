#include "apps/reproduce/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace tandem::apps::reproduce {

namespace {

using Value = Table::Value;

/// What a measure reads from a run's report.
double measured(Measure measure, const nlohmann::json& report) {
    const auto sum = [](const nlohmann::json& list) {
        return std::accumulate(list.begin(), list.end(), 0.0, [](double s, const nlohmann::json& x) { return s + x.get<double>(); });
    };
    switch (measure) {
        case Measure::performance: return 1 / report["cycles"].get<double>();
        case Measure::cycles: return report["cycles"].get<double>();
        case Measure::memory_stalls: {
            double stalls = 0;
            for (const char* why : {"data", "order", "fence", "block_locked", "mshr_full", "network_full", "pipeline"}) stalls += report["sm_cycles"][why].get<double>();
            return stalls;
        }
        case Measure::flits: {
            double flits = 0;
            for (const auto& kind : report["traffic"]) flits += kind["flits"].get<double>();
            return flits;
        }
        case Measure::energy: return sum(report["energy_nj"]);
        case Measure::l1_energy: return report["energy_nj"]["L1"].get<double>();
        case Measure::expired: return report["l1"]["expired"].get<double>();
        case Measure::wrong: return report["result"] != "correct";
    }
    return 0;
}

bool within(Set set, Set all) { return all == Set::all || set == all; }

/// Of the values that there are; empty if there are none.
Value mean_of(Mean mean, const std::vector<double>& values) {
    if (values.empty()) return {};
    if (mean == Mean::total) return std::accumulate(values.begin(), values.end(), 0.0);
    double logs = 0;
    for (const double v : values) logs += std::log(v);
    return std::exp(logs / static_cast<double>(values.size()));
}

std::size_t place(const Figure& figure, const std::string& configuration) {
    std::size_t i = 0;
    while (figure.configurations[i].name != configuration) ++i;
    return i;
}

/// How much more one configuration has than another; empty unless all of the claim's benchmarks have both, for of some it is another claim.
Value more(const Table& table, const Claim& claim) {
    std::vector<double> one, other;
    const std::size_t a = place(*table.figure, claim.configuration), b = place(*table.figure, claim.than);
    for (const auto& row : table.rows)
        if (within(row.set, claim.set) && row.values[a] && row.values[b]) {
            one.push_back(*row.values[a]);
            other.push_back(*row.values[b]);
        }
    const auto all = std::count_if(benchmarks().begin(), benchmarks().end(), [&](const Benchmark& b) { return within(b.set, claim.set); });
    if (one.size() != static_cast<std::size_t>(all)) return {};
    const Value x = mean_of(table.figure->mean, one), y = mean_of(table.figure->mean, other);
    if (!x || !y || *y == 0) return {};
    return 100 * (*x / *y - 1);
}

Table::Row mean_row(const Table& table, const char* name, Set set) {
    Table::Row mean{name, set, {}, {}, {}};
    const auto add = [&](const auto& value_of, std::size_t count, std::vector<Value>& out) {
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<double> values;
            for (const auto& row : table.rows)
                if (within(row.set, set) && value_of(row)[i]) values.push_back(*value_of(row)[i]);
            out.push_back(mean_of(table.figure->mean, values));
        }
    };
    add([](const Table::Row& row) -> const auto& { return row.values; }, table.figure->configurations.size(), mean.values);
    add([](const Table::Row& row) -> const auto& { return row.printed; }, table.figure->printed.size(), mean.printed);
    return mean;
}

/// By how much the greatest of the means exceeds the least.
Value spread(const Table::Row& means) {
    double least = INFINITY, most = 0;
    for (const Value& v : means.values)
        if (v) {
            least = std::min(least, *v);
            most = std::max(most, *v);
        }
    if (most == 0) return {};
    return 100 * (most / least - 1);
}

}  // namespace

Table table_of(const Figure& figure, const std::vector<Benchmark>& of, const Finder& result) {
    Table table{&figure, {}, {}, {}};
    for (const Benchmark& benchmark : of) {
        Table::Row row{benchmark.name, benchmark.set, {}, {}, {}};
        for (const Configuration& c : figure.configurations) {
            row.values.emplace_back();
            row.wrong.emplace_back();
            if (!within(benchmark.set, c.set)) continue;
            const auto& report = result(benchmark, c);
            if (report["result"] != "correct") row.wrong.back() = report["result"];
            if (row.wrong.back().empty() || figure.measure == Measure::wrong) row.values.back() = measured(figure.measure, report);
        }
        if (!figure.relative_to.empty()) {
            const Value base = row.values[place(figure, figure.relative_to)];
            for (Value& v : row.values) v = v && base && *base != 0 ? Value(*v / *base) : Value();
        }
        for (const Printed& p : figure.printed)
            for (std::size_t i = 0; i < benchmarks().size(); ++i)
                if (benchmarks()[i].name == benchmark.name) row.printed.emplace_back(p.values[i]);
        table.rows.push_back(std::move(row));
    }
    if (!figure.has_no_mean()) {
        const std::string kind = figure.mean == Mean::total ? "sum" : "mean";
        table.means = {mean_row(table, (kind + ", first set").c_str(), Set::first), mean_row(table, (kind + ", second set").c_str(), Set::second),
                       mean_row(table, (kind + ", all").c_str(), Set::all)};
    }
    for (const Claim& c : figure.claims) table.claims.push_back({c.sentence + (c.set == Set::first ? ", first set" : c.set == Set::second ? ", second set" : ", all"), c.place, c.percent, more(table, c)});
    if (figure.spread) table.claims.push_back({"the best mean over the worst, all", figure.place, *figure.spread, table.rows.size() == benchmarks().size() ? spread(table.means.back()) : Value()});
    return table;
}

bool has_wrong_result(const Table& table) {
    return table.figure->measure != Measure::wrong &&
           std::any_of(table.rows.begin(), table.rows.end(), [](const auto& row) { return std::any_of(row.wrong.begin(), row.wrong.end(), [](const auto& w) { return !w.empty(); }); });
}

}  // namespace tandem::apps::reproduce
