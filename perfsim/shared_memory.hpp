// Shared memory has banks, of one word a cycle each; consecutive words are in consecutive banks.
//
// Lanes that want the same word get it together. Lanes that want several words of a bank take turns, for loads and stores alike
// (GPGPU-Sim, warp_inst_t::generate_mem_accesses, with shmem_limited_broadcast 0 and shmem_warp_parts 1).
#pragma once

#include "perfsim/coalescer.hpp"

namespace tandem::perfsim {

/// The cycles in which the lanes in `mask` access words of shared memory with these numbers: 1, or the largest number of words
/// that they want of one bank.
int bank_cycles(std::span<const std::uint32_t> words, LaneMask mask, int banks);

}  // namespace tandem::perfsim
