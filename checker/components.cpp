// Numbers and tables for components: what happens the first time, when a handler really runs.
#include "checker/components.hpp"

#include <algorithm>
#include <stdexcept>

namespace tandem::checker {

using model::Permutation;

Components::Components(const Network& network, bool for_properties)
    : network_(network), for_properties_(for_properties), spontaneous_(network.nodes().size()), received_(network.channels().size()) {
    int kinds = 0;
    for (const auto& node : network.nodes()) kinds = std::max(kinds, node.kind + 1);
    for (int k = 0; k < kinds; ++k) node_tables_.push_back(std::make_unique<Interner<NodeEntry>>());
    make_links();
    slots_ = nodes() + links() + (network.monitored() ? 1 : 0);
    if (slots_ > max_slots) throw std::length_error("the system has more nodes and links than the checker takes");
    number_events({});
}

// The channels between two nodes make one link; links between nodes of the same kinds share their numbers.
void Components::make_links() {
    const auto& nodes = network_.nodes();
    const auto& channels = network_.channels();
    place_of_channel_.resize(channels.size());
    std::vector<std::pair<int, int>> kinds;
    for (std::size_t c = 0; c < channels.size(); ++c) {
        const int a = std::min(channels[c].from, channels[c].to), b = std::max(channels[c].from, channels[c].to);
        auto at = std::find_if(links_.begin(), links_.end(), [&](const LinkInfo& l) { return l.a == a && l.b == b; });
        if (at == links_.end()) {
            const auto& na = nodes[static_cast<std::size_t>(a)];
            const auto& nb = nodes[static_cast<std::size_t>(b)];
            const std::pair kind{na.kind, nb.kind};
            const auto k = std::find(kinds.begin(), kinds.end(), kind) - kinds.begin();
            if (k == static_cast<std::ptrdiff_t>(kinds.size())) {
                kinds.push_back(kind);
                link_tables_.push_back(std::make_unique<LinkTable>());
            }
            links_.push_back({static_cast<int>(k), a, b, na.owner >= 0 ? na.owner : nb.owner, {}, {}});
            at = links_.end() - 1;
        }
        place_of_channel_[c] = {static_cast<int>(at - links_.begin()), static_cast<int>(at->channels.size())};
        at->channels.push_back(static_cast<int>(c));
        at->receiver.push_back(channels[c].to);
    }
    for (const LinkInfo& link : links_) table_of_link_.push_back(link_tables_[static_cast<std::size_t>(link.kind)].get());
}

Parts Components::initial(int which) {
    Parts parts{};
    for (int n = 0; n < nodes(); ++n)
        parts[static_cast<std::size_t>(n)] = number_node(network_.nodes()[static_cast<std::size_t>(n)].kind, network_.initial(which, n));
    for (int l = 0; l < links(); ++l)
        parts[static_cast<std::size_t>(nodes() + l)] = number_link(l, std::vector<std::vector<Number>>(link(l).channels.size()));
    if (network_.monitored()) parts[static_cast<std::size_t>(monitor_slot())] = number_monitor(network_.initial_monitor(which));
    return parts;
}

Number Components::number_node(int kind, const Packed& packed) {
    return node_tables_[static_cast<std::size_t>(kind)]->number(packed, [&] {
        return NodeEntry{{}, for_properties_ ? network_.node_object(kind, packed) : nullptr, network_.owes(kind, packed), network_.idle(kind, packed)};
    });
}

Number Components::number_message(const Packed& packed) {
    return messages_.number(packed, [&] { return MessageEntry{{}, for_properties_ ? network_.message_object(packed) : nullptr}; });
}

Number Components::number_monitor(const Packed& packed) {
    return monitors_.number(packed, [&] { return NodeEntry{{}, for_properties_ ? network_.monitor_object(packed) : nullptr, 0, true}; });
}

Number Components::number_events(const std::vector<model::Event<model::Concrete>>& events) {
    Packed key;
    for (const auto& event : events)
        for (const std::uint32_t word : model::pack(event, network_.shape())) key.push_back(word);
    return event_lists_.number(key, [&] { return EventList{{}, events}; });
}

Number Components::number_link(int l, const std::vector<std::vector<Number>>& contents) {
    auto lanes = contents;
    Packed key;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (!network_.channels()[static_cast<std::size_t>(link(l).channels[i])].ordered) std::sort(lanes[i].begin(), lanes[i].end());
        key.push_back(static_cast<std::uint32_t>(lanes[i].size()));
        key.insert(key.end(), lanes[i].begin(), lanes[i].end());
    }
    auto& table = table_of_link_[static_cast<std::size_t>(l)]->entries;
    // What may be delivered is found first: it needs the numbers of other links, and the table is locked while it makes one.
    LinkEntry entry;
    entry.lanes = lanes;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const bool ordered = network_.channels()[static_cast<std::size_t>(link(l).channels[i])].ordered;
        for (std::size_t m = 0; m < lanes[i].size() && (m == 0 || !ordered); ++m) {
            if (m > 0 && lanes[i][m] == lanes[i][m - 1]) continue;
            auto rest = lanes;
            rest[i].erase(rest[i].begin() + static_cast<std::ptrdiff_t>(m));
            entry.deliverable.push_back({static_cast<std::uint16_t>(i), lanes[i][m], number_link(l, rest)});
            entry.empty = false;
        }
    }
    return table.number(key, [&] { return std::move(entry); });
}

