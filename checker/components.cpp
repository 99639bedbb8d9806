// Numbers for components, and which slot holds what.
#include "checker/components.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <tuple>

namespace tandem::checker {

Components::Components(const Network& network, bool for_properties) : network_(network), for_properties_(for_properties) {
    int kinds = 0;
    for (const auto& node : network.nodes()) kinds = std::max(kinds, node.kind + 1);
    nodes_ = std::vector<Interner<NodeEntry>>(static_cast<std::size_t>(kinds));
    make_links();
    make_slots();
    make_tables();
    if (slots() > max_slots) throw std::length_error("the system has more nodes and links than the checker takes");
    rows_ = std::vector<Rows>(slots_.size());
    pushes_ = std::vector<Memo>(slots_.size());
    received_ = std::vector<Memo>(network.channels().size());
    number_events({});
    if (network.time_passes()) aged_ = std::vector<StableVector<std::atomic<Number>>>(slots_.size());
    tick_.channel = -1;
    tick_.fair = true;
}

// The channels between two nodes make one link, or one each way if the nodes belong to two cores; links between nodes of the same
// kinds share their numbers.
void Components::make_links() {
    const auto& nodes = network_.nodes();
    const auto& channels = network_.channels();
    std::vector<std::tuple<int, int, bool>> kinds;
    for (std::size_t c = 0; c < channels.size(); ++c) {
        const int from = nodes[static_cast<std::size_t>(channels[c].from)].owner,
                  to = nodes[static_cast<std::size_t>(channels[c].to)].owner;
        const bool one_way = from >= 0 && to >= 0 && from != to;
        const int a = one_way ? channels[c].from : std::min(channels[c].from, channels[c].to),
                  b = one_way ? channels[c].to : std::max(channels[c].from, channels[c].to);
        auto at = std::find_if(links_.begin(), links_.end(), [&](const LinkInfo& l) { return l.a == a && l.b == b; });
        if (at == links_.end()) {
            const std::tuple kind{nodes[static_cast<std::size_t>(a)].kind, nodes[static_cast<std::size_t>(b)].kind, one_way};
            const auto k = std::find(kinds.begin(), kinds.end(), kind) - kinds.begin();
            if (k == static_cast<std::ptrdiff_t>(kinds.size())) kinds.push_back(kind);
            links_.push_back({static_cast<int>(k), a, b, one_way, network_.core_named_on(channels[c]), {}});
            at = links_.end() - 1;
        }
        at->channels.push_back(static_cast<int>(c));
    }
    contents_ = std::vector<Interner<LinkEntry>>(kinds.size());
}

void Components::make_slots() {
    const auto& nodes = network_.nodes();
    std::set<int> cores;
    for (const auto& node : nodes) {
        slots_.push_back({node.kind, -1, {}, {}});
        if (node.owner >= 0) cores.insert(node.owner);
    }
    const auto owned = [&](int n) { return nodes[static_cast<std::size_t>(n)].owner >= 0; };
    place_of_channel_.resize(network_.channels().size());
    for (int l = 0; l < links(); ++l) {
        LinkInfo& link = links_[static_cast<std::size_t>(l)];
        const bool kept = cores.size() > 1 && owned(link.a) != owned(link.b);
        link.slot = !kept ? slots() : owned(link.a) ? link.a : link.b;
        if (!kept) slots_.emplace_back();
        Slot& slot = slots_[static_cast<std::size_t>(link.slot)];
        link.place = slot.links.size() + kept;
        slot.links.push_back(l);
        for (std::size_t i = 0; i < link.channels.size(); ++i) {
            place_of_channel_[static_cast<std::size_t>(link.channels[i])] = {static_cast<std::uint16_t>(link.slot),
                                                                             static_cast<std::uint16_t>(slot.lanes.size()), 0};
            slot.lanes.push_back({link.channels[i], l, i});
        }
    }
    if (network_.monitored()) slots_.emplace_back();

    std::vector<std::vector<int>> kinds;  // of sites: of the node and the links
    for (int n = 0; n < this->nodes(); ++n) {
        Slot& slot = slots_[static_cast<std::size_t>(n)];
        if (slot.links.empty()) continue;
        std::vector<int> kind{slot.kind};
        for (const int l : slot.links) kind.push_back(link(l).kind);
        slot.site = static_cast<int>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
        if (slot.site == static_cast<int>(kinds.size())) kinds.push_back(kind);
    }
    sites_ = std::vector<Interner<SiteEntry>>(kinds.size());
}

Parts Components::initial(int which) {
    Parts parts{};
    for (int s = 0; s < slots(); ++s) {
        const Slot& slot = slots_[static_cast<std::size_t>(s)];
        Content content;
        if (slot.kind >= 0) content.push_back(number_node(slot.kind, network_.initial(which, s)));
        for (const int l : slot.links)
            content.push_back(number_link(l, std::vector<std::vector<Number>>(link(l).channels.size())));
        parts[static_cast<std::size_t>(s)] =
            s == monitor_slot() ? number_monitor(network_.initial_monitor(which)) : put_together(s, content);
    }
    return parts;
}

Number Components::number_node(int kind, const Packed& packed) {
    return nodes_[static_cast<std::size_t>(kind)].number(packed, [&] {
        return NodeEntry{{},
                         for_properties_ ? network_.node_object(kind, packed) : model::TypedObject{},
                         network_.owes(kind, packed),
                         network_.idle(kind, packed)};
    });
}

Number Components::number_message(const Packed& packed) {
    return messages_.number(packed, [&] {
        return MessageEntry{{}, for_properties_ ? network_.message_object(packed) : model::TypedObject{}};
    });
}

Number Components::number_monitor(const Packed& packed) {
    return monitors_.number(packed, [&] {
        return NodeEntry{{}, for_properties_ ? network_.monitor_object(packed) : model::TypedObject{}, 0, true};
    });
}

Number Components::number_events(const std::vector<model::Event<model::Concrete>>& events) {
    Packed key;
    for (const auto& event : events)
        for (const std::uint32_t word : model::pack(event, network_.shape())) key.push_back(word);
    return event_lists_.number(key, [&] { return EventList{{}, events}; });
}

Number Components::number_link(int l, std::vector<std::vector<Number>> lanes) {
    Packed key;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (!network_.channels()[static_cast<std::size_t>(link(l).channels[i])].ordered)
            std::sort(lanes[i].begin(), lanes[i].end());
        key.push_back(static_cast<std::uint32_t>(lanes[i].size()));
        key.insert(key.end(), lanes[i].begin(), lanes[i].end());
    }
    return contents_[static_cast<std::size_t>(link(l).kind)].number(key, [&] { return LinkEntry{{}, std::move(lanes)}; });
}

