// A load/store unit's record of a memory instruction, from its issue until its last word has come.
#pragma once

#include <deque>

#include "perfsim/kernel.hpp"
#include "perfsim/statistics.hpp"

namespace tandem::perfsim {

struct MemoryInstruction {
    // The fields used when words arrive come first, before the lanes.
    LoadState* load = nullptr; // where the words of a load or an atomic go; null when all have come
    MemoryInstruction* next_load = nullptr;  // of the warp's loads under way
    std::uint64_t came = 0;    // bit i: the words of block i have come
    Cycle issued = 0;
    int warp = 0;
    model::AccessKind kind{};
    bool blocking = false;     // the warp waits for the words
    bool shared = false;       // of shared memory: no more than its cycles in the unit

    // While the cache has not accepted it:
    bool first_in_line = false;  // no older parked instruction wants one of its blocks; stays so
    Stall blocked = Stall::pipeline;
    int flits = 0;               // of its messages together, at most, if the network counts them
    bool counted = false;        // whether it is known, but for some blocks, which of them would take an MSHR entry:
    std::uint64_t unsure = 0;    // bit i: that of block i must be looked up
    std::uint64_t needs = 0;     // bit i: it would
    Cycle ready = 0;             // when the tags have been read
    Cycle possible_in = never;   // it waits for a moment: the first cycle after that
    Synchronization synchronization{};
    std::vector<Value> parts;    // of a store or an atomic, by block
    DataParts data;              // these with their blocks

    Coalesced touched;

    bool touches(std::uint32_t block) const { return touched.find(block) >= 0; }
    std::uint64_t every_block() const {
        return touched.count == most_lanes ? ~std::uint64_t(0) : (std::uint64_t(1) << touched.count) - 1;
    }
    /// Whether that block needs an MSHR entry may have changed.
    void doubt(std::uint32_t block) {
        if (!counted) return;
        if (const int at = touched.find(block); at >= 0) unsure |= std::uint64_t(1) << at;
    }
    void doubt_all() {
        counted = false;
        unsure = every_block();
    }
    bool by_lane() const { return kind == model::AccessKind::atomic; }  // its answer
};

/// The instructions of an SM. They stay at their addresses, and are reused.
class MemoryInstructions {
public:
    MemoryInstruction& take() {
        if (free_.empty()) free_.push_back(&all_.emplace_back());
        MemoryInstruction& instruction = *free_.back();
        free_.pop_back();
        return instruction;
    }
    void give_back(MemoryInstruction& instruction) { free_.push_back(&instruction); }

private:
    std::deque<MemoryInstruction> all_;
    std::vector<MemoryInstruction*> free_;
};

/// The loads and atomics whose words have not all come, by warp.
class LoadsUnderWay {
public:
    explicit LoadsUnderWay(int warps) : of_warp_(static_cast<std::size_t>(warps)) {}

    void add(MemoryInstruction& load) {
        MemoryInstruction** last = &of_warp_[static_cast<std::size_t>(load.warp)];
        while (*last) last = &(*last)->next_load;
        *last = &load;
        load.next_load = nullptr;
    }
    /// Copies the words of a block to the lanes that want them. A load with all its words must then be removed.
    MemoryInstruction& deliver(int warp, std::uint32_t block, const Value& data) {
        for (MemoryInstruction* load = of_warp_[static_cast<std::size_t>(warp)]; load; load = load->next_load) {
            const int at = load->touched.find(block);
            // An older load that waits for other blocks may already have this one.
            if (at < 0 || (load->came >> at & 1)) continue;
            load->came |= std::uint64_t(1) << at;
            std::uint32_t* const words = load->load->to;
            if (load->touched.whole && !load->by_lane()) {
                data.copy_words(words);
            } else {
                for (LaneMask left = load->touched.lanes[static_cast<std::size_t>(at)]; left != 0; left &= left - 1) {
                    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
                    words[lane] = data.word(load->by_lane() ? static_cast<int>(lane) : load->touched.word[lane]);
                }
            }
            if (std::uint32_t* const writers = load->load->writers) [[unlikely]]
                for (LaneMask left = load->touched.lanes[static_cast<std::size_t>(at)]; left != 0; left &= left - 1) {
                    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
                    writers[lane] = data.writer(load->by_lane() ? static_cast<int>(lane) : load->touched.word[lane]);
                }
            --load->load->missing;
            return *load;
        }
        throw model::TextError("completes a load of block " + std::to_string(block) + " by warp " + std::to_string(warp) +
                               ", which waits for none");
    }
    void remove(MemoryInstruction& load) {
        MemoryInstruction** at = &of_warp_[static_cast<std::size_t>(load.warp)];
        while (*at && *at != &load) at = &(*at)->next_load;
        if (*at) *at = load.next_load;
    }

private:
    std::vector<MemoryInstruction*> of_warp_;  // the oldest of each warp
};

}  // namespace tandem::perfsim
