// The search, and what it says of each property.
#include "apps/check/check.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/check/checkpoints.hpp"
#include "apps/check/coverage.hpp"
#include "apps/check/report.hpp"
#include "apps/check/shrink.hpp"
#include "apps/common/broken_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/progress.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/common/work_queue.hpp"
#include "apps/map/written.hpp"
#include "apps/trace/output.hpp"
#include "apps/trace/why.hpp"
#include "checker/liveness.hpp"
#include "checker/random_walk.hpp"
#include "specs/accounts.hpp"

namespace tandem::apps {

using checker::Ending;
using checker::Verdict;
using model::PropertyKind;

namespace {

std::vector<int> choose_properties(const model::Network& network, const std::vector<std::string>& wanted) {
    std::vector<int> chosen;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < network.properties().size(); ++i) {
        const std::string& name = network.properties()[i].name;
        if (wanted.empty() || any_asked(wanted, name)) chosen.push_back(static_cast<int>(i));
        const std::string family = name.substr(0, name.find(':'));
        if (std::find(names.begin(), names.end(), family) == names.end()) names.push_back(family);
    }
    names.push_back(text_error_property().name);
    for (const auto& w : wanted)
        if (w != names.back() && std::none_of(network.properties().begin(), network.properties().end(), [&](const auto& p) { return asked(w, p.name); }))
            throw UsageError("there is no property '" + w + "' of this system: " + join(names, ", ") + " are accepted");
    return chosen;
}

/// What must happen in the end is judged on cycles of the states, not on the states.
bool of_all_runs(const model::Property& property) { return property.kind == PropertyKind::always_eventually || property.kind == PropertyKind::always_accepted; }

Verdict judge(const model::Property& property, int index, const checker::SearchResult& result) {
    const auto refuted = std::any_of(result.violations.begin(), result.violations.end(), [&](const auto& v) { return v.property == index; });
    const bool complete = result.ending == Ending::complete;
    if (property.kind == PropertyKind::can_happen) {
        if (result.outcomes >> property.number & 1) return Verdict::holds;
        return complete ? Verdict::refuted : Verdict::undecided;
    }
    if (refuted) return Verdict::refuted;
    return complete && !of_all_runs(property) ? Verdict::holds : Verdict::undecided;
}

/// What only the monitored system can judge.
bool needs_monitor(const model::Network& with, const model::Network& without, const std::vector<std::string>& wanted) {
    const auto has = [](const model::Network& network, const std::string& name) {
        return std::any_of(network.properties().begin(), network.properties().end(), [&](const auto& p) { return p.name == name; });
    };
    for (const int p : choose_properties(with, wanted))
        if (!has(without, with.properties()[static_cast<std::size_t>(p)].name)) return true;
    return false;
}

/// Judges each lemma in an initial state: one that speaks of a node or a channel that is not there throws here, and not on a thread of the search.
void try_lemmas(const model::Network& network) {
    std::vector<model::TypedObject> objects;
    std::vector<const void*> nodes;
    for (std::size_t n = 0; n < network.nodes().size(); ++n) {
        objects.push_back(network.node_object(network.nodes()[n].kind, network.initial(0, static_cast<int>(n))));
        nodes.push_back(objects.back().object.get());
    }
    objects.push_back(network.monitor_object(network.initial_monitor(0)));
    for (const model::Property& property : network.properties())
        if (property.lemma) network.holds(property.number, {nodes.data(), {}, objects.back().object.get()});
}

/// What all engines are told.
struct Engines {
    explicit Engines(const CheckOptions& options)
        : text(protocol(options.protocol)), ranks(LaunchedRanks::ranks()), threads(ranks && options.threads == 0 ? 1 : threads_or_all(options.threads)),
          memory(bytes_of(options.memory)), deadline(options.seconds), progress(speaks_for_all() ? options.progress : ProgressStyle::off) {}

    double seconds_used() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }
    bool out_of_time() const { return deadline > 0 && seconds_used() > deadline; }
    /// What is left of the time limit; 0 for none.
    double seconds_left() const { return deadline <= 0 ? 0 : std::max(deadline - seconds_used(), 1e-3); }
    checker::SearchOptions search(const std::string& phase, std::vector<int> properties) {
        checker::SearchOptions o;
        o.ranks = ranks;
        o.threads = threads;
        o.memory = memory;
        o.seconds = seconds_left();
        o.properties = std::move(properties);
        o.interrupt = &InterruptWatch::flag();
        o.progress = [this, phase](const checker::Progress& p) { progress.show(phase, p); };
        return o;
    }

