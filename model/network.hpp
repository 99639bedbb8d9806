// A transition system as its parts: nodes that step on their own or on a message, and the channels between them.
//
// This is the view that engines explore. A step of a node depends only on the node's state and the message that it receives. So
// an engine may compute each such step once and reuse it in every global state where it occurs. All values cross this interface
// packed; `System` implements it for any protocol.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/event.hpp"
#include "model/needs.hpp"
#include "model/reason.hpp"
#include "model/source_line.hpp"
#include "model/symmetry.hpp"

namespace tandem::model {

/// The maximum number of messages that one channel may hold.
inline constexpr int max_channel = 8;
/// The maximum number of virtual networks.
inline constexpr int max_networks = 8;

/// A message that a step sends.
struct Send {
    int channel;
    Packed message;
};

/// What one node may do in one state, given at most one message.
struct LocalStep {
    int label = 0;                        // which operation or action (an index into that node's lists); 0 for a delivery
    std::uint64_t outcomes = 0;           // bit i: the handler's outcome i occurred
    std::uint32_t broken = 0;             // bit i: step property i does not hold of this step
    std::vector<BrokenStep> reasons;      // and why, of those that say so
    bool fair = false;                    // must not be postponed forever while it stays possible
    bool stalled = false;                 // the handler cannot act now: only `outcomes`, which say why, have a meaning
    Packed next;  // the node's state afterwards; if stalled empty, or what the handler left behind: a slip of the
                  // protocol, harmless here and not in the simulator, which undoes nothing
    std::vector<Send> sends;
    std::vector<Event<Concrete>> events;
    std::vector<SourceLine> lines;        // where the handler names its outcomes
    // what the handler must not do and does, if it does ("leaves x at 9, beyond its limit of 8"; text_error.hpp). Such a
    std::string error;
                                          // step leads nowhere, unless the handler stalls: `next` is the state before, `sends`
                                          // and `events` are those that came first, and where these are possible the text is
                                          // refuted
};

/// Which part of a machine takes an internal action. A protocol declares it (`Action`s have a `unit`); engines without time
/// ignore it.
enum class Unit : std::uint8_t {
    controller,    // the node's own logic, as soon as it can
    memory,        // DRAM, when it has read the block
    replacement,   // what makes room in a cache, when it must
    write_buffer,  // what holds writes back, when the node `presses` for it, and at the end of a kernel
};

struct NodeInfo {
    std::string name;  // "SM0"
    int kind;          // nodes of one kind have the same type
    int index;         // among those of its kind
    int owner;         // the core that it belongs to, whose threads are its own; or -1
};

struct ChannelInfo {
    std::string name;
    int from, to;   // nodes
    bool ordered;   // first in, first out; otherwise any message may be delivered next
    int capacity;   // messages, 1..max_channel
    int network = 0;
};

/// A message on its way, for properties.
struct MessageInFlight {
    int channel;
    const void* message;
};

/// A global state, for properties: typed objects behind plain pointers, in the order of the nodes.
struct RawState {
    const void* const* nodes;
    std::span<const MessageInFlight> messages;
    const void* monitor;
};

/// A copy of a block that an invariant's failure rests on, and where it is: in a node, or in a message on its way.
struct CopyWitness {
    int node = -1;     // whose it is
    int message = -1;  // or the place in RawState::messages
    int block = 0, value = 0;
    int from = 0, until = 0;  // the moments at which a load may read it
    bool writable = false;    // or, if the property speaks of that, whether its owner may write it
};

/// A component as the typed object that properties see.
struct TypedObject {
    std::shared_ptr<const void> object;
    std::size_t bytes = 0;  // of the object
};

BOOST_DEFINE_FIXED_ENUM_CLASS(PropertyKind, std::uint8_t,
    invariant,          // holds in every reachable state
    step,               // holds of every step that a node takes
    can_happen,         // some reachable step has this outcome
    no_deadlock,        // every state without a successor is quiescent
    always_eventually,  // what a node owes a thread is always delivered, if no fair step is postponed forever
    always_accepted)    // a thread that keeps asking for an access is served in the end, if no fair step is postponed forever

struct Property {
    std::string name;
    std::string sentence;  // the source's sentence that this makes precise
    PropertyKind kind;
    int number = 0;  // invariant: index for `holds`; step: bit in `broken`; can_happen: the outcome
    Needs needs{};   // without these it says nothing
    bool lemma = false;  // judged by `check --lemmas` only
};

/// What a thread may ask of its node: the operation with this label.
struct Asking {
    int label;
    int thread;       // of the node's core
    bool certain;     // the protocol promises that it is accepted under fairness; else only that it always may be
};

/// What no judged state has met, of a lemma: such statements hold, but say nothing.
struct UnmetPremises {
    bool all = false;                // no statement of it has had its premise met
    std::vector<std::string> lines;  // "lemmas.hpp:12" of each statement whose premise was not met
};

/// "lines.A.wts" and "3".
struct Field {
    std::string name, value;
};

class InPlace;

class Network {
public:
    virtual ~Network() = default;

