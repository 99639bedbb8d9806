#include "smt/prove/readable.hpp"

namespace tandem::smt {

namespace {

std::string side(const Problem& problem, const Literal& l, int variable, int other) {
    if (variable >= 0) return problem.variables[static_cast<std::size_t>(variable)].name;
    return readable(problem, other, l.constant);
}

std::string text(const Problem& problem, const Literal& l) {
    const int named = l.a >= 0 ? l.a : l.b;
    const bool flag =
        problem.variables[static_cast<std::size_t>(named)].type->kind == ValueType::Kind::boolean && (l.a < 0 || l.b < 0);
    if (flag && (l.relation == Relation::equal || l.relation == Relation::differ))
        return ((l.relation == Relation::equal) == (l.constant != 0) ? "" : "not ") +
               problem.variables[static_cast<std::size_t>(named)].name;
    const char* relation = l.relation == Relation::equal    ? " = "
                           : l.relation == Relation::differ ? " /= "
                           : l.relation == Relation::less   ? " < "
                                                            : " <= ";
    return side(problem, l, l.a, l.b) + relation + side(problem, l, l.b, l.a);
}

}  // namespace

std::string readable(const Problem& problem, int variable, int value) {
    const ValueType& type = *problem.variables[static_cast<std::size_t>(variable)].type;
    if (type.kind == ValueType::Kind::boolean) return value ? "yes" : "no";
    const auto index = static_cast<std::size_t>(value);
    return value >= 0 && index < type.names.size() && type.name != "value" ? type.names[index] : std::to_string(value);
}

std::string readable(const Problem& problem, const Clause& clause) {
    // What compares two variables is what the clause says; the rest says when.
    std::string when, what;
    const bool compares = [&] {
        for (const Literal& l : clause.literals)
            if (l.a >= 0 && l.b >= 0) return true;
        return false;
    }();
    for (const Literal& l : clause.literals) {
        if (compares && (l.a < 0 || l.b < 0)) when += (when.empty() ? "" : " and ") + text(problem, negated(l));
        else what += (what.empty() ? "" : " or ") + text(problem, l);
    }
    return when.empty() ? what : when + ": " + what;
}

std::vector<std::string> readable(const Problem& problem, const StateVector& state) {
    std::vector<std::string> lines;
    for (std::size_t v = 0; v < state.size(); ++v)
        if (state[v] != 0) lines.push_back(problem.variables[v].name + " = " + readable(problem, static_cast<int>(v), state[v]));
    return lines;
}

std::string outcomes_of(const Problem& problem, const Path& path) {
    std::string names;
    for (std::size_t o = 0; o < problem.outcomes.size(); ++o)
        if (path.outcomes >> o & 1) names += (names.empty() ? "" : ", ") + problem.outcomes[o];
    return names;
}

}  // namespace tandem::smt
