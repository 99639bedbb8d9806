// Blocks to look at again in a later cycle, when a moment has passed. A handler that stalls until a moment asks for this.
#pragma once

#include <queue>
#include <vector>

#include "perfsim/clock.hpp"
#include "perfsim/timed.hpp"

namespace tandem::perfsim {

/// The first cycle in which a moment is past. A moment counts cycles from 1, so that the default is past from the start.
inline Cycle after(PhysicalTime moment) { return moment.cycle; }

class Alarms {
public:
    void set(Cycle when, Block block) { queue_.push({when, block.number}); }
    /// The next alarm due by `now`, if there is one.
    bool take(Cycle now, Block& block) {
        if (queue_.empty() || queue_.top().when > now) return false;
        block = Block(queue_.top().block);
        queue_.pop();
        return true;
    }
    Cycle next() const { return queue_.empty() ? never : queue_.top().when; }

private:
    struct Alarm {
        Cycle when;
        std::uint32_t block;
        bool operator<(const Alarm& other) const { return when > other.when; }  // the first is on top
    };
    std::priority_queue<Alarm> queue_;
};

}  // namespace tandem::perfsim
