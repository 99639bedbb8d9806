// What must happen in the end, judged on one run whose last steps repeat (checker/liveness.hpp says what is judged of all runs).
#include <algorithm>
#include <bit>
#include <set>

#include <fmt/format.h>

#include "apps/check/fairness.hpp"
#include "apps/replay/judge.hpp"
#include "checker/asked_steps.hpp"
#include "checker/obligation_graph.hpp"
#include "checker/trace.hpp"
#include "specs/accounts.hpp"

namespace tandem::apps {

using checker::Components, checker::Move, checker::Obligation, checker::Parts, checker::Position;
using checker::liveness::ClassSet, checker::liveness::ObligationGraph;

namespace {

/// The states that a run visits again and again, in their order, as if a search had found them.
class LoopStates final : public checker::FoundStates {
public:
    LoopStates(const Components& components, std::vector<Parts> states)
        : slots_(components.slots()), states_(std::move(states)), levels_{0, static_cast<Position>(states_.size())} {}

    const std::vector<Position>& levels() const override { return levels_; }
    bool state(Position position, Parts& parts) const override { return parts = states_.at(position), true; }
    Position find(const Parts& parts) const override {
        const auto at = std::find_if(states_.begin(), states_.end(), [&](const Parts& one) {
            return std::equal(one.begin(), one.begin() + slots_, parts.begin());
        });
        return at == states_.end() ? checker::no_position : static_cast<Position>(at - states_.begin());
    }
    std::size_t bytes() const override { return states_.size() * sizeof(Parts); }
    const std::vector<Parts>& all() const { return states_; }

private:
    const int slots_;
    const std::vector<Parts> states_;
    const std::vector<Position> levels_;
};

/// "L2.lines.A.wts is 3, and was 2": the first difference.
std::string difference(const Components& components, const Parts& is, const Parts& was) {
    const auto now = describe(components, is), before = describe(components, was);
    for (std::size_t n = 0; n < now.size(); ++n) {
        const Leaves leaves = leaves_of(now[n].second), old = leaves_of(before[n].second);
        for (const auto& [path, value] : leaves)
            if (const auto at = old.find(path); at == old.end() || at->second != value)
                return fmt::format("{}.{} is {}, and was {}", now[n].first, path, value,
                                   at == old.end() ? "not there" : at->second);
        for (const auto& [path, value] : old)
            if (!leaves.contains(path)) return fmt::format("{}.{} is gone, and was {}", now[n].first, path, value);
    }
    return "other messages are on their way";
}

class LoopJudge {
public:
    LoopJudge(Components& components, const Followed& run, std::size_t from, const GivenFairness& fairness)
        : components_(components),
          run_(run),
          from_(from),
          loop_(components, states()),
          graph_(components, loop_, fairness.kind, fairness.strong) {}

    /// Empty where the run breaks the obligation; else what speaks against it.
    std::string objection(const Obligation& obligation, const std::string& due) {
        graph_.start(obligation);
        for (std::size_t i = from_; i < run_.path.size() && obligation.answers >= 0; ++i)
            if (!graph_.stays_due(run_.path[i].move, run_.path[i].after)) return fmt::format("step {} answers {}", i + 1, due);
        for (std::size_t i = 0; i < loop_.all().size() && obligation.answers < 0; ++i)
            if (!graph_.owed(loop_.all()[i])) return fmt::format("after step {} {} is not due any more", from_ + i, due);
        return obligation.certain ? from_ == run_.path.size() ? rest() : cycle() : dead_end();
    }
    bool gave_up() const { return gave_up_; }

private:
    const Parts& state_before(std::size_t step) const { return step == 0 ? run_.start : run_.path[step - 1].after; }
    std::vector<Parts> states() const {
        std::vector<Parts> all{state_before(from_)};
        for (std::size_t step = from_ + 1; step < run_.path.size(); ++step) all.push_back(state_before(step));
        return all;
    }

    /// The run may end where nothing must happen any more.
    std::string rest() {
        std::string must;
        graph_.each_step(0, [&](const Move& move, const Parts&) {
            if (move.step->fair && must.empty()) must = event_text(components_, move);
        });
        return must.empty() ? "" : "the run cannot end there any more, for this must happen: " + must;
    }

    std::string cycle() {
        const Parts& first = loop_.all().front();
        if (!std::equal(first.begin(), first.begin() + components_.slots(), run_.last().begin()))
            return fmt::format("steps {} to {} do not lead back to where they begin: {}", from_ + 1, run_.path.size(),
                               difference(components_, run_.last(), first));
        ClassSet taken;
        for (std::size_t i = from_; i < run_.path.size(); ++i) {
            const Move& move = run_.path[i].move;
            bool allowed = false;
            graph_.each_step(static_cast<Position>(i - from_), [&](const Move& one, const Parts&) {
                allowed = allowed || (one.step == move.step && one.node == move.node && one.channel == move.channel &&
                                      one.message == move.message);
            });
            if (!allowed) return fmt::format("in step {} the thread that asks does something else", i + 1);
            if (const int c = graph_.class_of(move); c >= 0) taken.insert(c);
        }
        // With weak fairness a class is due that stays possible, with strong fairness one that is possible at all.
        // Each with its name, by the class.
        std::vector<std::pair<int, std::string>> due;
        for (std::size_t i = 0; i < loop_.all().size(); ++i) {
            ClassSet possible;
            std::vector<std::pair<int, std::string>> here;
            graph_.each_step(static_cast<Position>(i), [&](const Move& move, const Parts&) {
                const int c = graph_.class_of(move);
                if (c < 0 || possible.contains(c)) return;
                possible.insert(c);
                if (!taken.contains(c)) here.emplace_back(c, event_text(components_, move));
            });
            for (auto& one : here)
                if (i == 0 || graph_.strong(one.first)) due.push_back(std::move(one));
            std::erase_if(due, [&](const auto& one) { return !graph_.strong(one.first) && !possible.contains(one.first); });
        }
        if (due.empty()) return "";
        const bool strong = graph_.strong(due.front().first);
        return fmt::format("the steps that repeat are not fair now ({}), for they never take what {}: {}",
                           strong ? "strongly" : "weakly", strong ? "is possible again and again" : "stays possible",
                           due.front().second);
    }

