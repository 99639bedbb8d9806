#include "exports/cubicle_words.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "exports/words.hpp"

namespace tandem::exports {

namespace {

constexpr const char* process = "proc";

bool is_core(const ValueType& type) { return type.kind == ValueType::Kind::name && type.name == "core"; }
bool is_data(const ValueType& type) { return type.kind == ValueType::Kind::name && type.name == "value"; }
/// Letters, digits and one underscore between them.
std::string word(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c))) out += c;
        else if (!out.empty() && out.back() != '_') out += '_';
    }
    while (!out.empty() && out.back() == '_') out.pop_back();
    return out;
}
std::string capital(std::string text) {
    if (text.empty() || !std::isalpha(static_cast<unsigned char>(text[0]))) text = "V_" + text;
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}
/// So many values are still easier to list than to reason about.
constexpr int most_listed = 16;

/// Behind a mark of its own: no word of the language has one.
std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return "t_" + text;
}

/// The text where both have the same, without what differs.
std::string common(const std::string& a, const std::string& b) {
    if (a.size() != b.size()) return a;
    std::string out;
    for (std::size_t i = 0; i < a.size(); ++i) out += a[i] == b[i] ? a[i] : ' ';
    return out;
}

}  // namespace

void unfit(const std::string& what) { throw std::invalid_argument("no Cubicle: " + what); }

CubicleWords::CubicleWords(const any::Roles& roles) : roles_(roles), problem_(roles.problem()) {
    taken_ = {"True", "False"};
    for (const Path& path : problem_.paths) {
        for (const Expression condition : path.conditions) note_arithmetic(condition);
        for (const Assignment& a : path.assignments) note_arithmetic(a.value);
        for (const auto& facts : path.broken)
            for (const Expression fact : facts) note_arithmetic(fact);
    }
    const auto note = [&](int variable) {
        if (variable >= 0) counted_with_.insert(*problem_.variables[static_cast<std::size_t>(variable)].type);
    };
    for (const Claim& claim : problem_.claims)
        for (const Clause& clause : claim.clauses)
            for (const Literal& l : clause.literals)
                if (l.relation == Relation::less || l.relation == Relation::less_equal) note(l.a), note(l.b);
    for (std::size_t v = 0; v + problem_.defined.size() < problem_.variables.size(); ++v)
        identifiers_.push_back(identifier_of(static_cast<int>(v)));
}

std::string CubicleWords::fresh(const std::string& wanted) {
    std::string name = wanted;
    for (int n = 2; !taken_.insert(name).second; ++n) name = wanted + "_" + std::to_string(n);
    return name;
}

std::vector<int> CubicleWords::cores(int variable) const {
    std::vector<int> all;
    any::Role role = roles_.of(variable);
    any::each_name(role, [&](std::size_t sort, int n) {
        if (sort == 0) all.push_back(n);
    });
    return all;
}

std::string CubicleWords::identifier_of(int variable) {
    any::Role role = roles_.of(variable);
    any::Role nameless = role, other = role;
    any::each_name(nameless, [](std::size_t, int& n) { n = 0; });
    const auto found = by_role_.find(nameless);
    if (found != by_role_.end()) return found->second;
    // Which part of the name says which core: what another core's variable has in other words.
    std::string text = problem_.variables[static_cast<std::size_t>(variable)].name;
    const int extent = problem_.shape[model::Sort::core];
    any::each_name(other, [&](std::size_t sort, int& n) {
        if (sort == 0) n = (n + 1) % extent;
    });
    if (const auto there = roles_.variable(other)) text = common(text, problem_.variables[static_cast<std::size_t>(*there)].name);
    return by_role_[nameless] = fresh(capital(word(text)));
}

void CubicleWords::note_arithmetic(Expression e) {
    if (e.is_constant() || e.op() == Operator::variable) return;
    for (int i = 0; i < 3; ++i) {
        const Expression operand = e.operand(i);
        note_arithmetic(operand);
        const bool counts = e.op() == Operator::sum || e.op() == Operator::maximum || e.op() == Operator::less;
        if (counts && !operand.is_constant()) counted_with_.insert(operand.type());
    }
}

