// What a protocol's nodes, messages and handlers are in a `Network`, independent of the monitor: which node may step, on what,
// and how. Every thread may issue any operation, each channel may deliver, each node may take any internal action. A protocol
// author writes nodes; this file enumerates. See docs/design.md for what a protocol supplies.
//
// It is much code for each protocol, and a protocol has several monitors. So nothing here may depend on the monitor; that is in
// `System`.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstring>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "model/answers.hpp"
#include "model/core_marks.hpp"
#include "model/handlers.hpp"
#include "model/in_place.hpp"
#include "model/item_text.hpp"
#include "model/ledger.hpp"
#include "model/print.hpp"
#include "model/range.hpp"
#include "model/refutation.hpp"
#include "model/running_handler.hpp"
#include "model/shown_text.hpp"
#include "model/step_context.hpp"
#include "model/text_rules.hpp"
#include "model/usage_error.hpp"

namespace tandem::model {

/// What a protocol supplies. `Nodes` is a tuple of node structs in the order of `NodeKind`. `core_of` is the core that a node
/// belongs to, at most one node of each kind to a core, or -1. model/text_rules.hpp checks for all of it. Optional members:
/// - `network(message)`, followed by the configuration if it depends on it;
/// - `symmetric(permutation, config)`, if cores, threads, addresses or values differ;
/// - `connected(kind, index, kind, index, config)`, if not all nodes of two kinds have a channel;
/// - `network_name(network)` and `thread_name(thread)`, what the author calls a virtual network and a thread of a core.
template <class P>
class TextNetwork : public Network, public Answers {
#ifndef TANDEM_RULES_ARE_KEPT
    static_assert(rules::protocol<P, StepContext<P>, false>());
#endif

public:
    using D = typename P::Domain;
    using Config = typename P::Config;
    using Message = typename P::Message;
    using NodeKind = typename P::NodeKind;
    using Outcome = typename P::Outcome;
    using Nodes = typename P::Nodes;
    static constexpr int kinds = static_cast<int>(std::tuple_size_v<Nodes>);
    template <NodeKind K> using Node = std::tuple_element_t<static_cast<std::size_t>(K), Nodes>;

    const Config& config() const { return config_; }

    /// Makes nodes do this instead of what their text says.
    void replace(const AllHandlers<P>& handlers) { handlers_ = handlers; }

    // ---- properties that need no view of all nodes ----