    const std::vector<NodeInfo>& nodes() const { return nodes_; }
    const std::vector<ChannelInfo>& channels() const { return channels_; }
    /// The core whose threads the messages of a channel name, or -1. It is -1 if the channel belongs to no core, or leads from
    /// one core to another; messages there name the core before the thread.
    int core_named_on(const ChannelInfo& channel) const {
        const int from = nodes_[static_cast<std::size_t>(channel.from)].owner,
                  to = nodes_[static_cast<std::size_t>(channel.to)].owner;
        return from < 0 || from == to ? to : to < 0 ? from : -1;
    }
    /// The number of a node, or of the channel from one node to another. Throw std::logic_error if there is none.
    int number_of(int kind, int index) const {
        for (std::size_t n = 0; n < nodes_.size(); ++n)
            if (nodes_[n].kind == kind && nodes_[n].index == index) return static_cast<int>(n);
        throw std::logic_error("there is no node number " + std::to_string(index) + " of that kind");
    }
    int channel_between(int from, int to, int network) const {
        for (std::size_t c = 0; c < channels_.size(); ++c)
            if (channels_[c].from == from && channels_[c].to == to && channels_[c].network == network) return static_cast<int>(c);
        throw std::logic_error("there is no channel from " + nodes_[static_cast<std::size_t>(from)].name + " to " +
                               nodes_[static_cast<std::size_t>(to)].name + " on network " + std::to_string(network));
    }
    const std::vector<Property>& properties() const { return properties_; }
    const std::vector<std::string>& outcomes() const { return outcomes_; }
    const Shape& shape() const { return shape_; }
    bool monitored() const { return monitored_; }
    /// Whether renaming data values maps runs to runs (a monitor may single out a value).
    bool values_symmetric() const { return values_symmetric_; }
    /// Whether renaming by `p` maps runs to runs. The permutations for which it does must form a group.
    virtual bool symmetric(const Permutation& p) const { return static_cast<void>(p), true; }

    /// Whether cores can be sorted by what a state says of each (core_marks.hpp). It requires that nodes of cores and messages
    /// name no cores, and that the parts that all cores share only mark them.
    virtual bool cores_sortable() const { return false; }
    /// What a node of `kind` that belongs to no core, or the monitor (`kind` -1), says of each core.
    virtual std::vector<Packed> core_marks(int kind, const Packed& state) const {
        return static_cast<void>(kind), static_cast<void>(state), std::vector<Packed>{};
    }

    /// Whether time passes: nodes or messages hold moments of it. Then a tick may happen in every state. It makes all of these
    /// moments one tick older, wherever they are, and changes nothing else. A tick that changes nothing is no step.
    bool time_passes() const { return time_passes_; }
    /// A component one tick later.
    virtual Packed aged_node(int kind, const Packed& state) const { return static_cast<void>(kind), state; }
    virtual Packed aged_message(const Packed& message) const { return message; }

    /// Initial states differ only in the parts of the nodes and the monitor; channels start empty.
    virtual int initial_states() const = 0;
    virtual Packed initial(int which, int node) const = 0;
    virtual Packed initial_monitor(int which) const = 0;

    /// What `node` may do by itself: operations of its threads, then internal actions.
    virtual void spontaneous(int node, const Packed& state, std::vector<LocalStep>& out) const = 0;
    virtual void receive(int node, int channel, const Packed& state, const Packed& message,
                         std::vector<LocalStep>& out) const = 0;
    /// The monitor's state after `events`, or nothing if the monitor forbids them.
    virtual std::optional<Packed> observe(const Packed& monitor, const std::vector<Event<Concrete>>& events) const = 0;