    /// No run from the last state meets it.
    std::string dead_end() {
        constexpr std::size_t most = 1'000'000;
        std::set<Parts> seen{run_.last()};
        std::vector<Parts> queue{run_.last()};
        bool met = false;
        while (!queue.empty() && !met && seen.size() < most) {
            const Parts at = queue.back();
            queue.pop_back();
            for_each_successor(components_, at, [&](const Move&, const Parts& next) {
                Parts whole = run_.last();  // what stands behind the slots is no part of the state
                std::copy_n(next.begin(), components_.slots(), whole.begin());
                met = met || !graph_.owed(whole);
                if (seen.insert(whole).second) queue.push_back(whole);
            });
        }
        if (met) return "after its last step some run accepts it";
        gave_up_ = !queue.empty();
        return gave_up_
                   ? fmt::format("whether some run from its last step accepts it is not known: {} states were looked at", most)
                   : "";
    }

    Components& components_;
    const Followed& run_;
    const std::size_t from_;
    const LoopStates loop_;
    ObligationGraph graph_;
    bool gave_up_ = false;
};

struct Due {
    Obligation obligation;
    std::string name;
};

/// What the run has asked before the steps that repeat, and is not answered by then.
std::vector<Due> open_questions(const Components& components, int answers, const Followed& run, std::size_t from) {
    checker::AskedSteps asked(components, answers);
    std::vector<std::pair<model::Inquiry, std::size_t>> open;  // since which step
    for (std::size_t i = 0; i < from; ++i) {
        const model::AskedAndAnswered& step = asked.of(run.path[i].move);
        for (const model::Inquiry& one : step.answered) std::erase_if(open, [&](const auto& o) { return o.first == one; });
        for (const model::Inquiry& one : step.asked)
            if (std::none_of(open.begin(), open.end(), [&](const auto& o) { return o.first == one; })) open.emplace_back(one, i);
    }
    std::vector<Due> all;
    for (const auto& [one, since] : open)
        all.push_back({{.node = one.node, .answers = answers, .inquiry = one}, fmt::format("what step {} asks", since + 1)});
    return all;
}

/// The obligations that the trace may be of, in a state of those that repeat.
std::vector<Due> candidates(const Components& components, const model::Property& property, const Parts& entry,
                            const WrittenTrace& trace) {
    const model::Network& network = components.network();
    std::vector<Due> all;
    for (int n = 0; n < components.nodes(); ++n) {
        const std::string& name = network.nodes()[static_cast<std::size_t>(n)].name;
        if (property.kind == model::PropertyKind::always_eventually) {
            for (std::uint64_t bits = components.node(n, entry[static_cast<std::size_t>(n)]).owes; bits != 0; bits &= bits - 1)
                all.push_back({{.node = n, .bit = std::countr_zero(bits)}, "what " + name + " owes"});
            continue;
        }
        const bool certain = property.number != specs::accepted_by_some_run && !trace.dead_end;
        for (const model::Asking& asking : network.askings(n))
            if (name + ": " + network.label(n, asking.label) == trace.refused && (asking.certain || !certain))
                all.push_back(
                    {{.node = n, .bit = -1, .label = asking.label, .thread = asking.thread, .certain = certain}, trace.refused});
    }
    return all;
}

}  // namespace

Judged judge_loop(Components& components, const model::Property& property, const Followed& run, const WrittenTrace& trace,
                  const std::string& fairness) {
    const auto from = static_cast<std::size_t>(trace.repeats_from);
    const bool of_answers = property.kind == model::PropertyKind::always_eventually && property.number > 0;
    LoopJudge judge(components, run, from, fairness_in(fairness, components.network()));
    const auto all = of_answers ? open_questions(components, property.number - 1, run, from)
                                : candidates(components, property, from == 0 ? run.start : run.path[from - 1].after, trace);
    std::string says;
    for (const Due& due : all) {
        const std::string objection = judge.objection(due.obligation, due.name);
        if (objection.empty()) return {true, static_cast<int>(run.path.size()), {}, false, due.obligation};
        if (says.empty()) says = objection;
    }
    if (of_answers && all.empty()) says = fmt::format("after step {} nothing waits for an answer", from);
    else if (property.kind == model::PropertyKind::always_eventually && all.empty())
        says = fmt::format("after step {} nobody is owed anything", from);
    else if (all.empty()) says = "nobody is promised that " + trace.refused + " is accepted in every fair run";
    return {false, 0, says, judge.gave_up()};
}

}  // namespace tandem::apps
