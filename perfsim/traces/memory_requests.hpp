// What the load/store unit is asked for an instruction of a trace: at most 32 words at a time, as lanes of a warp have them.
//
// Where each lane touches one word, that is one request, and each lane has its own place in it. Wider accesses, and those that do not begin at a word, make several, of whole
// blocks: lanes that meet in a block meet in one request, for a protocol lets a warp's second access to a block wait for the first. So neighbours that load 128 bits each
// make four requests of a block each, as a GPU makes one for each quarter of the warp. An atomic's lanes take turns instead, and each has words of its own.
#pragma once

#include <vector>

#include "perfsim/traces/trace_addresses.hpp"

namespace tandem::perfsim {

struct MemoryRequest {
    Lanes addresses{};
    std::uint32_t mask = 0;
};

/// Those of a load, store or atomic of a warp of that number in its grid; none if no lane goes to memory. Blocks have `block_bytes`. Returns how many lanes do.
int requests_of(const TraceInstruction& instruction, const TraceSpaces& spaces, std::uint64_t warp, const TraceMap& map, std::uint32_t block_bytes, std::vector<MemoryRequest>& requests);

/// The same words, with a request for each block of `block_bytes`: where an atomic may touch only one.
void split_by_block(std::vector<MemoryRequest>& requests, std::uint32_t block_bytes);

}  // namespace tandem::perfsim
