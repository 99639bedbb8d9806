#include "smt/prove/any/claims.hpp"

#include <algorithm>
#include <stdexcept>

#include "smt/prove/solver.hpp"

namespace tandem::smt::any {

namespace {

/// What is stated of a claim in one size, and whether it says something said of all names.
class Stated {
public:
    Stated(const Size& size, const std::string& claim, const Effort& effort) : size_(size), solver_(size.problem) {
        solver_.set_limit(effort.work);
        const auto require = [&](const std::vector<Clause>& clauses) {
            for (const Clause& clause : clauses) solver_.require(as_expression(clause, value_));
        };
        require(size.problem.typing);
        for (const Claim& stated : size.problem.claims)
            if (stated.name == claim) require(stated.clauses);
    }
    bool says(const Quantified& q) {
        const std::set<Clause> all = instances(q, size_.roles, size_.names);
        return std::all_of(all.begin(), all.end(), [&](const Clause& clause) {
            const std::vector<Expression> fails{negation(as_expression(clause, value_))};
            return fails[0].is(0) || solver_.check(fails, {}) == Solver::Answer::unsatisfiable;
        });
    }

private:
    const Size& size_;
    Solver solver_;
    const std::function<Expression(int)> value_ = [this](int v) {
        return size_.problem.variables[static_cast<std::size_t>(v)].expression;
    };
};

/// A clause of a claim, said for all names in each way that the larger size allows.
class Reader {
public:
    Reader(const Size& size, const Claim& claim, Stated& larger, const Effort& effort)
        : size_(size), claim_(claim), larger_(larger), solver_(size.problem) {
        solver_.set_limit(effort.work);
        for (const Clause& clause : claim.clauses) solver_.require(as_expression(clause, value_));
    }
    std::set<Quantified> read(const Clause& clause) {
        std::set<Quantified> all;
        for (const Clause& one : said_of_each_name(size_.roles, shortened(clause))) all.merge(readings_of(one));
        return all;
    }

private:
    /// Without the literals that it does not need: what is left follows from all clauses of the claim. Of two names "neither owns
    /// it" needs no owner, of three it does: so the larger size has to say the same.
    Clause shortened(Clause clause) {
        const bool said = is_said(clause);
        for (std::size_t i = 0; i < clause.literals.size();) {
            Clause shorter = clause;
            shorter.literals.erase(shorter.literals.begin() + static_cast<std::ptrdiff_t>(i));
            const std::vector<Expression> fails{negation(as_expression(shorter, value_))};
            if (!shorter.literals.empty() &&
                (fails[0].is(0) || solver_.check(fails, {}) == Solver::Answer::unsatisfiable) && (!said || is_said(shorter)))
                clause = std::move(shorter);
            else ++i;
        }
        return normalised(std::move(clause));
    }
    bool is_said(const Clause& clause) {
        const std::vector<Clause> all = said_of_each_name(size_.roles, normalised(clause));
        return std::all_of(all.begin(), all.end(), [&](const Clause& one) {
            const std::vector<Clause> ways = readings(size_.roles, one);
            return std::any_of(ways.begin(), ways.end(), [&](const Clause& reading) {
                const auto q = quantified(size_.roles, reading);
                return q && larger_.says(*q);
            });
        });
    }
    std::set<Quantified> readings_of(const Clause& clause) {
        std::set<Quantified> all;
        for (const Clause& reading : readings(size_.roles, clause)) {
            const auto q = quantified(size_.roles, reading);
            if (!q)
                throw std::invalid_argument(claim_.name + " orders names, which cannot be said of any number of them");
            all.insert(*q);
        }
        if (all.size() > 1) std::erase_if(all, [&](const Quantified& q) { return !larger_.says(q); });
        return all;
    }

