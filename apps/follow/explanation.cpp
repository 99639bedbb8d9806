#include "apps/follow/explanation.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <optional>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/trace/message_text.hpp"
#include "checker/successors.hpp"
#include "checker/trace.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

using checker::Components, checker::Move, checker::Number, checker::Parts;

namespace {

/// Bytes of this process that are in memory.
std::size_t bytes_in_use() {
    std::ifstream statm("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    statm >> all >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// A way to a pair of a state and a number of lines.
struct Reached {
    Parts parts{};
    std::size_t lines = 0;
    std::int64_t ticks = 0;   // that still have to pass before the next line
    int silent = 0;           // steps since the last line
    int way = -1;             // among the ways that are kept: the last state there
    bool steps_on = false;    // it is a step behind that
    std::uint64_t steps = 0, ticked = 0;
};

/// Compares steps of a system with lines of a log.
class Lines {
public:
    Lines(Components& components, const MessageLog& log) : components_(components), network_(components.network()), log_(log) {
        const auto place = network_.in_place();
        for (std::size_t n = 0; n < network_.nodes().size(); ++n) {
            auto& kinds = labels_.emplace_back();
            std::map<std::string, int> first;
            const int count = place->labels(static_cast<int>(n));
            for (int l = 0; l < count; ++l) {
                const int like = first.try_emplace(network_.label(static_cast<int>(n), l), l).first->second;
                kinds.push_back({like, network_.handler(static_cast<int>(n), -1, l).starts_with("access")});
            }
        }
    }

    bool observes(const Move& move) const {
        if (move.node == checker::no_node) return false;
        if (!log_.nodes[static_cast<std::size_t>(move.node)]) return false;
        if (move.channel >= 0) return log_.steps.receive;
        return label(move).access ? log_.steps.access : log_.steps.act;
    }
    bool observes_all() const {
        return log_.steps.access && log_.steps.act && log_.steps.receive &&
               std::all_of(log_.nodes.begin(), log_.nodes.end(), [](bool observed) { return observed; });
    }

    /// Whether it is a step of the line's node and kind, with this operation, action or message.
    bool is_named(const Move& move, const LoggedStep& line) {
        if (move.node != line.node || (move.channel >= 0) != (line.message >= 0)) return false;
        return line.message < 0 ? label(move).like == line.label : is_message(move.channel, move.message, line.message);
    }
    bool is(const Move& move, const Parts& after, const LoggedStep& line) {
        if ((move.step->outcomes & line.outcomes) != line.outcomes || !is_named(move, line)) return false;
        return line.state < 0 || differences_of_state(move.node, after, line).empty();
    }
    /// In which fields they differ, of two steps of one node and kind.
    std::vector<std::string> differences(const Move& move, const Parts& after, const LoggedStep& line) {
        std::vector<std::string> all;
        if (line.message >= 0) all = differences_of_message(move.channel, move.message, line.message);
        for (const std::string& name : checker::outcomes_of(network_, line.outcomes & ~move.step->outcomes))
            all.push_back("its outcome is not " + name);
        if (line.state >= 0)
            for (std::string& one : differences_of_state(move.node, after, line)) all.push_back(std::move(one));
        return all;
    }

    /// Whether a message of that kind has been compared with a line.
    bool has_met(const std::string& kind) const {
        return std::any_of(texts_.begin(), texts_.end(), [&](const auto& met) { return met.second.kind == kind; });
    }

    /// Whether the node could take the line's step if channels had more room.
    bool hindered_by_room(const Parts& parts, const LoggedStep& line) {
        const auto& state = components_.node(line.node, parts[static_cast<std::size_t>(line.node)]).packed;
        const auto any = [&](const std::vector<model::LocalStep>& steps, bool labelled) {
            return std::any_of(steps.begin(), steps.end(), [&](const model::LocalStep& step) {
                return !step.stalled && step.error.empty() &&
                       (!labelled || labels_[static_cast<std::size_t>(line.node)][static_cast<std::size_t>(step.label)].like ==
                                         line.label) &&
                       lacks_room(parts, step);
            });
        };
        std::vector<model::LocalStep> steps;
        if (line.message < 0) {
            network_.spontaneous(line.node, state, steps);
            return any(steps, true);
        }
        for (int l = 0; l < components_.links(); ++l)
            for (std::size_t lane = 0; lane < components_.link(l).channels.size(); ++lane) {
                const int channel = components_.link(l).channels[lane];
                const auto& info = network_.channels()[static_cast<std::size_t>(channel)];
                if (info.to != line.node) continue;
                const auto& waiting = components_.contents(l, parts).lanes[lane];
                for (std::size_t i = 0; i < (info.ordered ? std::min<std::size_t>(1, waiting.size()) : waiting.size()); ++i) {
                    if (!is_message(channel, waiting[i], line.message)) continue;
                    steps.clear();
                    network_.receive(line.node, channel, state, components_.message(waiting[i]).packed, steps);
                    if (any(steps, false)) return true;
                }
            }
        return false;
    }

private:
    struct Label {
        int like;  // the first with the same text
        bool access;
    };
    const Label& label(const Move& move) const {
        return labels_[static_cast<std::size_t>(move.node)][static_cast<std::size_t>(move.step->label)];
    }

    bool lacks_room(const Parts& parts, const model::LocalStep& step) const {
        return std::any_of(step.sends.begin(), step.sends.end(), [&](const model::Send& send) {
            const auto& info = network_.channels()[static_cast<std::size_t>(send.channel)];
            for (int l = 0; l < components_.links(); ++l)
                for (std::size_t lane = 0; lane < components_.link(l).channels.size(); ++lane)
                    if (components_.link(l).channels[lane] == send.channel) {
                        // a step may send several there: all of them or none
                        const auto sent = static_cast<std::size_t>(
                            std::count_if(step.sends.begin(), step.sends.end(),
                                          [&](const model::Send& other) { return other.channel == send.channel; }));
                        return components_.contents(l, parts).lanes[lane].size() + sent > static_cast<std::size_t>(info.capacity);
                    }
            return false;
        });
    }

    const MessageText& text_of(Number message) {
        const auto [known, is_new] = texts_.try_emplace(message);
        if (is_new) known->second = message_text(network_.describe_message(components_.message(message).packed));
        return known->second;
    }
    const std::string& sender(int channel) const {
        return network_.nodes()[static_cast<std::size_t>(network_.channels()[static_cast<std::size_t>(channel)].from)].name;
    }
    std::vector<std::string> differences_of_message(int channel, Number message, int logged) {
        const LoggedMessage& said = log_.messages[static_cast<std::size_t>(logged)];
        const MessageText& is = text_of(message);
        std::vector<std::string> all;
        const auto differs = [&](const std::string& name, const std::string& found, const std::string& wanted) {
            all.push_back(found.empty() ? fmt::format("it has no {}, and the log {}", name, model::cleaned_line(wanted))
                                        : fmt::format("{} is {}, and in the log {}", name, found, model::cleaned_line(wanted)));
        };
        if (!said.kind.empty() && said.kind != is.kind) differs("kind", is.kind, said.kind);
        if (!said.from.empty() && said.from != sender(channel)) differs("from", sender(channel), said.from);
        for (const model::Field& field : said.fields) {
            const auto at = std::find_if(is.fields.begin(), is.fields.end(), [&](const auto& f) { return f.name == field.name; });
            if (at == is.fields.end() || at->value != field.value)
                differs(model::cleaned_line(field.name), at == is.fields.end() ? "" : at->value, field.value);
        }
        return all;
    }
    bool is_message(int channel, Number message, int logged) {
        const std::uint64_t key = (static_cast<std::uint64_t>(message) << 32 | static_cast<std::uint64_t>(logged)) * 64 +
                                  static_cast<std::uint64_t>(network_.channels()[static_cast<std::size_t>(channel)].from);
        const auto [known, is_new] = same_.try_emplace(key, false);
        if (is_new) known->second = differences_of_message(channel, message, logged).empty();
        return known->second;
    }
    std::vector<std::string> differences_of_state(int node, const Parts& after, const LoggedStep& line) const {
        const auto& info = network_.nodes()[static_cast<std::size_t>(node)];
        const Leaves is =
            leaves_of(network_.describe_node(info.kind, components_.node(node, after[static_cast<std::size_t>(node)]).packed));
        std::vector<std::string> all;
        for (const auto& [path, value] : log_.states[static_cast<std::size_t>(line.state)]) {
            const auto at = is.find(path);
            if (at == is.end()) all.push_back(fmt::format("{} has no {} then", info.name, model::cleaned_line(path)));
            else if (at->second != value)
                all.push_back(fmt::format("{} of {} is {} then, and in the log {}", path, info.name, at->second,
                                          model::cleaned_line(value)));
        }
        return all;
    }

    Components& components_;
    const model::Network& network_;
    const MessageLog& log_;
    std::vector<std::vector<Label>> labels_;  // by node
    std::unordered_map<Number, MessageText> texts_;
    std::unordered_map<std::uint64_t, bool> same_;
};

/// Each state that is met, and the one that it was met from.
class Ways {
public:
    struct Way {
        Parts parts;
        int before;
        std::size_t lines;
    };
    explicit Ways(bool keeps) : keeps_(keeps) {}
    void clear() { all_.clear(); }
    /// Returns its number.
    int add(int before, const Parts& parts, std::size_t lines) {
        if (!keeps_) return -1;
        all_.push_back({parts, before, lines});
        return static_cast<int>(all_.size()) - 1;
    }
    /// The way to one, from the last state in which `from` lines were explained to the first in which `to` were.
    std::vector<Way> between(int at, std::size_t from, std::size_t to) const {
        std::vector<Way> states;
        for (; at >= 0; at = all_[static_cast<std::size_t>(at)].before) {
            const Way& way = all_[static_cast<std::size_t>(at)];
            if (way.lines == to) states.clear();
            if (way.lines <= to) states.push_back(way);
            if (way.lines <= from) break;
        }
        std::reverse(states.begin(), states.end());
        return states;
    }

private:
    bool keeps_;
    std::vector<Way> all_;
};

class SearchForRun {
public:
    SearchForRun(const model::Network& network, const MessageLog& log, const ExplanationLimits& limits)
        : components_(network, false),
          network_(network),
          log_(log),
          limits_(limits),
          lines_(components_, log),
          ways_(limits.keeps_run) {}

    Explanation explain() {
        const int last = lines_.observes_all() && !ticks_are_silent() ? 0 : limits_.silent;
        for (int bound = 0;; bound = std::min(last, std::max(1, 2 * bound))) {
            last_bound_ = bound;
            hindered_ = false;
            if (search(bound)) return found_;
            if (!found_.why.empty()) return told();
            if (!hindered_) break;
            if (bound == last) {
                found_.why =
                    fmt::format("a run with more than {} silent steps between two lines may explain it (--silent)", last);
                return told();
            }
        }
        if (!error_.empty()) {
            found_.why = "the text of the protocol does what none may: " + error_;
            return told();
        }
        looks_for_room_ = true;  // once more: handlers run again for it, which only a refusal is worth
        static_cast<void>(search(last_bound_));
        if (!found_.why.empty()) return told();
        if (full_) {
            found_.why = "the system's channels are full there, and those of the log may hold more (--shape capacity=...)";
            return told();
        }
        found_.answer = Explained::no;
        return told();
    }

private:
    bool ticks_are_silent() const { return network_.time_passes() && !log_.timed; }

    /// Whether a run with at most so many silent steps between two lines explains all.
    bool search(int bound) {
        met_.clear();
        beyond_.clear();
        if (!best_.empty()) former_ = std::move(best_);
        best_.clear();
        ways_.clear();
        std::vector<Reached> open;
        for (int i = 0; i < network_.initial_states(); ++i) {
            Reached start;
            start.parts = components_.initial(i);
            start.steps_on = true;
            meet(open, start, bound);
        }
        while (!open.empty()) {
            const Reached here = open.back();
            open.pop_back();
            if (here.lines == log_.lines.size()) {
                found_.answer = Explained::yes;
                found_.lines = here.lines;
                found_.steps = here.steps;
                found_.ticks = here.ticked;
                tell_part(here);
                return true;
            }
            if (!go_on()) return false;  // not before: a run that has been found is an answer
            expand(here, open, bound);
        }
        hindered_ = std::any_of(beyond_.begin(), beyond_.end(), [&](const auto& pair) { return !met_.contains(pair); });
        return false;
    }

    void expand(const Reached& here, std::vector<Reached>& open, int bound) {
        const LoggedStep& line = log_.lines[here.lines];
        std::vector<Reached> matched;
        const auto visit = [&](const Move& move, const Parts& next) {
            Reached there = here;
            there.steps_on = true;
            std::copy_n(next.begin(), components_.slots(), there.parts.begin());
            if (move.node == checker::no_node) {
                // Below: between two lines time passes as the log says. Before the first it may have passed unobserved.
                if (log_.timed && (here.lines > 0 || lines_.observes_all())) return;
                ++there.silent, ++there.ticked;
                return meet(open, there, bound);
            }
            ++there.steps;
            if (!lines_.observes(move)) {
                ++there.silent;
                return meet(open, there, bound);
            }
            if (here.ticks > 0 || !lines_.is(move, there.parts, line)) return;
            there.silent = 0;
            ++there.lines;
            if (log_.timed && network_.time_passes() && there.lines < log_.lines.size())
                there.ticks = log_.lines[there.lines].cycle - line.cycle;
            matched.push_back(there);
        };
        // Such a step leads nowhere. That the log has no step here then says nothing of the log.
        const auto note_error = [&](const Move& move) {
            if (!lines_.observes(move) || (here.ticks == 0 && lines_.is_named(move, line)))
                error_ = components_.error(*move.step);
        };
        checker::for_each_successor(components_, here.parts, visit, note_error);
        if (here.ticks > 0) {
            Reached later = here;
            later.steps_on = false;
            later.ticks = pass_time(later, bound);
            return meet(open, later, bound);
        }
        // Also where something matches: another choice, or another message like it, may be what the log's system has taken.
        if (looks_for_room_ && !full_) full_ = lines_.hindered_by_room(here.parts, line);
        for (const Reached& there : matched) meet(open, there, bound);  // these are looked at first
    }

    /// One tick, or all where nothing happens between them. Where a tick changes nothing, those are left out that no silent step
    /// can need: after each of `bound` steps moments lie at most the horizon ahead. Returns how many ticks are left.
    std::int64_t pass_time(Reached& reached, int bound) {
        const bool all = lines_.observes_all();
        std::int64_t left = reached.ticks;
        do {
            bool changed = false;
            for (int s = 0; s < components_.slots(); ++s) {
                Number& part = reached.parts[static_cast<std::size_t>(s)];
                const Number later = components_.aged(s, part);
                changed = changed || later != part;
                part = later;
            }
            if (!changed) {
                if (all) return 0;
                return std::min(left - 1, (std::int64_t{bound} + 1) * (network_.shape().horizon + 2));
            }
            --left, ++reached.ticked;
            reached.way = ways_.add(reached.way, reached.parts, reached.lines);
        } while (all && left > 0);
        return left;
    }

    void meet(std::vector<Reached>& open, const Reached& reached, int bound) {
        std::u32string key;
        for (int s = 0; s < components_.slots(); ++s) key.push_back(reached.parts[static_cast<std::size_t>(s)]);
        key.push_back(static_cast<char32_t>(reached.lines));
        key.push_back(static_cast<char32_t>(std::min<std::int64_t>(reached.ticks, INT32_MAX)));
        if (const auto known = met_.find(key); known != met_.end() && known->second <= reached.silent) return;
        if (reached.silent > bound) {  // fewer steps may lead there too, later
            beyond_.insert(std::move(key));
            return;
        }
        met_[std::move(key)] = reached.silent;
        ++found_.pairs;
        open.push_back(reached);
        if (reached.steps_on) open.back().way = ways_.add(reached.way, reached.parts, reached.lines);
        if (reached.lines > found_.lines || best_.empty()) best_.clear();
        found_.lines = std::max(found_.lines, reached.lines);
        constexpr std::size_t kept = 1000;
        if (reached.lines == found_.lines && reached.ticks == 0 && best_.size() < kept) best_.push_back(open.back());
    }

    bool go_on() {
        if ((++asked_ & 0x3F) != 0) return true;  // to expand a pair may take a millisecond
        if (InterruptWatch::flag()) found_.why = "it was interrupted";
        else if (limits_.seconds > 0 && std::chrono::duration<double>(Clock::now() - begin_).count() > limits_.seconds)
            found_.why = "the time ran out (--time)";
        else if ((asked_ & 0xFFF) == 0 && bytes_in_use() > limits_.memory) found_.why = "the memory ran out (--memory)";
        return found_.why.empty();
    }

    /// What was asked for of the run to this state.
    void tell_part(const Reached& end) {
        if (!limits_.keeps_run || end.lines == 0) return;
        const auto place = [&](std::uint32_t line) {  // of the first line from there on
            return static_cast<std::size_t>(
                std::lower_bound(log_.lines.begin(), log_.lines.end(), line,
                                 [](const LoggedStep& step, std::uint32_t wanted) { return step.line < wanted; }) -
                log_.lines.begin());
        };
        std::size_t to = end.lines;
        if (limits_.last_line > 0) to = std::min(to, place(limits_.last_line + 1));
        const std::size_t from = limits_.first_line > 0 ? place(limits_.first_line) : to - std::min(to, most_told);
        if (from >= to) return;
        const std::vector<Ways::Way> states = ways_.between(end.way, from, to);
        std::vector<checker::PathStep> path;
        std::vector<std::pair<std::size_t, std::size_t>> of_lines;  // the place of a step, and of its line
        for (std::size_t i = 1; i < states.size(); ++i) {
            const auto &before = states[i - 1], &after = states[i];
            const bool has_line = after.lines > before.lines;
            checker::for_each_successor(components_, before.parts, [&](const Move& move, const Parts& next) {
                if (!std::equal(next.begin(), next.begin() + components_.slots(), after.parts.begin())) return true;
                if (lines_.observes(move) != has_line) return true;
                if (has_line && !lines_.is(move, next, log_.lines[before.lines])) return true;
                if (has_line) of_lines.emplace_back(path.size(), before.lines);
                path.push_back({move, after.parts});
                return false;
            });
        }
        const model::Property run{"", "", model::PropertyKind::can_happen};
        found_.part = Explanation::Part{trace_along(components_, run, states.front().parts, path), from, to - 1};
        for (const auto& [step, line] : of_lines) {
            const LoggedStep& logged = log_.lines[line];
            std::string says = fmt::format("line {} of the log", logged.line);
            if (logged.cycle >= 0) says += fmt::format(", cycle {}", logged.cycle);
            found_.part->trace.steps[step].seen.push_back(std::move(says));
        }
    }

    /// With what was expected behind the longest prefix.
    Explanation& told() {
        if (found_.lines == log_.lines.size()) return found_;
        const auto longest =
            std::find_if(best_.begin(), best_.end(), [&](const Reached& one) { return one.lines == found_.lines; });
        if (longest != best_.end()) tell_part(*longest);
        const LoggedStep& line = log_.lines[found_.lines];
        std::vector<std::string> here, elsewhere;
        std::optional<std::size_t> least;
        const auto add = [](std::vector<std::string>& to, const std::string& text) {
            if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(text);
        };
        // The last search may have ended before it got as far as one before it.
        for (const Reached& reached : best_.empty() ? former_ : best_) {
            if (reached.lines != found_.lines) continue;
            checker::for_each_successor(components_, reached.parts, [&](const Move& move, const Parts& next) {
                if (!lines_.observes(move)) return;
                const std::string text = checker::event_text(components_, move);
                add(move.node == line.node ? here : elsewhere, text);
                if (move.node != line.node || (move.channel >= 0) != (line.message >= 0)) return;
                if (line.message < 0 && network_.label(move.node, move.step->label) != network_.label(line.node, line.label))
                    return;
                const auto differences = lines_.differences(move, next, line);
                if (differences.empty() || (least && *least <= differences.size())) return;
                least = differences.size();
                found_.nearest = text + ": " + join(differences, "; ");
            });
        }
        if (line.message >= 0)
            if (const std::string& kind = log_.messages[static_cast<std::size_t>(line.message)].kind;
                !kind.empty() && !lines_.has_met(kind))
                found_.nearest = "no message of the kind " + model::cleaned_line(kind) + " was met";
        constexpr std::size_t shown = 8;
        for (const auto* part : {&here, &elsewhere})
            for (const std::string& text : *part)
                if (found_.expected.size() < shown) found_.expected.push_back(text);
                else found_.more_expected = true;
        return found_;
    }

    using Clock = std::chrono::steady_clock;

    Components components_;
    const model::Network& network_;
    const MessageLog& log_;
    const ExplanationLimits limits_;
    Lines lines_;
    Ways ways_;
    std::unordered_map<std::u32string, int> met_;  // least number of silent steps since the last line
    std::unordered_set<std::u32string> beyond_;    // that more silent steps than the bound lead to
    std::vector<Reached> best_, former_;           // some with the most lines, of this search and of the latest that had any
    Explanation found_;
    bool hindered_ = false, full_ = false, looks_for_room_ = false;
    int last_bound_ = 0;
    std::string error_;  // of the text, in a step that may have been the log's
    unsigned asked_ = 0;
    const Clock::time_point begin_ = Clock::now();
};

}  // namespace

Explanation explain_log(const model::Network& network, const MessageLog& log, const ExplanationLimits& limits) {
    return SearchForRun(network, log, limits).explain();
}

}  // namespace tandem::apps
