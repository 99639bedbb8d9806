// A network whose messages take different times: each waits up to so many cycles before it enters (network.jitter).
//
// Adaptive routes, arbitration and retries do that to messages of real networks, so that some overtake others. Where the text is
// checked with ordered channels, a message never enters before one that was sent earlier on its channel; so only unordered
// channels are overtaken on. Moments are drawn from a seed: a run is repeated exactly.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/hash.hpp"
#include "perfsim/clock.hpp"

namespace tandem::perfsim {

class Jitter {
public:
    /// The most cycles that a message may wait. All moments lie within the clock's wheel.
    static constexpr int most_cycles = 1000;

    struct Late {
        Cycle when = 0;            // it enters
        std::uint64_t number = 0;  // of messages so far
        int direction = 0, from = 0, to = 0;
        std::uintptr_t payload = 0;
        bool behind(const Late& other) const { return when != other.when ? when > other.when : number > other.number; }
    };

    Jitter(int cycles, int seed) : cycles_(static_cast<std::uint64_t>(cycles)), random_(static_cast<std::uint64_t>(seed)) {}

    /// When a message that is sent now enters. `channel` is that of an ordered one, or null.
    Cycle moment(Cycle now, Cycle* channel) {
        random_ += model::golden_ratio;  // SplitMix64
        Cycle when = now + static_cast<Cycle>(model::mixed(random_) % (cycles_ + 1));
        if (channel) when = *channel = std::max(*channel, when);
        return when;
    }
    void wait(Late message) {
        message.number = ++messages_;
        late_.push_back(message);
        std::push_heap(late_.begin(), late_.end(), behind);
    }
    /// Calls f(message) for each that enters by now, in order.
    template <class F>
    void each_due(Cycle now, F&& f) {
        while (!late_.empty() && late_.front().when <= now) {
            std::pop_heap(late_.begin(), late_.end(), behind);
            const Late message = late_.back();
            late_.pop_back();
            f(message);
        }
    }
    bool empty() const { return late_.empty(); }

private:
    static bool behind(const Late& a, const Late& b) { return a.behind(b); }

    std::uint64_t cycles_, random_, messages_ = 0;
    std::vector<Late> late_;  // a heap
};

}  // namespace tandem::perfsim
