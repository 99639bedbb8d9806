#include "smt/prove/clause.hpp"

#include <boost/container_hash/hash.hpp>

#include <algorithm>
#include <utility>

namespace tandem::smt {

std::size_t ClauseHash::operator()(const Clause& clause) const {
    std::size_t hash = clause.literals.size();
    const auto half = [](int n) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(n)); };
    for (const Literal& l : clause.literals) {
        boost::hash_combine(hash, half(l.a) << 32 | half(l.b));
        boost::hash_combine(hash, half(l.constant) << 8 | static_cast<std::uint64_t>(l.relation));
    }
    return hash;
}

Literal negated(const Literal& l) {
    switch (l.relation) {
        case Relation::equal: return {Relation::differ, l.a, l.b, l.constant};
        case Relation::differ: return {Relation::equal, l.a, l.b, l.constant};
        case Relation::less: return {Relation::less_equal, l.b, l.a, l.constant};
        case Relation::less_equal: return {Relation::less, l.b, l.a, l.constant};
    }
    return l;
}

Clause normalised(Clause clause) {
    for (Literal& l : clause.literals)
        if ((l.relation == Relation::equal || l.relation == Relation::differ) && l.a < l.b) std::swap(l.a, l.b);
    std::sort(clause.literals.begin(), clause.literals.end());
    clause.literals.erase(std::unique(clause.literals.begin(), clause.literals.end()), clause.literals.end());
    return clause;
}

namespace {

/// The contrary as it stands in a normalised clause.
Literal contrary_of(const Literal& l) { return normalised({{negated(l)}}).literals[0]; }

}  // namespace

bool valid(const Clause& clause) {
    return std::any_of(clause.literals.begin(), clause.literals.end(), [&](const Literal& l) {
        return std::find(clause.literals.begin(), clause.literals.end(), contrary_of(l)) != clause.literals.end();
    });
}

void resolve(std::set<Clause>& clauses) {
    for (bool changed = true; changed;) {
        changed = false;
        for (auto a = clauses.begin(); a != clauses.end() && !changed; ++a)
            for (const Literal& l : a->literals) {
                Clause contrary = *a, without = *a;
                std::replace(contrary.literals.begin(), contrary.literals.end(), l, contrary_of(l));
                contrary = normalised(std::move(contrary));
                if (const auto b = clauses.find(contrary); b != clauses.end()) {
                    std::erase(without.literals, l);
                    clauses.erase(b);
                    clauses.erase(a);
                    clauses.insert(normalised(std::move(without)));
                    changed = true;
                    break;
                }
            }
    }
}

Expression as_expression(const Literal& l, const std::function<Expression(int)>& value_of) {
    const Expression a = l.a < 0 ? Expression(l.constant) : value_of(l.a);
    const Expression b = l.b < 0 ? Expression(l.constant) : value_of(l.b);
    switch (l.relation) {
        case Relation::equal: return equal(a, b);
        case Relation::differ: return negation(equal(a, b));
        case Relation::less: return less(a, b);
        case Relation::less_equal: return negation(less(b, a));
    }
    return 0;
}

Expression as_expression(const Clause& clause, const std::function<Expression(int)>& value_of) {
    Expression result = 0;
    for (const Literal& l : clause.literals) result = disjunction(result, as_expression(l, value_of));
    return result;
}

std::optional<Literal> as_literal(Expression e, const std::function<int(Place)>& variable_of) {
    if (e.is_constant()) return std::nullopt;
    if (e.op() == Operator::negation) {
        const auto inner = as_literal(e.operand(0), variable_of);
        return inner ? std::optional(negated(*inner)) : std::nullopt;
    }
    if (e.op() == Operator::variable) return Literal{Relation::equal, variable_of(e.place()), -1, 1};
    if (e.op() != Operator::equal && e.op() != Operator::less) return std::nullopt;
    Literal l{e.op() == Operator::equal ? Relation::equal : Relation::less, -1, -1, 0};
    const auto side = [&](Expression operand, int& variable) {
        if (operand.is_constant()) return l.constant = operand.constant(), true;
        if (operand.op() != Operator::variable) return false;
        return variable = variable_of(operand.place()), true;
    };
    if (!side(e.operand(0), l.a) || !side(e.operand(1), l.b)) return std::nullopt;
    return l;
}

}  // namespace tandem::smt
