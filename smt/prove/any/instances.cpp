#include "smt/prove/any/instances.hpp"

#include <algorithm>
#include <functional>

namespace tandem::smt::any {

Names all_names(const Problem& problem) {
    Names names;
    for (std::size_t s = 0; s < sorts; ++s) names.kept[s] = problem.shape[static_cast<model::Sort>(s)];
    return names;
}

BySort Names::extents() const {
    BySort all = kept;
    for (std::size_t s = 0; s < sorts; ++s) all[s] += outside[s] >= 0;
    return all;
}

namespace {

using Choice = std::array<std::vector<int>, sorts>;  // by bound name

/// The clause with these names; nothing if a variable is not there.
std::optional<Clause> with_names(const Quantified& clause, const Roles& roles, const Choice& choice) {
    const auto name = [&](std::size_t s, int& n) { n = choice[s][static_cast<std::size_t>(n)]; };
    Clause image;
    for (const QuantifiedLiteral& q : clause.literals) {
        Literal l{q.relation, -1, -1, q.constant};
        if (q.sort >= 0) name(static_cast<std::size_t>(q.sort), l.constant);
        for (const auto& [side, variable] : {std::pair{&q.a, &l.a}, std::pair{&q.b, &l.b}}) {
            if (!*side) continue;
            Role role = **side;
            each_name(role, name);
            const auto found = roles.variable(role);
            if (!found) return std::nullopt;
            *variable = *found;
        }
        image.literals.push_back(l);
    }
    return normalised(std::move(image));
}

/// Calls f(choice) for each one of distinct names; `may_be` says which name a bound one of the sort may be.
void each_choice(const Quantified& clause, const std::function<bool(std::size_t sort, int bound, int name)>& may_be,
                 const BySort& extents, const std::function<void(const Choice&)>& f) {
    Choice choice;
    const auto choose = [&](auto&& self, std::size_t s) -> void {
        if (s == sorts) return f(choice);
        if (static_cast<int>(choice[s].size()) == clause.names[s]) return self(self, s + 1);
        for (int n = 0; n < extents[s]; ++n) {
            if (std::find(choice[s].begin(), choice[s].end(), n) != choice[s].end() ||
                !may_be(s, static_cast<int>(choice[s].size()), n))
                continue;
            choice[s].push_back(n);
            self(self, s);
            choice[s].pop_back();
        }
    };
    choose(choose, 0);
}

/// Whether one literal alone speaks of the bound name, and as a value.
bool is_only_a_value(const Quantified& clause, std::size_t sort, int bound) {
    int values = 0, places = 0;
    for (const QuantifiedLiteral& l : clause.literals) {
        for (const auto* side : {&l.a, &l.b})
            if (*side) each_name(**side, [&](std::size_t s, const int& n) { places += s == sort && n == bound; });
        values += l.sort == static_cast<int>(sort) && l.constant == bound;
    }
    return values == 1 && places == 0;
}

}  // namespace

std::set<Clause> instances(const Quantified& clause, const Roles& roles, const Names& names) {
    std::set<Clause> found;
    each_choice(
        clause, [&](std::size_t s, int, int n) { return n != names.outside[s]; }, names.extents(),
        [&](const Choice& choice) {
            if (auto instance = with_names(clause, roles, choice); instance && !valid(*instance))
                found.insert(std::move(*instance));
        });
    return found;
}

std::set<Clause> outside_instances(const Quantified& clause, const Roles& roles, const Names& names) {
    std::set<Clause> found;
    const auto may_be = [&](std::size_t s, int bound, int n) {
        return n != names.outside[s] || is_only_a_value(clause, s, bound);
    };
    each_choice(clause, may_be, names.extents(), [&](const Choice& choice) {
        bool outside = false;
        for (std::size_t s = 0; s < sorts; ++s)
            outside = outside || std::find(choice[s].begin(), choice[s].end(), names.outside[s]) != choice[s].end();
        if (!outside) return;
        if (auto instance = with_names(clause, roles, choice)) found.insert(std::move(*instance));
    });
    return found;
}

}  // namespace tandem::smt::any
