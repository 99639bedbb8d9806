// A figure's numbers: the values of each benchmark and configuration, their means, and the paper's claims beside ours.
#pragma once

#include <array>
#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "reproduce/job.hpp"
#include "reproduce/machine_parts.hpp"

namespace tandem::reproduce {

/// A figure with its values. A missing value is empty: the configuration does not run the benchmark, or no result is right.
struct Table {
    using Value = std::optional<double>;
    /// The minimum, the quartiles and the maximum of many values.
    using Box = std::array<double, 5>;
    struct Row {
        std::string name;
        Set set;
        std::vector<Value> values;   // by configuration
        std::vector<Value> printed;  // by the figure's `printed`
        std::vector<std::string> wrong;  // by configuration: what is wrong with the result, or nothing
        std::vector<Box> boxes = {};     // by configuration, in a figure of boxes; else none
    };
    /// A claim under circumstances other than the page's.
    struct Reading {
        std::string how, which;  // "without the largest contributor", "BH"
        Value least, most;       // percent; the same unless there are several
    };
    struct Judged {
        std::string sentence, place;
        double paper;
        Value ours;  // percent
        std::vector<Reading> readings = {};
        /// Whether its sign changes, or it is less than half, under one of them.
        bool fragile() const;
    };
    /// The claims on a machine without one of its parts.
    struct Without {
        const MachinePart* part = nullptr;
        std::vector<Value> claims = {};  // percent, in the order of the figure's
    };
    /// The means of a figure's configurations under each variation, in its own values: of the benchmarks that were run.
    struct Spread {
        std::string how;                // "3 seeds", "flits"
        std::vector<Reading> readings;  // by configuration
    };
    const Figure* figure = nullptr;
    std::vector<Row> rows, means;
    std::vector<Judged> claims;
    std::vector<Without> without = {};  // if that was asked
    std::vector<Spread> spreads = {};   // the same
};

/// `result` finds a run's result.
using Finder = std::function<const nlohmann::json&(const Benchmark&, const Configuration&)>;
Table table_of(const Figure& figure, const std::vector<Benchmark>& of, const Finder& result);

/// How much more the claim's one configuration has than its other, in percent, over the benchmarks of its set except the one of
/// that name. Empty unless all have results.
Table::Value percent_more(const Table& table, const Claim& claim, const std::string& without = "");

std::string as_text(const Table& table);
nlohmann::json as_json(const Table& table);

/// Whether a result is wrong that the figure does not ask about.
bool has_wrong_result(const Table& table);

/// The number of characters of a configuration's column.
std::size_t width_of(const Configuration& configuration);
/// "+38%", "-15.7%"; what rounds to 0 is "+0%".
std::string percent(double value);
/// "-1.2 points", and likewise "+0.0 points"
std::string points(double value);
/// "+4.1% (1600)", "+18% to +22%"
std::string shown(const Table::Reading& reading);
/// The same in a figure's own values: "0.718 to 0.747".
std::string shown_values(const Table::Reading& reading);
/// A value as tables show it; "-" if there is none.
std::string shown(const Table::Value& value);
/// The same for a row's value for a configuration; a wrong result may replace it.
std::string cell(const Table& table, const Table::Row& row, std::size_t configuration);

}  // namespace tandem::reproduce
