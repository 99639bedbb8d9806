// The components of a state, each a small number, and the steps of nodes as table look-ups.
//
// A component is what one *slot* holds: a node's state, with what is in those of its links that it keeps; the contents of a
// link that no node keeps; or the monitor's state. A *link* is the channels between two nodes; between those of two cores it is
// the channels of one direction, since a renaming that exchanges the cores exchanges the directions. A handler sees nothing but
// its node and one message, so it runs once for each such pair; from then on its steps are read from a table. This is exact:
// numbers stand for whole packed values, never for hashes.
//
// A core's node keeps its links to nodes that all cores share. Then what passes between the node and its links changes one number
// only, and a state has few numbers. With a single core that would make about as many components as states, so there no link is
// kept. Slots are the nodes in the network's order, then links, then the monitor if there is one.
#pragma once

#include <array>
#include <atomic>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "checker/equivariance.hpp"
#include "checker/interner.hpp"
#include "checker/memo.hpp"
#include "checker/rows.hpp"
#include "model/in_place.hpp"

namespace tandem::checker {

using model::Network;

/// The most slots that a state may have.
inline constexpr int max_slots = 32;

/// A set of slots, a bit for each.
using Slots = std::uint32_t;

/// A state as the numbers of its components, by slot.
using Parts = std::array<Number, max_slots>;

/// The memory behind an object: its own, and the count of who shares it.
inline std::size_t held_bytes(const model::TypedObject& object) {
    constexpr std::size_t count = 32;
    return object.object ? object.bytes + count + 2 * heap_overhead : 0;
}

struct NodeEntry {
    Packed packed;
    model::TypedObject object;
    std::uint64_t owes = 0;
    bool idle = false;

    std::size_t held_bytes() const { return checker::held_bytes(object); }
};

struct MessageEntry {
    Packed packed;
    model::TypedObject object;

    std::size_t held_bytes() const { return checker::held_bytes(object); }
};

struct LinkEntry {
    Packed packed;
    std::vector<std::vector<Number>> lanes;  // the messages in each channel, oldest first (sorted where order is not kept)

    std::size_t held_bytes() const {
        std::size_t sum = lanes.capacity() * sizeof(lanes[0]) + heap_overhead;
        for (const auto& lane : lanes)
            if (lane.capacity() > 0) sum += lane.capacity() * sizeof(Number) + heap_overhead;
        return sum;
    }
};

/// A node with the links that it keeps: their numbers, the node's first.
struct SiteEntry {
    Packed packed;
};

struct EventList {
    Packed packed;
    std::vector<model::Event<model::Concrete>> events;

    std::size_t held_bytes() const { return events.capacity() * sizeof(events[0]) + heap_overhead; }
};

class CheckpointReader;
class CheckpointWriter;

class Components {
public:
    /// `for_properties`: whether `raw` will be called; the typed objects that it needs take memory.
    Components(const Network& network, bool for_properties);

    const Network& network() const { return network_; }
    bool for_properties() const { return for_properties_; }
    int slots() const { return static_cast<int>(slots_.size()); }
    int nodes() const { return static_cast<int>(network_.nodes().size()); }
    int links() const { return static_cast<int>(links_.size()); }
    int monitor_slot() const { return network_.monitored() ? slots() - 1 : -1; }

    Parts initial(int which);
    /// The numbers of a state that is changed in place.
    Parts numbered(const model::InPlace& state);

    /// What the slot's node may do by itself or with a message that the slot holds, and which messages others may receive.
    const Row& row(int slot, Number number) {
        auto& rows = rows_[static_cast<std::size_t>(slot)];
        if (number < rows.size())
            if (const Row* row = rows[number].load(std::memory_order_acquire)) [[likely]] return *row;
        return make_row(slot, number);
    }
    /// Whether `row` has been asked for: a search that has ended has done so for what occurs in its states, and for nothing else.
    bool met(int slot, Number number) const {
        const auto& rows = rows_[static_cast<std::size_t>(slot)];
        return number < rows.size() && rows[number].load(std::memory_order_acquire);
    }
    /// What the receiver of channel `channel` may do with a message that another slot holds.
    const Row& receive(int channel, Number number, Number message) {
        const std::uint64_t row = received_[static_cast<std::size_t>(channel)].get(
            pair(number, message), [&] { return make_received(channel, number, message); });
        return *reinterpret_cast<const Row*>(row);
    }
    /// Fetches what `row` or `receive` will read first.
    void prefetch_row(int slot, Number number) const {
        const auto& rows = rows_[static_cast<std::size_t>(slot)];
        if (number < rows.size()) __builtin_prefetch(&rows[number]);
    }
    void prefetch_receive(int channel, Number number, Number message) const {
        received_[static_cast<std::size_t>(channel)].prefetch(pair(number, message));
    }

