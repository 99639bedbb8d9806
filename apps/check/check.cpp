// The search, and what it says of each property.
#include "apps/check/check.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/check/checkpoints.hpp"
#include "apps/check/coverage.hpp"
#include "apps/check/elsewhere.hpp"
#include "apps/check/engines.hpp"
#include "apps/check/fairness.hpp"
#include "apps/check/judged.hpp"
#include "apps/check/report.hpp"
#include "apps/check/second_look.hpp"
#include "apps/check/shrink.hpp"
#include "apps/check/unopened.hpp"
#include "apps/check/walks.hpp"
#include "apps/common/broken_text.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/map/written.hpp"
#include "apps/trace/output.hpp"
#include "checker/directed_search.hpp"
#include "checker/liveness.hpp"
#include "specs/accounts.hpp"

namespace tandem::apps {

using checker::Ending;
using checker::Verdict;
using model::PropertyKind;

namespace {

Verdict judge(const model::Property& property, int index, const checker::SearchResult& result) {
    const auto refuted =
        std::any_of(result.violations.begin(), result.violations.end(), [&](const auto& v) { return v.property == index; });
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
        return std::any_of(network.properties().begin(), network.properties().end(),
                           [&](const auto& p) { return p.name == name; });
    };
    for (const int p : choose_properties(with, wanted))
        if (!has(without, with.properties()[static_cast<std::size_t>(p)].name)) return true;
    return false;
}

/// Judges each lemma in an initial state: one that speaks of a node or a channel that is not there throws here, and not on a
/// thread of the search.
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

/// A property of answers in the system without a monitor, which judges what happens in the end: it has a number there.
model::Property without_monitor(const model::Property& property, const model::Network& unmonitored) {
    for (const model::Property& other : unmonitored.properties())
        if (other.name == property.name) return other;
    throw UsageError("the property " + property.name +
                     " is of what happens in the end, which is judged without the monitor: state it without one, too");
}

/// What one process does alone, and several cannot divide.
void refuse_what_is_not_divided(const CheckOptions& options, const std::vector<model::Property>& always) {
    const auto refuse = [](const std::string& what) {
        throw UsageError("several processes do not divide " + what + ": without mpirun, or without it, this is accepted");
    };
    if (options.walks > 0) refuse("--walks");
    if (options.lazy) refuse("--lazy");
    if (options.shrink) refuse("--shrink");
    if (!options.map.file.empty()) refuse("--map");
    if (!options.checkpoint.empty()) refuse("--checkpoint");
    if (!options.resume.empty()) refuse("--resume");
    if (!options.store.empty()) refuse("--store");
    if (!always.empty() && !options.properties.empty()) refuse("the judging of '" + always[0].name + "'");
}

void draw_map(checker::Search& search, const CheckOptions& options, Engines& engines, CheckReport& report) {
    report.map = state_map(search, options.map.fields, [&](int level, std::uint64_t states) {
        engines.progress.show("map",
                              fmt::format("{} of {} states looked at again, level {}", states, report.result.states, level));
        return !InterruptWatch::flag() && !engines.out_of_time();
    });
    if (!report.map) return;
    report.map->system = report.system;
    report.map->ending = report.ending;
    report.map->symmetric = report.symmetric;
    report.map->levels = report.result.level_sizes;
}

/// Judges all but liveness on the states that `search` finds. What it refutes comes with the trace of a violation, which
/// trace_of(violation) makes.
template <class Search, class TraceOf>
void judge_states(Search& search, const model::Network& network, const std::vector<int>& chosen, const CheckOptions& options,
                  CheckReport& report, TraceOf&& trace_of) {
    report.symmetric = search.symmetry().group_size() > 1;
    report.not_renamed = search.symmetry().left_out();
    report.result = search.run();
    report.ending = ending_text(report.result.ending) + how_to_resume(options, report.result);
    for (const int i : chosen) {
        const model::Property& property = network.properties()[static_cast<std::size_t>(i)];
        report.properties.push_back(start_report(property));
        report.properties.back().verdict = judge(property, i, report.result);
        if (property.lemma && report.properties.back().verdict == Verdict::holds)
            report.properties.back().unmet = network.unmet(property.number);
        for (const auto& violation : report.result.violations)
            if (violation.property == i) report.properties.back().trace = explained(network, property, trace_of(violation));
    }
    if (report.result.text_error) {
        report.properties.push_back(text_error_report(trace_of(*report.result.text_error)));
    } else if (asks_for_text_error(options)) {
        report.properties.push_back(start_report(text_error_property()));
        if (report.result.ending == Ending::complete) report.properties.back().verdict = Verdict::holds;
    }
}

/// On the states up to symmetry.
void search_states(const model::Network& network, const std::vector<int>& chosen, const CheckOptions& options, Engines& engines,
                   CheckReport& report) {
    auto search_options = engines.search("states", chosen);
    search_options.symmetry = options.symmetry;
    search_options.compact = options.compact;
    search_options.store = options.store;
    search_options.keep_going = options.all.value_or(engines.text.all_refutations);
    if (options.lazy) {
        checker::DirectedSearch search(network, search_options);
        judge_states(search, network, chosen, options, report, [&](const auto& violation) { return search.trace(violation); });
        return;
    }
    search_options.checkpoints = checkpoints(options, report.system, network, search_options, SearchPart::states);
    checker::Search search(network, search_options);
    judge_states(search, network, chosen, options, report, [&](const auto& violation) { return trace_to(search, violation); });
    if (!options.map.file.empty()) draw_map(search, options, engines, report);
}

/// Throws NotSymmetric. Of what renamings map to each other one is judged in the end, so the text must treat names alike. A
/// search of the states up to symmetry says whether it does; here none is made otherwise.
void require_symmetric(const model::Network& network, Engines& engines) {
    auto search_options = engines.search("states", {});
    search_options.symmetry = true;
    checker::Search search(network, search_options);
    if (!search.symmetry().trivial()) search.run();
}

/// Judges what must always happen in the end. A cycle up to symmetry may exchange threads, so states are one only where they
/// differ in data alone, if `data_alone`. It is false, and the report is of no use, if something is refuted so: the run that
/// shows it is one of all states.
bool search_cycles(const model::Network& network, const std::vector<model::Property>& properties, const CheckOptions& options,
                   bool data_alone, Engines& engines, CheckReport& report) {
    auto search_options = engines.search("all states, for cycles", {});
    search_options.symmetry = data_alone;
    search_options.data_alone = data_alone;
    search_options.checkpoints = checkpoints(options, report.system, network, search_options, SearchPart::cycles);
    checker::Search search(network, search_options);
    const auto searched = search.run();
    const bool known = report.result.text_error.has_value(), up_to_data = !search.symmetry().trivial();
    if (report.result.states == 0) {  // nothing else was asked
        report.result = searched;
        report.symmetric = up_to_data;
        if (up_to_data) report.not_renamed = "cores, threads and addresses";
    } else {
        report.result.seconds += searched.seconds;
    }
    report.result.bytes = std::max(report.result.bytes, searched.bytes);
    if (searched.text_error && !known) report.properties.push_back(text_error_report(trace_to(search, *searched.text_error)));
    if (searched.ending != Ending::complete) report.ending = ending_text(searched.ending) + how_to_resume(options, searched);
    else report.liveness_states = searched.states, report.all_liveness_states = searched.full_states;
    for (const model::Property& property : properties) {
        PropertyReport judged = start_report(property);
        judged.fairness = fairness_of(options, options.selection);
        if (searched.ending == Ending::complete) {
            checker::LivenessOptions liveness;
            liveness.kind = property.kind;
            liveness.some_run = property.kind == PropertyKind::always_accepted && property.number == specs::accepted_by_some_run;
            liveness.threads = engines.threads;
            liveness.symmetry = options.symmetry;
            if (is_of_answers(property)) liveness.answers = property.number - 1;
            const GivenFairness fairness = fairness_in(judged.fairness, network);
            if (!options.fairness.empty()) require_names(fairness, search.components());
            liveness.fairness = fairness.kind;
            liveness.strong = fairness.strong;
            liveness.memory = engines.memory > searched.bytes ? engines.memory - searched.bytes : 1;
            liveness.seconds = engines.seconds_left();
            liveness.interrupt = &InterruptWatch::flag();
            liveness.progress = [&engines](const checker::Progress& p) { engines.progress.show_cycles(p); };
            const auto result = judge_liveness(search, searched, liveness);
            report.result.seconds += result.seconds;
            report.result.bytes = std::max(report.result.bytes, searched.bytes + result.bytes);
            judged.verdict = result.verdict;
            if (result.verdict == Verdict::refuted && up_to_data) return false;
            if (result.verdict == Verdict::undecided) report.ending = result.reason;
            if (is_of_answers(property) && result.verdict == Verdict::holds && result.obligations == 0) {
                judged.verdict = Verdict::refuted;
                judged.why = "no run asks, so there is nothing to answer: state it where something does";
            }
            if (result.lasso) judged.trace = explained(network, property, trace_to(search, property, *result.lasso));
        }
        report.properties.push_back(std::move(judged));
    }
    return true;
}

/// Whether what must always happen is judged up to renamings of data, and nothing of it is refuted. A checkpoint is of one search
/// of cycles, and answers are not judged so.
bool judged_up_to_data(const model::Network& network, const std::vector<model::Property>& properties, const CheckOptions& options,
                       Engines& engines, CheckReport& report) {
    if (!options.symmetry || !options.checkpoint.empty() || !options.resume.empty() ||
        std::any_of(properties.begin(), properties.end(), is_of_answers))
        return false;
    const CheckReport before = report;
    try {
        if (search_cycles(network, properties, options, true, engines, report)) return true;
    } catch (const checker::NotSymmetric&) {  // data are not all alike: the next search tells them apart
    }
    report = before;
    return false;
}

/// Whether random walks follow: nothing is refuted yet, and neither the user nor the time has ended it. Several processes walk
/// only where that is asked for, and all of them or none.
bool look_again(const CheckOptions& options, const Engines& engines, const CheckReport& report) {
    if (options.walk_time == 0.0 || options.selection.free || (engines.ranks && !options.walk_time)) return false;
    if (report.verdict() == Verdict::refuted) return false;
    const bool more = !InterruptWatch::flag() && !engines.out_of_time();
    if (!engines.ranks) return more;
    const auto all = engines.ranks->gather(more);
    return std::all_of(all.begin(), all.end(), [](bool one) { return one; });
}

}  // namespace

