// The DRAM of a node before memory: several channels, to which consecutive blocks go in turn, as they go to the banks of an L2
// that have a channel each. So a machine with such a node may have the same DRAM as one without.
#pragma once

#include <algorithm>
#include <memory>

#include "perfsim/dram.hpp"

namespace tandem::perfsim {

/// The functions are those of one channel (perfsim/dram.hpp), but blocks are numbered over all of them.
class DramChannels {
public:
    /// `count`: a power of two. The first is part `self` of the clock, and the others are the parts from `others` on; `owner` is
    /// woken when reads are done.
    DramChannels(const DramShape& shape, Clock& clock, int self, int owner, int count, int others)
        : bits_(std::countr_zero(static_cast<unsigned>(count))) {
        for (int i = 0; i < count; ++i)
            channels_.push_back(std::make_unique<DramChannel>(shape, clock, i == 0 ? self : others + i - 1, owner));
    }

    /// Whether each has room, since nobody knows beforehand which is asked.
    bool room(int requests) const {
        return std::all_of(channels_.begin(), channels_.end(), [&](const auto& c) { return c->room(requests); });
    }
    void read(std::uint32_t block, std::uint32_t place) { of(place).read(block, place >> bits_); }
    void write(std::uint32_t block, std::uint32_t place) { of(place).write(block, place >> bits_); }

    bool done() const { return soonest().done(); }
    Cycle next_done() const { return soonest().next_done(); }
    std::uint32_t front() const { return soonest().front(); }
    void take() { soonest().take(); }
    bool idle() const {
        return std::all_of(channels_.begin(), channels_.end(), [](const auto& c) { return c->idle(); });
    }
    void step(int channel) { channels_[static_cast<std::size_t>(channel)]->step(); }

    DramStatistics statistics() const {
        DramStatistics all;
        for (const auto& c : channels_) all += c->statistics;
        return all;
    }

private:
    DramChannel& of(std::uint32_t place) { return *channels_[place & ((std::uint32_t(1) << bits_) - 1)]; }
    /// That whose next read is done first.
    DramChannel& soonest() const {
        return **std::min_element(channels_.begin(), channels_.end(),
                                  [](const auto& a, const auto& b) { return a->next_done() < b->next_done(); });
    }

    int bits_;
    std::vector<std::unique_ptr<DramChannel>> channels_;
};

}  // namespace tandem::perfsim
