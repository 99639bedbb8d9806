#include "apps/prove/uncompared.hpp"

#include <algorithm>
#include <tuple>

#include "apps/common/words.hpp"

namespace tandem::apps {

namespace {

using Kind = std::tuple<std::string, std::string, int>;  // the node's, the channel's, and which of the node's own events it is

std::string pattern_of(const smt::Problem& problem, smt::Segment::Kind kind, int index) {
    const auto found = std::find_if(problem.segments.begin(), problem.segments.end(),
                                    [&](const smt::Segment& s) { return s.kind == kind && s.index == index; });
    return found == problem.segments.end() ? "" : found->pattern;
}

Kind kind_of(const smt::Problem& problem, const smt::ProofEvent& event) {
    return {pattern_of(problem, smt::Segment::Kind::node, event.node),
            event.channel < 0 ? "" : pattern_of(problem, smt::Segment::Kind::channel, event.channel),
            event.channel < 0 ? event.label : -1};
}

}  // namespace

std::set<Shown> owed(const smt::Problem& problem, const Times& times) {
    std::map<Kind, std::vector<int>> alike;
    for (std::size_t e = 0; e < problem.events.size(); ++e)
        alike[kind_of(problem, problem.events[e])].push_back(static_cast<int>(e));
    std::set<Shown> result;
    for (const auto& [shown, n] : times)
        for (const int event : alike[kind_of(problem, problem.events[static_cast<std::size_t>(shown.first)])])
            if (!times.contains({event, shown.second})) result.emplace(event, shown.second);
    return result;
}

std::set<Shown> uncompared(const smt::Problem& problem, const Times& times) {
    std::set<Shown> result = owed(problem, times);
    for (const smt::Path& path : problem.paths)
        if (!times.contains({path.event, path.outcomes})) result.emplace(path.event, path.outcomes);
    return result;
}

std::vector<std::string> told_by_outcome(const smt::Problem& problem, const Times& times, const std::set<Shown>& never) {
    std::vector<std::string> told;
    for (std::size_t o = 0; o < problem.outcomes.size(); ++o) {
        std::set<int> compared, missing;
        for (const auto& [shown, n] : times)
            if (shown.second >> o & 1) compared.insert(shown.first);
        for (const auto& [event, outcomes] : never)
            if ((outcomes >> o & 1) != 0 && !compared.contains(event)) missing.insert(event);
        if (missing.empty()) continue;
        std::vector<std::string> at;
        for (const int event : missing) at.push_back(problem.events[static_cast<std::size_t>(event)].name);
        told.push_back(problem.outcomes[o] + (compared.empty() ? "" : " at " + join(at, " and ")));
    }
    return told;
}

}  // namespace tandem::apps
