#include "apps/sim_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tandem::apps {

namespace {

double share(std::uint64_t part, std::uint64_t whole) { return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole); }

}  // namespace

std::string as_text(const SimReport& report) {
    const perfsim::Statistics& s = report.statistics;
    std::string out = fmt::format("{} {} on machine {}, workload {} size {} seed {}\n", report.protocol, report.variant, report.machine, report.workload,
                                  report.options.size, report.options.seed);
    out += fmt::format("{} cycles, {} instructions, {} of them to memory, {} block accesses\n", s.cycles, s.instructions, s.memory_instructions, s.accesses);
    std::uint64_t sm_cycles = 0;
    for (const auto& c : s.stalled) sm_cycles += c.count;
    out += "\ncycles of the SMs\n";
    for (const auto& c : s.stalled)
        if (c.count > 0) out += fmt::format("  {:<16} {:>14} {:>6.1f}%\n", c.name == "none" ? "issuing" : c.name, c.count, share(c.count, sm_cycles));
    out += "\nmessages                  number          flits          bytes\n";
    for (const auto& t : s.traffic)
        if (t.messages > 0) out += fmt::format("  {:<14} {:>14} {:>14} {:>14}\n", t.name, t.messages, t.flits, t.bytes);
    out += "\nprotocol outcomes\n";
    for (const auto& c : s.outcomes)
        if (c.count > 0) out += fmt::format("  {:<22} {:>14}\n", c.name, c.count);
    out += fmt::format("\nDRAM: {} reads, {} writes, {} activations\n", s.dram_reads, s.dram_writes, s.dram_activations);
    out += fmt::format("\nresult: {}\n", report.result);
    return out;
}

nlohmann::json as_json(const SimReport& report) {
    const perfsim::Statistics& s = report.statistics;
    nlohmann::json stalls, outcomes, traffic = nlohmann::json::array();
    for (const auto& c : s.stalled) stalls[c.name == "none" ? "issuing" : c.name] = c.count;
    for (const auto& c : s.outcomes) outcomes[c.name] = c.count;
    for (const auto& t : s.traffic) traffic.push_back({{"name", t.name}, {"messages", t.messages}, {"flits", t.flits}, {"bytes", t.bytes}});
    return {{"protocol", report.protocol},
            {"variant", report.variant},
            {"workload", report.workload},
            {"machine", report.machine},
            {"size", report.options.size},
            {"seed", report.options.seed},
            {"result", report.result},
            {"seconds", report.seconds},
            {"cycles", s.cycles},
            {"instructions", s.instructions},
            {"memory_instructions", s.memory_instructions},
            {"accesses", s.accesses},
            {"sm_cycles", stalls},
            {"outcomes", outcomes},
            {"traffic", traffic},
            {"dram", {{"reads", s.dram_reads}, {"writes", s.dram_writes}, {"activations", s.dram_activations}}}};
}

}  // namespace tandem::apps
