#include "apps/sim/idle_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <tuple>

#include "apps/common/terminal.hpp"
#include "apps/common/toml_text.hpp"
#include "apps/common/words.hpp"
#include "apps/common/work_queue.hpp"
#include "perfsim/machine_text.hpp"
#include "perfsim/stuck_error.hpp"

namespace tandem::apps {

namespace {

/// All that a run is said to have cost, apart from the host's time.
auto counts(const perfsim::Statistics& s) {
    return std::tuple(s.cycles, s.instructions, s.memory_instructions, s.accesses, s.shared_cycles, s.l1_lookups, s.l1_hits,
                      s.l1_fills, s.l1_evictions, s.l1_fills_beyond_set, s.l2_lookups, s.l2_asked, s.l2_evictions, s.write_backs,
                      s.dram_reads, s.dram_writes, s.dram_row_hits, s.dram_activations, s.dram_forwarded, s.warp_cycles,
                      s.most_warps,
                      s.data_latency, s.flit_hops, s.cpus.instructions, s.cpus.steps, s.cpus.no_commit, s.cpus.full,
                      s.cpus.first_cache_hits, s.cpus.early, s.cpus.evictions);
}
bool same(const std::vector<perfsim::Counter>& a, const std::vector<perfsim::Counter>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) { return x.count == y.count; });
}
bool same(const perfsim::Statistics& a, const perfsim::Statistics& b) {
    const auto alike = [](const perfsim::Traffic& x, const perfsim::Traffic& y) {
        return std::tie(x.messages, x.flits, x.bytes) == std::tie(y.messages, y.flits, y.bytes);
    };
    return counts(a) == counts(b) && same(a.outcomes, b.outcomes) && same(a.stalled, b.stalled) &&
           std::equal(a.traffic.begin(), a.traffic.end(), b.traffic.begin(), b.traffic.end(), alike);
}

}  // namespace

std::vector<OwnSetting> own_settings(const SimOptions& options) {
    std::vector<OwnSetting> own;
    if (options.machine.empty() || perfsim::library_machine(options.machine)) return own;
    const std::string text = toml_text(options.machine, "machine file", "perfsim/machines/paper.toml");
    const perfsim::Settings file = perfsim::parse_settings(text, options.machine);
    const auto named = file.outside.find("base");
    const std::string base = named == file.outside.end() ? "paper" : named->second.text.value();
    const perfsim::Settings of_base = perfsim::parse_settings(perfsim::library_machine(base), base);
    for (const auto& [table, settings] : file.tables)
        for (const auto& [key, setting] : settings) {
            const auto at = of_base.tables.find(table);
            if (at == of_base.tables.end() || !at->second.contains(key)) continue;
            const auto before = at->second.at(key).whole.value(), now = setting.whole.value();
            if (before != now) own.push_back({table + "." + key, static_cast<int>(now), static_cast<int>(before)});
        }
    return own;
}

IdleKeys idle_keys(const SimOptions& options, const SimReport& report) {
    IdleKeys keys;
    if (!report.finished || report.interrupted) return keys;
    const std::vector<OwnSetting> own = own_settings(options);
    if (own.empty()) return keys;
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const double most = std::max(least_time_of_idle_keys, 2 * report.seconds);
    const InterruptWatch watch;
    std::atomic<bool> cut = false;
    SimOptions again = options;
    again.monitor = false;  // it takes no simulated time
    again.timeline.clear();
    again.threads = 1;
    again.progress = ProgressStyle::off;
    again.limit = report.statistics.cycles;  // whatever takes longer differs
    again.tick = [&] {
        if (InterruptWatch::flag() || std::chrono::duration<double>(Clock::now() - start).count() > most) cut = true;
        if (cut) throw perfsim::StuckError("the time ran out");
    };
    const NamedMachine machine = whole_machine(options);
    enum class Found { matters, idle, untried };
    std::vector<Found> found(own.size(), Found::untried);
    work_through(own.size(), std::min(threads_or_all(0), static_cast<int>(own.size())), [&](std::size_t i) {
        if (cut) return;
        try {
            const std::string text = perfsim::with_setting(machine.text, own[i].key, own[i].base);
            const SimReport other = simulate(again, perfsim::machine_from(text, machine.name));
            if (!cut) found[i] = same(report.statistics, other.statistics) ? Found::idle : Found::matters;
        } catch (const std::exception&) {  // the base's value does not go with the rest of the file
            found[i] = Found::matters;
        }
    });
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (found[i] == Found::idle) keys.idle.push_back(own[i]);
        if (found[i] == Found::untried) keys.untried.push_back(own[i].key);
    }
    return keys;
}

std::string as_text(const IdleKeys& keys) {
    if (keys.idle.empty() && keys.untried.empty()) return "";
    std::vector<std::string> idle;
    for (const OwnSetting& s : keys.idle)
        idle.push_back(fmt::format("{} = {} (with {} all counts are the same)", s.key, s.value, s.base));
    std::string out;
    if (!idle.empty()) out = "changes nothing in this run: " + join(idle, ", ") + "\n";
    if (!keys.untried.empty()) out += "may change nothing, for there was no time to try: " + join(keys.untried, ", ") + "\n";
    return out;
}

}  // namespace tandem::apps
