// How much of a breadth-first search is left, as far as its levels tell. They grow, and later shrink ever faster; nothing is said
// while they grow.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "checker/search.hpp"

namespace tandem::apps {

class FrontierTrend {
public:
    /// What a search says now and then; levels in between may be missing.
    void add(const checker::Progress& progress);

    /// By how much the last level that is known is larger than the one before it; empty while fewer than two are known.
    std::optional<double> growth() const;

    struct Range {
        double low, high;
    };
    /// States that are still to be taken up: `high` if levels go on to shrink as the last two did, `low` if they shrink faster
    /// and faster as the last three did. Empty while levels grow, or while too few are known. It is a guess: a frontier may grow
    /// again.
    std::optional<Range> remaining() const;

private:
    struct Level {
        int number;
        double states;
    };
    /// Of those that are known the last so many, the latest first; fewer where fewer are known.
    std::vector<Level> last(std::size_t many) const;
    /// The growth a level from one to another of two that are known.
    static double growth(const Level& from, const Level& to);

    std::map<int, double> levels_;      // their states
    std::optional<double> next_;        // what the level after the last will have, as its part that was taken up tells
    double left_ = 0;                   // of the last level
};

}  // namespace tandem::apps
