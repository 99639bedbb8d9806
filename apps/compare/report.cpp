// A comparison for people and for programs.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/compare/compare.hpp"
#include "apps/sim/report.hpp"

namespace tandem::apps {

namespace {

double mean_flits(const Compared& p) {
    double sum = 0;
    for (const SimReport& run : p.runs) sum += static_cast<double>(flits_of(run.statistics));
    return sum / static_cast<double>(p.runs.size());
}

}  // namespace

std::string as_text(const Comparison& comparison) {
    const auto& options = comparison.sim.workload_options;
    std::string out =
        fmt::format("{}, size {}, seeds {} to {}, on machine {}\n", comparison.sim.workload, options.size, options.seed,
                    options.seed + static_cast<std::uint64_t>(comparison.seeds) - 1, comparison.machine);
    for (const auto& [name, value] : options.settings) out += fmt::format("{} {}\n", name, value);
    const std::size_t first = comparison.first();
    out += fmt::format("\n{:<20} {:>12} {:>25} {:>10} {:>17} {:>12}  {:<20} {}\n", "", "cycles", "from .. to", "speed",
                       "from .. to", "flits", "waits most for", "result");
    for (std::size_t i = 0; i < comparison.protocols.size(); ++i) {
        const Compared& p = comparison.protocols[i];
        if (p.runs.empty()) continue;
        const Spread cycles = comparison.cycles(i);
        const auto speed = comparison.speed(i);
        const std::string wrong = p.wrong();
        const std::string speeds = speed ? fmt::format("{:>10.3f} {:>7.3f} .. {:>6.3f}", speed->mean, speed->least, speed->most)
                                         : fmt::format("{:>10} {:>17}", "-", "-");
        out += fmt::format("{:<20} {:>12.0f} {:>11.0f} .. {:>10.0f} {} {:>12.0f}  {:<20} {}\n", p.name(), cycles.mean,
                           cycles.least, cycles.most, speeds, mean_flits(p), waits_most_for(p.runs.front().statistics),
                           wrong.empty() ? p.runs.front().result : "wrong: " + wrong);
    }
    out += fmt::format(
        "\nspeed: how many times as fast as {} on the same data; the mean of seeds is geometric. None is given where a result is "
        "wrong.\n",
        comparison.protocols[first].name());
    for (const Compared& p : comparison.protocols)
        if (!p.refused.empty()) out += "not run: " + p.name() + ": " + p.refused + "\n";
    return out;
}

nlohmann::json as_json(const Comparison& comparison) {
    const auto spread = [](const Spread& s) { return nlohmann::json{{"least", s.least}, {"mean", s.mean}, {"most", s.most}}; };
    nlohmann::json protocols = nlohmann::json::array();
    for (std::size_t i = 0; i < comparison.protocols.size(); ++i) {
        const Compared& p = comparison.protocols[i];
        nlohmann::json one{{"protocol", p.protocol}, {"variant", p.variant}};
        if (p.runs.empty()) {
            one["refused"] = p.refused;
        } else {
            one["cycles"] = spread(comparison.cycles(i));
            if (const auto speed = comparison.speed(i)) one["speed"] = spread(*speed);
            for (const SimReport& run : p.runs) one["runs"].push_back(as_json(run));
        }
        protocols.push_back(one);
    }
    return {{"workload", comparison.sim.workload},
            {"machine", comparison.machine},
            {"relative_to", comparison.protocols[comparison.first()].name()},
            {"protocols", protocols}};
}

}  // namespace tandem::apps
