// The requests to the load/store unit for an instruction of a trace: each has at most 32 words, like the lanes of a warp.
//
// If each lane touches one word, there is one request, in which each lane has its own place. Wider accesses, and unaligned ones,
// make several requests, of whole blocks. Lanes that touch the same block share a request, since a protocol lets a warp's second
// access to a block wait for the first. So adjacent lanes that load 128 bits each make four requests of a block each, as a GPU
// makes one for each quarter of the warp. The lanes of an atomic take turns instead, and each has its own words.
#pragma once

#include <vector>

#include "perfsim/traces/trace_addresses.hpp"

namespace tandem::perfsim {

struct MemoryRequest {
    Lanes addresses{};
    std::uint32_t mask = 0;
};

/// The requests of a load, store or atomic of the warp with that number in its grid; none if no lane accesses memory. Blocks have
/// `block_bytes`. Returns the number of lanes that do.
int requests_of(const TraceInstruction& instruction, const TraceSpaces& spaces, std::uint64_t warp, const TraceMap& map,
                std::uint32_t block_bytes, std::vector<MemoryRequest>& requests);

/// The same words, with a request for each block of `block_bytes`: for atomics that may touch only one block.
void split_by_block(std::vector<MemoryRequest>& requests, std::uint32_t block_bytes);

}  // namespace tandem::perfsim