/// Whether the type has values of its own in Cubicle, which have names. Numbers that are only told apart do.
bool CubicleWords::enumerates(const ValueType& type) const {
    switch (type.kind) {
        case ValueType::Kind::boolean:
            return false;
        case ValueType::Kind::number:
            return type.cardinality <= most_listed && !counted_with_.contains(type);
        case ValueType::Kind::enumeration:
            return true;
        case ValueType::Kind::name:
            break;
    }
    return !is_core(type) && !is_data(type);
}

std::string CubicleWords::value_name(int value, const ValueType& type) const {
    const std::string word_of_value = type.names.empty() ? std::to_string(value) : type.names[static_cast<std::size_t>(value)];
    const std::string of =
        type.kind == ValueType::Kind::number ? "Of_" + std::to_string(type.cardinality) : capital(word(type.name));
    return of + "_" + word(word_of_value);
}

std::string CubicleWords::type_name(const ValueType& type) const {
    if (is_core(type)) return process;
    switch (type.kind) {
        case ValueType::Kind::boolean:
            return "bool";
        case ValueType::Kind::number:
            return enumerates(type) ? lower("of_" + std::to_string(type.cardinality)) : "int";
        case ValueType::Kind::enumeration:
        case ValueType::Kind::name:
            break;
    }
    return lower(word(type.name));
}

std::string CubicleWords::declarations() const {
    std::map<std::string, std::string> types;
    std::string variables, arrays;
    std::set<std::string> declared;
    for (std::size_t v = 0; v < identifiers_.size(); ++v) {
        const ValueType& type = *problem_.variables[v].type;
        if (is_data(type)) types[type_name(type)] = "";
        if (enumerates(type)) {
            std::string& values = types[type_name(type)];
            values.clear();
            for (int i = 0; i < type.cardinality; ++i) values += (values.empty() ? " = " : " | ") + value_name(i, type);
        }
        if (!declared.insert(identifiers_[v]).second) continue;
        const std::size_t indices = cores(static_cast<int>(v)).size();
        if (indices > 2) unfit(problem_.variables[v].name + " belongs to three cores at once");
        if (indices == 0) variables += "var " + identifiers_[v] + " : " + type_name(type) + "\n";
        else arrays += "array " + identifiers_[v] + (indices == 1 ? "[proc] : " : "[proc, proc] : ") + type_name(type) + "\n";
    }
    std::string text;
    for (const auto& [name, values] : types) text += "type " + name + values + "\n";
    return text + "\n" + variables + arrays;
}

std::string CubicleWords::constants() const {
    std::string text;
    for (const auto& [name, type] : constants_) text += "var " + name + " : " + type + "\n";
    return text;
}

std::string CubicleWords::constants_differ() const {
    std::string text;
    for (auto a = constants_.begin(); a != constants_.end(); ++a)
        for (auto b = std::next(a); b != constants_.end(); ++b)
            if (a->second == b->second && a->second != process && !a->first.starts_with("Any_") && !b->first.starts_with("Any_"))
                text += "  && " + a->first + " <> " + b->first + "\n";
    return text;
}

std::string CubicleWords::constant(int value, const ValueType& type, const CoreNames& names) {
    const auto kept = [&](const std::string& name) {
        constants_[name] = type_name(type);
        return name;
    };
    if (is_core(type)) {
        if (const auto found = names.find(value); found != names.end()) return found->second;
        if (value != 0) unfit("a path speaks of a core by its number");
        return kept("Core_0");
    }
    if (is_data(type)) return kept("Value_" + std::to_string(value));
    if (type.kind == ValueType::Kind::boolean) return value != 0 ? "True" : "False";
    return enumerates(type) ? value_name(value, type) : std::to_string(value);
}

