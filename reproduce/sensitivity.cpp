#include "reproduce/sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "perfsim/workload.hpp"

namespace tandem::reproduce {

namespace {

using Value = Table::Value;
using Reading = Table::Reading;

/// Without the benchmark whose absence weakens the claim most.
Reading without_largest(const Table& table, const Claim& claim, double ours) {
    Reading reading{"without the largest", "", {}, {}};
    for (const auto& row : table.rows) {
        if (claim.set != Set::all && row.set != claim.set) continue;
        const Value left = percent_more(table, claim, row.name);
        if (!left || (reading.least && *left / ours >= *reading.least / ours)) continue;
        reading.which = row.name;
        reading.least = reading.most = left;
    }
    return reading;
}

/// The cycles of the claim's benchmarks on one of its configurations, as a geometric mean; empty if a result is missing or wrong.
Value cycles_of(const Table& cycles, const Claim& claim, std::size_t configuration) {
    double logs = 0;
    int count = 0;
    for (const auto& row : cycles.rows) {
        if (claim.set != Set::all && row.set != claim.set) continue;
        const Value& value = row.values[configuration];
        if (!value) return {};
        logs += std::log(*value);
        ++count;
    }
    return count == 0 ? Value() : std::exp(logs / count);
}

/// The configuration of the claim that has the choice's protocol, or nothing.
std::optional<std::size_t> concerned(const Figure& figure, const Claim& claim, const OpenChoice& choice) {
    for (std::size_t i = 0; i < figure.configurations.size(); ++i) {
        const Configuration& c = figure.configurations[i];
        if (c.protocol == choice.protocol && (c.name == claim.configuration || c.name == claim.than)) return i;
    }
    return {};
}

/// The same figure's runs, in cycles.
Figure in_cycles(Figure figure) {
    figure.measure = Measure::cycles;
    figure.relative_to.clear();
    figure.mean = Mean::geometric;
    figure.claims.clear();
    for (Configuration& c : figure.configurations) c.measure.reset();
    return figure;
}

/// The runs of a figure under each variation.
struct Runs {
    const Figure& figure;
    const std::vector<Variation>& variations;
    std::vector<Table> tables, cycles;  // by variation

    Reading with_seeds(const Claim& claim, double ours) const {
        Reading reading = with_each(claim, ours, nullptr);
        reading.how = seeds();
        return reading;
    }

    /// With each option of a choice, and as on the page; without a choice: with each seed.
    Reading with_each(const Claim& claim, double ours, const OpenChoice* choice) const {
        Reading reading{choice ? choice->name : "", "", ours, ours};
        for (std::size_t v = 0; v < variations.size(); ++v) {
            if (variations[v].choice != choice) continue;
            const Value other = percent_more(tables[v], claim);
            if (!other) {
                reading.which = "and a wrong result";
                continue;
            }
            reading.least = std::min(*reading.least, *other);
            reading.most = std::max(*reading.most, *other);
        }
        return reading;
    }

    /// The mean of each configuration with each option of a choice, and as on the page; without a choice: with each seed.
    std::vector<Reading> means_with_each(const Table& table, const OpenChoice* choice) const {
        std::vector<Reading> all;
        for (std::size_t c = 0; c < figure.configurations.size(); ++c) {
            const Value ours = table.means.back().values[c];
            Reading reading{"", "", ours, ours};
            for (std::size_t v = 0; v < variations.size() && ours; ++v) {
                if (variations[v].choice != choice) continue;
                const Value other = tables[v].means.back().values[c];
                if (!other || has_wrong_result(tables[v])) {
                    reading.which = other ? "and a wrong result" : "and no value";
                    continue;
                }
                reading.least = std::min(*reading.least, *other);
                reading.most = std::max(*reading.most, *other);
            }
            all.push_back(std::move(reading));
        }
        return all;
    }
    std::string seeds() const {
        return fmt::format("{} seeds",
                           std::count_if(variations.begin(), variations.end(), [](const Variation& v) { return !v.choice; }));
    }

