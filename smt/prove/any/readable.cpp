#include "smt/prove/any/readable.hpp"

#include "smt/prove/readable.hpp"

namespace tandem::smt::any {

namespace {

constexpr std::array<const char*, sorts> letters{"cdefghij", "tuvwxyz", "abijklmn"};

std::string letter(std::size_t sort, int bound) { return std::string(1, letters[sort][static_cast<std::size_t>(bound)]); }

/// The name of the variable, with a letter wherever it changes with a name of its role.
std::string variable_text(const Role& bound, const Roles& roles) {
    const auto at = roles.variable(bound);
    if (!at) return bound.pattern;
    std::string text = roles.problem().variables[static_cast<std::size_t>(*at)].name;
    const std::string original = text;
    each_name(bound, [&](std::size_t s, const int& n) {
        for (int other = 0; other < roles.problem().shape[static_cast<model::Sort>(s)]; ++other) {
            Role changed = bound;
            each_name(changed, [&](std::size_t t, int& m) {
                if (t == s && m == n) m = other;
            });
            const auto there = other == n ? std::nullopt : roles.variable(changed);
            if (!there) continue;
            const std::string& name = roles.problem().variables[static_cast<std::size_t>(*there)].name;
            if (name.size() != original.size()) continue;
            for (std::size_t i = 0; i < name.size(); ++i)
                if (name[i] != original[i]) text[i] = letter(s, n)[0];
            return;
        }
    });
    return text;
}

std::string constant_text(const QuantifiedLiteral& l, const Roles& roles) {
    if (l.sort >= 0) return letter(static_cast<std::size_t>(l.sort), l.constant);
    const auto variable = roles.variable(l.a ? *l.a : *l.b);
    return variable ? smt::readable(roles.problem(), *variable, l.constant) : std::to_string(l.constant);
}

std::string text(QuantifiedLiteral l, bool negated, const Roles& roles) {
    if (negated) {
        if (l.relation == Relation::equal || l.relation == Relation::differ) {
            l.relation = l.relation == Relation::equal ? Relation::differ : Relation::equal;
        } else {
            l.relation = l.relation == Relation::less ? Relation::less_equal : Relation::less;
            std::swap(l.a, l.b);
        }
    }
    const auto first = roles.variable(l.a ? *l.a : *l.b);
    const bool flag = first && !(l.a && l.b) &&
                      roles.problem().variables[static_cast<std::size_t>(*first)].type->kind == ValueType::Kind::boolean;
    if (flag && (l.relation == Relation::equal || l.relation == Relation::differ))
        return ((l.relation == Relation::equal) == (l.constant != 0) ? "" : "not ") + variable_text(l.a ? *l.a : *l.b, roles);
    const char* relation = l.relation == Relation::equal    ? " = "
                           : l.relation == Relation::differ ? " /= "
                           : l.relation == Relation::less   ? " < "
                                                            : " <= ";
    const auto side = [&](const std::optional<Role>& role) {
        return role ? variable_text(*role, roles) : constant_text(l, roles);
    };
    return side(l.a) + relation + side(l.b);
}

/// "sms c != d"
std::string bound_text(const Quantified& clause, std::size_t sort, const SortWords& words) {
    std::string names;
    for (int n = 0; n < clause.names[sort]; ++n) names += (n > 0 ? " != " : "") + letter(sort, n);
    return words[sort] + " " + names;
}

}  // namespace

bool is_range(const Quantified& clause) {
    return clause.literals.size() == 1 && clause.literals[0].relation == Relation::less_equal &&
           !(clause.literals[0].a && clause.literals[0].b);
}

std::string readable(const Quantified& clause, const Roles& roles, const SortWords& words) {
    std::string all, when, what;
    for (std::size_t s = 0; s < sorts; ++s)
        if (clause.names[s] > 0) all += (all.empty() ? "for all " : ", ") + bound_text(clause, s, words);
    // What compares two variables is what the clause says; the rest says when.
    bool compares = false;
    for (const QuantifiedLiteral& l : clause.literals) compares = compares || (l.a && l.b);
    for (const QuantifiedLiteral& l : clause.literals) {
        if (compares && !(l.a && l.b)) when += (when.empty() ? "" : " and ") + text(l, true, roles);
        else what += (what.empty() ? "" : " or ") + text(l, false, roles);
    }
    return (all.empty() ? "" : all + ": ") + (when.empty() ? what : when + ": " + what);
}

}  // namespace tandem::smt::any
