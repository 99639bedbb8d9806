#include "apps/compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/runs_at_once.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/common/work_queue.hpp"

namespace tandem::apps {

namespace {

/// A protocol's variant under which kernels with fences are right and fast, if it is called as usual; else its default.
std::string usual_variant(const Protocol& protocol) {
    for (const auto& [group, entries] : protocol.variants)
        for (const auto& entry : entries)
            if (entry.name == "rc") return "rc";
    return "";
}

std::vector<Compared> chosen(const CompareOptions& options) {
    std::vector<Compared> all;
    for (const std::string& word : options.protocols) {
        const auto colon = word.find(':');
        const Protocol& p = protocol(word.substr(0, colon));
        if (colon != std::string::npos && has_empty_part(word.substr(colon + 1)))
            throw UsageError("'" + word + "' names an empty variant: PROTOCOL or PROTOCOL:VARIANT is accepted");
        all.push_back({p.name, colon == std::string::npos ? usual_variant(p) : word.substr(colon + 1), {}, ""});
    }
    if (all.empty())
        for (const Protocol& p : engines::protocols())
            if (const std::string variant = usual_variant(p); simulated(p, variant)) all.push_back({p.name, variant, {}, ""});
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (all[i].name() == all[j].name())
                throw UsageError("'" + all[i].name() + "' is to be compared with itself: each once is accepted");
    return all;
}

SimOptions run_of(const CompareOptions& options, const Compared& protocol, int seed) {
    SimOptions run = options.sim;
    run.protocol = protocol.protocol;
    run.selection.variant = protocol.variant;
    run.progress = ProgressStyle::off;  // of each run
    run.workload_options.seed += static_cast<std::uint64_t>(seed);
    return run;
}

Selection selection_of(const Compared& p) { return {p.variant, ""}; }

/// One machine is for all. It is the paper's, unless one that is named needs a directory behind L2: then it is the same with one.
void choose_machine(CompareOptions& options, const std::vector<Compared>& all) {
    if (!options.sim.machine.empty()) return;
    const auto m = perfsim::paper_machine();
    for (const Compared& p : all)
        if (protocol(p.protocol).honours(selection_of(p), "directory.latency", m, m)) options.sim.machine = "neutral";
}

/// Which parts of the machine it uses, and which it does not.
void note_parts(Compared& p, const SimOptions& options) {
    const NamedMachine named = whole_machine(options);
    const perfsim::MachineDescription m = perfsim::machine_from(named.text, named.name);
    const Protocol& text = protocol(p.protocol);
    const auto uses = [&](const char* key) { return text.honours(selection_of(p), key, m, m); };
    if (uses("directory.latency")) p.besides.push_back("a directory before memory, and L3 (directory, l3)");
    if (uses("pool")) p.besides.push_back("a pool (pool)");
    auto caches = m;
    caches.l1.bytes *= 2;
    if (!text.honours(selection_of(p), "l1.bytes", m, caches)) p.without.push_back("an L1");
}

template <class Value>
Spread spread(const std::vector<SimReport>& runs, bool geometric, Value&& value) {
    Spread found{INFINITY, 0, 0};
    for (const SimReport& run : runs) {
        const double v = value(run);
        found.least = std::min(found.least, v);
        found.most = std::max(found.most, v);
        found.mean += geometric ? std::log(v) : v;
    }
    found.mean /= static_cast<double>(runs.size());
    if (geometric) found.mean = std::exp(found.mean);
    return found;
}

}  // namespace

bool simulated(const Protocol& protocol, const std::string& variant) {
    try {
        return protocol.simulate({variant, ""}, {}, false) != nullptr;
    } catch (const UsageError&) {
        return false;
    }
}

std::string Compared::wrong() const {
    for (const SimReport& run : runs)
        if (!run.right) return fmt::format("seed {}: {}", run.options.seed, run.result);
    return "";
}

std::size_t Comparison::first() const {
    const auto where = [&](auto&& holds) {
        return static_cast<std::size_t>(std::find_if(protocols.begin(), protocols.end(), holds) - protocols.begin());
    };
    const std::size_t right = where([](const Compared& p) { return !p.runs.empty() && p.wrong().empty(); });
    return right < protocols.size() ? right : where([](const Compared& p) { return !p.runs.empty(); });
}

Spread Comparison::cycles(std::size_t protocol) const {
    return spread(protocols[protocol].runs, false,
                  [](const SimReport& run) { return static_cast<double>(run.statistics.cycles); });
}

std::optional<Spread> Comparison::speed(std::size_t protocol) const {
    if (!protocols[protocol].wrong().empty() || !protocols[first()].wrong().empty()) return {};
    const auto& base = protocols[first()].runs;
    return spread(protocols[protocol].runs, true, [&](const SimReport& run) {
        return static_cast<double>(base[static_cast<std::size_t>(&run - protocols[protocol].runs.data())].statistics.cycles) /
               static_cast<double>(run.statistics.cycles);
    });
}

Comparison compare(const CompareOptions& asked) {
    CompareOptions options = asked;
    std::vector<Compared> protocols = chosen(options);
    choose_machine(options, protocols);
    for (Compared& p : protocols) note_parts(p, options.sim);
    Comparison comparison{options.sim, options.seeds, "", std::move(protocols)};
    const std::size_t seeds = static_cast<std::size_t>(options.seeds), all = comparison.protocols.size() * seeds;
    for (Compared& p : comparison.protocols) p.runs.resize(seeds);
    std::mutex mutex;
    ProgressReport progress(options.sim.progress);
    std::size_t done = 0;
    work_through(all, std::min(runs_at_once(options.threads), static_cast<int>(all)), [&](std::size_t i) {
        Compared& p = comparison.protocols[i / seeds];
        try {
            SimReport run = simulate(run_of(options, p, static_cast<int>(i % seeds)));
            const std::lock_guard lock(mutex);
            if (run.applies) p.runs[i % seeds] = std::move(run);
            else p.refused = "the kernel does not apply: " + run.result;
        } catch (const UsageError& error) {
            if (!options.protocols.empty()) throw;
            const std::lock_guard lock(mutex);
            p.refused = error.what();
        }
        const std::lock_guard lock(mutex);
        progress.show_runs(++done, all, fmt::format("{}, seed {}", p.name(), options.sim.workload_options.seed + i % seeds));
    });
    progress.clear();
    for (Compared& p : comparison.protocols)
        if (!p.refused.empty()) p.runs.clear();
    // What is wrong with the workload or the machine is wrong for all, and is the user's to mend.
    if (comparison.first() == comparison.protocols.size()) throw UsageError(comparison.protocols.front().refused);
    const SimReport& one = comparison.protocols[comparison.first()].runs.front();
    comparison.machine = one.machine;
    comparison.sim.workload = one.workload;
    return comparison;
}

int run_compare(const CompareOptions& options) {
    WholeFile json(options.json, "JSON"), svg(options.svg, "SVG");
    const Comparison comparison = compare(options);
    deliver({[&] {
                 if (!json.to_output()) say(as_text(comparison));
             },
             [&] { json.commit(json_text(as_json(comparison)) + "\n"); }, [&] { svg.commit(as_svg(comparison)); }});
    const bool wrong = std::any_of(comparison.protocols.begin(), comparison.protocols.end(),
                                   [](const Compared& p) { return !p.wrong().empty(); });
    return wrong ? status_refuted : status_holds;
}

}  // namespace tandem::apps
