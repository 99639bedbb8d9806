#include "smt/prove/any/quantified.hpp"

#include <algorithm>
#include <numeric>

namespace tandem::smt::any {

namespace {

bool symmetric(Relation r) { return r == Relation::equal || r == Relation::differ; }

/// One way to write it: sorted, and the sides of an equality in order, a constant last.
void normalise(Quantified& clause) {
    for (QuantifiedLiteral& l : clause.literals)
        if (symmetric(l.relation) && (!l.a || (l.b && *l.b < *l.a))) std::swap(l.a, l.b);
    std::sort(clause.literals.begin(), clause.literals.end());
    clause.literals.erase(std::unique(clause.literals.begin(), clause.literals.end()), clause.literals.end());
}

/// Renames each bound name b of a sort to to[sort][b].
Quantified renamed(Quantified clause, const std::array<std::vector<int>, sorts>& to) {
    const auto rename = [&](std::size_t s, int& name) { name = to[s][static_cast<std::size_t>(name)]; };
    for (QuantifiedLiteral& l : clause.literals) {
        for (auto* side : {&l.a, &l.b})
            if (*side) each_name(**side, rename);
        if (l.sort >= 0) rename(static_cast<std::size_t>(l.sort), l.constant);
    }
    normalise(clause);
    return clause;
}

}  // namespace

Quantified canonical(const Quantified& clause) {
    std::array<std::vector<int>, sorts> to;
    for (std::size_t s = 0; s < sorts; ++s) {
        to[s].resize(static_cast<std::size_t>(clause.names[s]));
        std::iota(to[s].begin(), to[s].end(), 0);
    }
    Quantified best = renamed(clause, to);
    const auto permute = [&](auto&& self, std::size_t s) -> void {
        if (s == sorts) return void(best = std::min(best, renamed(clause, to)));
        do self(self, s + 1);
        while (std::next_permutation(to[s].begin(), to[s].end()));
    };
    permute(permute, 0);
    return best;
}

std::optional<Quantified> quantified(const Roles& roles, const Clause& clause) {
    Quantified q;
    std::array<std::map<int, int>, sorts> bound;
    const auto bind = [&](std::size_t s, int& name) {
        name = bound[s].try_emplace(name, static_cast<int>(bound[s].size())).first->second;
    };
    for (const Literal& l : clause.literals) {
        QuantifiedLiteral said{l.relation, {}, {}, l.a < 0 || l.b < 0 ? l.constant : 0};
        for (const auto& [variable, side] : {std::pair{l.a, &said.a}, std::pair{l.b, &said.b}}) {
            if (variable < 0) continue;
            each_name(side->emplace(roles.of(variable)), bind);
            const int sort = roles.holds_names_of(variable);
            if (sort >= 0 && !symmetric(l.relation)) return std::nullopt;
            if (sort >= 0 && l.a >= 0 && l.b >= 0) said.pointers = sort;
            if (sort < 0 || (l.a >= 0 && l.b >= 0)) continue;
            said.sort = sort;
            bind(static_cast<std::size_t>(sort), said.constant);
        }
        q.literals.push_back(std::move(said));
    }
    for (std::size_t s = 0; s < sorts; ++s) q.names[s] = static_cast<int>(bound[s].size());
    return canonical(q);
}

int names_to_break(const Quantified& clause, std::size_t sort) {
    return clause.names[sort] +
           static_cast<int>(std::count_if(clause.literals.begin(), clause.literals.end(), [&](const QuantifiedLiteral& l) {
               return l.pointers == static_cast<int>(sort) && l.relation == Relation::equal;
           }));
}

bool tells_pointers_apart(const Quantified& clause, std::size_t sort) {
    return std::any_of(clause.literals.begin(), clause.literals.end(), [&](const QuantifiedLiteral& l) {
        return l.pointers == static_cast<int>(sort) && l.relation == Relation::differ;
    });
}

std::vector<Clause> said_of_each_name(const Roles& roles, const Clause& clause) {
    std::vector<Clause> all{{}};
    for (const Literal& l : clause.literals) {
        const int sort = l.a >= 0 && l.b >= 0 && l.relation == Relation::differ ? roles.holds_names_of(l.a) : -1;
        std::vector<Clause> more;
        for (const Clause& c : all) {
            if (sort < 0) more.push_back(c), more.back().literals.push_back(l);
            for (int n = 0; sort >= 0 && n < roles.problem().shape[static_cast<model::Sort>(sort)]; ++n) {
                more.push_back(c);
                for (const int pointer : {l.a, l.b}) more.back().literals.push_back({Relation::differ, pointer, -1, n});
            }
        }
        all = std::move(more);
    }
    for (Clause& c : all) c = normalised(std::move(c));
    return all;
}

std::vector<Clause> readings(const Roles& roles, const Clause& clause) {
    constexpr std::size_t most = 3;  // literals that are read either way
    std::vector<std::size_t> either;
    for (std::size_t i = 0; i < clause.literals.size(); ++i) {
        const Literal& l = clause.literals[i];
        if ((l.a >= 0 && l.b >= 0) || !symmetric(l.relation)) continue;
        const int sort = roles.holds_names_of(l.a >= 0 ? l.a : l.b);
        if (sort >= 0 && roles.problem().shape[static_cast<model::Sort>(sort)] == 2 && either.size() < most) either.push_back(i);
    }
    std::vector<Clause> found;
    for (unsigned which = 0; which < 1u << either.size(); ++which) {
        Clause reading = clause;
        for (std::size_t n = 0; n < either.size(); ++n)
            if (which >> n & 1) {
                Literal& l = reading.literals[either[n]];
                l.relation = l.relation == Relation::differ ? Relation::equal : Relation::differ;
                l.constant = 1 - l.constant;
            }
        found.push_back(normalised(std::move(reading)));
    }
    return found;
}

}  // namespace tandem::smt::any
