// Coalescing: "accesses by multiple threads in the same warp are merged into the minimum number of accesses" (G-TSC paper, II-A),
// one for each block that the lanes touch.
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
    // each lane touches the word of its own number in the one block, of the largest size
    bool whole = false;
    std::array<std::uint8_t, most_lanes> word;           // by lane: the word of its block
    std::array<std::uint32_t, most_lanes> block;         // in ascending order
    std::array<LaneMask, most_lanes> lanes;              // bit l: lane l touches that block

    /// The place of `block` among the blocks, or -1.
    int find(std::uint32_t number) const;
};

/// The blocks that the lanes in `mask`, of a warp or a wavefront, touch at `addresses`, in blocks of `words` words: a power of
/// two.
void coalesce(std::span<const std::uint32_t> addresses, LaneMask mask, Coalesced& out, int words = words_per_block);

/// The data of a store. If lanes write the same word the highest wins; on GPUs one of them does. `writers`: by lane, where
/// somebody follows which store a word is of (datum.hpp).
Value stored_part(const Coalesced& to, int block, std::span<const std::uint32_t> data,
                  std::span<const std::uint32_t> writers = {});

/// The part of a block that a load asks for, if not all of it. It is the smallest aligned part that has all its words: a power of
/// two of bytes, `least` or more. The words are 0.
Value wanted_part(const Coalesced& of, int block, int least);

/// The operation of an atomic, of at most a warp's lanes; `compared` is for compare_and_swap only.
Value operation_part(const Coalesced& to, int block, AtomicOperation operation, std::span<const std::uint32_t> operands,
                     std::span<const std::uint32_t> compared, std::span<const std::uint32_t> writers = {});

}  // namespace tandem::perfsim
