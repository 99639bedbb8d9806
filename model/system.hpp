// System: the untimed, nondeterministic transition system of a protocol and the monitor that watches it.
#pragma once

#include <functional>
#include <map>

#include "model/lemma.hpp"
#include "model/refutation.hpp"
#include "model/text_network.hpp"

namespace tandem::model {

/// A monitor that plays programs. It keeps to rules that belong to the system and never change, and it chooses the initial
/// states. It is told which instruction a step begins with, so it can forbid all but the next instruction of its programs.
///   `start(rules)`: memory's contents and the monitor's state, for each initial state; `observe(event, rules)`
template <class M> concept PlaysPrograms = requires { typename M::Rules; };

template <class Monitor>
struct RulesOf {
    struct type {};
};
template <PlaysPrograms Monitor>
struct RulesOf<Monitor> {
    using type = typename Monitor::Rules;
};

/// A monitor with a member `hears_beginnings` is told this too. One that hears of atomics is, where there are atomics: no event
/// of a text says which access is one.
template <class M> concept HearsOfAtomics = M::hears_of_atomics;

/// Whether a monitor is told which instruction a step begins with.
template <class Monitor, class Config>
bool hears_beginnings(const Config& config) {
    if constexpr (PlaysPrograms<Monitor> || requires { Monitor::hears_beginnings; }) return true;
    else if constexpr (HearsOfAtomics<Monitor> && requires { config.atomics; }) return config.atomics;
    else return false;
}

/// The monitor that judges nothing.
template <class D>
struct Unwatched {
    static constexpr bool present = false;
    static constexpr bool values_symmetric = true;
    Flag<D> idle = true;
    BOOST_DESCRIBE_CLASS(Unwatched, (), (idle), (), ())
    static std::optional<Unwatched> start(const std::vector<int>&) { return Unwatched{}; }
};
using NoMonitor = Unwatched<Concrete>;

template <class P, Reflected Monitor = NoMonitor>
class System final : public TextNetwork<P> {
    using Text = TextNetwork<P>;
    using Text::channels_, Text::nodes_, Text::properties_, Text::shape_;

public:
    using typename Text::Config, typename Text::Message, typename Text::NodeKind, typename Text::Outcome;
    using Rules = typename RulesOf<Monitor>::type;
    template <NodeKind K> using Node = typename Text::template Node<K>;

    /// A global state with its types, for properties.
    class View {
    public:
        using D = typename P::Domain;
        /// `place` follows where the nodes and messages are that `each` and `each_message` hand out. `told` is to hear why a
        /// property does not hold.
        View(const System& system, const RawState& raw, CopyWitness* place = nullptr, std::vector<ReasonPart>* told = nullptr)
            : system_(system), raw_(raw), place_(place), told_(told) {}
        /// The configuration.
        const Config& config() const { return system_.config(); }
        /// The present moment of physical time.
        static Instant<D> now() { return PhysicalTime::now(); }
        /// What the monitor remembers.
        const Monitor& monitor() const { return *static_cast<const Monitor*>(raw_.monitor); }
        /// Calls f(node, index) for each node of kind K.
        template <NodeKind K, class F>
        void each(F&& f) const {
            for (std::size_t n = 0; n < system_.nodes_.size(); ++n)
                if (system_.nodes_[n].kind == static_cast<int>(K)) {
                    if (place_) *place_ = {.node = static_cast<int>(n)};
                    f(*static_cast<const Node<K>*>(raw_.nodes[n]), system_.nodes_[n].index);
                }
        }
        /// The node of kind K with this index.
        template <NodeKind K>
        const Node<K>& node(int index) const {
            return *static_cast<const Node<K>*>(
                raw_.nodes[static_cast<std::size_t>(system_.number_of(static_cast<int>(K), index))]);
        }
        /// Calls f(node, info) for each node of every kind.
        template <class F>
        void each_node(F&& f) const {
            for (std::size_t n = 0; n < system_.nodes_.size(); ++n)
                system_.with_kind(system_.nodes_[n].kind, [&]<class N>(std::type_identity<N>) {
                    f(*static_cast<const N*>(raw_.nodes[n]), system_.nodes_[n]);
                });
        }
        /// Calls f(message, channel) for each message on its way.
        template <class F>
        void each_message(F&& f) const {
            for (const MessageInFlight& m : raw_.messages) {
                if (place_) *place_ = {.message = static_cast<int>(&m - raw_.messages.data())};
                f(*static_cast<const Message*>(m.message), system_.channels_[static_cast<std::size_t>(m.channel)]);
            }
        }
        /// Calls f(carried, channel) for each place of each channel that may hold a message: what `each_message` is for facts.
        template <class F>
        void each_carried(F&& f) const {
            each_message([&](const Message& message, const auto& channel) { f(Carried<D, Message>{true, message}, channel); });
        }
        /// The content of a place of the channel from one node to another. Throws std::logic_error if there is no such channel.
        Carried<D, Message> carried(NodeKind from, int from_index, NodeKind to, int to_index, int network = 0,
                                    int place = 0) const {
            static const Message nothing{};
            const int channel = system_.channel_between(system_.number_of(static_cast<int>(from), from_index),
                                                        system_.number_of(static_cast<int>(to), to_index), network);
            for (const MessageInFlight& m : raw_.messages)
                if (m.channel == channel && place-- == 0) return {true, *static_cast<const Message*>(m.message)};
            return {false, nothing};
        }

