// A monitor on symbols: what it remembers, which events it takes notice of, and what it forbids.
//
// It is run on events whose leaves are symbols, so that what it does is one decision tree for each kind of event, whatever
// handler reports it. What it forbids becomes part of the handler's own tree: a step that it forbids is not possible.
#pragma once

#include "model/system.hpp"
#include "smt/symbolic_context.hpp"
#include "smt/transition_system.hpp"
#include "smt/usage.hpp"

namespace tandem::smt {

using model::Unwatched;

/// `M` is a template over domains, `Rules` what it plays by.
template <template <class> class M, class Rules>
class SymbolicMonitor {
public:
    using Monitor = M<Symbolic>;
    using Event = model::Event<Symbolic>;

    /// Its leaves are those of `node`; `next_record` is as in `note_usage`.
    SymbolicMonitor(Expressions& expressions, const model::Shape& shape, Rules rules, int node, int& next_record)
        : shape_(shape), rules_(std::move(rules)) {
        info_.state = {layout_of<M<model::Concrete>>(expressions, shape), leaf_types<M<model::Concrete>>(expressions, shape)};
        note_usage<Monitor>(info_.state.layout, expressions, shape, next_record);
        int leaf = 0;
        model::for_each_leaf(monitor_, shape, [&](auto& l) {
            l.value = expressions.variable({node, leaf}, *info_.state.leaves[static_cast<std::size_t>(leaf)]);
            ++leaf;
        });
        info_.arguments = {"core", "thread", "address", "value", "when", "order", "scope", "remote", "dated", "era", "named"};
        info_.types = leaf_types<model::Event<model::Concrete>>(expressions, shape);
        info_.types.erase(info_.types.begin());
        if (info_.types.size() != info_.arguments.size()) throw std::logic_error("an event has other leaves than exports know");
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<model::EventKind>>(
            [&](auto kind) { learn(expressions, kind.value); });
    }

    const Monitor& symbols() const { return monitor_; }
    const MonitorInfo& info() const { return info_; }
    MonitorInfo take_info() { return std::move(info_); }

    /// Those of `events` that change it.
    std::vector<Report> reports(const std::vector<Event>& events) const {
        std::vector<Report> all;
        for (const Event& event : events) {
            if (!changes_[static_cast<std::size_t>(event.kind.enumerator())]) continue;
            Report& report = all.emplace_back(Report{event.kind.enumerator(), {}});
            model::for_each_leaf(event, shape_, [&](const auto& leaf) { report.arguments.push_back(leaf.value); });
            report.arguments.erase(report.arguments.begin());
        }
        return all;
    }

    /// A tree whose leaves stall where it forbids one of the events, on the path of the current oracle; an empty one if it
    /// forbids none.
    DecisionTree allowance(const std::vector<Event>& events) const {
        std::size_t asked = 0;  // what comes after the last that may be forbidden does not matter
        for (std::size_t i = 0; i < events.size(); ++i)
            if (forbids_[static_cast<std::size_t>(events[i].kind.enumerator())]) asked = i + 1;
        if (asked == 0) return {};
        DecisionTree tree = explore({}, [&] {
            Effect effect;
            Monitor monitor = monitor_;
            for (std::size_t i = 0; i < asked && !effect.stalled; ++i) effect.stalled = !observed(monitor, events[i]);
            return effect;
        }, PathOracle::within(PathOracle::current()));
        merge(tree);
        return tree;
    }

private:
    bool observed(Monitor& monitor, const Event& event) const {
        if constexpr (model::PlaysPrograms<Monitor>) return monitor.observe(event, rules_);
        else return monitor.observe(event);
    }

    void learn(Expressions& expressions, model::EventKind kind) {
        Event event;
        int leaf = -1;
        model::for_each_leaf(event, shape_, [&](auto& l) {
            if (leaf >= 0) {
                const ValueType& type = *info_.types[static_cast<std::size_t>(leaf)];
                // blocks have one word
                if (type.kind == ValueType::Kind::enumeration && type.cardinality == 1) return void(++leaf);
                // A moment that a handler reports may be a sum, beyond those that are stored.
                l.value = type.name == "time" ? expressions.variable({Place::reported, leaf}, type, 0, Expression::no_limit)
                                              : expressions.variable({Place::reported, leaf}, type);
            }
            ++leaf;
        });
        event.kind = kind;
        DecisionTree tree = explore({}, [&] {
            Effect effect;
            Monitor after = monitor_;
            if (effect.stalled = !observed(after, event); effect.stalled) return effect;
            normalise_changes(monitor_, after, shape_);
            std::vector<Expression> before;
            model::for_each_leaf(monitor_, shape_, [&](const auto& l) { before.push_back(l.value); });
            int next = 0;
            model::for_each_leaf(after, shape_, [&](const auto& l) {
                if (l.value != before[static_cast<std::size_t>(next)]) effect.updates.push_back({next, l.value});
                ++next;
            });
            return effect;
        });
        bool changes = false, forbids = false;
        for_each_effect(tree, [&](const Effect& effect, const auto&) {
            changes = changes || !effect.updates.empty();
            forbids = forbids || effect.stalled;
        });
        changes_[static_cast<std::size_t>(kind)] = changes;
        forbids_[static_cast<std::size_t>(kind)] = forbids;
        if (!changes) return;
        info_.observers.push_back({kind, std::move(tree), {}});
        Observer& observer = info_.observers.back();
        for (std::size_t i = 0; i < info_.arguments.size(); ++i)
            observer.asks.push_back(mentions(observer.tree, {Place::reported, static_cast<int>(i)}));
    }

    /// Makes one leaf of two that say the same.
    static void merge(DecisionTree& tree) {
        for (const auto& branch : tree.branches) merge(*branch);
        if (tree.branches.empty()) return;
        const bool first = tree.branches[0]->effect.stalled;
        for (const auto& branch : tree.branches)
            if (!branch->branches.empty() || branch->effect.stalled != first) return;
        tree = DecisionTree{};
        tree.effect.stalled = first;
    }

    model::Shape shape_;
    Rules rules_;
    Monitor monitor_;
    MonitorInfo info_;
    static constexpr std::size_t kinds = boost::mp11::mp_size<boost::describe::describe_enumerators<model::EventKind>>::value;
    std::array<bool, kinds> changes_{}, forbids_{};
};

}  // namespace tandem::smt
