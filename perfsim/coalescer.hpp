// Coalescing: "accesses by multiple threads in the same warp are merged into the minimum number of accesses" (G-TSC paper, II-A), one
// for each block that the lanes touch.
#pragma once

#include <span>

#include "perfsim/stores.hpp"

namespace tandem::perfsim {

/// A byte address in device memory; accesses are to aligned words of 4 bytes.
using Address = std::uint32_t;
/// One value for each lane of a warp.
using Lanes = std::array<std::uint32_t, lane_count>;
/// One value for each lane of a wavefront, which may have more lanes than a warp.
using WideLanes = std::array<std::uint32_t, most_lanes>;
/// A bit for each lane.
using LaneMask = std::uint64_t;

struct Coalesced {
    int count = 0;                                       // blocks
    int words_per_block = perfsim::words_per_block;
    bool whole = false;                                  // each lane touches the word of its number in the one block, of the largest size
    std::array<std::uint8_t, most_lanes> word;           // by lane: the word of its block
    std::array<std::uint32_t, most_lanes> block;         // in ascending order
    std::array<LaneMask, most_lanes> lanes;              // bit l: lane l touches that block

    /// The place of `block` among the blocks, or -1.
    int find(std::uint32_t number) const;
};

/// What the lanes in `mask` touch at `addresses`, those of a warp or of a wavefront, in blocks of `words` words: a power of two.
void coalesce(std::span<const std::uint32_t> addresses, LaneMask mask, Coalesced& out, int words = words_per_block);

/// The data of a store: of the lanes that write one word the highest wins, as on GPUs one of them does.
Value stored_part(const Coalesced& to, int block, std::span<const std::uint32_t> data);

/// What a load asks of a block, if not for all of it: the smallest aligned part of a power of two of bytes, `least` or more, in which all its words are. The words are 0.
Value wanted_part(const Coalesced& of, int block, int least);

/// The operation of an atomic, which is of a warp's lanes at most; `compared` is for compare_and_swap only.
Value operation_part(const Coalesced& to, int block, AtomicOperation operation, std::span<const std::uint32_t> operands, std::span<const std::uint32_t> compared);

}  // namespace tandem::perfsim
