#include "smt/prove/any/cutoff.hpp"

#include <algorithm>

namespace tandem::smt::any {

namespace {

/// One witness need not be kept: the outside name is it, of whose variables nothing is assumed.
constexpr int outside_is = 1;

/// Those of the sort that a violation speaks of.
std::set<int> spoken_of(const Roles& roles, const std::vector<Expression>& facts, std::size_t sort) {
    std::set<int> names;
    for (const Expression fact : facts)
        for_each_variable(fact, [&](Expression v) {
            if (v.place().node < 0) return;
            each_name(roles.of(roles.problem().variable_of(v.place())), [&](std::size_t s, int n) {
                if (s == sort && n > 0) names.insert(n);
            });
        });
    return names;
}

}  // namespace

NamesOfPath names_of_paths(const Roles& larger, const Roles& smaller, std::size_t sort) {
    const Problem& problem = larger.problem();
    const int extent = problem.shape[static_cast<model::Sort>(sort)];
    Vocabulary vocabulary;
    const std::set<int> known = texts_of(smaller, vocabulary);
    std::vector<PathTexts> without(1, PathTexts(larger, vocabulary));
    for (int n = 1; n < extent; ++n) {
        BySort left_out = none;
        left_out[sort] = n;
        without.emplace_back(larger, vocabulary, left_out);
    }
    NamesOfPath most;
    for (const Path& path : problem.paths) {
        NamesOfPath of;
        std::set<int> named;
        for (int n = 1; n < extent; ++n) {
            const PathText text = without[static_cast<std::size_t>(n)].of(path);
            of.witnesses = std::max(of.witnesses, text.text >= 0 && known.contains(text.text) ? text.witnesses - outside_is : 0);
            if (text.text >= 0 && known.contains(text.text)) continue;
            named.insert(n);
            ++(acts(problem, path.event, sort, n) ? of.actors : text.follows ? of.followed : of.others);
        }
        of.bounded = static_cast<int>(named.size()) < extent - 1;
        for (const auto& broken : path.broken) {
            const std::set<int> names = spoken_of(larger, broken, sort);
            of.broken =
                std::max(of.broken,
                         static_cast<int>(std::count_if(names.begin(), names.end(), [&](int n) { return !named.contains(n); })));
        }
        const int broken = std::max(most.broken, of.broken);
        if (of.of_step() > most.of_step() || (most.bounded && !of.bounded) || most.event.empty()) {
            of.event = problem.events[static_cast<std::size_t>(path.event)].name;
            most = of;
        }
        most.broken = broken;
    }
    return most;
}

}  // namespace tandem::smt::any