auto Components::taken_apart(int slot, Number number) const -> Content {
    return keeps_links(slot) ? site(slot, number) : Content{number};
}

Number Components::put_together(int slot, const Content& content) {
    if (!keeps_links(slot)) return content[0];
    return sites_[static_cast<std::size_t>(slots_[static_cast<std::size_t>(slot)].site)].number(content,
                                                                                                [] { return SiteEntry{}; });
}

const LinkEntry& Components::contents(int l, const Parts& parts) const {
    const LinkInfo& info = link(l);
    const Number number = parts[static_cast<std::size_t>(info.slot)];
    return contents_[static_cast<std::size_t>(info.kind)][keeps_links(info.slot) ? site(info.slot, number)[info.place] : number];
}

bool Components::quiescent(const Parts& parts) const {
    for (int n = 0; n < nodes(); ++n)
        if (!node(n, parts[static_cast<std::size_t>(n)]).idle) return false;
    for (int l = 0; l < links(); ++l)
        for (const auto& lane : contents(l, parts).lanes)
            if (!lane.empty()) return false;
    return true;
}

Number Components::count(int s) const {
    const Slot& slot = slots_[static_cast<std::size_t>(s)];
    if (s == monitor_slot()) return monitors_.size();
    if (slot.site >= 0) return sites_[static_cast<std::size_t>(slot.site)].size();
    if (slot.kind >= 0) return nodes_[static_cast<std::size_t>(slot.kind)].size();
    return contents_[static_cast<std::size_t>(link(slot.links[0]).kind)].size();
}

void Components::forget_old_tables() {
    for (auto& memo : received_) memo.forget_old_tables();
    for (auto& memo : pushes_) memo.forget_old_tables();
    observed_.forget_old_tables();
}

std::size_t Components::bytes() const {
    std::size_t sum = messages_.bytes() + monitors_.bytes() + event_lists_.bytes() + observed_.bytes() + arena_.bytes();
    const auto add = [&](const auto& tables) {
        for (const auto& table : tables) sum += table.bytes();
    };
    add(nodes_), add(contents_), add(sites_), add(rows_), add(received_), add(pushes_), add(aged_), add(hashes_);
    return sum;
}

model::RawState Components::raw(const Parts& parts, std::vector<const void*>& objects,
                                std::vector<model::MessageInFlight>& messages) const {
    objects.clear();
    messages.clear();
    for (int n = 0; n < nodes(); ++n) objects.push_back(node(n, parts[static_cast<std::size_t>(n)]).object.object.get());
    for (int l = 0; l < links(); ++l) {
        const LinkEntry& entry = contents(l, parts);
        for (std::size_t lane = 0; lane < entry.lanes.size(); ++lane)
            for (const Number m : entry.lanes[lane]) messages.push_back({link(l).channels[lane], message(m).object.object.get()});
    }
    const int slot = monitor_slot();
    return {objects.data(), messages, slot < 0 ? nullptr : monitor(parts[static_cast<std::size_t>(slot)]).object.object.get()};
}

}  // namespace tandem::checker
