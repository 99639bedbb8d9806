// The group, its action on slots, and the tables of images.
#include "checker/symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

namespace tandem::checker {

using model::max_extent;
using model::Permutation;
using model::Shape;
using model::Sort;

namespace {

std::vector<Permutation::Names> permutations_of(int n) {
    std::vector<Permutation::Names> list;
    Permutation::Names names = Permutation::identity;
    do list.push_back(names);
    while (std::next_permutation(names.begin(), names.begin() + n));
    return list;
}

std::vector<Permutation> make_group(const Shape& shape, bool values) {
    std::vector<Permutation> group{Permutation{}};
    // A factor that would make the group too large is left out: a smaller group is as exact, it only reduces less.
    const auto fits = [&](int n, int times) {
        std::size_t size = group.size();
        for (int t = 0; t < times; ++t) size *= permutations_of(n).size();
        return size <= Symmetry::most_renamings;
    };
    const auto extend = [&](int n, auto&& set) {
        std::vector<Permutation> larger;
        for (const auto& names : permutations_of(n))
            for (Permutation p : group) set(p, names), larger.push_back(p);
        group = std::move(larger);
    };
    if (fits(shape[Sort::core], 1)) extend(shape[Sort::core], [](Permutation& p, const auto& names) { p.core = names; });
    if (fits(shape[Sort::address], 1)) extend(shape[Sort::address], [](Permutation& p, const auto& names) { p.address = names; });
    if (values && fits(shape[Sort::value], 1)) extend(shape[Sort::value], [](Permutation& p, const auto& names) { p.value = names; });
    if (fits(shape[Sort::thread], shape[Sort::core]))
        for (std::size_t c = 0; c < static_cast<std::size_t>(shape[Sort::core]); ++c)
            extend(shape[Sort::thread], [c](Permutation& p, const auto& names) { p.thread[c] = names; });
    return group;
}

// Only a group makes orbits: what is left when the network rejects some permutations must be one.
void keep_symmetric(std::vector<Permutation>& group, const Network& network) {
    if (std::erase_if(group, [&](const Permutation& p) { return !network.symmetric(p); }) == 0) return;
    const std::set<Permutation> members(group.begin(), group.end());
    bool closed = members.contains(Permutation{});
    for (const Permutation& p : group)
        closed = closed && std::all_of(group.begin(), group.end(), [&](const Permutation& q) { return members.contains(composed(p, q)); });
    if (!closed) throw std::logic_error("the permutations that the protocol calls symmetric are no group");
}

}  // namespace

Symmetry::Symmetry(Components& components, bool on) : components_(components) {
    const auto& network = components.network();
    group_ = on ? make_group(network.shape(), network.values_symmetric()) : std::vector<Permutation>{Permutation{}};
    keep_symmetric(group_, network);
    size_ = static_cast<int>(group_.size());

    const auto& nodes = network.nodes();
    const auto image_of_node = [&](int n, const Permutation& p) {
        const auto& info = nodes[static_cast<std::size_t>(n)];
        if (info.owner < 0) return n;
        for (int m = 0; m < components.nodes(); ++m)
            if (nodes[static_cast<std::size_t>(m)].kind == info.kind && nodes[static_cast<std::size_t>(m)].owner == p.core[static_cast<std::size_t>(info.owner)]) return m;
        return n;
    };
    for (const Permutation& p : group_) {
        SlotMap map{};
        for (int s = 0; s < components.slots(); ++s) {
            int target = s;
            if (s < components.nodes()) {
                target = image_of_node(s, p);
            } else if (s < components.nodes() + components.links()) {
                const auto& link = components.link(s - components.nodes());
                const int a = image_of_node(link.a, p), b = image_of_node(link.b, p);
                for (int l = 0; l < components.links(); ++l)
                    if (components.link(l).a == std::min(a, b) && components.link(l).b == std::max(a, b)) target = components.nodes() + l;
            }
            map.source[static_cast<std::size_t>(target)] = static_cast<std::uint8_t>(s);
        }
        maps_.push_back(map);
    }
    // Slots that no renaming moves decide first: their least image narrows the group for the rest.
    for (int s = 0; s < components.slots(); ++s) order_.push_back(s);
    std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) {
        const auto moved = [&](int s) {
            return std::any_of(maps_.begin(), maps_.end(), [&](const SlotMap& m) { return m.source[static_cast<std::size_t>(s)] != s; });
        };
        return moved(a) < moved(b);
    });
    // A component's image depends on the core that owns it (whose threads it names), so each slot has its own table.
    for (int s = 0; s < components.slots(); ++s) {
        tables_.push_back(std::make_unique<Images>());
        tables_.back()->slot = s;
        images_.push_back(tables_.back().get());
    }
}

const Number* Symmetry::make_images(int slot, Number number) {
    auto row = std::make_unique<Number[]>(group_.size());
    for (std::size_t e = 0; e < group_.size(); ++e) {
        if (slot < components_.nodes()) row[e] = components_.permuted_node(slot, number, group_[e]);
        else if (slot < components_.nodes() + components_.links()) row[e] = components_.permuted_link(slot - components_.nodes(), number, group_[e]);
        else row[e] = components_.permuted_monitor(number, group_[e]);
    }
    Images& table = *images_[static_cast<std::size_t>(slot)];
    std::lock_guard lock(mutex_);
    table.rows.grow_to(number + 1);
    table.rows[number].store(row.get(), std::memory_order_release);
    rows_.push_back(std::move(row));
    return rows_.back().get();
}

int Symmetry::canonicalise(Parts& parts) {
    if (trivial()) return 1;
    std::array<const Number*, max_slots> image;
    for (const int s : order_) image[static_cast<std::size_t>(s)] = images(s, parts[static_cast<std::size_t>(s)]);
    std::array<std::uint16_t, most_renamings> left;
    int survivors = 0;
    Parts least{};
    bool first = true;
    for (const int s : order_) {
        Number best = Components::none;
        int kept = 0;
        const int candidates = first ? size_ : survivors;
        for (int i = 0; i < candidates; ++i) {
            const std::uint16_t e = first ? static_cast<std::uint16_t>(i) : left[static_cast<std::size_t>(i)];
            const Number n = image[maps_[e].source[static_cast<std::size_t>(s)]][e];
            if (n < best) best = n, kept = 0;
            if (n == best) left[static_cast<std::size_t>(kept++)] = e;
        }
        survivors = kept;
        least[static_cast<std::size_t>(s)] = best;
        first = false;
    }
    parts = least;
    return size_ / survivors;
}

std::size_t Symmetry::bytes() const {
    std::lock_guard lock(mutex_);
    std::size_t sum = rows_.size() * static_cast<std::size_t>(size_) * sizeof(Number);
    for (const auto& table : tables_) sum += table->rows.bytes();
    return sum;
}

}  // namespace tandem::checker
