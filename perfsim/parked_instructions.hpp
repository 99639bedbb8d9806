// Memory instructions that have stepped aside, in order, until their blocks have seen an event: at most one for each warp.
//
// Most events concern blocks that none of them touches. So blocks are divided into classes. Each class has a bit for each warp
// whose instruction touches a block of that class; the instructions for a block are found among those few.
#pragma once

#include "perfsim/memory_instruction.hpp"

namespace tandem::perfsim {

class ParkedInstructions {
public:
    bool empty() const { return warps_ == 0; }

    void park(MemoryInstruction& p) {
        warps_ |= bit(p.warp);
        of_warp_[static_cast<std::size_t>(p.warp)] = &p;
        turn_[static_cast<std::size_t>(p.warp)] = ++turns_ * most_names + static_cast<std::uint64_t>(p.warp);
        for (int b = 0; b < p.touched.count; ++b) {
            const std::size_t at = class_of(p.touched.block[static_cast<std::size_t>(b)]);
            touching_[at] |= bit(p.warp);
            touched_[at / 64] |= std::uint64_t(1) << at % 64;
        }
    }
    void take(const MemoryInstruction& p) {
        tried(p.warp);
        warps_ &= ~bit(p.warp);
        for (int b = 0; b < p.touched.count; ++b) {
            const std::size_t at = class_of(p.touched.block[static_cast<std::size_t>(b)]);
            touching_[at] &= ~bit(p.warp);
            if (touching_[at] == 0) touched_[at / 64] &= ~(std::uint64_t(1) << at % 64);
        }
    }
    /// Whether that warp's instruction is here.
    bool holds(int warp) const { return warps_ >> warp & 1; }
    /// When it stepped aside: larger than all earlier turns.
    std::uint64_t turn(int warp) const { return turn_[static_cast<std::size_t>(warp)]; }
    /// Calls f(p, place of the block in it) for each that touches the block, in no particular order.
    template <class F>
    void each_touching(std::uint32_t block, F&& f) {
        for (std::uint64_t left = touching(block); left != 0; left &= left - 1) {
            MemoryInstruction& p = *of_warp_[static_cast<std::size_t>(std::countr_zero(left))];
            if (const int at = p.touched.find(block); at >= 0) f(p, at);
        }
    }
    template <class F>
    void each(F&& f) {
        for (std::uint64_t left = warps_; left != 0; left &= left - 1)
            f(*of_warp_[static_cast<std::size_t>(std::countr_zero(left))]);
    }
    /// Whether an instruction that stepped aside before p touches a block that p touches. If p did not step aside: any
    /// instruction.
    bool older_wants(const MemoryInstruction& p) const {
        if (warps_ == 0) return false;
        const bool parked = holds(p.warp) && of_warp_[static_cast<std::size_t>(p.warp)] == &p;
        for (int b = 0; b < p.touched.count; ++b) {
            const std::uint32_t block = p.touched.block[static_cast<std::size_t>(b)];
            for (std::uint64_t left = touching(block); left != 0; left &= left - 1) {
                const int warp = std::countr_zero(left);
                if ((!parked || turn(warp) < turn(p.warp)) && of_warp_[static_cast<std::size_t>(warp)]->touches(block))
                    return true;
            }
        }
        return false;
    }

    // ---- those to be tried again
    void try_again(int warp) {
        retry_ |= bit(warp);
        if (turn(warp) < first_turn_) first_turn_ = turn(warp);
    }
    void tried(int warp) {
        retry_ &= ~bit(warp);
        if (turn(warp) == first_turn_) first_turn_ = find_next(first_turn_);
    }
    /// The first of them with a turn after `turn`, or null.
    MemoryInstruction* next_to_try(std::uint64_t turn) const {
        if (retry_ == 0) return nullptr;
        const std::uint64_t next = turn < first_turn_ ? first_turn_ : find_next(turn);
        return next == no_turn ? nullptr : of_warp_[next % most_names];
    }

private:
    static constexpr std::uint32_t classes = 1024;  // about the number of blocks of all the instructions that wait

    static constexpr std::uint64_t no_turn = ~std::uint64_t(0);

    static std::uint64_t bit(int warp) { return std::uint64_t(1) << warp; }
    static std::size_t class_of(std::uint32_t block) { return (block ^ block / classes) % classes; }
    std::uint64_t touching(std::uint32_t block) const {
        const std::size_t at = class_of(block);
        return touched_[at / 64] >> at % 64 & 1 ? touching_[at] : 0;
    }

    std::uint64_t find_next(std::uint64_t turn) const {
        std::uint64_t next = no_turn;
        for (std::uint64_t left = retry_; left != 0; left &= left - 1) {
            const std::uint64_t other = turn_[static_cast<std::size_t>(std::countr_zero(left))];
            if (other > turn) next = std::min(next, other);
        }
        return next;
    }

    std::uint64_t warps_ = 0;  // whose instruction is here
    std::uint64_t retry_ = 0;  // whose is to be tried again
    std::uint64_t turns_ = 0;
    std::uint64_t first_turn_ = no_turn;  // of those to be tried again
    std::array<std::uint64_t, most_names> turn_{};          // by warp, which is its remainder
    std::array<MemoryInstruction*, most_names> of_warp_{};  // of those that are here
    std::vector<std::uint64_t> touching_ = std::vector<std::uint64_t>(classes);  // by class
    // a bit for each class that one of them touches: most events need only two lines of the host's cache
    std::array<std::uint64_t, classes / 64> touched_{};
};

}  // namespace tandem::perfsim
