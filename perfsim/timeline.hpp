// A run's counts over time: some hundred intervals, however long it is.
//
// The length of a run is not known beforehand. So intervals are short at first, and whenever there are too many, pairs are
// merged. The counts at each interval's end are kept. Merging a pair drops the counts between, so nothing is lost or counted
// twice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "perfsim/clock.hpp"
#include "perfsim/statistics.hpp"

namespace tandem::perfsim {

/// The counts from cycle `begin` until before cycle `end`.
struct Interval {
    Cycle begin = 0, end = 0;
    std::uint64_t instructions = 0;           // issued, of a warp each
    // cycles of SMs, as `Statistics::stalled` has them: in all SMs times the interval's length
    std::vector<std::uint64_t> stalled = {};
    std::vector<std::uint64_t> flits = {};    // by kind of message, as `Statistics::traffic` has them
    std::uint64_t l1_lookups = 0, l1_hits = 0, l2_lookups = 0, dram_reads = 0, dram_writes = 0;

    Cycle length() const { return end - begin; }
};

/// A grid's run.
struct LaunchSpan {
    Cycle begin = 0;
    Cycle done = 0;  // its last warp has ended, and nothing is under way
    Cycle end = 0;   // caches of SMs are empty
    int blocks = 0, warps_per_block = 0;
};

class Timeline {
public:
    static constexpr std::size_t most_intervals = 200;
    static constexpr Cycle shortest = 16;  // cycles

    /// The end of the present interval.
    Cycle next() const { return next_; }
    /// The counts up to `next()`, including all SMs' cycles.
    void sample(Statistics&& counted);
    /// The run is over, at the cycle in `counted`; the last interval ends there.
    void finish(Statistics&& counted);

    std::vector<LaunchSpan> launches;

    /// The length of all intervals but the last, in cycles.
    Cycle interval() const { return interval_; }
    std::vector<Interval> intervals() const;
    /// All counts of a finished run, with the names that the numbers in intervals stand for.
    const Statistics& total() const { return ends_.back(); }

private:
    std::vector<Statistics> ends_;  // the counts at the end of each
    Cycle interval_ = shortest, next_ = shortest;
};

}  // namespace tandem::perfsim