    static constexpr Number none = std::numeric_limits<Number>::max();
    /// The slot with one message more, or `none` if its channel is full.
    Number push(const Posting& posting, Number number) {
        const std::uint64_t key = std::uint64_t{posting.lane} << 58 | std::uint64_t{number} << 29 | posting.message;
        return static_cast<Number>(pushes_[posting.slot].get(key, [&] { return make_push(posting, number); }));
    }
    /// The monitor after a list of events, or `none` if it forbids them.
    Number observe(Number monitor, Number events) {
        return static_cast<Number>(observed_.get(pair(monitor, events), [&] { return make_observed(monitor, events); }));
    }

    /// The node in a slot; `slot` is below nodes().
    const NodeEntry& node(int slot, Number number) const {
        const Slot& s = slots_[static_cast<std::size_t>(slot)];
        return nodes_[static_cast<std::size_t>(s.kind)][s.site < 0 ? number : site(slot, number)[0]];
    }
    /// What is in link number `link` of a state.
    const LinkEntry& contents(int link, const Parts& parts) const;
    const MessageEntry& message(Number number) const { return messages_[number]; }
    const NodeEntry& monitor(Number number) const { return monitors_[number]; }
    const std::vector<model::Event<model::Concrete>>& events(Number number) const { return event_lists_[number].events; }
    /// What the handler of a step with an error does that it must not (model::LocalStep).
    std::string error(const Step& step) const;
    /// Whether nothing is on its way and no node owes or waits.
    bool quiescent(const Parts& parts) const;

    struct LinkInfo {
        int kind;                   // links of one kind have the same numbers
        int a, b;                   // nodes
        bool one_way;               // from a to b; else the lower node is a
        int owner;                  // the core whose threads its messages name, or -1
        std::vector<int> channels;  // by lane
        int slot = -1;              // that holds it
        std::size_t place = 0;      // among the numbers of what that slot holds
    };
    const LinkInfo& link(int link) const { return links_[static_cast<std::size_t>(link)]; }
    /// The channel that a step's message goes to.
    int channel(const Posting& posting) const { return slots_[posting.slot].lanes[posting.lane].channel; }

    // ---- images under permutations (symmetry.hpp) ----
    Number permuted(int slot, Number number, const model::Permutation& p);
    /// The least image of a node's state, by its bits and not by its number; `reached` gets the indices of the permutations
    /// that give it. The node in `slot` keeps no links.
    Number least_node(int slot, Number number, std::span<const model::Permutation> group, std::vector<std::uint16_t>& reached);
    bool keeps_links(int slot) const { return slots_[static_cast<std::size_t>(slot)].site >= 0; }

    /// From now on each situation is tried under these renamings, some that generate the group and all of the others, when its
    /// row is made. Throws as `Equivariance::require` does, then. `to_the_label`: they must keep what liveness tells apart.
    void require_symmetric(std::span<const model::Permutation> group, std::span<const model::Permutation> others,
                           bool to_the_label = false) {
        equivariance_.check(network_, group, others, to_the_label);
    }

    // ---- physical time, where it passes (Network::time_passes) ----
    bool time_passes() const { return !aged_.empty(); }
    /// What the slot holds one tick later.
    Number aged(int slot, Number number) {
        const auto& aged = aged_[static_cast<std::size_t>(slot)];
        if (number < aged.size())
            if (const Number known = aged[number].load(std::memory_order_acquire)) [[likely]] return known - 1;
        return make_aged(slot, number);
    }
    /// A tick as a step, which no node takes (`no_node` in a Move). It must not be postponed forever.
    const Step& tick() const { return tick_; }

    /// How many components the slot's table holds.
    Number count(int slot) const;
    std::size_t bytes() const;
    /// Frees memory that only a reader in another thread might still need: there must be none.
    void forget_old_tables();

    /// Writes all components, and reads them into tables that know fewer (component_tables.cpp): each gets the number that it
    /// had. What they lead to is found out again when it is asked for.
    void save(CheckpointWriter& out) const;
    void restore(CheckpointReader& in);

    // ---- what a number stands for, for other processes, which have other numbers (component_contents.cpp) ----
    /// What the slot holds, in words that mean the same everywhere, and the number of such words.
    Packed content(int slot, Number number) const;
    Number number_of_content(int slot, std::span<const std::uint32_t> words);
    /// A hash of these words, not 0.
    std::uint64_t content_hash(int slot, Number number) {
        const auto& hashes = hashes_[static_cast<std::size_t>(table(slot))];
        if (number < hashes.size())
            if (const std::uint64_t known = hashes[number].load(std::memory_order_acquire)) [[likely]] return known;
        return make_content_hash(slot, number);
    }
    /// Whether one comes before another in an order that is the same everywhere.
    bool before_by_content(int slot, Number a, Number b);
    /// Slots of one table have the same numbers; and one of the table's slots.
    int tables() const { return static_cast<int>(slot_of_table_.size()); }
    int table(int slot) const { return table_of_slot_[static_cast<std::size_t>(slot)]; }
    int slot_of_table(int table) const { return slot_of_table_[static_cast<std::size_t>(table)]; }