    /// With the option that makes the claim's configuration of that protocol fastest.
    Reading with_best(const Claim& claim, const OpenChoice& choice) const {
        Reading reading{choice.name, "", {}, {}};
        const auto configuration = concerned(figure, claim, choice);
        if (!configuration) return reading;
        Value fastest;
        for (std::size_t v = 0; v < variations.size(); ++v) {
            if (variations[v].choice != &choice) continue;
            const Value time = cycles_of(cycles[v], claim, *configuration), percent = percent_more(tables[v], claim);
            if (!time || !percent || (fastest && *time >= *fastest)) continue;
            fastest = time;
            reading = {choice.name, choice.options[variations[v].option].name, percent, percent};
        }
        return reading;
    }
};

}  // namespace

std::vector<Variation> variations(const Paper& paper, std::uint64_t seed, int seeds) {
    std::vector<Variation> all;
    for (int i = 0; i < seeds; ++i) all.push_back({seed + static_cast<std::uint64_t>(i)});
    for (const OpenChoice& choice : paper.open)
        for (std::size_t o = 0; o < choice.options.size(); ++o) all.push_back({seed, &choice, o});
    return all;
}

Configuration varied(Configuration configuration, const Variation& variation) {
    if (variation.part)
        configuration.settings.insert(configuration.settings.end(), variation.part->set.begin(), variation.part->set.end());
    if (!variation.choice || (!variation.choice->protocol.empty() && configuration.protocol != variation.choice->protocol))
        return configuration;
    const OpenChoice::Option& option = variation.choice->options[variation.option];
    configuration.settings.insert(configuration.settings.end(), option.settings.begin(), option.settings.end());
    if (!option.variant.empty()) configuration.variant += "," + option.variant;
    return configuration;
}

Benchmark varied(Benchmark benchmark, const Variation& variation) {
    if (!variation.choice) return benchmark;
    const OpenChoice::Option& option = variation.choice->options[variation.option];
    const auto graph = benchmark.settings.find("graph");
    const std::size_t colon = graph == benchmark.settings.end() ? std::string::npos : graph->second.find(':');
    if (colon == std::string::npos) {
        benchmark.size = std::max(1, static_cast<int>(std::lround(option.size * benchmark.size)));
    } else if (option.size != 1) {  // a family's graph of so many vertices
        const double vertices = std::round(option.size * std::stod(graph->second.substr(colon + 1)));
        graph->second = fmt::format("{}:{:.0f}", graph->second.substr(0, colon), vertices);
    }
    const auto& pauses = option.pauses;
    if (!pauses) return benchmark;
    const auto& all = perfsim::workloads();
    const auto workload = std::find_if(all.begin(), all.end(), [&](const auto& w) { return w.name == benchmark.workload; });
    const auto usual = [&](const std::string& name) -> std::optional<double> {
        if (const auto given = benchmark.settings.find(name); given != benchmark.settings.end()) return std::stod(given->second);
        for (const auto& setting : workload->settings)
            if (setting.name == name) return std::stod(setting.unless_given);
        return {};
    };
    const auto first = usual("first-pause"), longest = usual("longest-pause");
    if (!first || !longest) return benchmark;
    const auto set = [&](const char* name, double cycles) {
        benchmark.settings[name] = std::to_string(std::max(1l, std::lround(pauses->times * cycles)));
    };
    set("first-pause", *first);
    set("longest-pause", pauses->grow ? *longest : *first);
    return benchmark;
}

Table sensitive_table(const Figure& figure, const std::vector<Variation>& variations,
                      const std::function<Table(const Figure&, const Variation&)>& table_of) {
    Table table = table_of(figure, variations.front());
    const Figure counted = in_cycles(figure);
    Runs runs{figure, variations, {}, {}};
    for (const Variation& v : variations) {
        runs.tables.push_back(table_of(figure, v));
        runs.cycles.push_back(table_of(counted, v));
    }
    for (std::size_t i = 0; i < figure.claims.size(); ++i) {
        const Claim& claim = figure.claims[i];
        Table::Judged& judged = table.claims[i];
        if (!judged.ours) continue;
        judged.readings = {runs.with_seeds(claim, *judged.ours), without_largest(table, claim, *judged.ours)};
        for (const OpenChoice& choice : paper_of(figure).open)
            judged.readings.push_back(choice.protocol.empty() ? runs.with_each(claim, *judged.ours, &choice)
                                                              : runs.with_best(claim, choice));
    }
    if (figure.has_no_mean()) return table;
    table.spreads.push_back({runs.seeds(), runs.means_with_each(table, nullptr)});
    for (const OpenChoice& choice : paper_of(figure).open)
        table.spreads.push_back({choice.name, runs.means_with_each(table, &choice)});
    return table;
}

}  // namespace tandem::reproduce
