// Exact symmetry reduction: the least state of an orbit, and the orbit's size.
//
// The group renames cores, each core's threads, addresses, and data values. A renaming acts on a state component by
// component, so each component's images are computed once and kept; the least image of a state is then found slot by slot,
// keeping only the renamings that are least so far. A slot that no renaming moves, such as a shared cache's, comes first: which
// renamings take it to its least image depends on it alone, so that is one look-up, and seldom leaves more than a few. The
// orbit's size is the group's size over the number of renamings that reach the least state (orbit and stabiliser), so the
// sizes add up to the count without reduction.
#pragma once

#include <map>

#include "checker/components.hpp"

namespace tandem::checker {

class Symmetry {
public:
    static constexpr std::size_t most_renamings = 1024;

    /// `on` false: the trivial group.
    Symmetry(Components& components, bool on);

    int group_size() const { return size_; }
    bool trivial() const { return size_ == 1; }

    /// Replaces `parts` with the least state of its orbit, and returns the orbit's size.
    int canonicalise(Parts& parts);

    std::size_t bytes() const;

private:
    using Renaming = std::uint16_t;  // an index into the group; 0 is the identity
    using Renamings = std::vector<Renaming>;

    // Images of the components in one slot (a link's or a node's image depends on the core that owns it): element e of the
    // group takes number n to images[n][e].
    using Images = StableVector<std::atomic<const Number*>>;
    // What the first slot decides: its number's least image (by bits), and the renamings that give it.
    struct Decision {
        std::atomic<Number> least{Components::none};
        std::uint32_t renamings = 0;  // index into renamings_
    };
    struct SlotMap {
        std::array<std::uint8_t, max_slots> source;  // which slot of the old state comes to this slot
    };

    const Number* images(std::size_t slot, Number number) {
        Images& rows = images_[slot];
        if (number < rows.size())
            if (const Number* row = rows[number].load(std::memory_order_acquire)) return row;
        return make_images(static_cast<int>(slot), number);
    }
    const Decision& decision(Number number) {
        if (number < decisions_.size())
            if (const Decision& d = decisions_[number]; d.least.load(std::memory_order_acquire) != Components::none) return d;
        return make_decision(number);
    }
    const Number* make_images(int slot, Number number);
    const Decision& make_decision(Number number);
    void map_slots();
    void order_slots();

    Components& components_;
    int size_ = 1;
    std::vector<model::Permutation> group_;
    std::vector<SlotMap> maps_;        // by element
    int first_ = -1;                   // the slot that decides first, if no renaming moves it; -1 if each node may be moved
    std::vector<std::uint8_t> order_;  // the other slots, those that no element moves first
    std::vector<Images> images_;       // by slot
    StableVector<Decision> decisions_;       // by number of the first slot
    StableVector<Renamings> renamings_;      // those that occur; 0 is the whole group
    std::map<Renamings, std::uint32_t> renamings_known_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Number[]>> rows_;
};

}  // namespace tandem::checker
