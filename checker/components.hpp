// The components of a state, each a small number, and the steps of nodes as table look-ups.
//
// A component is a node's state, what is in the channels between two nodes (a *link*), or the monitor's state. A handler sees
// nothing but its node and one message, so it runs once for each such pair; from then on its steps are read from a table.
// This is exact: numbers stand for whole packed values, never for hashes. Slots list a state's components: the nodes in the
// network's order, then the links, then the monitor if there is one.
#pragma once

#include <array>
#include <limits>
#include <span>

#include "checker/interner.hpp"
#include "checker/memo.hpp"
#include "checker/rows.hpp"
#include "model/network.hpp"

namespace tandem::checker {

using model::Network;

/// The most slots that a state may have.
inline constexpr int max_slots = 32;

/// A state as the numbers of its components, by slot.
using Parts = std::array<Number, max_slots>;

struct NodeEntry {
    Packed packed;
    std::shared_ptr<const void> object;
    std::uint64_t owes = 0;
    bool idle = false;
};

struct MessageEntry {
    Packed packed;
    std::shared_ptr<const void> object;
};

/// A message that may be delivered next, and the link without it.
struct Deliverable {
    std::uint16_t lane;  // which channel of the link
    Number message;
    Number rest;
};

struct LinkEntry {
    std::vector<Deliverable> deliverable;
    Packed packed;
    std::vector<std::vector<Number>> lanes;  // the messages in each channel, oldest first (sorted where order is not kept)
    bool empty = true;
};

struct EventList {
    Packed packed;
    std::vector<model::Event<model::Concrete>> events;
};

class Components {
public:
    /// `for_properties`: whether `raw` will be called; the typed objects that it needs take memory.
    Components(const Network& network, bool for_properties);

    const Network& network() const { return network_; }
    int slots() const { return slots_; }
    int nodes() const { return static_cast<int>(network_.nodes().size()); }
    int links() const { return static_cast<int>(links_.size()); }
    int monitor_slot() const { return network_.monitored() ? slots_ - 1 : -1; }

    Parts initial(int which);

    /// What the node in `slot` may do by itself.
    const Row& spontaneous(int slot, Number node) {
        auto& rows = spontaneous_[static_cast<std::size_t>(slot)];
        if (node < rows.size())
            if (const Row* row = rows[node].load(std::memory_order_acquire)) return *row;
        return make_spontaneous(slot, node);
    }
    /// What the receiver of channel `channel` may do with `message`.
    const Row& receive(int channel, Number node, Number message) {
        const std::uint64_t row = received_[static_cast<std::size_t>(channel)].get(
            pair(node, message), [&] { return make_received(channel, node, message); });
        return *reinterpret_cast<const Row*>(row);
    }
    /// Fetches what `link_entry`, `spontaneous` or `receive` will read first.
    void prefetch_link(int link, Number number) const { __builtin_prefetch(&link_entry(link, number)); }
    void prefetch_spontaneous(int slot, Number node) const {
        const auto& rows = spontaneous_[static_cast<std::size_t>(slot)];
        if (node < rows.size()) __builtin_prefetch(&rows[node]);
    }
    void prefetch_receive(int channel, Number node, Number message) const {
        received_[static_cast<std::size_t>(channel)].prefetch(pair(node, message));
    }

    struct LinkInfo {
        int kind;                   // links of one kind have the same numbers
        int a, b;                   // nodes
        int owner;                  // the core whose threads its messages name
        std::vector<int> channels;  // by lane
        std::vector<int> receiver;  // node slots, by lane
    };
    const LinkInfo& link(int link) const { return links_[static_cast<std::size_t>(link)]; }
    const LinkEntry& link_entry(int link, Number number) const {
        return table_of_link_[static_cast<std::size_t>(link)]->entries[number];
    }

    static constexpr Number none = std::numeric_limits<Number>::max();
    /// The link with one message more, or `none` if its channel is full.
    Number push(int link, int lane, Number contents, Number message) {
        LinkTable& table = *table_of_link_[static_cast<std::size_t>(link)];
        return static_cast<Number>(table.pushes.get((std::uint64_t(lane) << 58) | (std::uint64_t(contents) << 29) | message,
                                                    [&] { return make_push(link, lane, contents, message); }));
    }
    /// The monitor after a list of events, or `none` if it forbids them.
    Number observe(Number monitor, Number events) {
        return static_cast<Number>(observed_.get(pair(monitor, events), [&] { return make_observed(monitor, events); }));
    }

    const NodeEntry& node(int slot, Number number) const {
        return node_tables_[static_cast<std::size_t>(network_.nodes()[static_cast<std::size_t>(slot)].kind)]->operator[](number);
    }
    const MessageEntry& message(Number number) const { return messages_[number]; }
    const NodeEntry& monitor(Number number) const { return monitors_[number]; }
    const std::vector<model::Event<model::Concrete>>& events(Number number) const { return event_lists_[number].events; }

    // ---- images under permutations (symmetry.hpp) ----
    Number permuted_node(int slot, Number number, const model::Permutation& p);
    /// The least image of a node's state, by its bits and not by its number; `reached` gets the indices of the permutations
    /// that give it.
    Number least_node(int slot, Number number, std::span<const model::Permutation> group, std::vector<std::uint16_t>& reached);
    Number permuted_link(int link, Number number, const model::Permutation& p);
    Number permuted_monitor(Number number, const model::Permutation& p);

    /// How many components the slot's table holds.
    Number count(int slot) const;
    std::size_t bytes() const;
    /// Frees memory that only a reader in another thread might still need: there must be none.
    void forget_old_tables();

    /// The properties' view of a state. `messages` is a buffer of the caller's.
    model::RawState raw(const Parts& parts, std::vector<const void*>& objects, std::vector<model::MessageInFlight>& messages) const;

private:
    struct LinkTable {
        Interner<LinkEntry> entries;
        Memo pushes;
    };
    using Rows = StableVector<std::atomic<const Row*>>;

    static std::uint64_t pair(Number a, Number b) { return (std::uint64_t(a) << 32) | b; }
    Number number_node(int kind, const Packed& packed);
    Number number_message(const Packed& packed);
    Number number_monitor(const Packed& packed);
    Number number_events(const std::vector<model::Event<model::Concrete>>& events);
    Number number_link(int link, const std::vector<std::vector<Number>>& lanes);
    const Row& make_spontaneous(int slot, Number node);
    std::uint64_t make_received(int channel, Number node, Number message);
    std::uint64_t make_push(int link, int lane, Number contents, Number message);
    std::uint64_t make_observed(Number monitor, Number events);
    const Row* compile(int slot, std::vector<model::LocalStep>& steps);
    void make_links();

    const Network& network_;
    const bool for_properties_;
    int slots_ = 0;
    std::vector<LinkInfo> links_;
    std::vector<std::pair<int, int>> place_of_channel_;  // link and lane, by channel
    std::vector<std::unique_ptr<Interner<NodeEntry>>> node_tables_;  // by kind
    std::vector<std::unique_ptr<LinkTable>> link_tables_;            // by kind of link
    std::vector<LinkTable*> table_of_link_;                          // one of these
    Interner<MessageEntry> messages_;
    Interner<NodeEntry> monitors_;
    Interner<EventList> event_lists_;
    std::vector<Rows> spontaneous_;  // by node slot
    std::vector<Memo> received_;     // by channel
    Memo observed_;
    std::mutex rows_mutex_;  // for `spontaneous_`
    RowArena arena_;
};

}  // namespace tandem::checker
