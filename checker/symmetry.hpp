// Exact symmetry reduction: the least state of an orbit, and the orbit's size.
//
// The group renames cores, each core's threads, addresses, and data values. A renaming acts on a state component by
// component, so each component's images are computed once and kept; the least image of a state is then found slot by slot,
// keeping only the renamings that are least so far. A slot that no renaming moves, such as a shared cache's, comes first: which
// renamings take it to its least image depends on it alone, so that is one look-up, and seldom leaves more than a few. The
// orbit's size is the group's size over the number of renamings that reach the least state (orbit and stabiliser), so the
// sizes add up to the count without reduction. Five cores and more are sorted instead, where that is as exact (core_order.hpp):
// of all other renamings the least is found so.
#pragma once

#include <map>
#include <string>

#include "checker/core_order.hpp"

namespace tandem::checker {

/// Which names are renamed. Data alone: what is taken for one state then has the same threads do and owe the same.
enum class Renamed : std::uint8_t { nothing, data, all };

class Symmetry {
public:
    static constexpr std::size_t most_renamings = 1024;

    /// `by_content`: the least state is one and the same in every process, whatever numbers it has
    /// given (Components::before_by_content); else it is what costs least to find.
    Symmetry(Components& components, Renamed renamed, bool by_content = false);

    int group_size() const { return size_ * cores_.renamings(); }
    bool trivial() const { return group_size() == 1; }
    /// The renamings that are tried, the identity among them.
    const std::vector<model::Permutation>& group() const { return group_; }
    /// Exchanges of cores, which with `group` make all renamings, where cores are sorted.
    std::vector<model::Permutation> exchanges() const { return cores_.exchanges(); }
    /// What makes the group smaller than it could be: "values, cores but the first 6"; empty for nothing.
    const std::string& left_out() const { return left_out_; }

    /// Replaces `parts` with the least state of its orbit, and returns the orbit's size.
    int canonicalise(Parts& parts) {
        const Parts before = parts;
        return least_image([&](std::size_t slot) { return before[slot]; },
                           [&](std::size_t slot, Number number) { parts[slot] = number; })
            .orbit;
    }

private:
    using Renaming = std::uint16_t;  // an index into the group; 0 is the identity
    using Renamings = std::vector<Renaming>;

public:
    struct Image {
        int orbit;          // its size
        Renaming renaming;  // that leads to the least state
        std::array<std::uint8_t, model::max_extent> from{};  // and then, where cores are sorted: which core comes to each place
    };

    /// The same for a state whose slots hold number(slot): if it is not the least itself, calls place(slot, number) for each
    /// slot of the one that is.
    template <class NumberAt, class Place>
    Image least_image(NumberAt&& number, Place&& place);
    /// Where it takes a set of slots.
    Slots moved(Slots slots, const Image& to) const {
        if (cores_.sorts()) return cores_.moved(slots, to.from);
        const Renaming e = to.renaming;
        if (e == 0) return slots;
        Slots image = 0;
        for (std::size_t s = 0; s < images_.size(); ++s) image |= (slots >> maps_[e].source[s] & 1) << s;
        return image;
    }
    /// By slot, the slots before it in an order that is the same for all renamings.
    const std::vector<Slots>& earlier() const { return earlier_; }

    /// What the choice of representatives rests on besides the components' numbers.
    void save(CheckpointWriter& out) const { cores_.save(out); }
    void restore(CheckpointReader& in) { cores_.restore(in); }

    std::size_t bytes() const;
    void forget_old_tables() { cores_.forget_old_tables(); }

private:

    // Images of the components in one slot (a link's or a node's image depends on the core that owns it): element e of the
    // group takes number n to images[n * size + e] - 1; 0 is not yet known.
    using Images = StableVector<std::atomic<Number>>;
    // What the first slot decides: its number's least image (by bits), and the renamings that give it; null if not yet known.
    struct Decision {
        std::atomic<const Renamings*> renamings{nullptr};
        Number least = 0;
    };
    struct SlotMap {
        std::array<std::uint8_t, max_slots> source;  // which slot of the old state comes to this slot
    };

