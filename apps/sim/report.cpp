#include "apps/sim/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tandem::apps {

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// A text that does not say which of its outcomes are hits and misses: all that it did.
std::string by_outcome(const perfsim::Statistics& s) {
    std::string out = "\noutcomes of the text\n";
    for (const auto& c : s.outcomes)
        if (c.count > 0) out += fmt::format("  {:<22} {:>14}\n", c.name, c.count);
    return out + fmt::format("\nL1: {} accesses, {} evictions\n", s.l1_lookups, s.l1_evictions);
}

/// What the text may do, and this run has never made it do: it says nothing about that.
std::string never_shown(const perfsim::Statistics& s) {
    std::string names;
    for (const auto& c : s.outcomes)
        if (c.count == 0 && !is_stall(c.name)) names += (names.empty() ? "" : ", ") + c.name;
    return names.empty() ? "" : "\noutcomes of the text that this run never shows, stalls apart: " + names + "\n";
}

/// How much of the machine the run has filled.
std::string occupancy_lines(const perfsim::Statistics& s) {
    const double part = static_cast<double>(s.most_warps) / std::max(1, s.warps_of_machine);
    std::string out = fmt::format(
        "\nwarps: {:.0f} resident on average, {} at most, of {} that the machine holds{}\n", s.mean_warps(), s.most_warps,
        s.warps_of_machine, 2 * part < 1 ? fmt::format(": {:.0f}% of it, so latencies are hidden by few warps", 100 * part) : "");
    for (const auto& l : s.launches)
        out += fmt::format("  {} of {} warp{} a block: {} block{} fit on an SM, limited by {}\n",
                           l.launches == 1 ? "1 launch" : fmt::format("{} launches", l.launches), l.warps_per_block,
                           l.warps_per_block == 1 ? "" : "s", l.thread_blocks, l.thread_blocks == 1 ? "" : "s",
                           l.limit == "grid" ? "the grid" : "sms." + l.limit);
    return out;
}

/// What CPUs did, if any ran.
std::string cpu_lines(const perfsim::CpuCounts& c) {
    if (c.steps == 0) return "";
    std::string out = fmt::format(
        "\nCPUs: {} instructions in {} cycles of their clock, {} loads, {} stores, {} atomics and {} fences among them\n"
        "  nothing commits in {:.1f}% of the cycles, and in {:.1f}% the window is full besides\n"
        "  {} loads find their block in the first cache; {} blocks are asked for before a load commits; {} evictions of the "
        "second\n"
        "  {} bytes from and to the directory",
        c.instructions, c.steps, c.loads, c.stores, c.atomics, c.fences, share(c.no_commit, c.steps), share(c.full, c.steps),
        c.first_cache_hits, c.early, c.evictions, c.bytes);
    if (c.pool_bytes > 0)
        out += fmt::format(", and {} for mutexes: {:.2f}% of both", c.pool_bytes, share(c.pool_bytes, c.bytes + c.pool_bytes));
    return out + "\n";
}

/// Of what the energy table prices.
std::string energy_line(const std::vector<perfsim::Energy>& energy) {
    double total = 0;
    std::string parts, unpriced;
    for (const auto& e : energy) total += e.nanojoules;
    for (const auto& e : energy) {
        if (e.nanojoules > 0)
            parts += fmt::format("{} {} {:.1f}%", parts.empty() ? " =" : ",", e.component, 100 * e.nanojoules / total);
        else if (!e.priced) unpriced += (unpriced.empty() ? "" : ", ") + e.component;
    }
    return fmt::format("\nenergy: {:.4g} mJ{}{}", total / 1e6, parts, unpriced.empty() ? "" : "; not priced: " + unpriced);
}

std::string counted_by_workload(const perfsim::WorkloadReport& counted) {
    std::string out;
    if (!counted.quantities.empty()) out += "\nmeasured                            value    closed form\n";
    for (const auto& q : counted.quantities) out += fmt::format("  {:<26} {:>12.2f} {:>14.2f}\n", q.name, q.value, q.closed_form);
    if (!counted.counts.empty()) out += "\ncounted by the workload\n";
    for (const auto& c : counted.counts) out += fmt::format("  {:<22} {:>14}\n", c.name, c.count);
    for (const auto& note : counted.notes) out += fmt::format("{}  {}\n", &note == &counted.notes.front() ? "\n" : "", note);
    if (!counted.operations.empty()) out += "\nsynchronization           number  cycles each\n";
    for (const auto& [kind, cost] : counted.operations)
        out += fmt::format("  {:<20} {:>9} {:>12.1f}\n", kind, cost.operations,
                           static_cast<double>(cost.cycles) / static_cast<double>(cost.operations));
    return out;
}

