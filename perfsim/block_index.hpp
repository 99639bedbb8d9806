// A map from block numbers to places: an open hash table that is never more than half full.
//
// Probes are linear, and a removal moves up the entries behind it (Knuth, The Art of Computer Programming 3, 6.4, algorithm R),
// so that look-ups stay short however long a run is.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "model/hash.hpp"

namespace tandem::perfsim {

class BlockIndex {
public:
    int size() const { return size_; }
    /// The place of a block, or -1.
    int find(std::uint32_t block) const {
        for (std::size_t i = home(block);; i = next(i)) {
            if (slots_[i].place < 0) return -1;
            if (slots_[i].block == block) return slots_[i].place;
        }
    }
    /// The same to be changed, to 0 or more; null if the block is absent.
    int* place_of(std::uint32_t block) {
        for (std::size_t i = home(block); slots_[i].place >= 0; i = next(i))
            if (slots_[i].block == block) return &slots_[i].place;
        return nullptr;
    }
    /// The block must be absent; `place` is 0 or more.
    void insert(std::uint32_t block, int place) {
        if (2 * static_cast<std::size_t>(++size_) > slots_.size()) grow();
        put({block, place});
    }
    /// Removes the block and returns its place, or -1.
    int erase(std::uint32_t block) {
        std::size_t hole = home(block);
        while (slots_[hole].place >= 0 && slots_[hole].block != block) hole = next(hole);
        const int place = slots_[hole].place;
        if (place < 0) return -1;
        --size_;
        for (std::size_t i = next(hole); slots_[i].place >= 0; i = next(i)) {
            // The entry at i may move to the hole unless its home is between the two.
            if (((i - home(slots_[i].block)) & mask()) < ((i - hole) & mask())) continue;
            slots_[hole] = slots_[i];
            hole = i;
        }
        slots_[hole].place = -1;
        return place;
    }
    void clear() {
        slots_.assign(slots_.size(), Slot{});
        size_ = 0;
    }
    /// Calls f(block, place) in no particular order; f may change nothing here.
    template <class F>
    void each(F&& f) const {
        for (const Slot& slot : slots_)
            if (slot.place >= 0) f(slot.block, slot.place);
    }

private:
    struct Slot {
        std::uint32_t block = 0;
        int place = -1;
    };

    std::size_t mask() const { return slots_.size() - 1; }
    std::size_t next(std::size_t i) const { return (i + 1) & mask(); }
    std::size_t home(std::uint32_t block) const { return model::fibonacci_hash(block) >> shift_; }
    void put(const Slot& slot) {
        std::size_t i = home(slot.block);
        while (slots_[i].place >= 0) i = next(i);
        slots_[i] = slot;
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        --shift_;
        for (const Slot& slot : old)
            if (slot.place >= 0) put(slot);
    }

    std::vector<Slot> slots_ = std::vector<Slot>(64);  // a power of two
    int shift_ = 32 - 6;
    int size_ = 0;
};

}  // namespace tandem::perfsim
