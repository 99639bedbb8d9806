// Every way through every event: a handler, the messages that it takes and sends, the monitor that judges it, and the tick.
#pragma once

#include <map>

#include "smt/names.hpp"
#include "smt/reported_names.hpp"
#include "smt/prove/symbolic_state.hpp"
#include "smt/prove/tick.hpp"
#include "smt/text_run.hpp"

namespace tandem::smt {

/// A step, for step properties.
struct SymbolicStep {
    std::uint64_t outcomes;
    std::vector<model::Event<Symbolic>> events;
};

/// What a property says of a step of a node of this kind, on the path that the oracle has followed: it notes in the path where it
/// fails.
using StepProperty = std::function<void(int kind, const void* before, const void* after, const SymbolicStep& step, Path& path,
                                        const PathOracle& at)>;

template <class State>
class PathFinder {
public:
    /// `excluded` is what symbols never are. All must outlive this.
    PathFinder(const State& state, const std::vector<Exclusion>& excluded, const std::vector<StepProperty>& properties)
        : state_(state), excluded_(excluded), properties_(properties) {}

    /// Lists events and paths in the problem, anew.
    void find() {
        problem().paths.clear();
        problem().events.clear();
        for (std::size_t n = 0; n < state_.nodes().size(); ++n)
            state_.concrete().with_kind(state_.nodes()[n].kind, [&]<class N>(std::type_identity<N>) {
                explore_node<N, typename State::template SymbolicNode<N>>(static_cast<int>(n));
            });
        if (!state_.concrete().time_passes()) return;
        problem().events.push_back({"a tick passes", ProofEvent::no_node, -1, 0, {}});
        problem().paths.push_back(tick(problem(), static_cast<int>(problem().events.size()) - 1));
    }

private:
    using Protocol = typename State::Protocol;
    using Monitor = typename State::Monitor;
    using Concrete = typename State::Concrete;
    using Message = typename State::Message;
    using Contents = typename State::Contents;
    static constexpr int input_segment = -1'000'000;

    Problem& problem() const { return state_.problem(); }

    template <class N, class S>
    void explore_node(int n) {
        int label = 0;
        if constexpr (model::IssuesOperations<N>)
            explore_each<S, typename S::Operation>(
                n, label, "access", state_.concrete().template operations<N>(), [&](S& node, const auto& issued, auto& ctx) {
                    if constexpr (requires { ctx.begins(issued); })
                        if (model::hears_beginnings<Monitor>(state_.config())) ctx.begins(issued);
                    node.access(issued, ctx);
                });
        if constexpr (model::TakesActions<N>)
            explore_each<S, typename S::Action>(n, label, "act", state_.concrete().template actions<N>(),
                                                [&](S& node, const auto& taken, auto& ctx) { node.act(taken, ctx); });
        if constexpr (requires(S node, SymbolicContext<Protocol> ctx, Message m) { node.receive(m, ctx); })
            for (std::size_t c = 0; c < state_.channels().size(); ++c)
                if (state_.channels()[c].to == n && !never_sent(static_cast<int>(c)))
                    explore_event<S>(n, static_cast<int>(c), 0, "receive", {},
                                     [&](S& node, const Message& m, auto& ctx) { node.receive(m, ctx); });
    }
    /// An event for each of these operations or actions; one for all that differ in data, where any data may be chosen.
    template <class S, class T, class C, class Handler>
    void explore_each(int n, int& label, const char* called, const std::vector<C>& all, Handler&& handle) {
        std::map<std::vector<int>, std::size_t> with_any_data;  // by what it is but for data that may be any: the event
        for (const C& one : all) {
            std::vector<int> without_data;
            const T chosen = literal<T>(one, without_data);
            const auto [stands, added] = with_any_data.try_emplace(without_data, problem().events.size());
            if (!added) problem().events[stands->second].other_data.push_back(label);
            else
                explore_event<S>(n, -1, label, called, names_in(one),
                                 [&](S& node, const Message&, auto& ctx) { handle(node, chosen, ctx); });
            ++label;
        }
    }
    template <class T>
    static decltype(ProofEvent::names) names_in(const T& item) {
        decltype(ProofEvent::names) names{};
        for_each_name(item, [&](model::Sort sort, int number) { names[static_cast<std::size_t>(sort)] |= 1u << number; });
        return names;
    }
    bool never_sent(int c) const { return state_.contents()[static_cast<std::size_t>(c)].size.is(0); }

