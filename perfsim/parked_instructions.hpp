// Memory instructions that have stepped aside, in their order, until their blocks have seen an event: at most one of each warp.
//
// Most events concern blocks that none of them touches, so an index says which warps' instructions touch a block.
#pragma once

#include "perfsim/memory_instruction.hpp"

namespace tandem::perfsim {

class ParkedInstructions {
public:
    bool empty() const { return list_.empty(); }
    std::size_t size() const { return list_.size(); }
    MemoryInstruction& operator[](std::size_t i) { return *list_[i]; }

    void park(MemoryInstruction& p) {
        list_.push_back(&p);
        of_warp_[static_cast<std::size_t>(p.warp)] = &p;
        p.turn = ++turns_;
        for (int b = 0; b < p.touched.count; ++b) touching(p.touched.block[static_cast<std::size_t>(b)]) |= bit(p);
    }
    MemoryInstruction& take(std::size_t i) {
        MemoryInstruction& p = *list_[i];
        list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(i));
        of_warp_[static_cast<std::size_t>(p.warp)] = nullptr;
        for (int b = 0; b < p.touched.count; ++b) {
            const std::uint32_t block = p.touched.block[static_cast<std::size_t>(b)];
            if ((touching(block) &= ~bit(p)) == 0) free_.push_back(index_.erase(block));
        }
        return p;
    }
    /// The instruction of that warp, or null.
    MemoryInstruction* of(int warp) { return of_warp_[static_cast<std::size_t>(warp)]; }
    /// Calls f(p) for each that touches the block, in no particular order.
    template <class F>
    void each_touching(std::uint32_t block, F&& f) {
        if (list_.empty()) return;
        for (std::uint64_t left = warps_touching(block); left != 0; left &= left - 1) f(*of_warp_[static_cast<std::size_t>(std::countr_zero(left))]);
    }
    template <class F>
    void each(F&& f) {
        for (MemoryInstruction* p : list_) f(*p);
    }
    /// Whether one that stepped aside before p, or any if p did not, touches a block that p touches.
    bool older_wants(const MemoryInstruction& p) const {
        if (list_.empty()) return false;
        const bool parked = of_warp_[static_cast<std::size_t>(p.warp)] == &p;
        for (int b = 0; b < p.touched.count; ++b)
            for (std::uint64_t left = warps_touching(p.touched.block[static_cast<std::size_t>(b)]); left != 0; left &= left - 1)
                if (!parked || of_warp_[static_cast<std::size_t>(std::countr_zero(left))]->turn < p.turn) return true;
        return false;
    }

private:
    static std::uint64_t bit(const MemoryInstruction& p) { return std::uint64_t(1) << p.warp; }
    std::uint64_t warps_touching(std::uint32_t block) const {
        const int place = index_.find(block);
        return place < 0 ? 0 : warps_[static_cast<std::size_t>(place)];
    }
    std::uint64_t& touching(std::uint32_t block) {
        int place = index_.find(block);
        if (place < 0) {
            if (free_.empty()) {
                free_.push_back(static_cast<int>(warps_.size()));
                warps_.push_back(0);
            }
            place = free_.back();
            free_.pop_back();
            index_.insert(block, place);
        }
        return warps_[static_cast<std::size_t>(place)];
    }

    std::vector<MemoryInstruction*> list_;
    std::array<MemoryInstruction*, most_names> of_warp_{};
    BlockIndex index_;                  // of the blocks that they touch
    std::vector<std::uint64_t> warps_;  // by place: which warps' instructions touch the block
    std::vector<int> free_;
    std::uint64_t turns_ = 0;
};

}  // namespace tandem::perfsim