    const Size& size_;
    const Claim& claim_;
    Stated& larger_;
    Solver solver_;
    const std::function<Expression(int)> value_ = [this](int v) {
        return size_.problem.variables[static_cast<std::size_t>(v)].expression;
    };
};

}  // namespace

std::vector<QuantifiedClaim> quantified_claims(const Size& size, const std::vector<int>& claims, const Size& larger,
                                               const Effort& effort) {
    std::vector<QuantifiedClaim> all;
    for (const int c : claims) {
        const Claim& claim = size.problem.claims[static_cast<std::size_t>(c)];
        QuantifiedClaim said{claim.name, claim.of_steps, {}};
        Stated stated(larger, claim.name, effort);
        Reader reader(size, claim, stated, effort);
        for (const Clause& clause : claim.clauses) said.clauses.merge(reader.read(clause));
        all.push_back(std::move(said));
    }
    return all;
}

std::optional<std::string> says_more(const Size& size, const std::vector<QuantifiedClaim>& claims, const Effort& effort) {
    const auto value = [&](int v) { return size.problem.variables[static_cast<std::size_t>(v)].expression; };
    Solver solver(size.problem);
    solver.set_limit(effort.work);
    for (const Clause& clause : size.problem.typing) solver.require(as_expression(clause, value));
    for (const QuantifiedClaim& claim : claims)
        for (const Quantified& q : claim.clauses)
            for (const Clause& clause : instances(q, size.roles, all_names(size.problem)))
                solver.require(as_expression(clause, value));
    for (const QuantifiedClaim& claim : claims)
        for (const Claim& stated : size.problem.claims) {
            if (stated.name != claim.name) continue;
            for (const Clause& clause : stated.clauses) {
                const std::vector<Expression> fails{negation(as_expression(clause, value))};
                if (!fails[0].is(0) && solver.check(fails, {}) != Solver::Answer::unsatisfiable) return claim.name;
            }
        }
    return std::nullopt;
}

namespace {

bool some_path_breaks(Solver& solver, const Problem& problem, const std::set<Clause>& clauses) {
    const PathsByVariable assigning = assigning_paths(problem);
    for (const Clause& clause : clauses)
        for (const std::size_t p : concerned(clause, assigning)) {
            std::vector<Expression> facts = broken_after(problem, clause, problem.paths[p]);
            facts.insert(facts.end(), problem.paths[p].conditions.begin(), problem.paths[p].conditions.end());
            if (std::any_of(facts.begin(), facts.end(), [](const Expression& e) { return e.is(0); })) continue;
            if (solver.check(facts, {}) == Solver::Answer::satisfiable) return true;
        }
    return false;
}

bool some_path_breaks(Solver& solver, const Problem& problem, const std::string& claim) {
    for (const Path& path : problem.paths)
        for (std::size_t i = 0; i < path.broken.size(); ++i) {
            if (problem.claims[static_cast<std::size_t>(path.broken_claim[i])].name != claim) continue;
            std::vector<Expression> facts = path.conditions;
            facts.insert(facts.end(), path.broken[i].begin(), path.broken[i].end());
            if (solver.check(facts, {}) == Solver::Answer::satisfiable) return true;
        }
    return false;
}

}  // namespace

std::vector<std::string> cannot_fail(const Size& size, const std::vector<QuantifiedClaim>& claims, const Effort& effort) {
    std::vector<std::string> names;
    Solver solver(size.problem);
    solver.set_limit(effort.work);
    for (const QuantifiedClaim& claim : claims) {
        std::set<Clause> clauses;
        for (const Quantified& q : claim.clauses) clauses.merge(instances(q, size.roles, size.names));
        if (!(claim.of_steps ? some_path_breaks(solver, size.problem, claim.name)
                             : some_path_breaks(solver, size.problem, clauses)))
            names.push_back(claim.name);
    }
    return names;
}

std::optional<int> claim_ranges(Problem& problem) {
    Claim claim{"counters-in-range", "no counter counts below 0 or beyond its room"};
    for (std::size_t v = 0; v < problem.variables.size(); ++v) {
        const StateVariable& variable = problem.variables[v];
        if (variable.low != -unbounded || variable.expression.is_constant()) continue;
        const int number = static_cast<int>(v);
        claim.clauses.push_back(normalised({{{Relation::less_equal, -1, number, 0}}}));
        claim.clauses.push_back(normalised({{{Relation::less_equal, number, -1, variable.type->cardinality - 1}}}));
    }
    if (claim.clauses.empty()) return std::nullopt;
    problem.claims.push_back(std::move(claim));
    return static_cast<int>(problem.claims.size()) - 1;
}

}  // namespace tandem::smt::any
