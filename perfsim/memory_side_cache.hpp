// A cache in front of memory, unknown to the protocol's text. A bank has it if the text is a directory, whose `memory` answers
// when it is read.
//
// It decides the cost of a read of memory. It has only tags, since the data are memory's. A block that is here, or comes back to
// memory, is written to DRAM when it leaves.
#pragma once

#include "perfsim/cache.hpp"
#include "perfsim/dram.hpp"

namespace tandem::perfsim {

/// `Dram`: a channel, or several (perfsim/dram_channels.hpp).
template <class Dram>
class MemorySideCache {
public:
    /// `stride`: the number of banks. `dram` is behind it.
    MemorySideCache(Dram& dram, int sets, int ways, int stride, int sectors)
        : dram_(dram), stride_(static_cast<std::uint32_t>(stride)) {
        tags_.configure(sets, ways, stride, sectors, stride);
    }

    /// Whether a read of the block needs no DRAM; such a read counts as a use.
    bool has(Block a) {
        if (!tags_.find(a)) return false;
        tags_.touch(a);
        return true;
    }
    /// DRAM has read the block.
    void fill(Block a) { put(a, false); }
    /// The protocol has written the block to memory.
    void written(Block a) { put(a, true); }

    std::uint64_t evictions = 0, write_backs = 0;

private:
    struct Tag {
        bool dirty = false;
    };

    void put(Block a, bool dirty) {
        tags_.place(a).dirty |= dirty;
        tags_.touch(a);
        tags_.settle([this](Block victim) { return evict(victim), true; });
    }
    void evict(Block victim) {
        ++evictions;
        if (tags_.find(victim)->dirty) {
            dram_.write(victim.number, victim.number / stride_);
            ++write_backs;
        }
        tags_.drop(victim);
    }

    Dram& dram_;
    std::uint32_t stride_;
    Cache<Tag> tags_;
};

}  // namespace tandem::perfsim
