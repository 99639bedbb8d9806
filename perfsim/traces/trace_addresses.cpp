#include "perfsim/traces/trace_addresses.hpp"

#include <algorithm>

#include "perfsim/workload.hpp"

namespace tandem::perfsim {

namespace {

/// Local memory lies beyond all addresses of a trace.
constexpr std::uint64_t local_memory = most_trace_address + 1;

std::uint64_t local_word(std::uint64_t word, std::uint64_t warps, std::uint64_t warp, int lane) {
    return local_memory + ((word * warps + warp) * trace_lanes + static_cast<std::uint64_t>(lane)) * 4;
}

}  // namespace

TraceWords words_of_lane(const TraceInstruction& instruction, int lane, const TraceSpaces& spaces, std::uint64_t warp) {
    TraceWords words;
    const std::uint64_t address = instruction.addresses[static_cast<std::size_t>(lane)];
    const bool generic = instruction.opcode.space == TraceSpace::generic;
    if (generic && spaces.shared(address)) return words;
    const bool local = instruction.opcode.space == TraceSpace::local || (generic && spaces.local(address));
    // A local address may be an offset in the thread's own memory, or an address in the window.
    const std::uint64_t first = !local                  ? address
                                : spaces.local(address) ? address - spaces.local_base
                                                        : address % TraceSpaces::window;
    const std::uint64_t last = first + static_cast<std::uint64_t>(instruction.opcode.width) - 1;
    for (std::uint64_t word = first / 4; word <= last / 4; ++word)
        words.addresses[static_cast<std::size_t>(words.count++)] = local ? local_word(word, spaces.warps, warp, lane) : 4 * word;
    return words;
}

void TraceMap::lay_out(Memory& memory) {
    pages_.assign(touched_.begin(), touched_.end());
    std::sort(pages_.begin(), pages_.end());
    buffer_ = memory.allocate(pages_.size() * (page_bytes / 4));
}

Address TraceMap::at(std::uint64_t address) const {
    const std::uint64_t page = address >> page_bits;
    if (last_ >= pages_.size() || pages_[last_] != page) {
        const auto found = std::lower_bound(pages_.begin(), pages_.end(), page);
        if (found == pages_.end() || *found != page)
            throw WorkloadError("a trace was changed while it was replayed: it touches what it did not touch when it was judged");
        last_ = static_cast<std::size_t>(found - pages_.begin());
    }
    return buffer_.base + static_cast<Address>(last_ << page_bits | (address & (page_bytes - 1)));
}

}  // namespace tandem::perfsim
