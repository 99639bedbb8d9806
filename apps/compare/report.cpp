// A comparison for people and for programs.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "apps/compare/compare.hpp"
#include "apps/sim/report.hpp"

namespace tandem::apps {

namespace {

template <class Value>
double mean(const Compared& p, Value&& value) {
    double sum = 0;
    for (const SimReport& run : p.runs) sum += static_cast<double>(value(run));
    return sum / static_cast<double>(p.runs.size());
}
double mean_flits(const Compared& p) {
    return mean(p, [](const SimReport& run) { return flits_of(run.statistics); });
}
double mean_hit_rate(const Compared& p) {
    return mean(p, [](const SimReport& run) { return l2_hit_rate(run.statistics); });
}
double mean_wait(const Compared& p) {
    return mean(p, [](const SimReport& run) { return mean_latency(run.statistics); });
}
/// In nanojoules.
double mean_energy(const Compared& p) {
    return mean(p, [](const SimReport& run) {
        double sum = 0;
        for (const perfsim::Energy& e : run.energy) sum += e.nanojoules;
        return sum;
    });
}

/// What protocols need or lack, with those that do.
std::string parts(const std::vector<Compared>& protocols, const char* heading, std::vector<std::string> Compared::*list) {
    std::map<std::string, std::string> who;
    for (const Compared& p : protocols)
        for (const std::string& part : p.runs.empty() ? std::vector<std::string>{} : p.*list)
            who[part] += (who[part].empty() ? "" : ", ") + p.name();
    std::string out;
    for (const auto& [part, names] : who) out += fmt::format("{} {}: {}\n", heading, part, names);
    return out;
}

}  // namespace

std::string as_text(const Comparison& comparison) {
    const auto& options = comparison.sim.workload_options;
    std::string out =
        fmt::format("{}, size {}, seeds {} to {}, on machine {}\n", comparison.sim.workload, options.size, options.seed,
                    options.seed + static_cast<std::uint64_t>(comparison.seeds) - 1, comparison.machine);
    for (const auto& [name, value] : options.settings) out += fmt::format("{} {}\n", name, value);
    const std::size_t first = comparison.first();
    out += fmt::format("\n{:<20} {:>12} {:>25} {:>10} {:>17} {:>8} {:>8} {:>12} {:>8}  {:<20} {}\n", "", "cycles", "from .. to",
                       "speed", "from .. to", "L2 hits", "latency", "flits", "uJ", "waits most for", "result");
    for (std::size_t i = 0; i < comparison.protocols.size(); ++i) {
        const Compared& p = comparison.protocols[i];
        if (p.runs.empty()) continue;
        const Spread cycles = comparison.cycles(i);
        const auto speed = comparison.speed(i);
        const std::string wrong = p.wrong();
        const std::string speeds = speed ? fmt::format("{:>10.3f} {:>7.3f} .. {:>6.3f}", speed->mean, speed->least, speed->most)
                                         : fmt::format("{:>10} {:>17}", "-", "-");
        out += fmt::format("{:<20} {:>12.0f} {:>11.0f} .. {:>10.0f} {} {:>7.1f}% {:>8.1f} {:>12.0f} {:>8.1f}  {:<20} {}\n",
                           p.name(), cycles.mean, cycles.least, cycles.most, speeds, 100 * mean_hit_rate(p), mean_wait(p),
                           mean_flits(p), mean_energy(p) / 1000, waits_most_for(p.runs.front().statistics),
                           wrong.empty() ? p.runs.front().result : "wrong: " + wrong);
    }
    out += fmt::format(
        "\nspeed: how many times as fast as {} on the same data; the mean of seeds is geometric. None is given where a result is "
        "wrong.\nL2 hits: the part of L2's accesses for which nothing is read from DRAM or asked of a node behind. latency: "
        "cycles from a load's or an atomic's issue to its last word. uJ: L1, L2, network and DRAM.\n",
        comparison.protocols[first].name());
    out += parts(comparison.protocols, "beside SMs, L2, network and DRAM, which are the same for all,", &Compared::besides);
    out += parts(comparison.protocols, "without", &Compared::without);
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
            one["l2_hit_rate"] = mean_hit_rate(p);
            one["latency"] = mean_wait(p);
            one["flits"] = mean_flits(p);
            one["energy_nj"] = mean_energy(p);
            one["besides"] = p.besides;
            one["without"] = p.without;
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