    /// The properties' view of a state. `messages` is a buffer of the caller's.
    model::RawState raw(const Parts& parts, std::vector<const void*>& objects,
                        std::vector<model::MessageInFlight>& messages) const;

private:
    struct Lane {
        int channel;
        int link;
        std::size_t lane;  // of the link
    };
    struct Slot {
        int kind = -1;            // of the node in it; -1 if there is none
        int site = -1;            // the kind of site, if it holds a node and links; slots of one kind have the same numbers
        std::vector<int> links;   // that it holds
        std::vector<Lane> lanes;  // of these links
    };
    // A slot's content taken apart: the node's number, if there is a node, and the links' numbers.
    using Content = std::vector<Number>;
    using Rows = StableVector<std::atomic<const Row*>>;
    struct Compiler;

    static std::uint64_t pair(Number a, Number b) { return (std::uint64_t(a) << 32) | b; }
    /// The numbers of a site's node and links.
    const Content& site(int slot, Number number) const {
        return sites_[static_cast<std::size_t>(slots_[static_cast<std::size_t>(slot)].site)][number].packed;
    }
    Number number_node(int kind, const Packed& packed);
    Number number_message(const Packed& packed);
    Number number_monitor(const Packed& packed);
    std::uint32_t number_error(const std::string& error);
    Number number_events(const std::vector<model::Event<model::Concrete>>& events);
    Number number_link(int link, std::vector<std::vector<Number>> lanes);

    Content taken_apart(int slot, Number number) const;
    Number put_together(int slot, const Content& content);
    /// The messages in a lane of a slot.
    const std::vector<Number>& messages(const Lane& lane, const Content& content) const;
    void set_messages(const Lane& lane, Content& content, std::vector<Number> messages);
    /// Adds a message to `content`; false if its channel is full.
    bool push(const Posting& posting, Content& content);

    /// The steps of `node` on a message, or by itself where there is none (`channel` -1).
    std::vector<model::LocalStep> local_steps(int node, int channel, const Packed& state, const Packed* message) const;
    const Row& make_row(int slot, Number number);
    std::uint64_t make_received(int channel, Number number, Number message);
    std::uint64_t make_push(const Posting& posting, Number number);
    std::uint64_t make_observed(Number monitor, Number events);
    Number permuted_node(int slot, Number number, const model::Permutation& p);
    Number permuted_link(int link, Number number, const model::Permutation& p);
    Number make_aged(int slot, Number number);
    /// `number` with each message m exchanged for image(m).
    template <class Image>
    Number link_image(int link, Number number, Image&& image);
    std::uint64_t make_content_hash(int slot, Number number);
    void make_links();
    void make_slots();
    void make_tables();

    const Network& network_;
    const bool for_properties_;
    std::vector<LinkInfo> links_;
    std::vector<Slot> slots_;
    std::vector<Posting> place_of_channel_;        // slot and lane, without a message
    std::vector<Interner<NodeEntry>> nodes_;       // by kind of node
    std::vector<Interner<LinkEntry>> contents_;    // by kind of link
    std::vector<Interner<SiteEntry>> sites_;       // by kind of site
    Interner<MessageEntry> messages_;
    Interner<NodeEntry> monitors_;
    Interner<EventList> event_lists_;
    std::vector<Rows> rows_;                       // by slot
    std::vector<Memo> received_;                   // by channel
    std::vector<Memo> pushes_;                     // by slot
    Memo observed_;
    // by slot: 1 + the number one tick later, 0 if not yet known; empty if time stands still
    std::vector<StableVector<std::atomic<Number>>> aged_;
    Step tick_{};
    std::vector<int> table_of_slot_, slot_of_table_;
    std::vector<StableVector<std::atomic<std::uint64_t>>> hashes_;  // by table, of contents; 0 if not yet known
    SpinLock rows_lock_;  // for `rows_`, `aged_` and `hashes_`
    Equivariance equivariance_;
    static constexpr unsigned asked_again = 512;  // the first handlers that run, and one of so many of the others, run again
    mutable std::atomic<unsigned> asked_{0};
    std::vector<std::string> errors_;  // a text has few
    mutable SpinLock errors_lock_;
    RowArena arena_;
};

}  // namespace tandem::checker
