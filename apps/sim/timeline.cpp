#include "apps/sim/timeline.hpp"

#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

namespace {

double per(std::uint64_t count, double units) { return static_cast<double>(count) / units; }
/// The SMs' own name for a cycle in which nothing holds them up.
std::string stall_name(const std::string& name) { return name == "none" ? "issuing" : name; }

nlohmann::json head(const SimReport& report) {
    return {{"protocol", report.protocol},         {"variant", report.variant},   {"workload", report.workload},
            {"machine", report.machine},           {"size", report.options.size}, {"seed", report.options.seed},
            {"settings", report.options.settings}, {"result", report.result},     {"cycles", report.statistics.cycles}};
}

nlohmann::json slice(const std::string& name, perfsim::Cycle begin, perfsim::Cycle end, nlohmann::json&& arguments) {
    return {{"name", name},       {"cat", "launch"}, {"ph", "X"}, {"ts", begin},
            {"dur", end - begin}, {"pid", 1},        {"tid", 1},  {"args", std::move(arguments)}};
}
nlohmann::json counter(const char* name, perfsim::Cycle at, nlohmann::json&& values) {
    return {{"name", name}, {"cat", "counts"}, {"ph", "C"}, {"ts", at}, {"pid", 1}, {"args", std::move(values)}};
}

}  // namespace

std::string timeline_json(const SimReport& report) {
    const perfsim::Timeline& timeline = *report.timeline;
    const perfsim::Statistics& total = timeline.total();
    nlohmann::json json = head(report);
    json["interval_cycles"] = timeline.interval();
    json["intervals"] = json["launches"] = nlohmann::json::array();
    for (const auto& i : timeline.intervals()) {
        nlohmann::json stalls, flits = nlohmann::json::object();
        for (std::size_t s = 0; s < i.stalled.size(); ++s) stalls[stall_name(total.stalled[s].name)] = i.stalled[s];
        for (std::size_t k = 0; k < i.flits.size(); ++k) flits[total.traffic[k].name] = i.flits[k];
        json["intervals"].push_back({{"begin", i.begin},
                                     {"end", i.end},
                                     {"instructions", i.instructions},
                                     {"sm_cycles", stalls},
                                     {"flits", flits},
                                     {"l1", {{"lookups", i.l1_lookups}, {"hits", i.l1_hits}}},
                                     {"l2_lookups", i.l2_lookups},
                                     {"dram", {{"reads", i.dram_reads}, {"writes", i.dram_writes}}}});
    }
    for (const auto& l : timeline.launches)
        json["launches"].push_back({{"begin", l.begin},
                                    {"done", l.done},
                                    {"end", l.end},
                                    {"thread_blocks", l.blocks},
                                    {"warps_per_block", l.warps_per_block}});
    return json_text(json, 1) + "\n";
}

std::string timeline_trace(const SimReport& report) {
    const perfsim::Timeline& timeline = *report.timeline;
    const perfsim::Statistics& total = timeline.total();
    nlohmann::json events = nlohmann::json::array();
    events.push_back(
        {{"name", "process_name"}, {"ph", "M"}, {"pid", 1}, {"args", {{"name", report.workload + " on " + report.system()}}}});
    events.push_back({{"name", "thread_name"}, {"ph", "M"}, {"pid", 1}, {"tid", 1}, {"args", {{"name", "launches"}}}});
    int number = 0;
    for (const auto& l : timeline.launches) {
        events.push_back(slice("launch " + std::to_string(++number), l.begin, l.end,
                               {{"thread blocks", l.blocks}, {"warps per block", l.warps_per_block}}));
        if (l.end > l.done) events.push_back(slice("caches are emptied", l.done, l.end, nlohmann::json::object()));
    }
    // A counter holds until its next event, so the last interval is followed by zeros where the run ends.
    auto intervals = timeline.intervals();
    if (!intervals.empty()) {
        perfsim::Interval after = intervals.back();
        after = {after.end, after.end + 1, 0, std::vector<std::uint64_t>(after.stalled.size()),
                 std::vector<std::uint64_t>(after.flits.size())};
        intervals.push_back(std::move(after));
    }
    for (const auto& i : intervals) {
        const auto cycles = static_cast<double>(i.length());
        nlohmann::json stalls, flits = nlohmann::json::object();
        for (std::size_t s = 0; s < i.stalled.size(); ++s)
            if (total.stalled[s].count > 0) stalls[stall_name(total.stalled[s].name)] = per(i.stalled[s], cycles);
        for (std::size_t k = 0; k < i.flits.size(); ++k)
            if (total.traffic[k].flits > 0) flits[total.traffic[k].name] = per(i.flits[k], cycles);
        events.push_back(counter("instructions a cycle", i.begin, {{"issued", per(i.instructions, cycles)}}));
        events.push_back(counter("SMs by what they do", i.begin, std::move(stalls)));
        events.push_back(counter("flits a cycle", i.begin, std::move(flits)));
        if (total.l1_lookups > 0)
            events.push_back(
                counter("L1 a cycle", i.begin,
                        {{"load hits", per(i.l1_hits, cycles)}, {"other accesses", per(i.l1_lookups - i.l1_hits, cycles)}}));
        events.push_back(counter("DRAM blocks a cycle", i.begin,
                                 {{"reads", per(i.dram_reads, cycles)}, {"writes", per(i.dram_writes, cycles)}}));
    }
    nlohmann::json other;
    const nlohmann::json what = head(report);
    for (const auto& [key, value] : what.items()) other[key] = value.is_string() ? value.get<std::string>() : value.dump();
    other["time"] = "one microsecond is one cycle";
    return json_text(nlohmann::json{{"traceEvents", events}, {"displayTimeUnit", "ms"}, {"otherData", other}}, -1) + "\n";
}

TimelineFiles::TimelineFiles(const std::vector<std::string>& paths) {
    require_each_once(paths, "--timeline");
    for (const std::string& path : paths) {
        const auto text = path.ends_with(".svg")          ? timeline_svg
                          : path.ends_with(".trace.json") ? timeline_trace
                          : path.ends_with(".json")       ? timeline_json
                                                          : nullptr;
        if (!text)
            throw UsageError("the timeline '" + path +
                             "' has no ending that says what it is: .svg (a picture), .trace.json (a trace for Perfetto) and "
                             ".json (numbers) are accepted");
        files_.push_back({text, std::make_unique<WholeFile>(path, "timeline")});
    }
}

void TimelineFiles::write(const SimReport& report) {
    for (const File& f : files_) f.file->commit(f.text(report));
}

}  // namespace tandem::apps