std::string CubicleWords::variable(int variable, const CoreNames& names) const {
    std::string text;
    for (const int core : cores(variable)) {
        const auto found = names.find(core);
        if (found == names.end()) unfit("a term speaks of two other cores at once");
        text += (text.empty() ? "[" : ", ") + found->second;
    }
    return identifier(variable) + (text.empty() ? "" : text + "]");
}

bool CubicleWords::speaks_of_others(Expression e, const CoreNames& names) const {
    if (e.is_constant()) return false;
    if (e.op() == Operator::variable) {
        if (e.place().node < 0) return false;
        const std::vector<int> all = cores(problem_.variable_of(e.place()));
        return std::any_of(all.begin(), all.end(), [&](int core) { return !names.contains(core); });
    }
    for (int i = 0; i < 3; ++i) {
        if (speaks_of_others(e.operand(i), names)) return true;
        // a pointer is compared with a core
        if (e.op() == Operator::equal && i < 2 && e.operand(i).is_constant() && any::name_sort(e.operand(1 - i)) == 0 &&
            !names.contains(e.operand(i).constant()))
            return true;
    }
    return false;
}

std::string CubicleWords::term(Expression e, const ValueType& type, const CoreNames& names) {
    if (e.is_constant()) return constant(e.constant(), type, names);
    if (e.op() == Operator::variable) {
        if (e.place().node >= 0) return variable(problem_.variable_of(e.place()), names);
        const std::string name = "Any_" + word(e.type().name.empty() ? "number" : e.type().name);
        constants_[name] = type_name(e.type());
        return name;
    }
    if (e.op() == Operator::sum)
        for (const int i : {0, 1})
            if (e.operand(i).is_constant() && !e.operand(1 - i).is_constant()) {
                const int n = e.operand(i).constant();
                return term(e.operand(1 - i), type, names) + (n < 0 ? " - " : " + ") + std::to_string(n < 0 ? -n : n);
            }
    unfit("a value is more than a variable, or one more or less");
}

std::string CubicleWords::literal(Relation relation, const std::string& a, const std::string& b) const {
    switch (relation) {
        case Relation::equal:
            return a + " = " + b;
        case Relation::differ:
            return a + " <> " + b;
        case Relation::less:
            return a + " < " + b;
        case Relation::less_equal:
            return a + " <= " + b;
    }
    return "";
}

std::string CubicleWords::formula(Expression e, bool truth, const CoreNames& names) {
    if (e.is_constant()) unfit("a condition is constant");
    const auto both = [&](bool conjunction) {
        return "(" + formula(e.operand(0), truth, names) + (conjunction == truth ? " && " : " || ") +
               formula(e.operand(1), truth, names) + ")";
    };
    switch (e.op()) {
        case Operator::variable:
            return term(e, e.type(), names) + (truth ? " = True" : " = False");
        case Operator::negation:
            return formula(e.operand(0), !truth, names);
        case Operator::conjunction:
            return both(true);
        case Operator::disjunction:
            return both(false);
        case Operator::equal:
        case Operator::less: {
            const Expression a = e.operand(0), b = e.operand(1);
            const ValueType& type = a.is_constant() ? b.type() : a.type();
            const std::string first = term(a, type, names), second = term(b, type, names);
            if (e.op() == Operator::equal) return literal(truth ? Relation::equal : Relation::differ, first, second);
            return truth ? literal(Relation::less, first, second) : literal(Relation::less_equal, second, first);
        }
        case Operator::conditional: {
            std::string either;
            for (const bool yes : {true, false}) {
                const Expression value = e.operand(yes ? 1 : 2);
                if (value.is_constant() && (value.constant() != 0) != truth) continue;
                const std::string when = formula(e.operand(0), yes, names);
                either += (either.empty() ? "" : " || ") +
                          (value.is_constant() ? when : "(" + when + " && " + formula(value, truth, names) + ")");
            }
            return "(" + either + ")";
        }
        case Operator::sum:
        case Operator::maximum:
            break;
    }
    unfit("a condition is a number");
}

}  // namespace tandem::exports