void require_sound_text(checker::Search& search, const checker::SearchResult& result) {
    if (!result.text_error) return;
    const checker::Trace trace = trace_to(search, *result.text_error);
    throw BrokenText("the protocol's text is wrong: after " + std::to_string(trace.steps.size() - 1) + " steps, at \"" +
                     trace.steps.back().event + "\", " + trace.steps.back().error);
}

Verdict CheckReport::verdict() const {
    if (std::any_of(wide.begin(), wide.end(), [](const WideWalks& walks) { return !walks.refuted.empty(); }))
        return Verdict::refuted;
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

    if (options.selection.lemmas &&
        std::none_of(network->properties().begin(), network->properties().end(), [](const auto& p) { return p.lemma; }))
        throw UsageError(
            options.protocol +
            " states no lemmas of this system (`add_lemmas` of its description does): without --lemmas it is accepted");
    try_lemmas(*network);
    std::vector<int> asked, chosen;  // chosen: those that are judged on states
    std::vector<model::Property> always;
    for (const int i : choose_properties(*network, options.properties)) {
        const model::Property& property = network->properties()[static_cast<std::size_t>(i)];
        if (of_all_runs(property) && !options.cycles && options.properties.empty()) continue;
        asked.push_back(i);
        if (of_all_runs(property)) always.push_back(is_of_answers(property) ? without_monitor(property, *unmonitored) : property);
        else chosen.push_back(i);
    }
    std::string lacking;
    const auto unless_it_lacks_a_name = [&](const auto& judge) {
        try {
            judge();
        } catch (const NoSuchFairName& unknown) {
            if (!options.one_of_several) throw;
            lacking = unknown.what();
        }
    };
    if (!always.empty())  // refuses names of nothing
        unless_it_lacks_a_name([&] { fairness_in(fairness_of(options, options.selection), *unmonitored); });
    refuse_what_says_nothing(*network, options.properties);
    require_kinds(*network, options.map);
    if (engines.ranks) refuse_what_is_not_divided(options, always);
    CheckReport report;
    report.protocol = options.protocol;
    report.selection = options.selection;
    report.system = text_of.describe(options.selection);
    report.ending = ending_text(Ending::complete);
    if (options.properties.empty() && !options.selection.free) {
        report.not_stated = not_stated(text_of, *text_of.make(options.selection, true));
        report.not_shown = not_shown(text_of, options.selection);
    }
    if (options.walks > 0) {
        walk(*network, asked, options, engines, report);
        set_aside(*network, options, report);
        return report;
    }
    CheckOptions searched = options;
    const auto with_or_without_symmetry = [&](const auto& search) {
        try {
            search();
        } catch (const checker::NotSymmetric& found) {
            if (engines.ranks || !options.resume.empty() || !options.store.empty()) throw;
            report.not_symmetric = found.where();
            searched.symmetry = false;
            search();
        }
    };
    const bool searches_states = !chosen.empty() || asks_for_text_error(options) || !options.map.file.empty();
    if (searches_states)
        with_or_without_symmetry([&] { search_states(*network, chosen, searched, engines, report); });
    // A bug in the states is enough: cycles take ten times as long to judge.
    const bool enough = !report.result.violations.empty() && !options.all.value_or(false) && options.properties.empty();
    if (enough && report.result.ending == Ending::complete && !always.empty())
        report.ending = "what must happen in the end is not judged, since a property is refuted (--all goes on)";
    const bool cycles_are_next = report.result.ending == Ending::complete && !always.empty() && !enough;
    const bool judges_cycles = cycles_are_next && !engines.ranks && lacking.empty();
    if (judges_cycles && !searches_states && searched.symmetry)
        with_or_without_symmetry([&] {
            if (searched.symmetry) require_symmetric(*unmonitored, engines);
        });
    if (judges_cycles)
        unless_it_lacks_a_name([&] {
            if (!judged_up_to_data(*unmonitored, always, searched, engines, report))
                search_cycles(*unmonitored, always, searched, false, engines, report);
        });
    if (cycles_are_next && engines.ranks)
        report.ending = "what must happen in the end is judged by one process alone, without mpirun";
    if (!judges_cycles || !lacking.empty())
        for (const auto& property : always) {
            report.properties.push_back(start_report(property));
            report.properties.back().aside = lacking;
        }
    report.lacks = lacking;
    set_aside(*network, options, report);
    for (PropertyReport& p : report.properties)
        if (p.name.starts_with(can_happen) && p.verdict == Verdict::refuted && p.counts())
            p.guard = unopened_guard(*network, p.name.substr(can_happen.size()));
    if (look_again(options, engines, report))
        second_look(options, options.walk_time.value_or(std::clamp(engines.seconds_used(), least_walk_time, most_walk_time)),
                    engines, report);
    return report;
}