    /// `holds(before, after, step)`, or `holds(before, after, step, refuted)`, for every step of a node of kind K. It may return
    /// what `refuted` does of the reason (reason.hpp).
    template <NodeKind K, class Holds>
    void add_step_property(std::string name, std::string sentence, Holds holds) {
        add_judge(std::move(name), std::move(sentence), [holds](const StepSeen& seen) {
            if (seen.kind != static_cast<int>(K)) return true;
            const auto &before = *static_cast<const Node<K>*>(seen.before), &after = *static_cast<const Node<K>*>(seen.after);
            const LocalStep& step = seen.step;
            if constexpr (std::is_invocable_v<const Holds&, decltype(before), decltype(after), const LocalStep&,
                                              const Refutation&>)
                return bool(holds(before, after, step, seen.refuted));
            else return bool(holds(before, after, step));
        });
    }
    /// `holds(account, refuted)` for every step of a node that keeps a ledger.
    void add_account_property(std::string name, std::string sentence,
                              std::function<bool(const Account<D>&, const Refutation&)> holds) {
        add_judge(std::move(name), std::move(sentence),
                  [holds](const StepSeen& seen) { return !seen.account || holds(*seen.account, seen.refuted); });
    }
    /// `holds(before, after, instruction, refuted)` for every step in which a node of kind K accepts an instruction.
    template <NodeKind K, class Holds>
    void add_issue_property(std::string name, std::string sentence, Holds holds) {
        add_judge(std::move(name), std::move(sentence), [holds](const StepSeen& seen) {
            if (seen.kind != static_cast<int>(K) || !seen.account || !seen.account->accepted) return true;
            return bool(holds(*static_cast<const Node<K>*>(seen.before), *static_cast<const Node<K>*>(seen.after),
                              *seen.account->accepted, seen.refuted));
        });
    }
    /// One of the kinds that need no view: no deadlock, always eventually, always accepted.
    void add_property(Property property) { properties_.push_back(std::move(property)); }
    /// Each question is answered. Whoever sends a message for which `asks(message)` holds receives, in the end, one for which
    /// `answers(message)` holds, about the same `address` where messages have one. With `model::Answered::by_receiver` it comes
    /// from the very node that was asked. One answer meets all that was asked before it. A text that never asks is refuted, too.
    void add_answered(std::string name, std::string sentence, std::function<bool(const Message&)> asks,
                      std::function<bool(const Message&)> answers, Answered by = Answered::by_anyone) {
        inquiries_.push_back({name, std::move(asks), std::move(answers), by});
        add_inquiry(std::move(name), std::move(sentence));
    }
    /// The same of what a node does: after the outcome `asked` it comes to one of `answers` in the end, about whatever block.
    void add_followed(std::string name, std::string sentence, Outcome asked, const std::vector<Outcome>& answers) {
        InquiryTold told{.name = name, .asked = std::uint64_t{1} << static_cast<int>(asked)};
        for (const Outcome one : answers) told.answered |= std::uint64_t{1} << static_cast<int>(one);
        inquiries_.push_back(std::move(told));
        add_inquiry(std::move(name), std::move(sentence));
    }
    /// Each access completes, of threads that may have several to a block under way: after each step that leaves loads of a block
    /// under way, or stores, one of these completes in the end. For texts in which they complete in their order.
    void add_each_completed(std::string name, std::string sentence) {
        inquiries_.push_back({.name = name, .of_accesses = true});
        add_inquiry(std::move(name), std::move(sentence));
    }
    /// Some run reaches this outcome.
    void add_can_happen(typename P::Outcome outcome) {
        properties_.push_back({std::string("can-happen:") + name_of(outcome), "every handler outcome can happen",
                               PropertyKind::can_happen, static_cast<int>(outcome)});
    }

    // ---- Network ----

    void spontaneous(int node, const Packed& state, std::vector<LocalStep>& out) const override {
        spontaneous(node, state, every_label, out);
    }
    /// Only those with this label.
    void spontaneous(int node, const Packed& state, int label, std::vector<LocalStep>& out) const;
    void receive(int node, int channel, const Packed& state, const Packed& message, std::vector<LocalStep>& out) const override;

    Packed aged_node(int kind, const Packed& state) const override;
    Packed aged_message(const Packed& message) const override;

    Packed permuted_node(int kind, const Packed& state, const Permutation& p, int owner) const override;
    Packed permuted_message(const Packed& message, const Permutation& p, int owner) const override;

    std::vector<Packed> core_marks(int kind, const Packed& state) const override;

    AskedAndAnswered asked_and_answered(int which, const ToldStep& step) const override;

    TypedObject node_object(int kind, const Packed& state) const override;
    TypedObject message_object(const Packed& message) const override;

    bool idle(int kind, const Packed& state) const override;
    std::uint64_t owes(int kind, const Packed& state) const override;
    int permuted_owed(int kind, int bit, const Permutation& p, int owner) const override;
    bool excused(int kind, const Packed& state, int thread) const override;
    std::vector<Asking> askings(int node) const override;

    std::string label(int node, int label) const override {
        return labels_[static_cast<std::size_t>(node)][static_cast<std::size_t>(label)];
    }
    std::string handler(int node, int channel, int label) const override;
    std::string describe_message(const Packed& message) const override;
    std::vector<Field> describe_node(int kind, const Packed& state) const override;
    std::string describe_event(const Event<Concrete>& event) const override;

    /// Calls f(std::type_identity<N>) with the node type N of `kind`.
    template <class F>
    decltype(auto) with_kind(int kind, F&& f) const {
        return boost::mp11::mp_with_index<static_cast<std::size_t>(kinds)>(
            static_cast<std::size_t>(kind),
            [&](auto k) -> decltype(auto) { return f(std::type_identity<std::tuple_element_t<k, Nodes>>{}); });
    }

