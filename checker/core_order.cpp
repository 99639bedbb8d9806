#include "checker/core_order.hpp"

#include <mutex>

namespace tandem::checker {

using model::Permutation;
using model::Sort;

namespace {

Permutation exchange(int a, int b) {
    Permutation p;
    std::swap(p.core[static_cast<std::size_t>(a)], p.core[static_cast<std::size_t>(b)]);
    return p;
}

}  // namespace

CoreOrder::CoreOrder(Components& components, bool wanted, bool by_content) : components_(components), by_content_(by_content) {
    const auto& network = components.network();
    const int n = network.shape()[Sort::core];
    if (!wanted || n < least_cores || !network.cores_sortable()) return;
    for (int c = 0; c + 1 < n; ++c)
        if (!network.symmetric(exchange(c, c + 1))) return;

    for (int l = 0; l < components.links(); ++l)
        if (components.link(l).one_way) return;  // two cores that are related to each other

    // Each core has one slot of every kind of node, and one of every kind of link that has a slot of its own.
    std::vector<OfCores> owned;
    std::vector<std::uint8_t> shared;
    std::vector<std::pair<bool, int>> kinds;
    std::vector<int> found;
    const auto add = [&](int slot, bool link, int kind, int owner) {
        if (owner < 0) return shared.push_back(static_cast<std::uint8_t>(slot));
        const auto k = static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), std::pair(link, kind)) - kinds.begin());
        if (k == kinds.size()) kinds.emplace_back(link, kind), owned.emplace_back(), found.push_back(0);
        owned[k][static_cast<std::size_t>(owner)] = static_cast<std::uint8_t>(slot);
        ++found[k];
    };
    for (int s = 0; s < components.nodes(); ++s) {
        const auto& node = network.nodes()[static_cast<std::size_t>(s)];
        add(s, false, node.kind, node.owner);
    }
    for (int l = 0; l < components.links(); ++l)
        if (const auto& link = components.link(l); link.slot >= components.nodes()) add(link.slot, true, link.kind, link.owner);
    if (components.monitor_slot() >= 0) add(components.monitor_slot(), false, -1, -1);
    if (owned.empty() || std::any_of(found.begin(), found.end(), [&](int of) { return of != n; })) return;

    cores_ = n;
    owned_ = std::move(owned);
    shared_ = std::move(shared);
    for (const std::uint8_t s : shared_) shared_set_ |= Slots{1} << s;
    marks_ = std::vector<StableVector<std::atomic<const Marks*>>>(shared_.size());
    numbers_ = std::vector<Interner<SiteEntry>>(shared_.size());
    images_ = std::vector<Memo>(shared_.size());
}

std::vector<Permutation> CoreOrder::exchanges() const {
    std::vector<Permutation> list;
    for (int c = 0; c + 1 < cores_; ++c) list.push_back(exchange(c, c + 1));
    return list;
}

Parts CoreOrder::moved(const Parts& parts, const Arranged& a) {
    Parts image = parts;
    std::uint64_t code = 0;
    Permutation p;
    for (std::size_t i = 0; i < cores(); ++i) {
        for (const auto& owned : owned_) image[owned[i]] = parts[owned[a.from[i]]];
        p.core[a.from[i]] = static_cast<std::uint8_t>(i);
        code = code << 3 | a.from[i];
    }
    if (p.core != Permutation::identity)
        for (std::size_t s = 0; s < shared_.size(); ++s) {
            const std::size_t slot = shared_[s];
            image[slot] = static_cast<Number>(images_[s].get(std::uint64_t{parts[slot]} << 24 | code, [&] {
                return components_.permuted(static_cast<int>(slot), parts[slot], p);
            }));
        }
    return image;
}

std::size_t CoreOrder::rank(std::size_t slot) const {
    for (const auto& owned : owned_)
        if (std::find(owned.begin(), owned.begin() + cores_, slot) != owned.begin() + cores_)
            return *std::min_element(owned.begin(), owned.begin() + cores_);
    return slot;
}

auto CoreOrder::make_marks(std::size_t shared, Number number) -> const Marks& {
    const int slot = shared_[shared];
    Marks made{};
    const auto& network = components_.network();
    if (slot == components_.monitor_slot() || slot < components_.nodes()) {
        const bool monitor = slot == components_.monitor_slot();
        const auto said =
            network.core_marks(monitor ? -1 : network.nodes()[static_cast<std::size_t>(slot)].kind,
                               monitor ? components_.monitor(number).packed : components_.node(slot, number).packed);
        for (std::size_t c = 0; c < cores(); ++c) made[c] = numbers_[shared].number(said[c], [] { return SiteEntry{}; });
    }  // messages name no cores
    std::lock_guard lock(lock_);
    auto& known = marks_[shared];
    known.grow_to(std::size_t{number} + 1);
    if (!known[number].load(std::memory_order_relaxed))
        known[number].store(&all_marks_.emplace_back(made), std::memory_order_release);
    return *known[number].load(std::memory_order_relaxed);
}

std::size_t CoreOrder::bytes() const {
    std::lock_guard lock(lock_);
    std::size_t sum = all_marks_.size() * sizeof(Marks);
    for (const auto& known : marks_) sum += known.bytes();
    for (const auto& numbers : numbers_) sum += numbers.bytes();
    for (const auto& images : images_) sum += images.bytes();
    return sum;
}

}  // namespace tandem::checker
