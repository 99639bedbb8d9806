// What slots hold, as words that mean the same in every process. Numbers are given in the order of discovery, so each process has
// others for the same contents.
#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <tuple>

#include "checker/components.hpp"
#include "model/hash.hpp"

namespace tandem::checker {

namespace {

void append(Packed& words, const Packed& more) {
    words.push_back(static_cast<std::uint32_t>(more.size()));
    words.insert(words.end(), more.begin(), more.end());
}

/// Takes such words apart again.
class ContentReader {
public:
    explicit ContentReader(std::span<const std::uint32_t> words) : left_(words) {}

    std::uint32_t number() { return take(1)[0]; }
    Packed packed() {
        const auto words = take(number());
        return {words.begin(), words.end()};
    }

private:
    std::span<const std::uint32_t> take(std::size_t count) {
        if (count > left_.size()) throw std::logic_error("a component of another process is cut off");
        const auto words = left_.first(count);
        left_ = left_.subspan(count);
        return words;
    }

    std::span<const std::uint32_t> left_;
};

}  // namespace

void Components::make_tables() {
    std::vector<std::tuple<bool, int, int, int>> kinds;
    for (int s = 0; s < slots(); ++s) {
        const Slot& slot = slots_[static_cast<std::size_t>(s)];
        const std::tuple kind{s == monitor_slot(), slot.site, slot.kind, slot.links.empty() ? -1 : link(slot.links[0]).kind};
        const auto table = std::find(kinds.begin(), kinds.end(), kind) - kinds.begin();
        if (table == static_cast<std::ptrdiff_t>(kinds.size())) kinds.push_back(kind), slot_of_table_.push_back(s);
        table_of_slot_.push_back(static_cast<int>(table));
    }
    hashes_ = std::vector<StableVector<std::atomic<std::uint64_t>>>(kinds.size());
}

Packed Components::content(int slot, Number number) const {
    if (slot == monitor_slot()) return monitor(number).packed;
    Packed words;
    const Content content = taken_apart(slot, number);
    const Slot& s = slots_[static_cast<std::size_t>(slot)];
    if (s.kind >= 0) append(words, node(slot, number).packed);
    for (const int l : s.links) {
        const LinkInfo& info = link(l);
        const LinkEntry& entry = contents_[static_cast<std::size_t>(info.kind)][content[info.place]];
        for (std::size_t i = 0; i < entry.lanes.size(); ++i) {
            std::vector<const Packed*> lane;
            for (const Number m : entry.lanes[i]) lane.push_back(&message(m).packed);
            if (!network_.channels()[static_cast<std::size_t>(info.channels[i])].ordered)
                std::sort(lane.begin(), lane.end(), [](const Packed* a, const Packed* b) { return *a < *b; });
            words.push_back(static_cast<std::uint32_t>(lane.size()));
            for (const Packed* m : lane) append(words, *m);
        }
    }
    return words;
}

Number Components::number_of_content(int slot, std::span<const std::uint32_t> words) {
    if (slot == monitor_slot()) return number_monitor({words.begin(), words.end()});
    ContentReader reader(words);
    Content content;
    const Slot& s = slots_[static_cast<std::size_t>(slot)];
    if (s.kind >= 0) content.push_back(number_node(s.kind, reader.packed()));
    for (const int l : s.links) {
        std::vector<std::vector<Number>> lanes(link(l).channels.size());
        for (auto& lane : lanes)
            for (std::uint32_t left = reader.number(); left > 0; --left) lane.push_back(number_message(reader.packed()));
        content.push_back(number_link(l, std::move(lanes)));
    }
    return put_together(slot, content);
}

Parts Components::numbered(const model::InPlace& state) {
    Parts parts{};
    for (int s = 0; s < slots(); ++s) {
        if (s == monitor_slot()) {
            parts[static_cast<std::size_t>(s)] = number_monitor(state.monitor());
            continue;
        }
        Content content;
        const Slot& slot = slots_[static_cast<std::size_t>(s)];
        if (slot.kind >= 0) content.push_back(number_node(slot.kind, state.node(s)));
        for (const int l : slot.links) {
            std::vector<std::vector<Number>> lanes;
            for (const int channel : link(l).channels) {
                auto& lane = lanes.emplace_back();
                for (int place = 0; place < state.waiting(channel); ++place)
                    lane.push_back(number_message(state.message(channel, place)));
            }
            content.push_back(number_link(l, std::move(lanes)));
        }
        parts[static_cast<std::size_t>(s)] = put_together(s, content);
    }
    return parts;
}

std::uint64_t Components::make_content_hash(int slot, Number number) {
    const Packed words = content(slot, number);
    std::uint64_t hash = words.size();
    for (const std::uint32_t word : words) hash = model::hash_with(hash, word);
    hash = model::raised<29>(hash) | 1;  // 0 is not yet known
    auto& hashes = hashes_[static_cast<std::size_t>(table(slot))];
    std::lock_guard lock(rows_lock_);
    hashes.grow_to(std::size_t{number} + 1);
    hashes[number].store(hash, std::memory_order_release);
    return hash;
}

bool Components::before_by_content(int slot, Number a, Number b) {
    const std::uint64_t hash_of_a = content_hash(slot, a), hash_of_b = content_hash(slot, b);
    return hash_of_a != hash_of_b ? hash_of_a < hash_of_b : content(slot, a) < content(slot, b);
}

}  // namespace tandem::checker
