#include "smt/prove/statements.hpp"

#include "smt/prove/defined.hpp"
#include "smt/substitution.hpp"

namespace tandem::smt {

namespace {

/// Where the variables of names are, which belong to no segment: their leaf is the variable's number.
constexpr int names = -2'000'000;

}  // namespace

Statements::Statements(Problem& problem) : problem_(problem) {
    for (const DefinedVariable& d : problem.defined)
        if (const Expression e = problem.variables[static_cast<std::size_t>(d.variable)].expression; !e.is_constant())
            variable_defined_by_.emplace(e.number(), d.variable);
}

int Statements::variable_of(Place place) const { return place.node == names ? place.leaf : problem_.variable_of(place); }

Expression Statements::without_names(Expression e) const {
    return substituted(e, [&](Expression v) {
        return v.place().node == names ? problem_.variables[static_cast<std::size_t>(v.place().leaf)].expression : v;
    });
}

Expression Statements::name(Expression e, const std::function<std::string()>& text) {
    if (e.is_constant()) return e;
    if (const auto known = named_.find(e.number()); known != named_.end()) return known->second;
    return named_.emplace(e.number(), newly_named(e, text)).first->second;
}

Expression Statements::newly_named(Expression e, const std::function<std::string()>& text) {
    if (as_literal(e, [&](Place place) { return variable_of(place); })) return e;
    const Expression definition = without_names(e);
    const auto known = variable_defined_by_.find(definition.number());
    int variable = known == variable_defined_by_.end() ? -1 : known->second;
    if (variable < 0) {
        problem_.exchanges.clear();  // a renaming does not know of names
        variable = add_name(problem_, text(), definition);
        variable_defined_by_.emplace(definition.number(), variable);
    }
    return problem_.expressions->variable({names, variable}, *problem_.variables[static_cast<std::size_t>(variable)].type);
}

Literal Statements::literal(Expression e) {
    const auto variable = [&](Place place) { return variable_of(place); };
    if (const auto comparison = as_literal(e, variable)) return *comparison;
    return *as_literal(name(e, [&] { return fmt::format("{}: fact {}", of_, ++unnamed_); }), variable);
}

void Statements::require_few(std::size_t clauses) const {
    if (clauses > most_clauses)
        throw std::logic_error(of_ + " is more than " + std::to_string(most_clauses) +
                               " clauses: facts that it combines need a name (`says.named`)");
}

std::vector<Clause> Statements::clauses(Expression e, bool truth) {
    if (e.is_constant()) return (e.constant() != 0) == truth ? std::vector<Clause>{} : std::vector<Clause>{Clause{}};
    if (e.op() == Operator::negation) return clauses(e.operand(0), !truth);
    const bool both = e.op() == (truth ? Operator::conjunction : Operator::disjunction),
               either = e.op() == (truth ? Operator::disjunction : Operator::conjunction);
    if (!both && !either) {
        const Literal l = literal(e);
        return {Clause{{truth ? l : negated(l)}}};
    }
    std::vector<Clause> first = clauses(e.operand(0), truth), second = clauses(e.operand(1), truth);
    if (both) {
        first.insert(first.end(), second.begin(), second.end());
        return first;
    }
    require_few(first.size() * second.size());
    std::vector<Clause> product;
    for (const Clause& a : first)
        for (Clause b : second) {
            b.literals.insert(b.literals.end(), a.literals.begin(), a.literals.end());
            if (b = normalised(std::move(b)); !valid(b)) product.push_back(std::move(b));
        }
    return product;
}

void Statements::say(Expression e) {
    for (const Expression& condition : conditions_of(PathOracle::current().path())) e = disjunction(negation(condition), e);
    for (Clause& clause : clauses(e, true))
        if (Clause normal = normalised(std::move(clause)); !valid(normal)) said_.insert(std::move(normal));
    require_few(said_.size());
}

std::vector<Clause> Statements::said_by(const std::string& of, const std::vector<Exclusion>& never,
                                        const std::function<void(Statements&)>& body) {
    of_ = of;
    unnamed_ = 0;
    said_.clear();
    PathOracle oracle;
    const PathOracle::Scope scope(oracle);
    oracle.begin_all_with(never);
    std::size_t branches = 0;
    do {
        if (++branches > most_branches)
            throw std::logic_error(of + " asks for too much with `if`, && and ||: it has more than " +
                                   std::to_string(most_branches) + " branches; `&` and `|` of facts have none");
        oracle.start();
        body(*this);
    } while (oracle.next_run());
    if (branches > 1) resolve(said_);  // what a branch does not matter for is said on both
    return {said_.begin(), said_.end()};
}

}  // namespace tandem::smt
