#include "apps/check/smaller.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "apps/check/command_of.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

using model::Sort;

namespace {

/// How many cores take part in a run, threads of one core, and blocks.
struct Extents {
    std::size_t cores = 0, threads = 0, blocks = 0;
    std::size_t product() const { return cores * threads * blocks; }
};

Extents extents_of(const checker::Trace& trace) {
    std::set<std::size_t> blocks;
    std::map<std::size_t, std::set<std::size_t>> threads;  // by core
    for (const checker::TraceStep& step : trace.steps)
        for (const auto& event : step.events) {
            threads[event.core.index()].insert(event.thread.index());
            blocks.insert(event.address.index());
        }
    Extents extents{threads.size(), 0, blocks.size()};
    for (const auto& [core, its] : threads) extents.threads = std::max(extents.threads, its.size());
    return extents;
}

/// All that are no larger, the smallest first.
std::vector<Extents> up_to(const Extents& most) {
    std::vector<Extents> all;
    for (std::size_t c = 1; c <= most.cores; ++c)
        for (std::size_t t = 1; t <= most.threads; ++t)
            for (std::size_t b = 1; b <= most.blocks; ++b) all.push_back({c, t, b});
    std::stable_sort(all.begin(), all.end(), [](const Extents& a, const Extents& b) { return a.product() < b.product(); });
    return all;
}

std::string shape_of(const Protocol& protocol, std::string shape, const Extents& extents) {
    const auto set = [&](Sort sort, std::size_t number) {
        if (const std::string& key = protocol.extents[static_cast<std::size_t>(sort)]; !key.empty()) shape = model::with(shape, key, std::to_string(number));
    };
    set(Sort::core, extents.cores);
    set(Sort::thread, extents.threads);
    set(Sort::address, extents.blocks);
    return shape;
}

}  // namespace

void in_smaller_system(const CheckOptions& options, double seconds, WideRefutation& refutation) {
    const Protocol& text = protocol(options.protocol);
    const auto begun = std::chrono::steady_clock::now();
    CheckOptions smaller = options;
    smaller.selection = refutation.selection;
    smaller.properties = {refutation.property.name};
    smaller.all = false;
    smaller.walk_time = 0.0;
    smaller.map = {};
    smaller.checkpoint.clear(), smaller.resume.clear();
    for (const Extents& extents : up_to(extents_of(*refutation.property.trace))) {
        const double left = seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        if (left <= 0 || InterruptWatch::flag()) return;
        smaller.seconds = std::min(left, seconds / 3);
        smaller.selection.shape = shape_of(text, refutation.selection.shape, extents);
        try {
            CheckReport report = check(smaller);
            const auto found = std::find_if(report.properties.begin(), report.properties.end(), [&](const PropertyReport& p) { return p.name == refutation.property.name && p.verdict == checker::Verdict::refuted && p.trace; });
            if (found == report.properties.end()) continue;
            refutation = {std::move(*found), smaller.selection, report.system, command_of(smaller)};
            return;
        } catch (const UsageError&) {  // no such shape: its other numbers need more, or the property says nothing there
        }
    }
}

}  // namespace tandem::apps