    const Protocol& text;
    checker::Ranks* ranks;  // null if this process is alone
    int threads;
    std::size_t memory;
    double deadline;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    InterruptWatch watch;
    ProgressReport progress;
};

PropertyReport start_report(const model::Property& property) {
    PropertyReport report{property.name, property.sentence, Verdict::undecided, {}, {}};
    report.lemma = property.lemma;
    return report;
}

checker::Trace explained(const model::Network& network, const model::Property& property, checker::Trace trace) {
    explain(network, property, trace);
    return trace;
}

/// What no text may do is judged whatever was asked, and reported where it was found.
void report_text_error(CheckReport& report, checker::Trace trace) {
    PropertyReport error = start_report(text_error_property());
    error.verdict = Verdict::refuted;
    error.why = trace.steps.back().error;
    trace.property = error.name;
    trace.why = "The text does in its last step what none may do: " + error.why + ".";
    error.trace = std::move(trace);
    report.properties.push_back(std::move(error));
}

/// What one process does alone, and several cannot divide.
void refuse_what_is_not_divided(const CheckOptions& options, const std::vector<model::Property>& always) {
    const auto refuse = [](const std::string& what) { throw UsageError("several processes do not divide " + what + ": without mpirun, or without it, this is accepted"); };
    if (options.walks > 0) refuse("--walks");
    if (options.shrink) refuse("--shrink");
    if (!options.map.file.empty()) refuse("--map");
    if (!options.checkpoint.empty()) refuse("--checkpoint");
    if (!options.resume.empty()) refuse("--resume");
    if (!always.empty() && !options.properties.empty()) refuse("the judging of '" + always[0].name + "'");
}

bool asks_for_text_error(const CheckOptions& options) { return std::count(options.properties.begin(), options.properties.end(), text_error_property().name) > 0; }

void draw_map(checker::Search& search, const CheckOptions& options, Engines& engines, CheckReport& report) {
    report.map = state_map(search, options.map.fields, [&](int level, std::uint64_t states) {
        engines.progress.show("map", fmt::format("{} of {} states looked at again, level {}", states, report.result.states, level));
        return !InterruptWatch::flag() && !engines.out_of_time();
    });
    if (!report.map) return;
    report.map->system = report.system;
    report.map->ending = report.ending;
    report.map->symmetric = report.symmetric;
    report.map->levels = report.result.level_sizes;
}

/// Judges all but liveness, on the states up to symmetry.
void search_states(const model::Network& network, const std::vector<int>& chosen, const CheckOptions& options, Engines& engines, CheckReport& report) {
    auto search_options = engines.search("states", chosen);
    search_options.symmetry = options.symmetry;
    search_options.keep_going = options.all.value_or(engines.text.all_refutations);
    search_options.checkpoints = checkpoints(options, report.system, network, search_options, SearchPart::states);
    checker::Search search(network, search_options);
    report.symmetric = search.symmetry().group_size() > 1;
    report.not_renamed = search.symmetry().left_out();
    report.result = search.run();
    report.ending = ending_text(report.result.ending) + how_to_resume(options, report.result);
    for (const int i : chosen) {
        const model::Property& property = network.properties()[static_cast<std::size_t>(i)];
        report.properties.push_back(start_report(property));
        report.properties.back().verdict = judge(property, i, report.result);
        if (property.lemma && report.properties.back().verdict == Verdict::holds) report.properties.back().unmet = network.unmet(property.number);
        for (const auto& violation : report.result.violations)
            if (violation.property == i) report.properties.back().trace = explained(network, property, trace_to(search, violation));
    }
    if (report.result.text_error) {
        report_text_error(report, trace_to(search, *report.result.text_error));
    } else if (asks_for_text_error(options)) {
        report.properties.push_back(start_report(text_error_property()));
        if (report.result.ending == Ending::complete) report.properties.back().verdict = Verdict::holds;
    }
    if (!options.map.file.empty()) draw_map(search, options, engines, report);
}