    /// The symbolic operation that a concrete one stands for. Data become inputs where any data may be chosen, and are -1 in
    /// `numbers`, its leaves.
    template <class T, class C>
    T literal(const C& object, std::vector<int>& numbers) {
        T result{};
        std::vector<bool> data;
        model::for_each_leaf(object, state_.concrete().shape(), [&]<class L>(const L& leaf) {
            numbers.push_back(model::number_of(leaf));
            data.push_back(std::is_same_v<L, model::Id<model::Sort::value>>);
        });
        std::size_t next = 0;
        model::for_each_leaf(result, state_.concrete().shape(), [&](auto& leaf) {
            if (state_.limits() != Limits::all && data[next] && chooses_data<C>(object, next)) {
                leaf.value = problem().expressions->variable({input_segment, 1000 + static_cast<int>(next)}, data_type(), 0,
                                                             unbounded);
                numbers[next] = -1;
            } else {
                leaf.value = numbers[next];
            }
            ++next;
        });
        return result;
    }
    /// Whether the operation may also be issued, or the action be taken, with other data in leaf number `which`.
    template <class C>
    bool chooses_data(const C& object, std::size_t which) const {
        if (state_.concrete().shape()[model::Sort::value] < 2) return false;
        C other = object;
        std::size_t next = 0;
        model::for_each_leaf(other, state_.concrete().shape(), [&](auto& leaf) {
            if (next++ == which) model::set_number(leaf, 1);
        });
        bool possible = false;
        boost::mp11::mp_for_each<boost::mp11::mp_transform<std::type_identity, typename Concrete::Nodes>>(
            [&]<class N>(std::type_identity<N>) {
                if constexpr (model::IssuesOperations<N>)
                    if constexpr (std::is_same_v<typename N::Operation, C>)
                        possible = possible || N::issues(other, state_.concrete().config());
                if constexpr (model::TakesActions<N>)
                    if constexpr (std::is_same_v<typename N::Action, C>)
                        possible = possible || N::offers(other, state_.concrete().config());
            });
        return possible;
    }
    const ValueType& data_type() { return sort_type(*problem().expressions, model::Sort::value, state_.concrete().shape()); }

    template <class S, class Handler>
    void explore_event(int n, int c, int label, const char* called, const decltype(ProofEvent::names)& names, Handler&& handler) {
        const model::NodeInfo& info = state_.nodes()[static_cast<std::size_t>(n)];
        ProofEvent event{info.name + " ", n, c, label, names};
        int sender = -1;
        std::string what = "a message";
        if (c >= 0) {
            const model::NodeInfo& from =
                state_.nodes()[static_cast<std::size_t>(state_.channels()[static_cast<std::size_t>(c)].from)];
            sender = from.owner;
            what += " from " + from.name;
            event.name += "receives from " + from.name;
        } else {
            what = state_.concrete().label(n, label);
            event.name += what;
        }
        problem().events.push_back(event);
        PathOracle oracle;
        const PathOracle::Scope scope(oracle);
        oracle.begin_all_with(excluded_);
        all_paths(info.name, called, what, [&] {
            do {
                oracle.start();
                run<S>(n, c, info.owner, sender, oracle, [&](S& after, const Message& received, auto& ctx) {
                    one_path(info.name, called, what, after, [&] { handler(after, received, ctx); });
                });
            } while (oracle.next_run());
        });
    }

