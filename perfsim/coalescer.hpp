// Coalescing: "accesses by multiple threads in the same warp are merged into the minimum number of accesses" (G-TSC paper, II-A), one
// for each block of 128 bytes that the lanes touch.
#pragma once

#include "perfsim/stores.hpp"

namespace tandem::perfsim {

/// A byte address in device memory; accesses are to aligned words of 4 bytes.
using Address = std::uint32_t;
/// One value for each lane of a warp.
using Lanes = std::array<std::uint32_t, lane_count>;

struct Coalesced {
    int count = 0;                                       // blocks
    std::array<std::uint32_t, lane_count> block;         // in ascending order
    std::array<std::uint32_t, lane_count> lanes;         // bit l: lane l touches that block
    std::array<std::uint8_t, lane_count> word;           // by lane: the word of its block
    bool whole = false;                                  // each lane touches the word of its number in the one block

    /// The place of `block` among the blocks, or -1.
    int find(std::uint32_t number) const {
        const auto end = block.begin() + count, at = std::lower_bound(block.begin(), end, number);
        return at != end && *at == number ? static_cast<int>(at - block.begin()) : -1;
    }
};

/// What the lanes in `mask` touch at `addresses`.
void coalesce(const Lanes& addresses, std::uint32_t mask, Coalesced& out);

/// The data of a store: of the lanes that write one word the highest wins, as on GPUs one of them does.
Value stored_part(const Coalesced& to, int block, const Lanes& data);

/// The operation of an atomic; `compared` is for compare_and_swap only.
Value operation_part(const Coalesced& to, int block, AtomicOperation operation, const Lanes& operands, const Lanes& compared);

}  // namespace tandem::perfsim