nlohmann::json as_json(const perfsim::WorkloadReport& counted) {
    nlohmann::json counts = nlohmann::json::object(), operations = nlohmann::json::object();
    for (const auto& c : counted.counts) counts[c.name] = c.count;
    for (const auto& [kind, cost] : counted.operations)
        operations[kind] = {{"operations", cost.operations}, {"cycles", cost.cycles}};
    nlohmann::json json = {{"counts", counts}, {"synchronization", operations}, {"group_cycles", counted.group_cycles}};
    if (!counted.notes.empty()) json["notes"] = counted.notes;
    for (const auto& q : counted.quantities) json["quantities"][q.name] = {{"value", q.value}, {"closed_form", q.closed_form}};
    return json;
}

}  // namespace

std::uint64_t flits_of(const perfsim::Statistics& statistics) {
    std::uint64_t sum = 0;
    for (const auto& t : statistics.traffic) sum += t.flits;
    return sum;
}

std::string waits_most_for(const perfsim::Statistics& statistics) {
    std::string why;
    std::uint64_t most = 0, all = 0;
    for (const auto& c : statistics.stalled) {
        all += c.count;
        if (c.name != "none" && c.name != "no_warp" && c.count > most) most = c.count, why = c.name;
    }
    return most == 0 ? "-" : fmt::format("{} {:.0f}%", why, share(most, all));
}

bool is_stall(const std::string& outcome) { return outcome.starts_with("stalled_") || outcome == "nothing_to_do"; }

double mean_latency(const perfsim::Statistics& s) {
    const std::uint64_t waited_for = s.loads + s.atomics;
    return waited_for == 0 ? 0 : static_cast<double>(s.data_latency) / static_cast<double>(waited_for);
}

double l2_hit_rate(const perfsim::Statistics& s) {
    return s.l2_asked == 0 ? 0 : std::max(0.0, 1 - static_cast<double>(s.l2_misses) / static_cast<double>(s.l2_asked));
}

std::string as_text(const SimReport& report) {
    const perfsim::Statistics& s = report.statistics;
    std::string out = fmt::format("{} on machine {}, workload {} size {} seed {}\n", report.system(), report.machine,
                                  report.workload, report.options.size, report.options.seed);
    for (const auto& [name, value] : report.options.settings) out += fmt::format("{} {}\n", name, value);
    out += fmt::format("{} cycles, {} instructions, {} of them to memory, {} block accesses\n", s.cycles, s.instructions,
                       s.memory_instructions, s.accesses);
    std::uint64_t sm_cycles = 0;
    for (const auto& c : s.stalled) sm_cycles += c.count;
    out += "\ncycles of the SMs\n";
    for (const auto& c : s.stalled)
        if (c.count > 0)
            out += fmt::format("  {:<16} {:>14} {:>6.1f}%\n", c.name == "none" ? "issuing" : c.name, c.count,
                               share(c.count, sm_cycles));
    out += occupancy_lines(s);
    if (const auto& phases = report.cpu_phases)
        out += fmt::format(
            "\nphases of CPUs: {} cycles, {:.1f}% of all; they store {} words before the kernels, and load {} after them\n"
            "kernels access {:.2f} MB of data, of which CPUs store or load {:.2f} MB, {:.1f}%\n",
            phases->cycles, share(static_cast<std::uint64_t>(phases->cycles), static_cast<std::uint64_t>(s.cycles)),
            phases->stored, phases->loaded, 4e-6 * static_cast<double>(phases->accessed),
            4e-6 * static_cast<double>(phases->shared), share(phases->shared, phases->accessed));
    out += cpu_lines(s.cpus);
    out += "\nmessages                  number          flits          bytes\n";
    for (const auto& t : s.traffic)
        if (t.messages > 0) out += fmt::format("  {:<14} {:>14} {:>14} {:>14}\n", t.name, t.messages, t.flits, t.bytes);
    if (s.flit_hops > 0)
        out += fmt::format(
            "torus: {} flits over links between routers, {:.2f} links each; the busiest link moves one in {:.1f}% of the "
            "cycles\n",
            s.flit_hops, static_cast<double>(s.flit_hops) / static_cast<double>(flits_of(s)),
            share(s.most_flits_of_a_link, static_cast<std::uint64_t>(s.cycles)));
    if (!report.loads_in_cache.empty()) {
        out += "\nloads of blocks in L1\n";
        for (const auto& line : report.loads_in_cache) out += fmt::format("  {:<28} {:>14}\n", line.name, line.count);
        out += fmt::format("L1: {} evictions\n", s.l1_evictions);
    } else if (s.l1_lookups > 0) {
        out += by_outcome(s);
    } else {
        out += "\nno L1: every access goes to L2\n";
    }
    out += never_shown(s);
    out += counted_by_workload(report.counted);
    out += fmt::format("\nL2: {} accesses, {:.1f}% of them hits, {} evictions; DRAM: {} reads, {} writes, {} activations\n",
                       s.l2_asked, 100 * l2_hit_rate(s), s.l2_evictions, s.dram_reads, s.dram_writes, s.dram_activations);
    if (s.l2_lookups != s.l2_asked)
        out += fmt::format("L2's tags, or the directory there, are looked up for {} messages in all\n", s.l2_lookups);
    if (s.dram_forwarded > 0)
        out += fmt::format("DRAM's queues of writes answer or take in {} more reads and writes\n", s.dram_forwarded);
    if (s.loads + s.atomics > 0)
        out += fmt::format("a load or an atomic has its last word after {:.1f} cycles on average\n", mean_latency(s));
    out += energy_line(report.energy);
    out += fmt::format("\n\nsimulated in {:.2f} s of processor time", report.seconds);
    // A run may be over before the processor's clock has moved.
    if (report.seconds > 0)
        out += fmt::format(": {:.2f} million memory instructions a second",
                           static_cast<double>(s.memory_instructions) / report.seconds / 1e6);
    if (report.judged > 0)
        out += fmt::format("; the monitor judged {} times, which took {:.2f} s of them, and found {}", report.judged,
                           report.judging, report.result.find("does not hold") == std::string::npos ? "nothing" : "something");
    out += fmt::format("\n\nresult: {}\n", report.result);
    return out;
}

