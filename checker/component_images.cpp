// Components under permutations of names, and one tick later.
#include "checker/components.hpp"

namespace tandem::checker {

using model::Permutation;

Number Components::permuted(int slot, Number number, const Permutation& p) {
    if (slot == monitor_slot()) return number_monitor(network_.permuted_monitor(monitor(number).packed, p));
    Content content = taken_apart(slot, number);
    if (slot < nodes()) content[0] = permuted_node(slot, number, p);
    for (const int l : slots_[static_cast<std::size_t>(slot)].links) {
        Number& contents = content[link(l).place];
        contents = permuted_link(l, contents, p);
    }
    return put_together(slot, content);
}

Number Components::permuted_node(int slot, Number number, const Permutation& p) {
    const auto& info = network_.nodes()[static_cast<std::size_t>(slot)];
    return number_node(info.kind, network_.permuted_node(info.kind, node(slot, number).packed, p, info.owner));
}

Number Components::permuted_link(int l, Number number, const Permutation& p) {
    return link_image(l, number,
                      [&](Number m) { return number_message(network_.permuted_message(message(m).packed, p, link(l).owner)); });
}

template <class Image>
Number Components::link_image(int l, Number number, Image&& image) {
    auto lanes = contents_[static_cast<std::size_t>(link(l).kind)][number].lanes;
    for (auto& lane : lanes)
        for (auto& m : lane) m = image(m);
    return number_link(l, std::move(lanes));
}

Number Components::make_aged(int slot, Number number) {
    Number later = number;
    if (slot != monitor_slot()) {  // a monitor holds no moments
        Content content = taken_apart(slot, number);
        const Slot& s = slots_[static_cast<std::size_t>(slot)];
        if (s.kind >= 0) content[0] = number_node(s.kind, network_.aged_node(s.kind, node(slot, number).packed));
        for (const int l : s.links) {
            Number& contents = content[link(l).place];
            contents =
                link_image(l, contents, [&](Number m) { return number_message(network_.aged_message(message(m).packed)); });
        }
        later = put_together(slot, content);
    }
    auto& aged = aged_[static_cast<std::size_t>(slot)];
    std::lock_guard lock(rows_lock_);
    aged.grow_to(std::size_t{number} + 1);
    aged[number].store(later + 1, std::memory_order_release);
    return later;
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

}  // namespace tandem::checker
