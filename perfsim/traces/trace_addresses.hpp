// The places in simulated memory of the words that a trace touches.
//
// A trace's addresses are virtual, have 64 bits, and are sparse. The touched pages of 64 KB are laid side by side in the order of
// their addresses, and offsets within a page are kept. So block, partition and row of DRAM are those of the address as far as its
// low 16 bits determine them, and neighbours stay neighbours.
//
// Local memory belongs to one thread, so one address there is a different place for each thread. As on hardware, one word of all
// lanes of a warp fills a block, the same words of the grid's warps are adjacent, and words follow each other. Warps with the
// same number use the same memory, kernel after kernel.
#pragma once

#include <unordered_set>
#include <vector>

#include "perfsim/memory.hpp"
#include "perfsim/traces/trace_instruction.hpp"

namespace tandem::perfsim {

/// The properties of a kernel that decide where its addresses lie.
struct TraceSpaces {
    // of the windows in which generic addresses are shared and local memory; 0: there is none
    std::uint64_t shared_base = 0, local_base = 0;
    std::uint64_t warps = 1;                        // of the grid

    static constexpr std::uint64_t window = std::uint64_t(1) << 24;
    bool shared(std::uint64_t address) const {
        return shared_base != 0 && address >= shared_base && address - shared_base < window;
    }
    bool local(std::uint64_t address) const { return local_base != 0 && address >= local_base && address - local_base < window; }
};

/// The words that a lane touches, in the order of their addresses.
struct TraceWords {
    static constexpr int most = 9;  // 32 bytes that are not aligned to a word
    int count = 0;
    std::array<std::uint64_t, most> addresses{};  // known to `TraceMap`; of words, in bytes
};

/// The words of a participating lane, in the warp with that number in its grid; none if they are in shared memory.
TraceWords words_of_lane(const TraceInstruction& instruction, int lane, const TraceSpaces& spaces, std::uint64_t warp);

class TraceMap {
public:
    static constexpr int page_bits = 16;
    static constexpr std::uint64_t page_bytes = std::uint64_t(1) << page_bits;
    /// The number of pages in the device's memory of 4 GiB.
    static constexpr std::size_t most_pages = std::size_t(1) << (32 - page_bits);

    /// Records that a word is touched; false if there is no room for its page.
    bool touch(std::uint64_t address) {
        const std::uint64_t page = address >> page_bits;
        if (page == last_touched_) return true;
        last_touched_ = page;
        touched_.insert(page);
        return touched_.size() <= most_pages;
    }
    std::size_t pages() const { return touched_.size(); }

    /// Gives the pages their places, in memory of their own.
    void lay_out(Memory& memory);
    /// The place of a touched word. Throws WorkloadError if it was not touched.
    Address at(std::uint64_t address) const;

private:
    std::unordered_set<std::uint64_t> touched_;
    std::uint64_t last_touched_ = ~std::uint64_t(0);
    std::vector<std::uint64_t> pages_;  // in order
    Buffer buffer_;
    mutable std::size_t last_ = 0;      // the page that was looked up last
};

}  // namespace tandem::perfsim
