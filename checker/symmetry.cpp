// The group, its action on slots, and the tables of images.
#include "checker/symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

namespace tandem::checker {

using model::max_extent;
using model::Permutation;
using model::Shape;
using model::Sort;

namespace {

/// Of more names than this only so many, the first, are renamed.
constexpr int most_renamed = 6;

std::vector<Permutation::Names> permutations_of(int n) {
    std::vector<Permutation::Names> list;
    Permutation::Names names = Permutation::identity;
    do list.push_back(names);
    while (std::next_permutation(names.begin(), names.begin() + std::min(n, most_renamed)));
    return list;
}

std::vector<Permutation> make_group(const Shape& shape, Renamed renamed, bool cores, bool values, std::string& left_out) {
    std::vector<Permutation> group{Permutation{}};
    if (renamed == Renamed::nothing) return group;
    // A factor that would make the group too large is left out: a smaller group is as exact, it only reduces less.
    const auto fits = [&](Sort sort, int times) {
        const int n = shape[sort];
        std::size_t size = group.size();
        for (int t = 0; t < times && size <= Symmetry::most_renamings; ++t) size *= permutations_of(n).size();
        const bool fits = size <= Symmetry::most_renamings;
        const std::string names = sort == Sort::address ? "addresses" : std::string(model::sort_text(sort)) + "s";
        if (!fits || n > most_renamed)
            left_out += (left_out.empty() ? "" : ", ") + names + (fits ? " but the first " + std::to_string(most_renamed) : "");
        return fits;
    };
    const auto extend = [&](int n, auto&& set) {
        std::vector<Permutation> larger;
        for (const auto& names : permutations_of(n))
            for (Permutation p : group) set(p, names), larger.push_back(p);
        group = std::move(larger);
    };
    const bool all = renamed == Renamed::all;
    if (all && cores && fits(Sort::core, 1))
        extend(shape[Sort::core], [](Permutation& p, const auto& names) { p.core = names; });
    if (all && fits(Sort::address, 1)) extend(shape[Sort::address], [](Permutation& p, const auto& names) { p.address = names; });
    if (values && fits(Sort::value, 1)) extend(shape[Sort::value], [](Permutation& p, const auto& names) { p.value = names; });
    if (all && fits(Sort::thread, shape[Sort::core]))
        for (std::size_t c = 0; c < static_cast<std::size_t>(shape[Sort::core]); ++c)
            extend(shape[Sort::thread], [c](Permutation& p, const auto& names) { p.thread[c] = names; });
    return group;
}

// Only a group makes orbits: what is left when the network rejects some permutations must be one, and with these exchanges of
// cores as well.
void keep_symmetric(std::vector<Permutation>& group, const Network& network, const std::vector<Permutation>& exchanges) {
    if (std::erase_if(group, [&](const Permutation& p) { return !network.symmetric(p); }) == 0) return;
    const std::set<Permutation> members(group.begin(), group.end());
    bool closed = members.contains(Permutation{});
    for (const Permutation& p : group)
        closed = closed && std::all_of(exchanges.begin(), exchanges.end(),
                                       [&](const Permutation& x) { return members.contains(composed(composed(x, p), x)); });
    for (const Permutation& p : group)
        closed = closed &&
                 std::all_of(group.begin(), group.end(), [&](const Permutation& q) { return members.contains(composed(p, q)); });
    if (!closed) throw std::logic_error("the permutations that the protocol calls symmetric are no group");
}

}  // namespace

Symmetry::Symmetry(Components& components, Renamed renamed, bool by_content)
    : components_(components), by_content_(by_content), cores_(components, renamed == Renamed::all, by_content) {
    const auto& network = components.network();
    group_ = make_group(network.shape(), renamed, !cores_.sorts(), network.values_symmetric(), left_out_);
    keep_symmetric(group_, network, cores_.exchanges());
    size_ = static_cast<int>(group_.size());

    images_ = std::vector<Images>(static_cast<std::size_t>(components.slots()));
    renamings_.grow_to(1);
    for (std::size_t e = 0; e < group_.size(); ++e) renamings_[0].push_back(static_cast<Renaming>(e));
    renamings_known_.emplace(renamings_[0], 0);
    map_slots();
    order_slots();
    rank_slots();
}

void Symmetry::map_slots() {
    const auto& nodes = components_.network().nodes();
    const auto image_of_node = [&](int n, const Permutation& p) {
        const auto& info = nodes[static_cast<std::size_t>(n)];
        if (info.owner < 0) return n;
        for (int m = 0; m < components_.nodes(); ++m)
            if (nodes[static_cast<std::size_t>(m)].kind == info.kind &&
                nodes[static_cast<std::size_t>(m)].owner == p.core[static_cast<std::size_t>(info.owner)])
                return m;
        return n;
    };
    for (const Permutation& p : group_) {
        SlotMap map{};
        for (int s = 0; s < components_.slots(); ++s) {
            const int target = s < components_.nodes() ? image_of_node(s, p) : s;
            map.source[static_cast<std::size_t>(target)] = static_cast<std::uint8_t>(s);
        }
        for (int l = 0; l < components_.links(); ++l) {
            const auto& link = components_.link(l);
            if (link.slot < components_.nodes()) continue;  // it goes with its node
            int a = image_of_node(link.a, p), b = image_of_node(link.b, p);
            if (!link.one_way && b < a) std::swap(a, b);
            for (int m = 0; m < components_.links(); ++m)
                if (const auto& target = components_.link(m); target.a == a && target.b == b)
                    map.source[static_cast<std::size_t>(target.slot)] = static_cast<std::uint8_t>(link.slot);
        }
        maps_.push_back(map);
    }
}

void Symmetry::order_slots() {
    const auto moved = [&](int s) {
        return std::any_of(maps_.begin(), maps_.end(),
                           [&](const SlotMap& m) { return m.source[static_cast<std::size_t>(s)] != s; });
    };
    // The node with the most bits tells most renamings apart.
    const auto words = [&](int n) { return components_.network().initial(0, n).size(); };
    for (int n = 0; n < components_.nodes(); ++n)
        if (!moved(n) && !components_.keeps_links(n) && (first_ < 0 || words(n) > words(first_))) first_ = n;
    for (const bool movable : {false, true})
        for (int s = 0; s < components_.slots(); ++s)
            if (s != first_ && moved(s) == movable) order_.push_back(static_cast<std::uint8_t>(s));
}

void Symmetry::rank_slots() {
    // Slots that some renaming exchanges have the same rank.
    const auto rank = [&](std::size_t s) {
        std::size_t least = cores_.rank(s);
        for (const SlotMap& map : maps_) least = std::min<std::size_t>(least, map.source[s]);
        return least;
    };
    earlier_.resize(images_.size());
    for (std::size_t s = 0; s < images_.size(); ++s)
        for (std::size_t t = 0; t < images_.size(); ++t)
            if (rank(t) < rank(s)) earlier_[s] |= Slots{1} << t;
}

Number Symmetry::make_image(std::size_t slot, Number number, Renaming e) {
    const Number image = components_.permuted(static_cast<int>(slot), number, group_[e]);
    Images& images = images_[slot];
    std::lock_guard lock(lock_);
    images.grow_to((std::size_t{number} + 1) * group_.size());
    images[std::size_t{number} * group_.size() + e].store(image + 1, std::memory_order_release);
    return image;
}

auto Symmetry::make_decision(Number number) -> const Decision& {
    Renamings reached;
    const Number least = components_.least_node(first_, number, group_, reached);
    std::lock_guard lock(lock_);
    const auto [at, added] = renamings_known_.try_emplace(reached, static_cast<std::uint32_t>(renamings_.size()));
    if (added) {
        renamings_.grow_to(at->second + 1);
        renamings_[at->second] = reached;
    }
    decisions_.grow_to(number + 1);
    Decision& decision = decisions_[number];
    if (!decision.renamings.load(std::memory_order_relaxed)) {
        decision.least = least;
        decision.renamings.store(&renamings_[at->second], std::memory_order_release);
    }
    return decision;
}

std::size_t Symmetry::bytes() const {
    std::lock_guard lock(lock_);
    std::size_t sum = decisions_.bytes() + cores_.bytes();
    for (std::size_t i = 0; i < renamings_.size(); ++i) sum += 2 * renamings_[i].size() * sizeof(Renaming);
    for (const auto& images : images_) sum += images.bytes();
    return sum;
}

}  // namespace tandem::checker