        // ---- why a property does not hold (reason.hpp) ----

        /// The property does not hold: false. The parts say why: words, names, values, and what the functions below return.
        template <class... Parts>
        bool refuted(const Parts&... parts) const { return Refutation(told_)(parts...); }
        Refutation refutation() const { return Refutation(told_); }
        /// A node of kind K, with what it has of a block, or in a field; told with the step that this comes from.
        template <NodeKind K, class Index, class... What>
        ReasonPart of(const Index& index, const What&... what) const {
            return {ReasonPart::Kind::node, (std::string() + ... + part_text(what)), number<K>(index)};
        }
        /// The same of a node that `each_node` hands out.
        template <class... What>
        ReasonPart in(const NodeInfo& node, const What&... what) const {
            return {ReasonPart::Kind::node, (std::string() + ... + part_text(what)),
                    static_cast<int>(&node - system_.nodes_.data())};
        }
        /// The node or message that `each` or `each_message` visits now.
        template <class... What>
        ReasonPart here(const What&... what) const {
            if (!place_ || (place_->node < 0 && place_->message < 0)) return {ReasonPart::Kind::words, "something"};
            if (place_->node >= 0) return {ReasonPart::Kind::node, (std::string() + ... + part_text(what)), place_->node};
            return {ReasonPart::Kind::message, "", place_->message};
        }
        /// Its name alone.
        template <NodeKind K, class Index>
        ReasonPart named(const Index& index) const { return {ReasonPart::Kind::node, "", number<K>(index), false}; }
        /// A message that `each_message` hands out.
        ReasonPart sent(const Message& message) const {
            for (std::size_t m = 0; m < raw_.messages.size(); ++m)
                if (raw_.messages[m].message == &message) return {ReasonPart::Kind::message, "", static_cast<int>(m)};
            return {ReasonPart::Kind::words, "a message on its way"};
        }
        /// The last store performed to a block; of those of a value, if one is given.
        template <class Block>
        static ReasonPart last_store(const Block& block, int value = -1) { return Refutation::last_store(block, value); }

    private:
        template <NodeKind K, class Index>
        int number(const Index& index) const {
            if constexpr (std::is_integral_v<Index>) return system_.number_of(static_cast<int>(K), static_cast<int>(index));
            else return system_.number_of(static_cast<int>(K), static_cast<int>(index.index()));
        }
        const System& system_;
        const RawState& raw_;
        CopyWitness* place_;
        std::vector<ReasonPart>* told_;
    };

    /// Throws std::invalid_argument for an impossible shape or capacity, and std::logic_error for an error of the protocol.
    explicit System(const Config& config, Rules rules = {})
        : Text(config, hears_beginnings<Monitor>(config)), rules_(std::move(rules)) {
        this->monitored_ = Monitor::present;
        this->values_symmetric_ = Monitor::values_symmetric;
        if (holds_instants<Monitor>(shape_))
            throw std::logic_error("a monitor keeps no moments of physical time: nothing would age them");
        if constexpr (PlaysPrograms<Monitor>) {
            for (auto& [memory, monitor] : Monitor::start(rules_)) {
                memory.resize(static_cast<std::size_t>(shape_[Sort::address]), 0);  // programs may not know all blocks
                initial_.push_back({std::move(memory), pack(normalised(monitor), shape_)});
            }
        } else {
            for (std::vector<int>& memory : P::initial_memories(config))
                for (const Monitor& monitor : starts(memory)) initial_.push_back({memory, pack(normalised(monitor), shape_)});
        }
    }