    /// The meaningful operations of a node's threads, in the order of their labels.
    template <IssuesOperations N>
    const std::vector<typename N::Operation>& operations() const { return of_kind<N>(offered_).operations; }
    /// The node's actions; their labels follow those of the operations.
    template <TakesActions N>
    const std::vector<typename N::Action>& actions() const { return of_kind<N>(offered_).actions; }

protected:
    /// Throws std::invalid_argument for an impossible shape or capacity, and std::logic_error for an error of the protocol. With
    /// `tells_beginnings` each operation's first event names the operation.
    TextNetwork(const Config& config, bool tells_beginnings);

    /// The initial state of a node for these contents of memory.
    Packed initial_node(int node, const std::vector<int>& memory) const;

    /// Whether the nodes of each core have partners in the core that replaces it, and the protocol accepts that.
    bool text_symmetric(const Permutation& p) const;

    /// Whether nodes and messages allow sorting of cores.
    bool text_sortable() const;

    template <class T>
    TypedObject shared(const Packed& packed) const {
        return {{new T(unpack<T>(packed, shape_)), [](const T* object) { delete object; }}, sizeof(T)};
    }

    template <class T>
    std::vector<Field> fields(const T& object) const {
        std::vector<Field> list;
        append_fields(object, shape_, "", list);
        return list;
    }

    std::unique_ptr<InPlace> placed(std::unique_ptr<WatcherInPlace> watcher) const;

    /// What a property or a monitor says. What it throws is told in one line: it only looks, and has nothing to refuse.
    template <class F>
    static auto asked_of(const char* what, const std::string& name, F&& f) {
        const auto wrong = [&](const std::string& deed) {
            return UsageError(std::string("the ") + what + (name.empty() ? "" : " ") + name + " is wrong: it " + deed);
        };
        try {
            return f();
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const UsageError&) {
            throw;
        } catch (const TextError& error) {
            throw wrong(cleaned_line(error.what()));
        } catch (const std::exception& error) {
            throw wrong("throws \"" + cleaned_line(error.what()) + "\", where it has to answer");
        } catch (...) {
            throw wrong("throws something that is no std::exception, where it has to answer");
        }
    }

private:
    class Place;
    static constexpr int every_label = -1;

    /// A step, as properties of steps see it.
    struct StepSeen {
        int kind;
        const void *before, *after;
        const LocalStep& step;
        const Account<D>* account;  // null where the node keeps no ledger
        const Refutation& refuted;  // hears why a property does not hold
    };
    void add_judge(std::string name, std::string sentence, std::function<bool(const StepSeen&)> holds) {
        if (step_properties_.size() == 32)
            throw std::length_error("a system has at most 32 step properties: no room for " + name);
        step_properties_.push_back([name, holds = std::move(holds)](const StepSeen& seen) {
            return asked_of("property", name, [&] { return holds(seen); });
        });
        properties_.push_back({std::move(name), std::move(sentence), PropertyKind::step, int(step_properties_.size()) - 1});
    }

    /// Of messages, of outcomes (a bit for each), or of accesses.
    struct InquiryTold {
        std::string name;
        std::function<bool(const Message&)> asks{}, answers{};
        Answered by = Answered::by_anyone;
        std::uint64_t asked = 0, answered = 0;
        bool of_accesses = false;
    };
    /// Of what the node's ledger has after the step, and of what the step completes.
    AskedAndAnswered accesses_asked_and_answered(const ToldStep& step) const;
    void add_inquiry(std::string name, std::string sentence) {
        properties_.push_back(
            {std::move(name), std::move(sentence), PropertyKind::always_eventually, static_cast<int>(inquiries_.size())});
    }
    static int block_of(const Message& message) {
        if constexpr (requires { message.address.index(); }) return static_cast<int>(message.address.index());
        else return -1;
    }

    // ---- a node's state is what its text remembers, and its ledger if it keeps one ----