std::vector<TraceFile> traces_of(const CheckReport& report) {
    std::vector<TraceFile> files;
    const auto file_of = [&](const Selection& selection, const std::string& system) -> TraceFile& {
        return files.emplace_back(TraceFile{report.protocol, selection, system, {}});
    };
    const auto add = [](TraceFile& file, const PropertyReport& p) {
        if (p.trace) file.traces.push_back({p.sentence, &*p.trace, p.fairness});
    };
    TraceFile& searched = file_of(report.selection, report.system);
    for (const PropertyReport& p : report.properties) add(searched, p);
    for (const WideWalks& walks : report.wide)
        for (const WideRefutation& refuted : walks.refuted) add(file_of(refuted.selection, refuted.system), refuted.property);
    return files;
}

int run_check(const CheckOptions& asked) {
    CheckOptions options = asked;
    if (!speaks_for_all()) options.json.clear(), options.trace.clear(), options.html.clear();
    WholeFile json(options.json, "JSON");
    TraceOutput trace(options.trace, options.html);
    MapOutput map(options.map.file);
    CheckReport report = check(options);
    const bool asks_for_all = options.properties.empty() && options.walks == 0 && !options.selection.free;
    double used = report.result.seconds;
    for (const WideWalks& walks : report.wide) used += walks.seconds;
    const double left = options.seconds > 0 ? std::min(options.seconds - used, most_time_elsewhere) : most_time_elsewhere;
    if (asks_for_all && options.walk_time != 0.0 && report.result.ranks <= 1 && left > 0 && report.verdict() == Verdict::holds)
        report.elsewhere = refuted_elsewhere(options, left);
    const Shrinking shrinking = options.shrink ? shrink(options, report) : Shrinking{};
    const auto as_whole_json = [&] {
        nlohmann::json whole = as_json(report);
        if (!shrinking.property.empty()) whole["shrinking"] = as_json(shrinking);
        return whole;
    };
    deliver({[&] {
                 if (!json.to_output()) say(as_text(shrinking) + as_text(report));
             },
             [&] { json.commit(json_text(as_whole_json()) + "\n"); }, [&] { trace.commit(traces_of(report)); },
             [&] { map.commit(report.map); }});
    const Verdict verdict = report.verdict();
    return verdict == Verdict::holds ? status_holds : verdict == Verdict::refuted ? status_refuted : status_undecided;
}

}  // namespace tandem::apps