    // ---- properties: what a protocol or a spec states of this system ----

    /// `holds(view)` in every state.
    void add_invariant(std::string name, std::string sentence, std::function<bool(const View&)> holds) {
        properties_.push_back({name, std::move(sentence), PropertyKind::invariant, int(invariants_.size())});
        invariants_.push_back({std::move(name), std::move(holds)});
    }
    /// `holds(a, b)` for every pair of the items that items(view, sink) passes to sink.
    template <class Item, class Items, class Holds>
    void add_pairwise_invariant(std::string name, std::string sentence, Items items, Holds holds) {
        add_invariant(std::move(name), std::move(sentence), [items, holds](const View& view) {
            std::vector<Item> seen;
            bool all = true;
            items(view, [&](const Item& item) {
                for (const Item& other : seen) all = all && holds(other, item);
                seen.push_back(item);
            });
            return all;
        });
        if constexpr (std::is_same_v<Item, Copy<typename P::Domain>>)
            copies_[static_cast<int>(invariants_.size()) - 1] = [items, holds](const System& system, const RawState& state) {
                std::vector<std::pair<Item, CopyWitness>> seen;
                std::vector<CopyWitness> pair;
                CopyWitness place;
                items(View(system, state, &place), [&](const Item& item) {
                    for (const auto& [other, at] : seen)
                        if (pair.empty() && !holds(other, item)) pair = {witness(other, at), witness(item, place)};
                    seen.emplace_back(item, place);
                });
                return pair;
            };
    }

    /// An invariant that a body states (lemma.hpp): body(view, says).
    template <class Body>
    void add_stated_invariant(std::string name, std::string sentence, Body body) {
        add_invariant(std::move(name), std::move(sentence), [body](const View& view) {
            JudgedStatements<typename P::Domain> says(nullptr, view.refutation());
            body(view, says);
            return says.hold();
        });
    }
    /// The same for a lemma: nobody asked for it, `check --lemmas` judges it, and a proof may use it.
    template <class Body>
    void add_lemma(std::string name, std::string sentence, Body body) {
        const auto premises = std::make_shared<MetPremises>();
        premises_.emplace(static_cast<int>(invariants_.size()), premises);
        add_invariant(std::move(name), std::move(sentence), [body, premises](const View& view) {
            JudgedStatements<typename P::Domain> says(premises.get(), view.refutation());
            body(view, says);
            return says.hold();
        });
        properties_.back().lemma = true;
    }

    // ---- Network ----

    /// Permutations that take each node to a node of its kind, and that protocol and monitor accept.
    bool symmetric(const Permutation& p) const override {
        if constexpr (requires { Monitor::symmetric(p); })
            if (!Monitor::symmetric(p)) return false;
        return Text::text_symmetric(p);
    }

    int initial_states() const override { return static_cast<int>(initial_.size()); }
    Packed initial(int which, int node) const override {
        return Text::initial_node(node, initial_[static_cast<std::size_t>(which)].memory);
    }
    Packed initial_monitor(int which) const override {
        return initial_[static_cast<std::size_t>(which)].monitor;
    }
    std::optional<Packed> observe(const Packed& monitor, const std::vector<Event<Concrete>>& events) const override {
        if constexpr (Monitor::present) {
            Monitor state = unpack<Monitor>(monitor, shape_);
            return Text::asked_of("monitor", {}, [&]() -> std::optional<Packed> {
                if (!accepts(state, events)) return std::nullopt;
                return packed_whole(normalised(state));
            });
        } else {
            return monitor;
        }
    }

    std::unique_ptr<InPlace> in_place() const override { return Text::placed(std::make_unique<Watcher>(*this)); }

    bool cores_sortable() const override { return only_marks_cores<Monitor>() && Text::text_sortable(); }
    std::vector<Packed> core_marks(int kind, const Packed& state) const override {
        if constexpr (only_marks_cores<Monitor>())
            if (kind < 0) return model::core_marks(unpack<Monitor>(state, shape_), shape_);
        return Text::core_marks(kind, state);
    }