    template <class S, class Handler>
    void run(int n, int c, int core, int sender, PathOracle& oracle, const Handler& handler) {
        Message received{};
        auto contents = state_.contents();
        if (c >= 0 && !take(c, contents[static_cast<std::size_t>(c)], received, oracle)) return;
        SymbolicContext<Protocol> ctx(state_.shown(), state_.config().shape, state_.exits(n),
                                      state_.nodes()[static_cast<std::size_t>(n)].index, core, sender);
        if (state_.limits() != Limits::all)
            ctx.take_any_moment({problem().expressions.get(), &time_type(), state_.limits() == Limits::clock, input_segment});
        ctx.join_sends();
        const S& before = state_.template node<S>(n);
        S after = before;
        handler(after, received, ctx);
        if (ctx.effect.stalled) return;
        normalise_changes(before, after, state_.concrete().shape());
        for (const Sending& sending : ctx.effect.sends)
            if (!put_message(contents[static_cast<std::size_t>(sending.channel)], sending, ctx.possible)) return;
        DecisionTree judged = judge(ctx.events, oracle);
        if (SplitByReportedNames::asked())
            while (const auto name = asked_for(judged, ctx.events)) {
                static_cast<void>(concrete(*name));  // the path takes one that it may be
                judged = judge(ctx.events, oracle);
            }
        const Expression allowed = conjunction(ctx.possible, not_stalled(judged));
        if (allowed.is(0)) return;

        Path path{static_cast<int>(problem().events.size()) - 1,
                  ctx.effect.outcomes,
                  conditions_of(oracle.path()),
                  {},
                  {},
                  {},
                  {},
                  ctx.lines};
        note_changes(before, after, state_.of_node(n).first, path);
        if (!allowed.is_constant()) path.conditions.push_back(allowed);
        note_monitor(judged, path);
        for (std::size_t i = 0; i < contents.size(); ++i) note_channel(static_cast<int>(i), contents[i], path);
        const SymbolicStep step{ctx.effect.outcomes, ctx.events};
        for (const auto& property : properties_)
            property(state_.nodes()[static_cast<std::size_t>(n)].kind, &before, &after, step, path, oracle);
        problem().paths.push_back(std::move(path));
    }

    /// What the monitor makes of the events, on all its paths from where `oracle` stands. Its paths do not multiply with those of
    /// the handler: they become conditional values.
    DecisionTree judge(const std::vector<model::Event<Symbolic>>& events, const PathOracle& oracle) const {
        return explore({}, [&] {
            Effect effect;
            Monitor monitor = state_.monitor();
            for (const auto& event : events)
                if (effect.stalled = !observed(monitor, event); effect.stalled) return effect;
            normalise_changes(state_.monitor(), monitor, state_.concrete().shape());
            Path changes{};
            note_changes(state_.monitor(), monitor, 0, changes);
            for (const auto& [leaf, value] : changes.assignments) effect.updates.push_back({leaf, value});
            return effect;
        }, PathOracle::within(oracle));
    }
    /// A name that an event reports, and of which the monitor asks which one it is.
    static std::optional<Expression> asked_for(const DecisionTree& judged, const std::vector<model::Event<Symbolic>>& events) {
        if (judged.condition && !judged.condition->is_constant() && judged.condition->op() == Operator::equal) {
            Expression name = judged.condition->operand(0), one = judged.condition->operand(1);
            if (name.is_constant()) std::swap(name, one);
            if (one.is_constant())
                for (const model::Event<Symbolic>& event : events)
                    if (name == event.core.value || name == event.thread.value || name == event.address.value) return name;
        }
        for (const auto& branch : judged.branches)
            if (const auto name = asked_for(*branch, events)) return name;
        return std::nullopt;
    }
    bool observed(Monitor& monitor, const model::Event<Symbolic>& event) const {
        if constexpr (!Monitor::present) return true;
        else if constexpr (model::PlaysPrograms<Monitor>) return monitor.observe(event, state_.rules());
        else return monitor.observe(event);
    }
    void note_monitor(const DecisionTree& judged, Path& path) const {
        const int first = state_.of_monitor().first;
        for (const auto& [leaf, value] :
             folded(judged, [&](int l) { return problem().variables[static_cast<std::size_t>(first + l)].expression; }))
            path.assignments.push_back({first + leaf, value});
    }
    const ValueType& time_type() { return leaf_type<model::Time>(*problem().expressions, state_.concrete().shape()); }