nlohmann::json as_json(const SimReport& report) {
    const perfsim::Statistics& s = report.statistics;
    nlohmann::json stalls, outcomes, traffic = nlohmann::json::array();
    for (const auto& c : s.stalled) stalls[c.name == "none" ? "issuing" : c.name] = c.count;
    for (const auto& c : s.outcomes) outcomes[c.name] = c.count;
    nlohmann::json l1, energy;
    for (const auto& c : report.loads_in_cache) l1[c.name] = c.count;
    l1["evictions"] = s.l1_evictions;
    for (const auto& e : report.energy) energy[e.component] = e.nanojoules;
    nlohmann::json launches = nlohmann::json::array();
    for (const auto& l : s.launches)
        launches.push_back({{"launches", l.launches},
                            {"warps_per_block", l.warps_per_block},
                            {"thread_blocks", l.thread_blocks},
                            {"limit", l.limit}});
    for (const auto& t : s.traffic)
        traffic.push_back({{"name", t.name}, {"messages", t.messages}, {"flits", t.flits}, {"bytes", t.bytes}});
    nlohmann::json phases;
    if (report.cpu_phases)
        phases = {{"cycles", report.cpu_phases->cycles},
                  {"stored", report.cpu_phases->stored},
                  {"loaded", report.cpu_phases->loaded},
                  {"accessed", report.cpu_phases->accessed},
                  {"shared", report.cpu_phases->shared}};
    return {
        {"protocol", report.protocol},
        {"variant", report.variant},
        {"workload", report.workload},
        {"machine", report.machine},
        {"size", report.options.size},
        {"seed", report.options.seed},
        {"settings", report.options.settings},
        {"counted", as_json(report.counted)},
        {"result", report.result},
        {"seconds", report.seconds},
        {"cycles", s.cycles},
        {"instructions", s.instructions},
        {"memory_instructions", s.memory_instructions},
        {"loads", s.loads},
        {"stores", s.stores},
        {"atomics", s.atomics},
        {"fences", s.fences},
        {"accesses", s.accesses},
        {"warps", {{"mean", s.mean_warps()}, {"most", s.most_warps}, {"machine", s.warps_of_machine}, {"launches", launches}}},
        {"cpu_phases", phases},
        {"cpus",
         {{"instructions", s.cpus.instructions},
          {"loads", s.cpus.loads},
          {"stores", s.cpus.stores},
          {"atomics", s.cpus.atomics},
          {"fences", s.cpus.fences},
          {"cycles", s.cpus.steps},
          {"no_commit", s.cpus.no_commit},
          {"full", s.cpus.full},
          {"first_cache_hits", s.cpus.first_cache_hits},
          {"early", s.cpus.early},
          {"evictions", s.cpus.evictions},
          {"bytes", s.cpus.bytes},
          {"pool_bytes", s.cpus.pool_bytes}}},
        {"data_latency", {{"cycles", s.data_latency}, {"mean", mean_latency(s)}}},
        {"sm_cycles", stalls},
        {"l1", l1},
        {"energy_nj", energy},
        {"monitor", report.judged},
        {"monitor_seconds", report.judging},
        {"outcomes", outcomes},
        {"traffic", traffic},
        {"torus", {{"flit_hops", s.flit_hops}, {"most_flits_of_a_link", s.most_flits_of_a_link}}},
        {"l2",
         {{"accesses", s.l2_asked},
          {"lookups", s.l2_lookups},
          {"misses", s.l2_misses},
          {"evictions", s.l2_evictions},
          {"write_backs", s.write_backs},
          {"bytes", s.l2_bytes}}},
        {"dram",
         {{"reads", s.dram_reads},
          {"writes", s.dram_writes},
          {"row_hits", s.dram_row_hits},
          {"activations", s.dram_activations},
          {"forwarded", s.dram_forwarded}}}};
}

}  // namespace tandem::apps