    Packed with_ledger(Packed node, const Ledger<D>& ledger) const {
        const Packed words = pack(ledger, shape_);
        node.insert(node.end(), words.begin(), words.end());
        return node;
    }
    Ledger<D> ledger_of(int kind, const Packed& state) const {
        const auto first = state.begin() + static_cast<std::ptrdiff_t>(node_words_[static_cast<std::size_t>(kind)]);
        return unpack<Ledger<D>>(Packed(first, state.end()), shape_);
    }
    template <class N>
    bool certain(const typename N::Operation& operation) const {
        if constexpr (requires { N::certain(operation, config_); }) return N::certain(operation, config_);
        else return true;
    }

    template <class N>
    static constexpr bool receives = requires(N n, StepContext<P> ctx, Message m) { n.receive(m, ctx); };

    template <class N, class All>
    static auto& of_kind(All& all) { return std::get<boost::mp11::mp_find<Nodes, N>::value>(all); }
    template <class N>
    const Handlers<P, N>& handlers() const { return of_kind<N>(handlers_); }
    /// What nodes do by their text.
    template <class N>
    static Handlers<P, N> own_handlers() {
        Handlers<P, N> own;
        if constexpr (IssuesOperations<N>)
            own.access = [](N& node, const auto& operation, StepContext<P>& ctx) { node.access(operation, ctx); };
        if constexpr (TakesActions<N>) own.act = [](N& node, const auto& action, StepContext<P>& ctx) { node.act(action, ctx); };
        if constexpr (receives<N>)
            own.receive = [](N& node, const Message& message, StepContext<P>& ctx) { node.receive(message, ctx); };
        return own;
    }
    void list_offered() {
        const auto list = [&]<class T>(std::vector<T>& out, const auto& possible) {
            out = all_values<T>(shape_);
            std::erase_if(out, [&](const T& one) { return !possible(one); });
        };
        boost::mp11::mp_for_each<boost::mp11::mp_transform<std::type_identity, Nodes>>([&]<class N>(std::type_identity<N>) {
            if constexpr (IssuesOperations<N>)
                list(of_kind<N>(offered_).operations, [&](const auto& operation) { return N::issues(operation, config_); });
            if constexpr (TakesActions<N>)
                list(of_kind<N>(offered_).actions, [&](const auto& action) { return N::offers(action, config_); });
        });
    }
    template <class E, class F>
    static void for_each_enumerator(F&& f) {
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) { f(d.value, d.name); });
    }

    static void check_shape(const Shape& shape) {
        const auto check = [](const std::string& what, int n, int limit) {
            if (n < 1 || n > limit)
                throw std::invalid_argument(what + " is " + std::to_string(n) + "; 1 to " + std::to_string(limit) +
                                            " is possible");
        };
        const char* names[] = {"cores", "threads", "addresses", "values"};
        static_assert(std::size(names) == sort_count);
        for (int s = 0; s < sort_count; ++s)
            check(std::string("the number of ") + names[s], shape[static_cast<Sort>(s)], room<D>(static_cast<Sort>(s)));
        check("time_max", shape.time_max, max_time);
        check("horizon", shape.horizon, max_time);
        check("the number of words of a block", shape.words, std::is_same_v<D, Reported<D>> ? 1 : 2);
    }

    /// Names stand in files of several languages.
    static void require_printable(const char* hook, const std::string& name) {
        const bool fits = !name.empty() && cleaned_line(name) == name && name.find_first_of("|\\\"") == std::string::npos;
        if (!fits)
            throw std::logic_error(std::string(hook) + " gives '" + cleaned_line(name) +
                                   "': words without quotes, | and \\ are accepted");
    }
    int node_of_core(int kind, int core) const {
        for (std::size_t n = 0; n < nodes_.size(); ++n)
            if (nodes_[n].kind == kind && nodes_[n].owner == core) return static_cast<int>(n);
        return -1;
    }

    void make_nodes();
    void make_channels();
    void add_channel(ChannelInfo channel);
    /// " on channel B", after the name of the virtual network. Without a name of the author's network 0 is not told.
    static std::string suffix_of(int network);
    bool connected(const ChannelKind<NodeKind>& decl, const NodeInfo& from, const NodeInfo& to) const {
        if constexpr (requires { P::connected(decl.from, from.index, decl.to, to.index, config_); })
            return P::connected(decl.from, from.index, decl.to, to.index, config_);
        else return true;
    }

    /// A step that sends more than an empty channel holds could never happen, and would be lost silently.
    void check_room(const NodeInfo& info, const LocalStep& step) const {
        for (const Send& send : step.sends) {
            const ChannelInfo& channel = channels_[static_cast<std::size_t>(send.channel)];
            const auto sent =
                std::count_if(step.sends.begin(), step.sends.end(), [&](const Send& s) { return s.channel == send.channel; });
            if (sent > channel.capacity)
                throw TextError("sends " + std::to_string(sent) + " messages in one step from " + info.name + " to " +
                                nodes_[static_cast<std::size_t>(channel.to)].name + ", where the channel holds " +
                                std::to_string(channel.capacity) + ": raise its capacity, or send one a step");
        }
    }

    /// The text of an operation or action: the node's, else the item's own, else its members.
    const char* text(int node, int label) const {
        return labels_[static_cast<std::size_t>(node)][static_cast<std::size_t>(label)].c_str();
    }
    static const char* text(const Message& message) {
        if constexpr (requires { name_of(message.kind); }) return name_of(message.kind);
        else return "a message";
    }
    /// The error that `act` throws at a text, or that a text itself throws; empty if none.
    template <class F>
    static std::string error_of(F&& act) {
        try {
            act();
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& error) {
            return cleaned_line(deed(error));
        } catch (...) {
            return deed_unknown;
        }
        return {};
    }
    /// Throws TextError if a handler has written to an entry that its store does not hold. Everything else unused is cleared.
    template <class N>
    void normalise_whole(N& node) const {
        const N left = node;
        normalise(node);
        if (untouched(left, node)) return;
        if (const auto part = written_where_absent(left, shape_))
            throw TextError("writes to " + *part +
                            ", which is not there: it holds a pointer or reference that it got before drop()");
    }

    void list_labels(const NodeInfo& info) {
        auto& list = labels_.emplace_back();
        with_kind(info.kind, [&]<class N>(std::type_identity<N>) {
            if constexpr (IssuesOperations<N>)
                for (const auto& operation : operations<N>()) list.push_back(cleaned_line(item_text<P, N>(operation, shape_)));
            if constexpr (TakesActions<N>)
                for (const auto& action : actions<N>()) list.push_back(cleaned_line(item_text<P, N>(action, shape_)));
        });
    }

    /// What a stalling handler has done first, if anything: the search undoes it, the simulator does not.
    template <class N>
    std::string done_before_stalling(const N& before, const N& after, const LocalStep& step) const {
        if (!step.sends.empty()) return "sends " + describe_message(step.sends.front().message) + " and then stalls";
        for (const auto& event : step.events)
            if (!is_beginning(event.kind)) return "reports " + describe_event(event) + " and then stalls";
        if (step.next.empty()) return {};
        std::string changed;
        const std::vector<Field> old = fields(before), now = fields(after);
        const auto has = [](const std::vector<Field>& list, const Field& f) {
            return std::any_of(list.begin(), list.end(), [&](const Field& g) { return g.name == f.name && g.value == f.value; });
        };
        for (const Field& f : now)
            if (!has(old, f)) changed = changed.empty() ? f.name + " to " + f.value : changed;
        for (const Field& f : old)
            if (!has(now, f)) changed = changed.empty() ? f.name + ", which was " + f.value + "," : changed;
        return "changes " + changed + " and then stalls";
    }

    /// Enters the step in the node's ledger, and judges it. `ledger` is to become the one after it; `under_way` is the one
    /// before.
    template <class N>
    void judge(const NodeInfo& info, const Ledger<D>& under_way, const N& before, const N& after,
               const typename OperationOf<N>::type* operation, LocalStep& step, Ledger<D>& ledger) const {
        const auto see = [&](const Account<D>* account) {
            for (std::size_t i = 0; i < step_properties_.size(); ++i) {
                std::vector<ReasonPart> told;
                const Refutation refuted(&told);
                if (step_properties_[i]({info.kind, &before, &after, step, account, refuted})) continue;
                step.broken |= 1u << i;
                if (!told.empty()) step.reasons.push_back({static_cast<int>(i), std::move(told)});
            }
        };
        if constexpr (KeepsLedger<N>) {
            ledger = under_way;
            if (operation) ledger.accept(*operation, !certain<N>(*operation));
            bool matched = true;
            for (const auto& event : step.events) matched = ledger.answer(event) && matched;
            const Account<D> account{under_way, operation, matched};
            see(&account);
        } else {
            static_cast<void>(under_way), static_cast<void>(operation), static_cast<void>(ledger);
            see(nullptr);
        }
    }
    /// The same of a packed state.
    template <class N>
    void judge(const NodeInfo& info, const Packed& state, const N& before, const N& after,
               const typename OperationOf<N>::type* operation, LocalStep& step) const {
        Ledger<D> ledger{};
        if constexpr (KeepsLedger<N>) {
            judge<N>(info, ledger_of(info.kind, state), before, after, operation, step, ledger);
            step.next = with_ledger(std::move(step.next), ledger);
        } else {
            static_cast<void>(state);
            judge<N>(info, ledger, before, after, operation, step, ledger);
        }
    }

    /// Whether a handler has certainly left its node unchanged. Most stalling handlers have, and then nothing needs packing.
    template <class N>
    static bool untouched(const N& before, const N& after) {
        if constexpr (std::is_trivially_copyable_v<N>) return std::memcmp(&before, &after, sizeof(N)) == 0;
        else return false;
    }

    /// `called` and `what`: the handler, and what it handles. `state` holds `before` and its ledger. `operation`: what the step
    /// begins with, or null.
    template <class N, class F>
    void run(const NodeInfo& info, const char* called, const char* what, int sender, const Packed& state, const N& before,
             const typename OperationOf<N>::type* operation, int label, bool fair, std::vector<LocalStep>& out,
             F&& handler) const {
        Choices choices;
        do {
            choices.start();
            LocalStep& step = out.emplace_back();
            StepContext<P> ctx(config_, exits_[static_cast<std::size_t>(&info - nodes_.data())], info.index, info.owner, sender,
                               choices, step);
            N after = before;
            step.label = label;
            step.error = error_of([&] {
                {
                    RunningHandler running(info.name.c_str(), -1, called, what);
                    running.object = &after;
                    running.member_at = member_at<N>;
                    handler(after, ctx);
                }
                if (ctx.stalled && step.events.empty() && untouched(before, after)) return;
                normalise_whole(after);
                step.next = pack_whole(after, shape_, "leaves ");
                for (const auto& event : step.events) pack_whole(event, shape_, "reports an event with ");
            });
            if (ctx.stalled) {
                if (!step.next.empty() && step.next == pack(before, shape_)) step.next.clear();
                if (step.error.empty()) step.error = done_before_stalling(before, after, step);
                std::erase_if(step.events,
                              [&](const auto& event) { return step.error.empty() || !is_beginning(event.kind); });
                step.sends.clear();
                step.stalled = true;
                continue;
            }
            step.fair = fair;
            if (step.error.empty()) {
                step.error = error_of([&] { check_room(info, step); });
                if (!step.error.empty()) step.sends.clear();  // a full channel then does not make the step impossible
            }
            if (!step.error.empty()) {
                step.next = state;
                std::erase_if(step.events, [&](const auto& event) { return out_of_range(event, shape_).has_value(); });
                continue;
            }
            judge<N>(info, state, before, after, operation, step);
        } while (choices.next_run());
    }

    Config config_;
    bool tells_beginnings_;
    AllHandlers<P> handlers_;
    boost::mp11::mp_transform<Offered, Nodes> offered_;
    std::vector<std::vector<Exits>> exits_;         // by node, then virtual network
    std::vector<std::vector<std::string>> labels_;  // by node, then label
    std::array<std::size_t, static_cast<std::size_t>(kinds)> node_words_{};  // by kind: how many hold what the text remembers
    std::vector<std::function<bool(const StepSeen&)>> step_properties_;
    std::vector<InquiryTold> inquiries_;
};

}  // namespace tandem::model

#include "model/text_in_place.hpp"
#include "model/text_network_members.hpp"
