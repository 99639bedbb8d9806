// What long work shows of itself on standard error: a line that is overwritten where that is a terminal, or for those who read
// the log of a batch system JSON, an object a line.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "apps/common/frontier_trend.hpp"
#include "checker/random_walk.hpp"
#include "checker/search.hpp"

namespace tandem::apps {

enum class ProgressStyle { on_terminal, json, off };

class ProgressReport {
public:
    explicit ProgressReport(ProgressStyle style);
    ~ProgressReport();

    /// Of a search: states, level, rate, memory, whether levels grow or shrink, and how long it may still take.
    void show(const std::string& phase, const checker::Progress& progress);
    /// Of judging cycles, where a search's levels stand for obligations (checker/liveness.hpp).
    void show_cycles(const checker::Progress& progress);
    /// Of random walks, of which there will be so many; 0 for as many as the time allows.
    void show(const checker::WalkProgress& progress, std::uint64_t walks);
    /// Of runs side by side, of which there will be so many; `latest` is the one that has just ended.
    void show_runs(std::size_t done, std::size_t all, const std::string& latest);
    /// Of other work, in words.
    void show(const std::string& phase, const std::string& words);
    /// Before something else is printed.
    void clear();

private:
    /// Whether it is time: a line lives a third of a second; objects are a second apart, and later a hundredth of the time that
    /// has passed, at most a minute.
    bool due();
    void put(const std::string& line, const nlohmann::ordered_json& object);
    bool line_wanted() const { return style_ == ProgressStyle::on_terminal; }

    ProgressStyle style_;
    double start_, last_ = -1e9;  // seconds of a clock: when it began, and when something was shown
    bool shown_ = false;
    std::string phase_;
    FrontierTrend trend_;
    struct Sample {
        double seconds;
        std::uint64_t states, taken;  // found, and taken up
    };
    std::deque<Sample> samples_;  // of the last seconds
};

}  // namespace tandem::apps