/// Judges what must always happen in the end, on all states: a cycle up to symmetry may exchange threads.
void search_cycles(const model::Network& network, const std::vector<model::Property>& properties, const CheckOptions& options, Engines& engines, CheckReport& report) {
    auto search_options = engines.search("all states, for cycles", {});
    search_options.symmetry = false;
    search_options.checkpoints = checkpoints(options, report.system, network, search_options, SearchPart::cycles);
    checker::Search search(network, search_options);
    const auto searched = search.run();
    const bool known = report.result.text_error.has_value();
    if (report.result.states == 0) report.result = searched;  // nothing else was asked
    else report.result.seconds += searched.seconds;
    report.result.bytes = std::max(report.result.bytes, searched.bytes);
    if (searched.text_error && !known) report_text_error(report, trace_to(search, *searched.text_error));
    if (searched.ending != Ending::complete) report.ending = ending_text(searched.ending) + how_to_resume(options, searched);
    else report.liveness_states = searched.states;
    const bool strong = options.strong_fairness.value_or(engines.text.strong_fairness(options.selection));
    for (const model::Property& property : properties) {
        PropertyReport judged = start_report(property);
        judged.fairness = strong ? "strong" : "weak";
        if (searched.ending == Ending::complete) {
            checker::LivenessOptions liveness;
            liveness.kind = property.kind;
            liveness.some_run = property.kind == PropertyKind::always_accepted && property.number == specs::accepted_by_some_run;
            liveness.threads = engines.threads;
            liveness.symmetry = options.symmetry;
            liveness.fairness = strong ? checker::Fairness::strong : checker::Fairness::weak;
            liveness.memory = engines.memory > searched.bytes ? engines.memory - searched.bytes : 1;
            liveness.seconds = engines.seconds_left();
            liveness.interrupt = &InterruptWatch::flag();
            liveness.progress = [&engines](const checker::Progress& p) { engines.progress.show_cycles(p); };
            const auto result = judge_liveness(search, searched, liveness);
            report.result.seconds += result.seconds;
            report.result.bytes = std::max(report.result.bytes, searched.bytes + result.bytes);
            judged.verdict = result.verdict;
            if (result.verdict == Verdict::undecided) report.ending = result.reason;
            if (result.lasso) judged.trace = explained(network, property, trace_to(search, property, *result.lasso));
        }
        report.properties.push_back(std::move(judged));
    }
}

void walk(const model::Network& network, const std::vector<int>& chosen, const CheckOptions& options, Engines& engines, CheckReport& report) {
    checker::WalkOptions walk_options;
    walk_options.threads = engines.threads;
    walk_options.walks = options.walks;
    walk_options.depth = options.depth;
    walk_options.seed = options.seed;
    walk_options.memory = engines.memory;
    walk_options.seconds = engines.seconds_left();
    walk_options.keep_going = options.all.value_or(engines.text.all_refutations);
    walk_options.properties = chosen;
    walk_options.interrupt = &InterruptWatch::flag();
    walk_options.progress = [&](const checker::WalkProgress& p) { engines.progress.show(p, options.walks); };
    checker::RandomWalk walks(network, walk_options);
    const auto result = walks.run();
    report.walks = result.walks;
    report.steps = result.steps;
    report.result.seconds = result.seconds;
    report.result.bytes = result.bytes;
    report.ending = "random walks see a part of the states";
    for (const int i : chosen) {
        const model::Property& property = network.properties()[static_cast<std::size_t>(i)];
        report.properties.push_back(start_report(property));
        PropertyReport& judged = report.properties.back();
        if (property.kind == PropertyKind::can_happen && result.outcomes >> property.number & 1) judged.verdict = Verdict::holds;
        for (const auto& violation : result.violations)
            if (violation.property == i) {
                judged.verdict = Verdict::refuted;
                judged.trace = explained(network, property, trace_along(walks.components(), property, violation.start, violation.path));
            }
    }
    if (result.text_error) report_text_error(report, trace_along(walks.components(), text_error_property(), result.text_error->start, result.text_error->path));
    else if (asks_for_text_error(options)) report.properties.push_back(start_report(text_error_property()));
}

}  // namespace

model::Property text_error_property() {
    return {"no-text-error", "no handler leaves a field out of range, sends where it cannot, takes what is not there, or stalls when it has changed something; judged always", PropertyKind::step};
}

