#include "perfsim/timeline.hpp"

#include <utility>

namespace tandem::perfsim {

void Timeline::sample(Statistics&& counted) {
    counted.cycles = next_;
    ends_.push_back(std::move(counted));
    if (ends_.size() == most_intervals) {
        for (std::size_t i = 1; i < most_intervals; i += 2) std::swap(ends_[i / 2], ends_[i]);
        ends_.resize(most_intervals / 2);
        interval_ *= 2;
    }
    next_ = ends_.back().cycles + interval_;
}

void Timeline::finish(Statistics&& counted) {
    if (ends_.empty() || ends_.back().cycles < counted.cycles) ends_.push_back(std::move(counted));
    else ends_.back() = std::move(counted);
}

std::vector<Interval> Timeline::intervals() const {
    std::vector<Interval> all;
    const Statistics nothing;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        const Statistics &before = i == 0 ? nothing : ends_[i - 1], &after = ends_[i];
        if (after.cycles == before.cycles) continue;  // a run that launched nothing
        Interval interval{before.cycles, after.cycles, after.instructions - before.instructions};
        for (std::size_t s = 0; s < after.stalled.size(); ++s)
            interval.stalled.push_back(after.stalled[s].count - (i == 0 ? 0 : before.stalled[s].count));
        for (std::size_t k = 0; k < after.traffic.size(); ++k)
            interval.flits.push_back(after.traffic[k].flits - (i == 0 ? 0 : before.traffic[k].flits));
        interval.l1_lookups = after.l1_lookups - before.l1_lookups;
        interval.l1_hits = after.l1_hits - before.l1_hits;
        interval.l2_lookups = after.l2_lookups - before.l2_lookups;
        interval.dram_reads = after.dram_reads - before.dram_reads;
        interval.dram_writes = after.dram_writes - before.dram_writes;
        all.push_back(std::move(interval));
    }
    return all;
}

}  // namespace tandem::perfsim
