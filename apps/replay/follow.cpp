#include "apps/replay/follow.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "apps/common/words.hpp"
#include "apps/replay/hindrance.hpp"
#include "apps/trace/message_text.hpp"
#include "checker/trace.hpp"

namespace tandem::apps {

using checker::Components, checker::Move, checker::Parts, checker::PathStep;

namespace {

/// How a state or a message differs from a written one.
struct Deviation {
    int leaves = 0;
    std::string first;    // of the values
    std::string unknown;  // the first field that only one of both has
};

void compare(const std::string& name, const Leaves& is, const Leaves& said, Deviation& deviation) {
    const auto differs = [&](std::string& first, const std::string& words) {
        ++deviation.leaves;
        if (first.empty()) first = words;
    };
    for (const auto& [path, value] : said) {
        const auto at = is.find(path);
        if (at == is.end()) differs(deviation.unknown, fmt::format("{} has no {}, the trace has {}", name, path, value));
        else if (at->second != value)
            differs(deviation.first, fmt::format("{}.{} is {}, the trace has {}", name, path, at->second, value));
    }
    for (const auto& [path, value] : is)
        if (!said.contains(path))
            differs(deviation.unknown, fmt::format("{}.{} is {}, the trace does not have it", name, path, value));
}

std::string listed(const std::vector<std::string>& words) { return words.empty() ? "none" : join(words, ", "); }

class Follower {
public:
    Follower(Components& components, const WrittenTrace& trace)
        : components_(components), network_(components.network()), trace_(trace), under_way_(network_.channels().size()) {}

    Followed follow() {
        if (!begin()) return std::move(run_);
        for (std::size_t i = 0; i < trace_.steps.size(); ++i)
            if (!take(i)) break;
        return std::move(run_);
    }
    Passed follow_possible(const std::vector<bool>& wanted) {
        Passed passed;
        if (begin())
            for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
                const bool goes_on = wanted[i] && take(i);
                if (run_.path.size() > passed.steps.size()) passed.steps.push_back(i);
                if (!goes_on && !run_.path.empty() && run_.path.back().move.step->error != 0) break;
            }
        run_.stop.clear();
        passed.run = std::move(run_);
        return passed;
    }

private:
    int node_named(const std::string& name) const {
        for (std::size_t n = 0; n < network_.nodes().size(); ++n)
            if (network_.nodes()[n].name == name) return static_cast<int>(n);
        return -1;
    }

    Deviation deviation(const Parts& parts, const WrittenState& said) const {
        Deviation sum;
        for (const auto& [name, leaves] : said) {
            if (const int node = node_named(name); node >= 0) {
                const auto& info = network_.nodes()[static_cast<std::size_t>(node)];
                compare(name,
                        leaves_of(network_.describe_node(info.kind,
                                                         components_.node(node, parts[static_cast<std::size_t>(node)]).packed)),
                        leaves, sum);
            } else if (const int m = components_.monitor_slot(); m >= 0 && name == "monitor") {
                compare(name,
                        leaves_of(network_.describe_monitor(components_.monitor(parts[static_cast<std::size_t>(m)]).packed)),
                        leaves, sum);
            }
        }
        return sum;
    }
    void note(int step, const std::string& what) {
        if (!run_.difference) run_.difference = {step, what};
    }
    void note(int step, const Deviation& deviation) {
        if (!deviation.first.empty()) note(step, deviation.first);
        if (!deviation.unknown.empty() && !run_.unknown) run_.unknown = {step, deviation.unknown};
    }

    bool begin() {
        for (const auto& [name, leaves] : trace_.start)
            if (name != "monitor" && node_named(name) < 0) run_.stop = "there is no node " + name;
        for (const auto& node : network_.nodes())
            if (!trace_.start.contains(node.name))
                run_.stop = fmt::format("there is a node {}, which the trace does not have", node.name);
        if (!run_.stop.empty()) return false;
        run_.begun = true;
        std::optional<Deviation> least;
        for (int i = 0; i < network_.initial_states() && (!least || least->leaves > 0); ++i) {
            const Parts parts = components_.initial(i);
            Deviation here = deviation(parts, trace_.start);
            if (least && least->leaves <= here.leaves) continue;
            run_.start = parts;
            least = std::move(here);
        }
        note(0, *least);
        for (int l = 0; l < components_.links(); ++l)
            for (std::size_t lane = 0; lane < components_.link(l).channels.size(); ++lane)
                for (const checker::Number message : components_.contents(l, run_.start).lanes[lane])
                    depart(components_.link(l).channels[lane], components_.message(message).packed, 0);
        return true;
    }

    bool matches(const Move& move, const WrittenStep& step, int node) {
        if (move.node != node || (move.channel >= 0) != (step.receives >= 0)) return false;
        if (node == checker::no_node) return true;
        if (step.receives < 0) return network_.label(node, move.step->label) == step.operation;
        const auto& channel = under_way_[static_cast<std::size_t>(move.channel)];
        const auto& packed = components_.message(move.message).packed;
        return std::any_of(channel.begin(), channel.end(),
                           [&](const UnderWay& one) { return one.id == step.receives && one.message == packed; });
    }