const Row* Components::compile(int slot, std::vector<model::LocalStep>& local_steps) {
    const int kind = network_.nodes()[static_cast<std::size_t>(slot)].kind;
    std::vector<Step> steps;
    std::vector<std::vector<Posting>> postings;
    postings.reserve(local_steps.size());
    std::uint64_t stalled = 0;
    for (const auto& step : local_steps) {
        if (step.stalled) {
            stalled |= step.outcomes;
            continue;
        }
        auto& posted = postings.emplace_back();
        for (const auto& send : step.sends) {
            const auto [link, lane] = place_of_channel_[static_cast<std::size_t>(send.channel)];
            posted.push_back({static_cast<std::uint16_t>(link), static_cast<std::uint16_t>(lane), number_message(send.message)});
        }
        steps.push_back({number_node(kind, step.next), number_events(step.events), step.outcomes, step.broken,
                         static_cast<std::uint16_t>(step.label), static_cast<std::uint8_t>(posted.size()), step.fair, posted.data()});
    }
    return arena_.add(steps, stalled);
}

const Row& Components::make_spontaneous(int slot, Number node_number) {
    std::vector<model::LocalStep> steps;
    network_.spontaneous(slot, node(slot, node_number).packed, steps);
    const Row* row = compile(slot, steps);
    auto& rows = spontaneous_[static_cast<std::size_t>(slot)];
    std::lock_guard lock(rows_mutex_);
    rows.grow_to(node_number + 1);
    rows[node_number].store(row, std::memory_order_release);  // another thread's equal row may be replaced; both stay valid
    return *row;
}

std::uint64_t Components::make_received(int channel, Number node_number, Number message_number) {
    const int slot = network_.channels()[static_cast<std::size_t>(channel)].to;
    std::vector<model::LocalStep> steps;
    network_.receive(slot, channel, node(slot, node_number).packed, message(message_number).packed, steps);
    return reinterpret_cast<std::uint64_t>(compile(slot, steps));
}

std::uint64_t Components::make_push(int l, int lane, Number contents, Number message_number) {
    auto lanes = link_entry(l, contents).lanes;
    auto& messages = lanes[static_cast<std::size_t>(lane)];
    const int channel = link(l).channels[static_cast<std::size_t>(lane)];
    if (static_cast<int>(messages.size()) >= network_.channels()[static_cast<std::size_t>(channel)].capacity) return none;
    messages.push_back(message_number);
    return number_link(l, lanes);
}

std::uint64_t Components::make_observed(Number monitor_number, Number event_list) {
    const auto next = network_.observe(monitor(monitor_number).packed, events(event_list));
    return next ? number_monitor(*next) : none;
}

Number Components::permuted_node(int slot, Number number, const Permutation& p) {
    const auto& info = network_.nodes()[static_cast<std::size_t>(slot)];
    return number_node(info.kind, network_.permuted_node(info.kind, node(slot, number).packed, p, info.owner));
}

Number Components::least_node(int slot, Number number, std::span<const Permutation> group, std::vector<std::uint16_t>& reached) {
    const auto& info = network_.nodes()[static_cast<std::size_t>(slot)];
    Packed least;
    reached.clear();
    for (std::size_t e = 0; e < group.size(); ++e) {
        Packed image = network_.permuted_node(info.kind, node(slot, number).packed, group[e], info.owner);
        if (reached.empty() || image < least) least = std::move(image), reached = {static_cast<std::uint16_t>(e)};
        else if (image == least) reached.push_back(static_cast<std::uint16_t>(e));
    }
    return number_node(info.kind, least);
}

Number Components::permuted_link(int l, Number number, const Permutation& p) {
    auto lanes = link_entry(l, number).lanes;
    for (auto& lane : lanes)
        for (auto& m : lane) m = number_message(network_.permuted_message(message(m).packed, p, link(l).owner));
    return number_link(l, lanes);
}

Number Components::permuted_monitor(Number number, const Permutation& p) {
    return number_monitor(network_.permuted_monitor(monitor(number).packed, p));
}

Number Components::count(int slot) const {
    if (slot < nodes()) return node_tables_[static_cast<std::size_t>(network_.nodes()[static_cast<std::size_t>(slot)].kind)]->size();
    if (slot < nodes() + links()) return table_of_link_[static_cast<std::size_t>(slot - nodes())]->entries.size();
    return monitors_.size();
}

void Components::forget_old_tables() {
    for (auto& memo : received_) memo.forget_old_tables();
    for (auto& table : link_tables_) table->pushes.forget_old_tables();
    observed_.forget_old_tables();
}

std::size_t Components::bytes() const {
    std::size_t sum = messages_.bytes() + monitors_.bytes() + event_lists_.bytes() + observed_.bytes();
    for (const auto& table : node_tables_) sum += table->bytes();
    for (const auto& table : link_tables_) sum += table->entries.bytes() + table->pushes.bytes();
    for (const auto& rows : spontaneous_) sum += rows.bytes();
    for (const auto& memo : received_) sum += memo.bytes();
    return sum + arena_.bytes();
}

model::RawState Components::raw(const Parts& parts, std::vector<const void*>& objects, std::vector<model::MessageInFlight>& messages) const {
    objects.clear();
    messages.clear();
    for (int n = 0; n < nodes(); ++n) objects.push_back(node(n, parts[static_cast<std::size_t>(n)]).object.get());
    for (int l = 0; l < links(); ++l) {
        const LinkEntry& entry = link_entry(l, parts[static_cast<std::size_t>(nodes() + l)]);
        for (std::size_t lane = 0; lane < entry.lanes.size(); ++lane)
            for (const Number m : entry.lanes[lane]) messages.push_back({link(l).channels[lane], message(m).object.get()});
    }
    const int slot = monitor_slot();
    return {objects.data(), messages, slot < 0 ? nullptr : monitor(parts[static_cast<std::size_t>(slot)]).object.get()};
}

}  // namespace tandem::checker
