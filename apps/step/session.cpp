#include "apps/step/session.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <random>

#include <fmt/format.h>

#include "apps/check/report.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/replay/follow.hpp"
#include "apps/step/goal.hpp"
#include "apps/trace/output.hpp"

namespace tandem::apps {

namespace {

constexpr std::size_t most_lines = 40;  // of a list

constexpr const char* help =
    "  NUMBER or EVENT      takes an event that is possible: 3, or SM0: W0 load A\n"
    "  list [WORDS]         the events that are possible, or those with these words; an empty line does the same\n"
    "  undo [N]             takes back the last event, or the last N\n"
    "  state [NODE]         the fields of all nodes, or of one\n"
    "  go GOAL              the shortest way to an outcome, to the violation of a property, to an event (go L2: receives), or to "
    "fields (go SM0.lines.A.state=M & L2.mem_ts=3)\n"
    "  random [N]           takes an event, or N of them, at random\n"
    "  start [N]            begins anew, in initial state N\n"
    "  trace                the run so far\n"
    "  save FILE            writes it as FILE's ending says: .html, .svg, .mmd, .json, .itf.json, .trace.json, .txt; `tandem "
    "replay` and --trace read .json\n"
    "  quit                 ends; so does the end of the input\n";

/// A whole number that is all of the text, from 1 on.
std::size_t counted(const std::string& text, const std::string& of, std::size_t most) {
    std::size_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size() || n < 1 || n > most)
        throw UsageError(most == 0 ? fmt::format("there is no {}", of)
                                   : fmt::format("'{}' is not the number of {}: 1 to {} is accepted", shown(text), of, most));
    return n;
}

bool is_number(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

/// A run that nobody has found, and that violates nothing.
model::Property by_hand() { return {by_hand_property, "a run that was made event by event", model::PropertyKind::can_happen}; }

}  // namespace

Session::Session(const StepOptions& options)
    : options_(options), network_(protocol(options.protocol).make(options.selection, !options.selection.free)), run_(*network_) {
    if (!options.trace.empty()) begin_with(options.trace);
}

void Session::begin_with(const std::string& file) {
    const WrittenFile written = read_trace_file(file);
    if (written.traces.empty()) throw UsageError("the file '" + file + "' holds no trace");
    const Followed followed = follow(run_.components(), written.traces[0]);
    if (!followed.begun) throw UsageError("the trace in '" + file + "' is of another system: " + followed.stop);
    run_.begin(followed.start);
    for (const checker::PathStep& step : followed.path)
        if (step.move.step->error == 0) run_.take(step);
    if (!followed.stop.empty())
        throw UsageError(fmt::format("the trace in '{}' is not possible here from step {} on: {}", file, followed.path.size() + 1,
                                     followed.stop));
}

void Session::greet() const {
    say(fmt::format("{}\n", protocol(options_.protocol).describe(options_.selection)));
    if (const int starts = network_->initial_states(); starts > 1)
        say(fmt::format("It may begin in {} states; this is the first, and `start N` another.\n", starts));
    if (events() > 0) say(fmt::format("{} events of {} are taken.\n", events(), options_.trace));
}

auto Session::obey(const std::string& line) -> After {
    const auto first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t\r");
    const std::string words = first == std::string::npos || last < first ? "" : line.substr(first, last - first + 1);
    const std::size_t space = words.find(' ');
    const std::string verb = words.substr(0, space),
                      rest = space == std::string::npos ? "" : words.substr(words.find_first_not_of(' ', space));
    if (words.empty() || verb.starts_with('#')) {
        if (words.empty()) show_choices();
    } else if (is_number(words)) take(counted(words, "an event that is possible", run_.choices().size()) - 1);
    else if (verb == "list" || verb == "l") list(rest);
    else if (verb == "undo" || verb == "u") undo(rest);
    else if (verb == "state" || verb == "s") state(rest);
    else if (verb == "go" || verb == "g") return go(rest);
    else if (verb == "random" || verb == "r") at_random(rest);
    else if (verb == "start") start(rest);
    else if (verb == "trace" || verb == "t") say(as_text(run_.trace(by_hand()), "where the run is"));
    else if (verb == "save") save(rest);
    else if (verb == "help" || verb == "h" || verb == "?") say(help);
    else if (verb == "quit" || verb == "q") return After::quit;
    else take_named(words);
    return After::go_on;
}

void Session::take(std::size_t choice) {
    const Choice& c = run_.choices()[choice];
    if (!c.error.empty())
        throw UsageError(fmt::format("{} leads nowhere: its handler does what no text may: {}", c.event, c.error));
    run_.take({c.move, c.after});
    tell(events() - 1);
}

void Session::take_named(const std::string& event) {
    std::vector<std::size_t> same, begun;
    for (std::size_t i = 0; i < run_.choices().size(); ++i) {
        const std::string& possible = run_.choices()[i].event;
        if (possible == event) same.push_back(i);
        if (possible.starts_with(event)) begun.push_back(i);
    }
    const auto& meant = same.empty() ? begun : same;
    if (meant.empty())
        throw UsageError(
            "'" + shown(event) +
            "' is neither a command nor an event that is possible now: `help` shows the ones, and `list` the others");
    if (meant.size() > 1) {
        std::vector<std::string> numbers;
        for (const std::size_t i : meant) numbers.push_back(std::to_string(i + 1));
        throw UsageError(
            fmt::format("'{}' may be {} events: numbers {} are accepted", shown(event), meant.size(), join(numbers, ", ")));
    }
    take(meant[0]);
}

void Session::tell(std::size_t from) {
    for (std::size_t i = from; i < events(); ++i) say(as_text(run_.told(i), static_cast<int>(i) + 1));
    for (const int p : run_.violated()) {
        const model::Property& property = network_->properties()[static_cast<std::size_t>(p)];
        say(fmt::format("     This violates {}: {}\n", property.name, run_.trace(property).why));
    }
    if (std::none_of(run_.choices().begin(), run_.choices().end(), [](const Choice& c) { return c.changes || !c.error.empty(); }))
        say(std::string("     Nothing can happen any more") +
            (run_.components().quiescent(run_.now()) ? ".\n" : ", and somebody waits: a deadlock.\n"));
}

void Session::list(const std::string& words) const {
    std::string text;
    std::size_t shown_ones = 0, all = 0;
    for (std::size_t i = 0; i < run_.choices().size(); ++i) {
        const Choice& c = run_.choices()[i];
        if (c.event.find(words) == std::string::npos && c.outcomes.find(words) == std::string::npos) continue;
        if (++all > most_lines && words.empty()) continue;
        ++shown_ones;
        text += fmt::format("{:4}  {}  ({}){}\n", i + 1, c.event, c.outcomes,
                            !c.error.empty() ? "  Error: " + c.error
                            : c.changes      ? ""
                                             : "  changes nothing");
    }
    if (shown_ones < all) text += fmt::format("      and {} more: `list WORDS` shows those with these words\n", all - shown_ones);
    if (all == 0)
        text = words.empty() ? "      nothing is possible\n" : "      no event that is possible has '" + shown(words) + "'\n";
    say(text);
}

std::string Session::stands() const {
    std::vector<std::string> names;
    for (const auto& [name, fields] : describe(run_.components(), run_.now())) names.push_back(name);
    return join(names, ", ");
}

void Session::state(const std::string& node) const {
    std::string text;
    for (const auto& [name, fields] : describe(run_.components(), run_.now())) {
        if (!node.empty() && name != node) continue;
        text += name + "\n";
        for (const auto& [field, value] : fields) text += fmt::format("  {} = {}\n", field, value);
    }
    if (text.empty()) throw UsageError("there is no node '" + shown(node) + "': " + stands() + " are accepted");
    say(text);
}

void Session::undo(const std::string& count) {
    if (events() == 0) throw UsageError("no event has been taken");
    const std::size_t back = count.empty() ? 1 : counted(count, "events to take back", events());
    run_.undo(back);
    say(fmt::format("     {} taken back: {} are left\n", back, events()));
}

void Session::start(const std::string& which) {
    const std::size_t start =
        which.empty() ? 1 : counted(which, "an initial state", static_cast<std::size_t>(network_->initial_states()));
    run_.begin(run_.components().initial(static_cast<int>(start) - 1));
    say("     At the start\n");
}

void Session::at_random(const std::string& count) {
    const std::size_t events = count.empty() ? 1 : counted(count, "events to take", 1'000'000), before = this->events();
    std::mt19937_64 random(drawn_);
    for (std::size_t i = 0; i < events; ++i) {
        std::vector<const Choice*> possible;
        for (const Choice& c : run_.choices())
            if (c.changes && c.error.empty()) possible.push_back(&c);
        if (possible.empty()) break;
        const Choice& c = *possible[random() % possible.size()];
        run_.take({c.move, c.after});
    }
    drawn_ = random();
    tell(std::max(before, this->events() > most_lines ? this->events() - most_lines : 0));
}

auto Session::go(const std::string& words) -> After {
    if (words.empty()) throw UsageError("`go` needs a goal: `help` shows which are accepted");
    Goal goal(run_, words);
    const InterruptWatch watch;
    const Goal::Search search = goal.find(options_.states, InterruptWatch::flag());
    switch (search.ending) {
        case Goal::Ending::nowhere:
            say(fmt::format("     No run from here leads there: these are all {} states that can be reached.\n", search.states));
            return After::nowhere;
        case Goal::Ending::too_many:
            say(fmt::format("     Not found in {} states; --states sets how many are looked at.\n", search.states));
            return After::unknown;
        case Goal::Ending::interrupted:
            say(fmt::format("     Interrupted after {} states.\n", search.states));
            return After::unknown;
        case Goal::Ending::found: break;
    }
    const std::size_t before = events();
    for (const checker::PathStep& step : search.way.steps) run_.take(step);
    if (search.way.steps.empty()) say(search.way.stalls ? "" : "     It is so already.\n");
    else tell(before);
    if (search.way.stalls) say(fmt::format("     Here a handler stalls with {}: nothing changes.\n", words));
    return After::go_on;
}

void Session::save(const std::string& file) {
    if (file.empty()) throw UsageError("`save` needs the name of a file");
    TraceOutput output(file);
    const std::vector<int> violated = run_.violated();
    const model::Property property = violated.empty() ? by_hand() : network_->properties()[static_cast<std::size_t>(violated[0])];
    const checker::Trace trace = run_.trace(property);
    output.commit({{protocol(options_.protocol).name,
                    options_.selection,
                    protocol(options_.protocol).describe(options_.selection),
                    {{property.sentence, &trace}}}});
    say(fmt::format("     {} events are in {}\n", events(), file));
}

}  // namespace tandem::apps