    Number image(std::size_t slot, Number number, Renaming e) {
        if (e == 0) return number;
        const Images& images = images_[slot];
        const std::size_t at = std::size_t{number} * static_cast<std::size_t>(size_) + e;
        if (at < images.size())
            if (const Number known = images[at].load(std::memory_order_acquire)) [[likely]] return known - 1;
        return make_image(slot, number, e);
    }
    const Decision& decision(Number number) {
        if (number < decisions_.size())
            if (const Decision& d = decisions_[number]; d.renamings.load(std::memory_order_acquire)) [[likely]] return d;
        return make_decision(number);
    }
    bool before(std::size_t slot, Number a, Number b) {
        return by_content_ ? components_.before_by_content(static_cast<int>(slot), a, b) : a < b;
    }
    template <class NumberAt, class Place>
    [[gnu::noinline]] Image least_sorted(NumberAt&& number, Place&& place);
    Number make_image(std::size_t slot, Number number, Renaming e);
    const Decision& make_decision(Number number);
    void map_slots();
    void order_slots();
    void rank_slots();

    Components& components_;
    const bool by_content_;
    CoreOrder cores_;
    int size_ = 1;
    std::string left_out_;
    std::vector<model::Permutation> group_;
    std::vector<SlotMap> maps_;        // by element
    int first_ = -1;                   // the slot that decides first, if no renaming moves it; -1 if each node may be moved
    std::vector<std::uint8_t> order_;  // the other slots, those that no element moves first
    std::vector<Images> images_;       // by slot
    std::vector<Slots> earlier_;       // by slot
    StableVector<Decision> decisions_;       // by number of the first slot
    StableVector<Renamings> renamings_;      // those that occur; 0 is the whole group
    std::map<Renamings, std::uint32_t> renamings_known_;
    mutable SpinLock lock_;
};

template <class NumberAt, class Place>
auto Symmetry::least_image(NumberAt&& number, Place&& place) -> Image {
    if (cores_.sorts()) [[unlikely]] return least_sorted(number, place);
    if (trivial()) return {1, 0};
    const Decision* first = first_ < 0 ? nullptr : &decision(number(static_cast<std::size_t>(first_)));
    const Renamings& start = first ? *first->renamings.load(std::memory_order_relaxed) : renamings_[0];
    const Renaming* left = start.data();  // the renamings that are least so far
    std::size_t count = start.size();
    std::array<Renaming, most_renamings> kept;
    for (std::size_t i = 0; i < order_.size() && count > 1; ++i) {
        const auto candidate = [&](Renaming e) {
            const std::size_t source = maps_[e].source[order_[i]];
            return image(source, number(source), e);
        };
        Number best = candidate(left[0]);
        kept[0] = left[0];
        std::size_t n = 1;
        for (std::size_t k = 1; k < count; ++k) {
            const Renaming e = left[k];
            const Number found = candidate(e);
            if (found != best && before(order_[i], found, best)) best = found, n = 0;
            if (found == best) kept[n++] = e;  // n <= k, so nothing that is still to be read is lost
        }
        left = kept.data();
        count = n;
    }
    if (const Renaming e = left[0]; e != 0) {
        if (first) place(static_cast<std::size_t>(first_), first->least);
        for (const std::size_t s : order_) {
            const std::size_t source = maps_[e].source[s];
            place(s, image(source, number(source), e));
        }
    }
    return {count == 1 ? size_ : size_ / static_cast<int>(count), left[0]};
}

template <class NumberAt, class Place>
auto Symmetry::least_sorted(NumberAt&& number, Place&& place) -> Image {
    Parts parts, least{};
    CoreOrder::Arranged best;
    Image image{1, 0};
    int ways = 0;
    for (std::size_t e = 0; e < static_cast<std::size_t>(size_); ++e) {
        for (std::size_t s = 0; s < images_.size(); ++s) parts[s] = this->image(s, number(s), static_cast<Renaming>(e));
        CoreOrder::Arranged arranged = cores_.arrange(parts);
        int order = e == 0 ? -1 : cores_.compare(arranged, best);
        if (order > 0) continue;
        const Parts moved = cores_.moved(parts, arranged);
        if (order == 0) {
            std::size_t s = 0;
            while (s < images_.size() && moved[s] == least[s]) ++s;
            order = s == images_.size() ? 0 : before(s, moved[s], least[s]) ? -1 : 1;
        }
        if (order > 0) continue;
        if (order < 0) {
            least = moved;
            image.renaming = static_cast<Renaming>(e);
            image.from = arranged.from;
            ways = 0;
            best = arranged;
        }
        ways += arranged.ways;
    }
    for (std::size_t s = 0; s < images_.size(); ++s)
        if (least[s] != number(s)) place(s, least[s]);
    image.orbit = group_size() / ways;
    return image;
}

}  // namespace tandem::checker
