#include "smt/prove/statements.hpp"

#include <stdexcept>

#include "smt/prove/defined.hpp"

namespace tandem::smt {

Term operator&(Term a, const Term& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Terms operator|(Terms a, const Terms& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Terms no(const Term& term) {
    Terms terms;
    for (const Literal& l : term) terms.push_back({negated(l)});
    return terms;
}

Statements::Statements(Problem& problem) : problem_(problem) {
    for (std::size_t v = 0; v < problem.variables.size(); ++v) number_of_.emplace(problem.variables[v].name, static_cast<int>(v));
}

int Statements::variable(const std::string& name) const {
    const auto found = number_of_.find(name);
    if (found == number_of_.end()) throw std::logic_error("a statement about " + name + ", which is no variable");
    return found->second;
}

Term Statements::named(const std::string& name, const Terms& terms) {
    if (!known(name)) {
        const auto now = [&](int v) { return problem_.variables[static_cast<std::size_t>(v)].expression; };
        Expression some = 0;
        for (const Term& term : terms) {
            Expression all = 1;
            for (const Literal& l : term) all = conjunction(all, as_expression(l, now));
            some = disjunction(some, all);
        }
        number_of_.emplace(name, add_name(problem_, name, some));
    }
    return is(name, 1);
}

void Statements::say(const Term& premises, const Terms& conclusions) {
    std::vector<Clause> product(1);
    for (const Literal& l : premises) product[0].literals.push_back(negated(l));
    for (const Term& conclusion : conclusions) {
        std::vector<Clause> longer;
        for (const Clause& clause : product)
            for (const Literal& l : conclusion) {
                longer.push_back(clause);
                longer.back().literals.push_back(l);
            }
        product = std::move(longer);
    }
    for (Clause& clause : product)
        if (Clause normal = normalised(std::move(clause)); !valid(normal)) clauses_.push_back(std::move(normal));
}

}  // namespace tandem::smt
