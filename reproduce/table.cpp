#include "reproduce/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "apps/common/usage_error.hpp"
#include "reproduce/measured.hpp"

namespace tandem::reproduce {

namespace {

using Value = Table::Value;

Table::Box box_of(const nlohmann::json& report) {
    std::vector<double> times = group_times(report);
    std::sort(times.begin(), times.end());
    Table::Box box{};
    for (std::size_t i = 0; i < box.size() && !times.empty(); ++i) box[i] = times[i * (times.size() - 1) / (box.size() - 1)];
    return box;
}

bool within(Set set, Set all) { return all == Set::all || set == all; }

/// The mean of the existing values; empty if there are none.
Value mean_of(Mean mean, const std::vector<double>& values) {
    if (values.empty()) return {};
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    if (mean == Mean::total) return sum;
    if (mean == Mean::arithmetic) return sum / static_cast<double>(values.size());
    double logs = 0;
    for (const double v : values) {
        if (v <= 0) return {};  // it has no logarithm
        logs += std::log(v);
    }
    return std::exp(logs / static_cast<double>(values.size()));
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
    add(
        [](const Table::Row& row) -> const auto& { return row.values; }, table.figure->configurations.size(), mean.values);
    add(
        [](const Table::Row& row) -> const auto& { return row.printed; }, table.figure->printed.size(), mean.printed);
    return mean;
}

/// By how much the greatest mean exceeds the least.
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

/// All times in units of the baseline's mean.
void relate_boxes(Table::Row& row, const std::vector<double>& baseline) {
    const double mean =
        std::accumulate(baseline.begin(), baseline.end(), 0.0) / static_cast<double>(std::max<std::size_t>(1, baseline.size()));
    if (mean == 0) return;
    for (Table::Box& box : row.boxes)
        for (double& time : box) time /= mean;
    for (Value& v : row.values)
        if (v) *v /= mean;
}

}  // namespace

Value percent_more(const Table& table, const Claim& claim, const std::string& without) {
    std::vector<double> one, other;
    const std::size_t a = table.figure->position(claim.configuration), b = table.figure->position(claim.than);
    std::size_t without_any = 0;  // that ran, and have nothing of what is measured, in either
    const auto ran = [&](const Table::Row& row, std::size_t c) {
        return within(row.set, table.figure->configurations[c].set) && row.wrong[c].empty();
    };
    for (const auto& row : table.rows) {
        if (row.name == without || !within(row.set, claim.set)) continue;
        if (row.values[a] && row.values[b]) {
            one.push_back(*row.values[a]);
            other.push_back(*row.values[b]);
        } else if (!row.values[a] && !row.values[b] && ran(row, a) && ran(row, b)) {
            ++without_any;
        }
    }
    // With only some of the benchmarks it is a different claim.
    const auto& of_paper = paper_of(*table.figure).benchmarks;
    const auto all = std::count_if(of_paper.begin(), of_paper.end(),
                                   [&](const Benchmark& b) { return b.name != without && within(b.set, claim.set); });
    if (one.size() + without_any != static_cast<std::size_t>(all)) return {};
    const Value x = mean_of(table.figure->mean, one), y = mean_of(table.figure->mean, other);
    if (!x || !y || *y == 0) return {};
    return 100 * (*x / *y - 1);
}

bool Table::Judged::fragile() const {
    return ours && std::any_of(readings.begin(), readings.end(), [&](const Reading& r) {
               return (r.least && *r.least / *ours < 0.5) || (r.most && *r.most / *ours < 0.5);
           });
}

Table table_of(const Figure& figure, const std::vector<Benchmark>& of, const Finder& result) {
    Table table{&figure, {}, {}, {}, {}};
    const auto& benchmarks = paper_of(figure).benchmarks;
    for (const Benchmark& benchmark : of) {
        Table::Row row{benchmark.name, benchmark.set, {}, {}, {}};
        for (const Configuration& c : figure.configurations) {
            row.values.emplace_back();
            row.wrong.emplace_back();
            if (!within(benchmark.set, c.set)) continue;
            const auto& report = result(benchmark, c);
            if (report.at("result") != "correct") row.wrong.back() = report.at("result");
            if (row.wrong.back().empty() || figure.measure == Measure::wrong)
                row.values.back() = measured(c.measure.value_or(figure.measure), report);
            if (row.values.back() && !std::isfinite(*row.values.back()))
                throw apps::UsageError("a kept result of " + benchmark.name +
                                       " has impossible numbers: without it the run is repeated");
            if (figure.measure == Measure::group_times) row.boxes.push_back(box_of(report));
        }
        if (figure.measure == Measure::group_times)
            relate_boxes(row, group_times(result(benchmark, figure.configurations[figure.position(figure.relative_to)])));
        else if (!figure.relative_to.empty()) {
            const Value base = row.values[figure.position(figure.relative_to)];
            for (Value& v : row.values) v = v && base && *base != 0 ? Value(*v / *base) : Value();
        }
        for (const Printed& p : figure.printed)
            for (std::size_t i = 0; i < benchmarks.size(); ++i)
                if (benchmarks[i].name == benchmark.name) row.printed.emplace_back(p.values[i]);
        table.rows.push_back(std::move(row));
    }
    if (!figure.has_no_mean()) {
        const std::string kind = figure.mean == Mean::total ? "sum" : "mean";
        if (std::any_of(benchmarks.begin(), benchmarks.end(), [](const Benchmark& b) { return b.set != Set::all; }))
            table.means = {mean_row(table, (kind + ", first set").c_str(), Set::first),
                           mean_row(table, (kind + ", second set").c_str(), Set::second)};
        table.means.push_back(mean_row(table, (kind + ", all").c_str(), Set::all));
    }
    for (const Claim& c : figure.claims)
        table.claims.push_back({c.sentence + (c.set == Set::first    ? ", first set"
                                              : c.set == Set::second ? ", second set"
                                                                     : ", all"),
                                c.place, c.percent, percent_more(table, c)});
    if (figure.spread)
        table.claims.push_back({"the best mean over the worst, all", figure.place, *figure.spread,
                                table.rows.size() == benchmarks.size() ? spread(table.means.back()) : Value()});
    return table;
}

bool has_wrong_result(const Table& table) {
    return table.figure->measure != Measure::wrong && std::any_of(table.rows.begin(), table.rows.end(), [](const auto& row) {
               return std::any_of(row.wrong.begin(), row.wrong.end(), [](const auto& w) { return !w.empty(); });
           });
}

}  // namespace tandem::reproduce