    /// A state that is changed in place (in_place.hpp), or null. The network outlives it.
    virtual std::unique_ptr<InPlace> in_place() const;

    /// `owner` is the (old) core whose threads are named, or -1; see `permuted`.
    virtual Packed permuted_node(int kind, const Packed& state, const Permutation& p, int owner) const = 0;
    virtual Packed permuted_message(const Packed& message, const Permutation& p, int owner) const = 0;
    virtual Packed permuted_monitor(const Packed& monitor, const Permutation& p) const = 0;

    virtual TypedObject node_object(int kind, const Packed& state) const = 0;
    virtual TypedObject message_object(const Packed& message) const = 0;
    virtual TypedObject monitor_object(const Packed& monitor) const = 0;

    /// Whether invariant number `invariant` holds in `state`.
    virtual bool holds(int invariant, const RawState& state) const = 0;
    /// Why invariant number `invariant` does not hold in `state`; empty if it does not say.
    virtual std::vector<ReasonPart> reason(int invariant, const RawState& state) const {
        return static_cast<void>(invariant), static_cast<void>(state), std::vector<ReasonPart>{};
    }
    /// Two copies of a block between which invariant number `invariant` fails in `state`; empty if it is not about such copies.
    virtual std::vector<CopyWitness> witnesses(int invariant, const RawState& state) const {
        return static_cast<void>(invariant), static_cast<void>(state), std::vector<CopyWitness>{};
    }
    /// If invariant number `invariant` is a lemma: what none of the judged states met.
    virtual UnmetPremises unmet(int invariant) const { return static_cast<void>(invariant), UnmetPremises{}; }
    /// Whether a node neither owes anything nor waits.
    virtual bool idle(int kind, const Packed& state) const = 0;
    /// What the node owes its threads: one bit for each access that has been issued and is not complete.
    virtual std::uint64_t owes(int kind, const Packed& state) const = 0;
    /// The bit of `owes` that this bit becomes under the renaming `p`, or -1 if that is unknown. `owner` is the (old) core of the
    /// node.
    virtual int permuted_owed(int kind, int bit, const Permutation& p, int owner) const {
        return static_cast<void>(kind), static_cast<void>(bit), static_cast<void>(p), static_cast<void>(owner), -1;
    }
    /// Whether a thread of the node has an access under way whose completion the protocol does not promise. Whatever it asks for
    /// meanwhile may wait with it.
    virtual bool excused(int kind, const Packed& state, int thread) const {
        return static_cast<void>(kind), static_cast<void>(state), static_cast<void>(thread), false;
    }
    /// What the threads of a node may ask for; empty if operations belong to no thread.
    virtual std::vector<Asking> askings(int node) const { return static_cast<void>(node), std::vector<Asking>{}; }

    virtual std::string label(int node, int label) const = 0;
    /// The handler of a message (`channel` >= 0), or what a label stands for, as "access of sm".
    virtual std::string handler(int node, int channel, int label) const {
        return static_cast<void>(channel), this->label(node, label);
    }
    virtual std::string describe_message(const Packed& message) const = 0;
    virtual std::vector<Field> describe_node(int kind, const Packed& state) const = 0;
    virtual std::vector<Field> describe_monitor(const Packed& monitor) const = 0;
    virtual std::string describe_event(const Event<Concrete>& event) const = 0;

    /// Declares what the property called `name` needs of a shape. Throws std::logic_error if there is no such property.
    void declare_needs(const std::string& name, const Needs& needs) {
        for (Property& property : properties_)
            if (property.name == name) return void(property.needs = needs);
        throw std::logic_error("there is no property " + name + " to declare the needs of");
    }

protected:
    std::vector<NodeInfo> nodes_;
    std::vector<ChannelInfo> channels_;
    std::vector<Property> properties_;
    std::vector<std::string> outcomes_;
    Shape shape_;
    bool monitored_ = false;
    bool values_symmetric_ = true;
    bool time_passes_ = false;
};

}  // namespace tandem::model