    /// Takes the message at the head, or any if the channel keeps no order; false if there is none.
    bool take(int c, Contents& contents, Message& received, PathOracle& oracle) const {
        const std::size_t size = concrete(contents.size);
        if (size == 0) return false;
        const bool ordered = state_.channels()[static_cast<std::size_t>(c)].ordered;
        const auto taken = static_cast<std::size_t>(ordered ? 0 : oracle.choose(static_cast<int>(size)));
        received = contents.places[taken];
        for (std::size_t k = taken; k + 1 < size; ++k) contents.places[k] = contents.places[k + 1];
        contents.places[size - 1] = Message{};
        contents.size = static_cast<int>(size) - 1;
        return true;
    }
    /// Puts it at the end; false if there is no place. What is sent on a condition needs one only there, which `possible` then
    /// says.
    bool put_message(Contents& contents, const Sending& sending, Expression& possible) const {
        if (!sending.where.is(1)) return put_where(contents, sending, possible), true;
        const std::size_t size = concrete(contents.size);
        if (size >= contents.places.size()) return false;  // more: behind one that was sent on a condition, and impossible
        std::size_t next = 0;
        model::for_each_leaf(contents.places[size], state_.concrete().shape(),
                             [&](auto& leaf) { leaf.value = sending.message[next++]; });
        contents.size = static_cast<int>(size) + 1;
        return true;
    }

    void put_where(Contents& contents, const Sending& sending, Expression& possible) const {
        const int places = static_cast<int>(contents.places.size());
        possible = conjunction(possible, disjunction(negation(sending.where), negation(equal(contents.size, places))));
        for (int k = 0; k < places; ++k) {
            const Expression here = places == 1 ? sending.where : conjunction(sending.where, equal(contents.size, k));
            std::size_t next = 0;
            model::for_each_leaf(contents.places[static_cast<std::size_t>(k)], state_.concrete().shape(), [&](auto& leaf) {
                leaf.value = conditional(here, sending.message[next++], leaf.value);
            });
        }
        contents.size = conditional(sending.where, places == 1 ? Expression(1) : sum(contents.size, 1), contents.size);
    }

    template <class T>
    void note_changes(const T& before, const T& after, int first, Path& path) const {
        std::vector<Expression> old;
        model::for_each_leaf(before, state_.concrete().shape(), [&](const auto& leaf) { old.push_back(leaf.value); });
        int next = 0;
        model::for_each_leaf(after, state_.concrete().shape(), [&](const auto& leaf) {
            if (leaf.value != old[static_cast<std::size_t>(next)]) path.assignments.push_back({first + next, leaf.value});
            ++next;
        });
    }
    void note_channel(int c, const Contents& after, Path& path) const {
        const Contents& before = state_.contents()[static_cast<std::size_t>(c)];
        const Segment& segment = state_.of_channel(c);
        if (after.size != before.size) path.assignments.push_back({segment.first, after.size});
        for (int k = 0; k < segment.places; ++k)
            note_changes(before.places[static_cast<std::size_t>(k)], after.places[static_cast<std::size_t>(k)],
                         segment.first + 1 + k * segment.leaves, path);
    }

    const State& state_;
    const std::vector<Exclusion>& excluded_;
    const std::vector<StepProperty>& properties_;
};

}  // namespace tandem::smt