    /// Whether there is such a step, and what comes next may be taken.
    bool take(std::size_t which) {
        const WrittenStep& step = trace_.steps[which];
        const int number = static_cast<int>(which) + 1;
        const int node = step.node.empty() ? checker::no_node : node_named(step.node);
        if (node < 0 && !step.node.empty()) return run_.stop = "there is no node " + step.node, false;
        const Parts before = run_.last();
        struct Candidate {
            PathStep step;
            std::tuple<bool, int, bool> distance;
            Deviation deviation;
            std::vector<std::string> outcomes;
        };
        std::optional<Candidate> nearest;
        const auto consider = [&](const Move& move, const Parts& next) {
            if (!matches(move, step, node)) return;
            Candidate candidate{{move, before}, {}, {}, checker::outcomes_of(network_, move.step->outcomes)};
            if (move.step->error == 0)
                std::copy_n(next.begin(), components_.slots(), candidate.step.after.begin()),
                    candidate.deviation = deviation(next, step.states);
            candidate.distance = {(move.step->error != 0) != !step.error.empty(), candidate.deviation.leaves,
                                  candidate.outcomes != step.outcomes};
            if (!nearest || candidate.distance < nearest->distance) nearest = std::move(candidate);
        };
        for_each_successor(components_, before, consider, [&](const Move& move) { consider(move, before); });
        if (!nearest) return run_.stop = hindrance(components_, before, step, node, trace_, under_way_), false;

        if (nearest->outcomes != step.outcomes)
            note(number,
                 fmt::format("the handler's outcome is {}, the trace has {}", listed(nearest->outcomes), listed(step.outcomes)));
        const Move& move = nearest->step.move;
        run_.path.push_back(nearest->step);
        if (move.step->error != 0) {
            if (number < static_cast<int>(trace_.steps.size())) run_.stop = "the step before does what no text may";
            return false;
        }
        keep_account(move, step, number);
        note(number, nearest->deviation);
        return true;
    }

    /// Of what is on its way after a step.
    void keep_account(const Move& move, const WrittenStep& step, int number) {
        if (move.node == checker::no_node) {
            for (auto& channel : under_way_)
                for (UnderWay& one : channel) one.message = network_.aged_message(one.message);
            return;
        }
        if (move.channel >= 0)
            std::erase_if(under_way_[static_cast<std::size_t>(move.channel)],
                          [&](const UnderWay& one) { return one.id == step.receives; });
        sent_.clear();
        for (const checker::Posting& posting : move.step->sends())
            depart(components_.channel(posting), components_.message(posting.message).packed, number);
        for (const int id : step.sends)
            if (std::find(sent_.begin(), sent_.end(), id) == sent_.end())
                note(number,
                     fmt::format("{} does not send {} to {}", step.node, trace_.messages[static_cast<std::size_t>(id)].text,
                                 trace_.messages[static_cast<std::size_t>(id)].to));
    }

    /// Finds out which of the trace's messages of that step this is: the same, or else one of its kind on the same way.
    void depart(int channel, const model::Packed& message, int step) {
        const model::ChannelInfo& info = network_.channels()[static_cast<std::size_t>(channel)];
        const std::string& from = network_.nodes()[static_cast<std::size_t>(info.from)].name;
        const std::string& to = network_.nodes()[static_cast<std::size_t>(info.to)].name;
        const std::string text = network_.describe_message(message), kind = message_text(text).kind;
        int id = -1;
        for (const bool same : {true, false})
            for (std::size_t m = 0; m < trace_.messages.size() && id < 0; ++m) {
                const WrittenMessage& said = trace_.messages[m];
                if (said.sent != step || said.from != from || said.to != to ||
                    std::find(sent_.begin(), sent_.end(), static_cast<int>(m)) != sent_.end())
                    continue;
                if (same ? said.text == text : said.kind == kind) id = static_cast<int>(m);
            }
        if (id < 0) note(step, fmt::format("{} sends {} to {}, the trace does not have it", from, text, to));
        else note(step, of_message(text, trace_.messages[static_cast<std::size_t>(id)].text, from, to));
        sent_.push_back(id);
        under_way_[static_cast<std::size_t>(channel)].push_back({id, message});
    }

    static Deviation of_message(const std::string& text, const std::string& said, const std::string& from,
                                const std::string& to) {
        Deviation sum;
        if (text == said) return sum;
        compare("", leaves_of(message_text(text).fields), leaves_of(message_text(said).fields), sum);
        for (std::string* words : {&sum.first, &sum.unknown})
            if (!words->empty()) *words = fmt::format("{} sends {} to {}, the trace has {}", from, text, to, said);
        return sum;
    }

    Components& components_;
    const model::Network& network_;
    const WrittenTrace& trace_;
    std::vector<std::vector<UnderWay>> under_way_;
    std::vector<int> sent_;  // the trace's messages that the step at hand has sent
    Followed run_;
};

}  // namespace

Followed follow(Components& components, const WrittenTrace& trace) { return Follower(components, trace).follow(); }

Passed follow_possible(Components& components, const WrittenTrace& trace, const std::vector<bool>& wanted) {
    return Follower(components, trace).follow_possible(wanted);
}

}  // namespace tandem::apps
