#include "apps/explore/effects.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "apps/common/words.hpp"

namespace tandem::apps {

using checker::Verdict;

namespace {

/// The geometric mean over the workloads: a kernel that runs for long counts no more than others.
std::optional<std::array<double, 3>> mean_of(const std::vector<TimedRun>& runs) {
    std::array<double, 3> sums{};
    for (const TimedRun& run : runs) {
        if (!run.done || !run.finished) return {};
        const std::array<double, 3> of_run{run.cycles, run.nanojoules, run.bytes};
        for (std::size_t f = 0; f < 3; ++f) sums[f] += std::log(std::max(of_run[f], 1e-9));
    }
    if (runs.empty()) return {};
    for (double& sum : sums) sum = std::exp(sum / static_cast<double>(runs.size()));
    return sums;
}

bool dominates(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    bool better = false;
    for (std::size_t f = 0; f < 3; ++f) {
        if (a[f] > b[f]) return false;
        better = better || a[f] < b[f];
    }
    return better;
}

ChoiceEffect::Ratio spread_of(std::vector<double> ratios) {
    if (ratios.empty()) return {};
    std::sort(ratios.begin(), ratios.end());
    const std::size_t half = ratios.size() / 2;
    const double median = ratios.size() % 2 ? ratios[half] : (ratios[half - 1] + ratios[half]) / 2;
    return {ratios.front(), median, ratios.back()};
}

/// Where a row stands: the alternative of each choice, then the value of each sweep, by their numbers.
std::vector<std::size_t> place_of(const DesignSpace& space, const ExploredRow& row) {
    std::vector<std::size_t> place = space.combinations[row.combination].chosen;
    for (std::size_t s = 0; s < space.sweep_keys.size(); ++s) {
        std::vector<int> values;
        for (const MachinePoint& point : space.points)
            if (std::find(values.begin(), values.end(), point.values[s]) == values.end()) values.push_back(point.values[s]);
        const int value = space.points[row.point].values[s];
        place.push_back(static_cast<std::size_t>(std::find(values.begin(), values.end(), value) - values.begin()));
    }
    return place;
}

bool agree(const ExploredRow& a, const ExploredRow& b) {
    for (std::size_t w = 0; w < a.runs.size(); ++w) {
        const TimedRun &x = a.runs[w], &y = b.runs[w];
        if (!x.done || !y.done || x.cycles != y.cycles || x.nanojoules != y.nanojoules || x.bytes != y.bytes) return false;
    }
    return !a.runs.empty();
}

/// What the searches show with an alternative and never without it, and no run does.
std::string why_nothing(const std::set<std::string>& with, const std::set<std::string>& without,
                        const std::set<std::string>& in_runs) {
    std::vector<std::string> added, shown;
    for (const std::string& outcome : with)
        if (!without.contains(outcome)) (in_runs.contains(outcome) ? shown : added).push_back(outcome);
    if (!shown.empty()) return "";
    if (!added.empty()) return "no run comes to " + join(added, ", ") + ", which the searches show with it alone";
    return "in the searches, too, its handlers do the same";
}

}  // namespace

std::string ExploredRow::no_cost() const {
    if (cost) return "";
    for (const TimedRun& run : runs)
        if (!run.refused.empty()) return run.refused;
    for (const TimedRun& run : runs)
        if (run.done && !run.finished) return run.result;
    return runs.empty() ? "nothing was simulated" : time_ran_out;
}

std::string ExploredRow::wrong() const {
    for (const TimedRun& run : runs)
        if (run.done && !run.right) return run.result;
    return "";
}

void rank(DesignSpace& space) {
    for (ExploredRow& row : space.rows) row.cost = mean_of(row.runs);
    const auto is_right = [&](const ExploredRow& row) {
        return row.cost && row.wrong().empty() && space.verdicts[row.combination].verdict == Verdict::holds;
    };
    for (ExploredRow& row : space.rows)
        row.front = is_right(row) && std::none_of(space.rows.begin(), space.rows.end(), [&](const ExploredRow& other) {
                        return is_right(other) && dominates(*other.cost, *row.cost);
                    });
    std::stable_sort(space.rows.begin(), space.rows.end(), [](const ExploredRow& a, const ExploredRow& b) {
        if (!a.cost || !b.cost) return a.cost.has_value() && !b.cost;
        return *a.cost < *b.cost;
    });
}

std::vector<ChoiceEffect> effects_of(const DesignSpace& space) {
    std::map<std::vector<std::size_t>, const ExploredRow*> at;
    for (const ExploredRow& row : space.rows) at[place_of(space, row)] = &row;
    std::set<std::string> in_runs;
    for (const ExploredRow& row : space.rows)
        for (const TimedRun& run : row.runs) in_runs.insert(run.outcomes.begin(), run.outcomes.end());
    std::vector<std::pair<std::string, std::vector<std::string>>> dimensions;
    for (const OpenChoice& choice : space.choices) {
        auto& [name, words] = dimensions.emplace_back(choice.name, std::vector<std::string>());
        for (const Entry& entry : choice.alternatives) words.push_back(entry.name);
    }
    for (std::size_t s = 0; s < space.sweep_keys.size(); ++s) {
        auto& [name, words] = dimensions.emplace_back(space.sweep_keys[s], std::vector<std::string>());
        for (const MachinePoint& point : space.points)
            if (const std::string word = std::to_string(point.values[s]);
                std::find(words.begin(), words.end(), word) == words.end())
                words.push_back(word);
    }
    std::vector<ChoiceEffect> effects;
    for (std::size_t d = 0; d < dimensions.size(); ++d)
        for (std::size_t a = 1; a < dimensions[d].second.size(); ++a) {
            ChoiceEffect effect;
            effect.choice = dimensions[d].first;
            effect.word = dimensions[d].second[a];
            effect.against = dimensions[d].second[0];
            effect.verdict_matters = d < space.choices.size();
            std::array<std::vector<double>, 3> ratios;
            std::set<std::string> with, without;
            bool all_agree = true;
            std::size_t compared = 0;
            bool overtakes = false;
            for (const auto& [place, row] : at) {
                if (place[d] != a) continue;
                auto other = place;
                other[d] = 0;
                const auto beside = at.find(other);
                if (beside == at.end()) continue;
                const CombinationVerdict &mine = space.verdicts[row->combination],
                                         &its = space.verdicts[beside->second->combination];
                ++effect.pairs;
                overtakes = overtakes || (space.combinations[row->combination].overtakes &&
                                          !space.combinations[beside->second->combination].overtakes);
                if (mine.verdict == Verdict::undecided || its.verdict == Verdict::undecided) ++effect.undecided;
                else if (mine.verdict == Verdict::refuted && its.verdict == Verdict::holds) ++effect.breaks;
                else if (mine.verdict == Verdict::holds && its.verdict == Verdict::refuted) ++effect.mends;
                with.insert(mine.outcomes.begin(), mine.outcomes.end());
                without.insert(its.outcomes.begin(), its.outcomes.end());
                if (!row->cost || !beside->second->cost) continue;
                ++compared;
                all_agree = all_agree && agree(*row, *beside->second);
                for (std::size_t f = 0; f < 3; ++f) ratios[f].push_back((*row->cost)[f] / (*beside->second->cost)[f]);
            }
            effect.timed = compared;
            for (std::size_t f = 0; f < 3; ++f) effect.ratios[f] = spread_of(ratios[f]);
            effect.changes_nothing = compared > 0 && all_agree;
            const bool jitter = std::any_of(space.points.begin(), space.points.end(),
                                            [](const MachinePoint& point) { return point.machine.network.jitter > 0; });
            if (effect.changes_nothing && overtakes && !jitter)
                effect.reason =
                    "messages may overtake each other with it, and on this machine's network none does (network.jitter)";
            else if (effect.changes_nothing && effect.verdict_matters && effect.breaks + effect.mends + effect.undecided == 0)
                effect.reason = why_nothing(with, without, in_runs);  // a search that ends early shows too few outcomes
            effects.push_back(std::move(effect));
        }
    return effects;
}

}  // namespace tandem::apps
