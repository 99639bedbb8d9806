#include "apps/common/frontier_trend.hpp"

#include <algorithm>
#include <cmath>

namespace tandem::apps {

void FrontierTrend::add(const checker::Progress& p) {
    if (!levels_.empty() && p.level < levels_.rbegin()->first) levels_.clear();  // another search
    if (p.level_states == 0) return;
    levels_[p.level] = static_cast<double>(p.level_states);
    left_ = static_cast<double>(p.level_states - p.level_done);
    next_.reset();
    // States of a level that were found first have more successors that are new: half of them tell too much, and little less
    // tells nothing.
    if (p.level_done * 2 >= p.level_states)
        next_ = static_cast<double>(p.next_states) * static_cast<double>(p.level_states) / static_cast<double>(p.level_done);
}

double FrontierTrend::growth(const Level& from, const Level& to) {
    return std::pow(std::max(to.states, 0.5) / from.states, 1.0 / (to.number - from.number));
}

std::vector<FrontierTrend::Level> FrontierTrend::last(std::size_t many) const {
    std::vector<Level> last;
    if (!levels_.empty() && next_) last.push_back({levels_.rbegin()->first + 1, *next_});
    for (auto level = levels_.rbegin(); level != levels_.rend() && last.size() < many; ++level)
        last.push_back({level->first, level->second});
    return last;
}

std::optional<double> FrontierTrend::growth() const {
    const auto two = last(2);
    if (two.size() < 2) return {};
    return growth(two[1], two[0]);
}

std::optional<FrontierTrend::Range> FrontierTrend::remaining() const {
    const auto three = last(3);
    if (three.size() < 3) return {};
    const double now = growth(three[1], three[0]), before = growth(three[2], three[1]);
    if (now >= 1) return {};
    // The level that is being taken up has `left_` more; the next one may be known, and what follows is not.
    const double known = left_ + (next_ ? *next_ : 0);
    Range range{known, known + three[0].states * now / (1 - now)};
    const double faster = std::min(1.0, now / before);
    double level = three[0].states, growth_of_level = now;
    for (int i = 0; i < 10'000; ++i) {
        growth_of_level *= faster;
        level *= growth_of_level;
        if (level < 0.5) break;
        range.low += level;
    }
    range.low = std::min(range.low, range.high);
    return range;
}

}  // namespace tandem::apps
