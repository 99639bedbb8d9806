// Exact symmetry reduction: the least state of an orbit, and the orbit's size.
//
// The group renames cores, each core's threads, addresses, and data values. A renaming acts on a state component by
// component, so each component's images are computed once and kept; the least image of a state is then found slot by slot,
// keeping only the renamings that are least so far. The orbit's size is the group's size over the number of renamings that
// reach the least state (orbit and stabiliser), so the sizes add up to the count without reduction.
#pragma once

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
    // Images of one kind of component: element e of the group takes number n to images[n][e].
    struct Images {
        StableVector<std::atomic<const Number*>> rows;
        int slot;  // a representative slot of the kind
    };
    struct SlotMap {
        std::array<std::uint8_t, max_slots> source;  // which slot of the old state comes to this slot
    };

    const Number* images(int slot, Number number) {
        Images& table = *images_[static_cast<std::size_t>(slot)];
        if (number < table.rows.size())
            if (const Number* row = table.rows[number].load(std::memory_order_acquire)) return row;
        return make_images(slot, number);
    }
    const Number* make_images(int slot, Number number);

    Components& components_;
    int size_ = 1;
    std::vector<model::Permutation> group_;
    std::vector<SlotMap> maps_;              // by element
    std::vector<int> order_;                 // slots, those that no element moves first
    std::vector<Images*> images_;            // by slot: slots of one owner-less kind, or of one owner, share a table
    std::vector<std::unique_ptr<Images>> tables_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Number[]>> rows_;
};

}  // namespace tandem::checker