    Packed permuted_monitor(const Packed& monitor, const Permutation& p) const override {
        return pack(permuted(unpack<Monitor>(monitor, shape_), p, -1), shape_);
    }
    TypedObject monitor_object(const Packed& monitor) const override {
        return Text::template shared<Monitor>(monitor);
    }
    bool holds(int invariant, const RawState& state) const override {
        const Invariant& stated = invariants_[static_cast<std::size_t>(invariant)];
        const RunningHandler::Judging judging(stated.name.c_str());
        return Text::asked_of("property", stated.name, [&] { return stated.holds(View(*this, state)); });
    }
    std::vector<ReasonPart> reason(int invariant, const RawState& state) const override {
        std::vector<ReasonPart> told;
        const Invariant& stated = invariants_[static_cast<std::size_t>(invariant)];
        CopyWitness place;
        Text::asked_of("property", stated.name, [&] { return stated.holds(View(*this, state, &place, &told)); });
        return told;
    }
    std::vector<CopyWitness> witnesses(int invariant, const RawState& state) const override {
        const auto found = copies_.find(invariant);
        return found == copies_.end() ? std::vector<CopyWitness>{} : found->second(*this, state);
    }
    UnmetPremises unmet(int invariant) const override {
        const auto found = premises_.find(invariant);
        return found == premises_.end() ? UnmetPremises{} : UnmetPremises{!found->second->any(), found->second->never()};
    }
    std::vector<Field> describe_monitor(const Packed& monitor) const override {
        return Text::fields(unpack<Monitor>(monitor, shape_));
    }

private:
    /// What the monitor makes of events; false if it forbids them.
    bool accepts(Monitor& state, const std::vector<Event<Concrete>>& events) const {
        const auto accepts = [&](const Event<Concrete>& event) {
            if constexpr (!Monitor::present) return true;
            else if constexpr (PlaysPrograms<Monitor>) return bool(state.observe(event, rules_));
            else return bool(state.observe(event));
        };
        return std::all_of(events.begin(), events.end(), accepts);
    }

    /// Throws TextError, which names the field, for a monitor that counts beyond its room.
    Packed packed_whole(const Monitor& state) const {
        try {
            return pack(state, shape_);
        } catch (const std::exception&) {
            return pack_whole(state, shape_, "leaves ");
        }
    }

    class Watcher final : public WatcherInPlace {
    public:
        explicit Watcher(const System& system) : system_(system) {}
        void start(int which) override { state_ = unpack<Monitor>(system_.initial_monitor(which), system_.shape_); }
        bool observe(const std::vector<Event<Concrete>>& events) override {
            Monitor next = state_;
            if (!system_.accepts(next, events)) return false;
            normalise(next);
            state_ = std::move(next);
            return true;
        }
        const void* object() const override { return &state_; }
        Packed packed() const override {
            return Text::asked_of("monitor", {}, [&] { return system_.packed_whole(state_); });
        }

    private:
        const System& system_;
        Monitor state_{};
    };

    static CopyWitness witness(const Copy<typename P::Domain>& copy, CopyWitness place) {
        place.block = static_cast<int>(copy.address.index());
        if constexpr (requires { copy.value.word; }) place.value = model::number_of(copy.value.word);
        else place.value = model::number_of(copy.value);
        place.from = model::number_of(copy.from);
        place.until = model::number_of(copy.until);
        place.writable = bool(copy.era);
        return place;
    }
    /// The monitor's states in which memory may hold this at first.
    static std::vector<Monitor> starts(const std::vector<int>& memory) {
        if constexpr (requires { Monitor::starts(memory); }) return Monitor::starts(memory);
        else if (const auto monitor = Monitor::start(memory)) return {*monitor};
        else return {};
    }

    struct Initial {
        std::vector<int> memory;  // its contents
        Packed monitor;
    };
    struct Invariant {
        std::string name;
        std::function<bool(const View&)> holds;
    };
    Rules rules_;
    std::vector<Initial> initial_;  // those that the monitor admits
    std::vector<Invariant> invariants_;
    std::map<int, std::shared_ptr<MetPremises>> premises_;  // of lemmas, by the number of the invariant
    // of pairwise invariants about copies of blocks, by the number of the invariant
    std::map<int, std::function<std::vector<CopyWitness>(const System&, const RawState&)>> copies_;
};

}  // namespace tandem::model
