// What `TextNetwork` declares: its nodes and channels, each node's steps, and queries of a packed node or message.
#pragma once

#include "model/text_network.hpp"

namespace tandem::model {

// Defined outside the class, and so not inline: with `extern template` they are compiled once for a protocol.

template <class P>
void TextNetwork<P>::make_nodes() {
    bool asked = false, can_ask = false;  // whether a node, and a kind of nodes, has threads
    for_each_enumerator<NodeKind>([&](NodeKind kind, const char* word) {
        const int population = P::population(kind, config_);
        if (population < 0)
            throw std::logic_error("population is " + std::to_string(population) + " for the kind of nodes " + word +
                                   ": 0 or more is accepted");
        with_kind(static_cast<int>(kind), [&]<class N>(std::type_identity<N>) {
            can_ask = can_ask || IssuesOperations<N>;
            asked = asked || (IssuesOperations<N> && population > 0);
        });
        for (int i = 0; i < population; ++i) {
            const NodeInfo node{P::node_name(kind, i), static_cast<int>(kind), i, P::core_of(kind, i, config_)};
            if (node.owner < -1 || node.owner >= shape_[Sort::core])
                throw std::logic_error(node.name + " belongs to core " + std::to_string(node.owner) +
                                       ", which does not exist");
            if (const int other = node_of_core(node.kind, node.owner); node.owner >= 0 && other >= 0)
                throw std::logic_error(nodes_[static_cast<std::size_t>(other)].name + " and " + node.name +
                                       " are of one kind and belong to one core");
            require_printable("node_name", node.name);
            for (const NodeInfo& other : nodes_)
                if (other.name == node.name)
                    throw std::logic_error("node_name calls two nodes '" + node.name + "': each needs a name of its own");
            nodes_.push_back(node);
        }
    });
    if (nodes_.empty() || (can_ask && !asked))
        throw std::logic_error("population is 0 for every kind of nodes" + std::string(can_ask ? " that has threads" : "") +
                               ": nothing would ever happen");
}

template <class P>
void TextNetwork<P>::make_channels() {
    Exits nowhere{Routes(static_cast<std::size_t>(kinds)),
                  Routes(static_cast<std::size_t>(kinds), std::vector<int>(max_extent, Exits::nowhere))};
    for (int k = 0; k < kinds; ++k)
        nowhere.by_index[static_cast<std::size_t>(k)].assign(
            static_cast<std::size_t>(P::population(static_cast<NodeKind>(k), config_)), Exits::nowhere);
    exits_.assign(nodes_.size(), std::vector<Exits>(max_networks, nowhere));
    for (const auto& decl : P::channels(config_))
        for (std::size_t f = 0; f < nodes_.size(); ++f)
            for (std::size_t t = 0; t < nodes_.size(); ++t)
                if (f != t && nodes_[f].kind == static_cast<int>(decl.from) && nodes_[t].kind == static_cast<int>(decl.to) &&
                    connected(decl, nodes_[f], nodes_[t]))
                    add_channel({nodes_[f].name + " to " + nodes_[t].name, int(f), int(t), decl.ordered, decl.capacity,
                                 decl.network});
}

template <class P>
std::string TextNetwork<P>::suffix_of(int network) {
    const std::string numbered = network == 0 ? "" : " on network " + std::to_string(network);
    if constexpr (requires { P::network_name(network); }) {
        if (network < 0 || network >= max_networks) return numbered;
        const std::string name = P::network_name(network);
        if (name.empty()) return name;
        require_printable("network_name", name);
        return " on " + name;
    } else {
        return numbered;
    }
}

template <class P>
void TextNetwork<P>::add_channel(ChannelInfo channel) {
    const NodeInfo& to = nodes_[static_cast<std::size_t>(channel.to)];
    channel.name += suffix_of(channel.network);
    if (channel.capacity < 1 || channel.capacity > max_channel)
        throw std::invalid_argument("the channel " + channel.name + " holds " + std::to_string(channel.capacity) +
                                    " messages; 1 to " + std::to_string(max_channel) + " is possible");
    if (channel.network < 0 || channel.network >= max_networks)
        throw std::logic_error("the channel " + channel.name + " is beyond the last network, " +
                               std::to_string(max_networks - 1));
    Exits& exits = exits_[static_cast<std::size_t>(channel.from)][static_cast<std::size_t>(channel.network)];
    int& route = exits.by_index[static_cast<std::size_t>(to.kind)][static_cast<std::size_t>(to.index)];
    if (route != Exits::nowhere) throw std::logic_error("the channel " + channel.name + " is declared twice");
    for (const ChannelInfo& other : channels_)
        if (other.name == channel.name)
            throw std::logic_error("two channels are called " + channel.name +
                                   ": network_name needs a name for each virtual network");
    const bool heard = with_kind(to.kind, []<class N>(std::type_identity<N>) { return receives<N>; });
    route = heard ? static_cast<int>(channels_.size()) : Exits::unheard;
    if (to.owner >= 0) exits.by_core[static_cast<std::size_t>(to.kind)][static_cast<std::size_t>(to.owner)] = route;
    channels_.push_back(std::move(channel));
}

template <class P>
void TextNetwork<P>::spontaneous(int node, const Packed& state, int label, std::vector<LocalStep>& out) const {
    const NodeInfo& info = nodes_[static_cast<std::size_t>(node)];
    with_kind(info.kind, [&]<class N>(std::type_identity<N>) {
        const N before = unpack<N>(state, shape_);
        int first = 0;
        const auto each = [&](const auto& all, auto&& perform) {
            const int end = first + static_cast<int>(all.size());
            for (int l = std::max(first, label); l < (label == every_label ? end : std::min(end, label + 1)); ++l)
                perform(all[static_cast<std::size_t>(l - first)], l);
            first = end;
        };
        if constexpr (IssuesOperations<N>)
            each(operations<N>(), [&](const auto& operation, int l) {
                run<N>(info, "access", text(node, l), -1, state, before, &operation, l, false, out, [&](N& n, auto& ctx) {
                    if constexpr (requires { ctx.begins(operation); })
                        if (tells_beginnings_) ctx.begins(operation);
                    handlers<N>().access(n, operation, ctx);
                });
            });
        if constexpr (TakesActions<N>)
            each(actions<N>(), [&](const auto& action, int l) {
                run<N>(info, "act", text(node, l), -1, state, before, nullptr, l, N::fair(action), out,
                       [&](N& n, auto& ctx) { handlers<N>().act(n, action, ctx); });
            });
    });
}

template <class P>
void TextNetwork<P>::receive(int node, int channel, const Packed& state, const Packed& message,
                             std::vector<LocalStep>& out) const {
    const NodeInfo& info = nodes_[static_cast<std::size_t>(node)];
    const int sender = nodes_[static_cast<std::size_t>(channels_[static_cast<std::size_t>(channel)].from)].owner;
    with_kind(info.kind, [&]<class N>(std::type_identity<N>) {
        if constexpr (receives<N>) {
            const Message received = unpack<Message>(message, shape_);
            run<N>(info, "receive", text(received), sender, state, unpack<N>(state, shape_), nullptr, 0, true, out,
                   [&](N& n, auto& ctx) { handlers<N>().receive(n, received, ctx); });
        }
    });
}

template <class P>
std::string TextNetwork<P>::handler(int node, int channel, int label) const {
    const int kind = nodes_[static_cast<std::size_t>(node)].kind;
    const std::string of = std::string(" of ") + name_of(static_cast<NodeKind>(kind));
    if (channel >= 0) return "receive" + of;
    return with_kind(kind, [&]<class N>(std::type_identity<N>) {
        if constexpr (IssuesOperations<N>)
            if (label < static_cast<int>(operations<N>().size())) return "access" + of;
        return "act" + of;
    });
}

template <class P>
Packed TextNetwork<P>::aged_node(int kind, const Packed& state) const {
    return with_kind(kind, [&]<class N>(std::type_identity<N>) {
        Packed node = pack(aged(unpack<N>(state, shape_), shape_), shape_);
        if constexpr (KeepsLedger<N>)
            node.insert(node.end(), state.begin() + static_cast<std::ptrdiff_t>(node.size()), state.end());
        return node;
    });
}

template <class P>
Packed TextNetwork<P>::aged_message(const Packed& message) const {
    return pack(aged(unpack<Message>(message, shape_), shape_), shape_);
}

template <class P>
Packed TextNetwork<P>::permuted_node(int kind, const Packed& state, const Permutation& p, int owner) const {
    return with_kind(kind, [&]<class N>(std::type_identity<N>) {
        Packed node = pack(permuted(unpack<N>(state, shape_), p, owner), shape_);
        if constexpr (KeepsLedger<N>) return with_ledger(std::move(node), permuted(ledger_of(kind, state), p, owner));
        else return node;
    });
}

template <class P>
Packed TextNetwork<P>::permuted_message(const Packed& message, const Permutation& p, int owner) const {
    return pack(permuted(unpack<Message>(message, shape_), p, owner), shape_);
}

template <class P>
std::vector<Packed> TextNetwork<P>::core_marks(int kind, const Packed& state) const {
    return with_kind(kind, [&]<class N>(std::type_identity<N>) -> std::vector<Packed> {
        if constexpr (only_marks_cores<N>()) return model::core_marks(unpack<N>(state, shape_), shape_);
        else return {};
    });
}

template <class P>
bool TextNetwork<P>::text_sortable() const {
    return !names_cores<Message>() && std::all_of(nodes_.begin(), nodes_.end(), [&](const NodeInfo& node) {
        return with_kind(node.kind, [&]<class N>(std::type_identity<N>) {
            return node.owner >= 0 ? !names_cores<N>() : only_marks_cores<N>();
        });
    });
}

template <class P>
AskedAndAnswered TextNetwork<P>::asked_and_answered(int which, const ToldStep& step) const {
    const InquiryTold& told = inquiries_.at(static_cast<std::size_t>(which));
    const auto says = [&](const std::function<bool(const Message&)>& predicate, const Message& message) {
        return asked_of("property", told.name, [&] { return predicate(message); });
    };
    if (told.of_accesses) return accesses_asked_and_answered(step);
    AskedAndAnswered found;
    if (!told.asks) {
        // What a step both does and asks for is there already.
        if ((step.outcomes & told.answered) != 0) found.answered.push_back({step.node});
        else if ((step.outcomes & told.asked) != 0) found.asked.push_back({step.node});
        return found;
    }
    const bool one = told.by == Answered::by_receiver;
    if (step.received) {
        const Message message = unpack<Message>(*step.received, shape_);
        const int from = channels_[static_cast<std::size_t>(step.channel)].from;
        if (says(told.answers, message)) found.answered.push_back({step.node, one ? from : -1, block_of(message)});
    }
    for (const Send& send : step.sends) {
        const Message message = unpack<Message>(send.message, shape_);
        const int to = channels_[static_cast<std::size_t>(send.channel)].to;
        if (says(told.asks, message)) found.asked.push_back({step.node, one ? to : -1, block_of(message)});
    }
    return found;
}

template <class P>
AskedAndAnswered TextNetwork<P>::accesses_asked_and_answered(const ToldStep& step) const {
    AskedAndAnswered found;
    const auto about = [&](const auto& thread, const auto& address, bool stores) {
        return Inquiry{.node = step.node,
                       .block = static_cast<int>(address.index()),
                       .thread = static_cast<int>(thread.index()),
                       .stores = stores};
    };
    for (const Event<Concrete>& event : step.events) {
        const bool store = bool(event.kind == EventKind::store_completed);
        if (store || event.kind == EventKind::load_completed || event.kind == EventKind::load_returned)
            found.answered.push_back(about(event.thread, event.address, store));
    }
    const int kind = nodes_[static_cast<std::size_t>(step.node)].kind;
    with_kind(kind, [&]<class N>(std::type_identity<N>) {
        if constexpr (KeepsLedger<N>) {
            if (!step.after) return;
            const Ledger<D> ledger = ledger_of(kind, *step.after);
            for (int t = 0; t < room<D>(Sort::thread); ++t)
                for (int a = 0; a < room<D>(Sort::address); ++a) {
                    const AccessesUnderWay<D>& under_way = ledger.threads[Thread<D>(t)][Address<D>(a)];
                    if (under_way.excused) continue;
                    if (under_way.loads != 0) found.asked.push_back(about(Thread<D>(t), Address<D>(a), false));
                    if (under_way.stores != 0) found.asked.push_back(about(Thread<D>(t), Address<D>(a), true));
                }
        }
    });
    return found;
}

template <class P>
TypedObject TextNetwork<P>::node_object(int kind, const Packed& state) const {
    return with_kind(kind, [&]<class N>(std::type_identity<N>) { return shared<N>(state); });
}

template <class P>
TypedObject TextNetwork<P>::message_object(const Packed& message) const {
    return shared<Message>(message);
}

template <class P>
bool TextNetwork<P>::idle(int kind, const Packed& state) const {
    return with_kind(kind, [&]<class N>(std::type_identity<N>) {
        if constexpr (KeepsLedger<N>)
            if (!ledger_of(kind, state).empty()) return false;
        return bool(unpack<N>(state, shape_).idle());
    });
}

template <class P>
std::uint64_t TextNetwork<P>::owes(int kind, const Packed& state) const {
    return with_kind(kind, [&]<class N>(std::type_identity<N>) -> std::uint64_t {
        if constexpr (KeepsLedger<N>) return ledger_of(kind, state).owed();
        else if constexpr (requires(const N n) { n.owes(); }) return unpack<N>(state, shape_).owes();
        else return 0;
    });
}

template <class P>
int TextNetwork<P>::permuted_owed(int kind, int bit, const Permutation& p, int owner) const {
    return with_kind(kind, [&]<class N>(std::type_identity<N>) {
        if (!KeepsLedger<N> || owner < 0) return -1;
        const auto thread = static_cast<std::size_t>(bit / max_extent), address = static_cast<std::size_t>(bit % max_extent);
        return Ledger<D>::bit(p.thread[static_cast<std::size_t>(owner)][thread], p.address[address]);
    });
}

template <class P>
bool TextNetwork<P>::excused(int kind, const Packed& state, int thread) const {
    return with_kind(kind, [&]<class N>(std::type_identity<N>) {
        if constexpr (KeepsLedger<N>) return ledger_of(kind, state).excused(Thread<D>(thread));
        else return false;
    });
}

template <class P>
std::vector<Asking> TextNetwork<P>::askings(int node) const {
    std::vector<Asking> list;
    with_kind(nodes_[static_cast<std::size_t>(node)].kind, [&]<class N>(std::type_identity<N>) {
        if constexpr (KeepsLedger<N>)
            for (const auto& operation : operations<N>())
                list.push_back({static_cast<int>(list.size()), static_cast<int>(operation.warp.index()), certain<N>(operation)});
    });
    return list;
}

template <class P>
std::string TextNetwork<P>::describe_message(const Packed& message) const {
    return one_line(unpack<Message>(message, shape_), shape_);
}

template <class P>
std::vector<Field> TextNetwork<P>::describe_node(int kind, const Packed& state) const {
    return with_kind(kind, [&]<class N>(std::type_identity<N>) { return fields(unpack<N>(state, shape_)); });
}

template <class P>
std::string TextNetwork<P>::describe_event(const Event<Concrete>& event) const { return one_line(event, shape_); }

template <class P>
TextNetwork<P>::TextNetwork(const Config& config, bool tells_beginnings) : config_(config), tells_beginnings_(tells_beginnings) {
    shape_ = config.shape;
    check_shape(shape_);
    for_each_enumerator<typename P::Outcome>([&](auto, const char* name) { outcomes_.push_back(name); });
    boost::mp11::mp_for_each<boost::mp11::mp_transform<std::type_identity, Nodes>>(
        [&]<class N>(std::type_identity<N>) { of_kind<N>(handlers_) = own_handlers<N>(); });
    make_nodes();
    list_offered();
    time_passes_ = holds_instants<Message>(shape_);
    for (const NodeInfo& node : nodes_)
        with_kind(node.kind, [&]<class N>(std::type_identity<N>) { time_passes_ = time_passes_ || holds_instants<N>(shape_); });
    make_channels();
    for (const NodeInfo& node : nodes_) list_labels(node);
    boost::mp11::mp_for_each<boost::mp11::mp_transform<std::type_identity, Nodes>>([&]<class N>(std::type_identity<N>) {
        node_words_[boost::mp11::mp_find<Nodes, N>::value] = static_cast<std::size_t>((packed_bits<N>(shape_) + 31) / 32);
    });
}

template <class P>
Packed TextNetwork<P>::initial_node(int node, const std::vector<int>& memory) const {
    const NodeInfo& info = nodes_[static_cast<std::size_t>(node)];
    return with_kind(info.kind, [&]<class N>(std::type_identity<N>) {
        N state{};
        Packed packed;
        const std::string error = error_of([&] {
            RunningHandler running(info.name.c_str(), -1, "start", "the initial state");
            state.start(config_, memory);
            normalise_whole(state);
            packed = pack_whole(state, shape_, "leaves ");
        });
        if (!error.empty()) throw UsageError("the protocol's text is wrong: start of " + info.name + " " + error);
        if constexpr (KeepsLedger<N>) return with_ledger(std::move(packed), Ledger<D>{});
        else return packed;
    });
}

template <class P>
bool TextNetwork<P>::text_symmetric(const Permutation& p) const {
    for (const NodeInfo& node : nodes_)
        if (node.owner >= 0 && node_of_core(node.kind, p.core[static_cast<std::size_t>(node.owner)]) < 0) return false;
    if constexpr (requires { P::symmetric(p, config_); })
        if (!P::symmetric(p, config_)) return false;
    return true;
}

}  // namespace tandem::model