void require_sound_text(checker::Search& search, const checker::SearchResult& result) {
    if (!result.text_error) return;
    const checker::Trace trace = trace_to(search, *result.text_error);
    throw BrokenText("the protocol's text is wrong: after " + std::to_string(trace.steps.size() - 1) + " steps, at \"" + trace.steps.back().event + "\", " + trace.steps.back().error);
}

Verdict CheckReport::verdict() const {
    Verdict worst = Verdict::holds;
    for (const auto& p : properties) {
        if (!p.counts()) continue;
        if (p.verdict == Verdict::refuted) return Verdict::refuted;
        if (p.verdict == Verdict::undecided) worst = Verdict::undecided;
    }
    return worst;
}

CheckReport check(const CheckOptions& options) {
    require_each_once(options.properties, "--property");
    Engines engines(options);
    const Protocol& text_of = engines.text;
    const auto unmonitored = text_of.make(options.selection, false);
    auto network = text_of.make(options.selection, true);
    if (!needs_monitor(*network, *unmonitored, options.properties)) network = text_of.make(options.selection, false);

    if (options.selection.lemmas && std::none_of(network->properties().begin(), network->properties().end(), [](const auto& p) { return p.lemma; }))
        throw UsageError(options.protocol + " states no lemmas of this system (`add_lemmas` of its description does): without --lemmas it is accepted");
    try_lemmas(*network);
    std::vector<int> chosen;
    std::vector<model::Property> always;
    for (const int i : choose_properties(*network, options.properties)) {
        const model::Property& property = network->properties()[static_cast<std::size_t>(i)];
        if (!of_all_runs(property)) chosen.push_back(i);
        else if (options.cycles || !options.properties.empty()) always.push_back(property);
    }
    refuse_what_says_nothing(*network, options.properties);
    require_kinds(*network, options.map);
    if (engines.ranks) refuse_what_is_not_divided(options, always);
    CheckReport report;
    report.protocol = options.protocol;
    report.selection = options.selection;
    report.system = text_of.describe(options.selection);
    report.ending = ending_text(Ending::complete);
    if (options.walks > 0) {
        walk(*network, chosen, options, engines, report);
        for (const auto& property : always) report.properties.push_back(start_report(property));
        set_aside(*network, options, report);
        return report;
    }
    if (!chosen.empty() || asks_for_text_error(options) || !options.map.file.empty()) search_states(*network, chosen, options, engines, report);
    const bool cycles_are_next = report.result.ending == Ending::complete && !always.empty();
    if (cycles_are_next && !engines.ranks) {
        search_cycles(*unmonitored, always, options, engines, report);
    } else {
        if (cycles_are_next) report.ending = "what must happen in the end is judged by one process alone, without mpirun";
        for (const auto& property : always) report.properties.push_back(start_report(property));
    }
    set_aside(*network, options, report);
    return report;
}

TraceFile traces_of(const CheckReport& report) {
    TraceFile file{report.protocol, report.selection, report.system, {}};
    for (const PropertyReport& p : report.properties)
        if (p.trace) file.traces.push_back({p.sentence, &*p.trace, p.fairness});
    return file;
}

int run_check(const CheckOptions& asked) {
    CheckOptions options = asked;
    if (!speaks_for_all()) options.json.clear(), options.trace.clear();
    WholeFile json(options.json, "JSON");
    TraceOutput trace(options.trace);
    MapOutput map(options.map.file);
    CheckReport report = check(options);
    const Shrinking shrinking = options.shrink ? shrink(options, report) : Shrinking{};
    const auto as_whole_json = [&] {
        nlohmann::json whole = as_json(report);
        if (!shrinking.property.empty()) whole["shrinking"] = as_json(shrinking);
        return whole;
    };
    deliver({[&] { if (!json.to_output()) say(as_text(shrinking) + as_text(report)); }, [&] { json.commit(as_whole_json().dump(2) + "\n"); }, [&] { trace.commit({traces_of(report)}); }, [&] { map.commit(report.map); }});
    const Verdict verdict = report.verdict();
    return verdict == Verdict::holds ? status_holds : verdict == Verdict::refuted ? status_refuted : status_undecided;
}

}  // namespace tandem::apps
