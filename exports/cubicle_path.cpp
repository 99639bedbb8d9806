#include "exports/cubicle_path.hpp"

#include <algorithm>

namespace tandem::exports {

namespace {

constexpr std::array parameters{"n", "m", "k", "l"};
/// Whoever is none of the parameters; what an update goes over.
constexpr const char *other_core = "j", *second_index = "i";

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
    return all;
}

bool is(Expression e, Operator op) { return !e.is_constant() && e.op() == op; }

}  // namespace

CubiclePath::CubiclePath(CubicleWords& words, const Problem& problem, const Path& path, const std::vector<int>& depends,
                         const std::map<int, std::string>& flags)
    : words_(words), problem_(problem), path_(path), depends_(depends), flags_(flags) {
    if (depends.size() > parameters.size()) unfit("a path depends on too many cores");
    for (int n = 0; n < problem_.shape[model::Sort::core]; ++n)
        if (std::find(depends.begin(), depends.end(), n) == depends.end()) others_.push_back(n);
}

CubicleTransition CubiclePath::transition() {
    CubicleTransition least;
    for (std::size_t i = 0; i < depends_.size(); ++i) least.parameters += (i > 0 ? " " : "") + std::string(parameters[i]);
    std::vector<std::size_t> order(depends_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    do {
        names_.clear();
        for (std::size_t i = 0; i < order.size(); ++i) names_[depends_[i]] = parameters[order[i]];
        if (const std::string now = text(); least.body.empty() || now < least.body) least.body = now;
    } while (std::next_permutation(order.begin(), order.end()));
    least.event = problem_.events[static_cast<std::size_t>(path_.event)].name;
    return least;
}

CoreNames CubiclePath::with(int other, const std::string& name) const {
    CoreNames names = names_;
    names[other] = name;
    return names;
}

std::string CubiclePath::text() { return requires_text() + "{\n" + changes() + "}\n"; }

// ---- what is required -----------------------------------------------------------------------------------------------

/// The parts of a conjunction or of a disjunction, whichever is asked for.
void CubiclePath::flatten(Expression e, bool truth, bool conjunction, std::vector<Part>& parts) {
    if (is(e, Operator::negation)) return flatten(e.operand(0), !truth, conjunction, parts);
    if (is(e, conjunction == truth ? Operator::conjunction : Operator::disjunction)) {
        for (const int i : {0, 1}) flatten(e.operand(i), truth, conjunction, parts);
        return;
    }
    parts.push_back({e, truth});
}

std::string CubiclePath::of_others(const std::vector<Part>& parts, std::vector<std::string>& own, const std::string& join) {
    std::map<int, std::vector<std::string>> of;
    for (const int other : others_) of[other] = {};
    for (const Part& part : parts) {
        if (!words_.speaks_of_others(part.condition, names_)) {
            own.push_back(words_.formula(part.condition, part.truth, names_));
            continue;
        }
        const auto one = std::find_if(others_.begin(), others_.end(), [&](int other) {
            return !words_.speaks_of_others(part.condition, with(other, other_core));
        });
        if (one == others_.end()) unfit("a condition speaks of two other cores at once");
        of[*one].push_back(words_.formula(part.condition, part.truth, with(*one, other_core)));
    }
    for (auto& [other, texts] : of) {
        std::sort(texts.begin(), texts.end());
        if (texts != of.begin()->second)
            unfit("a handler asks one core after another: `model::none_in` asks of all at once (" +
                  problem_.events[static_cast<std::size_t>(path_.event)].name + ")");
    }
    return joined(of.begin()->second, join);
}

std::string CubiclePath::requires_text() {
    std::vector<Part> parts, single;
    std::vector<std::string> texts;
    for (const Expression condition : path_.conditions) flatten(condition, true, true, parts);
    for (const Part& part : parts) {
        std::vector<Part> alternatives;
        flatten(part.condition, part.truth, false, alternatives);
        if (alternatives.size() == 1 || !words_.speaks_of_others(part.condition, names_)) {
            single.push_back(part);
            continue;
        }
        std::vector<std::string> own;
        if (const std::string some = of_others(alternatives, own, " || "); !some.empty())
            own.push_back(std::string("(exists_other ") + other_core + ". " + some + ")");
        texts.push_back("(" + joined(own, " || ") + ")");
    }
    if (const std::string all = of_others(single, texts, " && "); !all.empty())
        texts.push_back(std::string("(forall_other ") + other_core + ". " + all + ")");
    std::sort(texts.begin(), texts.end());
    return texts.empty() ? "" : "requires {\n  " + joined(texts, " &&\n  ") + " }\n";
}

// ---- what becomes of it ---------------------------------------------------------------------------------------------

CubiclePath::Cases CubiclePath::cases(Expression e, const ValueType& type, const CoreNames& names) {
    if (is(e, Operator::conditional)) {
        Cases all;
        const std::string when = words_.formula(e.operand(0), true, names);
        for (const auto& [condition, value] : cases(e.operand(1), type, names))
            all.emplace_back(when + (condition.empty() ? "" : " && " + condition), value);
        for (auto& rest : cases(e.operand(2), type, names)) all.push_back(std::move(rest));
        return all;
    }
    if (is(e, Operator::maximum))
        return cases(conditional(less(e.operand(0), e.operand(1)), e.operand(1), e.operand(0)), type, names);
    if (!e.is_constant() && e.op() != Operator::variable && is_truth(e))
        return {{words_.formula(e, true, names), "True"}, {"", "False"}};
    return {{"", words_.term(e, type, names)}};
}

void CubiclePath::add_cases(std::string& lines, const std::string& where, const Cases& cases) const {
    for (const auto& [condition, value] : cases)
        lines +=
            "\n    | " +
            (where.empty() && condition.empty() ? "_" : where + (where.empty() || condition.empty() ? "" : " && ") + condition) +
            " : " + value;
}

std::string CubiclePath::variable_change(const std::string& target, Expression value, const ValueType& type) {
    const Cases all = cases(value, type, names_);
    if (all.size() == 1) return "  " + target + " := " + all[0].second + ";\n";
    std::string lines;
    add_cases(lines, "", all);
    return "  " + target + " := case" + lines + ";\n";
}

/// First the parameters' own values, then what becomes of all others, then of the rest nothing.
std::string CubiclePath::array_change(const std::string& target, const std::map<std::vector<int>, Expression>& values,
                                      const ValueType& type) {
    const std::size_t indices = values.begin()->first.size();
    const std::array<std::string, 2> index{other_core, second_index};
    const std::string same = target + "[" + index[0] + (indices == 2 ? std::string(", ") + index[1] : "") + "]";
    const auto is_other = [&](int core) { return !names_.contains(core); };
    std::string own, wide;
    std::map<std::vector<int>, std::string> of_all;  // by indices, with -1 for any other core
    std::map<std::vector<int>, std::size_t> times;
    for (const auto& [cores, value] : values) {
        std::vector<int> kept = cores;
        CoreNames names = names_;
        std::string where;
        for (std::size_t i = 0; i < indices; ++i) {
            if (is_other(cores[i])) {
                if (names.contains(cores[i]) || std::count(kept.begin(), kept.end(), -1) > 0)
                    unfit("a step changes what belongs to two other cores");
                names[cores[i]] = index[i];
                kept[i] = -1;
            } else {
                where += (where.empty() ? "" : " && ") + index[i] + " = " + names_.at(cores[i]);
            }
        }
        std::string lines;
        add_cases(lines, where, cases(value, type, names));
        if (kept == cores) own += lines;
        else {
            const auto [found, added] = of_all.try_emplace(kept, lines);
            if (!added && found->second != lines) unfit("a step tells other cores apart");
            ++times[kept];
        }
    }
    for (const auto& [kept, lines] : of_all) {
        if (times[kept] != others_.size()) unfit("a step changes some of the other cores");
        wide += lines;
    }
    // What belongs to parameters alone and stays as it is, where all others change.
    const auto stays = [&](const std::vector<int>& cores) {
        if (wide.empty() || values.contains(cores)) return;
        std::string where;
        for (std::size_t i = 0; i < indices; ++i) where += (where.empty() ? "" : " && ") + index[i] + " = " + names_.at(cores[i]);
        own += "\n    | " + where + " : " + same;
    };
    for (const int a : depends_) {
        if (indices == 1) stays({a});
        else
            for (const int b : depends_) stays({a, b});
    }
    // Of what changes for all others, the last case has no condition.
    if (indices == 1 && !wide.empty()) return "  " + same + " := case" + own + wide + ";\n";
    return "  " + same + " := case" + own + wide + "\n    | _ : " + same + ";\n";
}

std::string CubiclePath::changes() {
    std::vector<std::string> lines;
    std::map<std::string, std::map<std::vector<int>, Expression>> arrays;
    std::map<std::string, const ValueType*> types;
    std::map<std::string, Expression> used;
    const auto look = [&](Expression e) {
        for_each_variable(e, [&](Expression v) {
            if (v.place().node >= 0) return;
            const auto [input, added] = used.try_emplace(words_.term(v, v.type(), names_), v);
            if (!added && input->second != v) unfit("a step chooses two values of one type");
        });
    };
    for (const Expression condition : path_.conditions) look(condition);
    for (const auto& [variable, value] : path_.assignments) {
        look(value);
        if (static_cast<std::size_t>(variable) + problem_.defined.size() >= problem_.variables.size()) continue;
        const ValueType& type = *problem_.variables[static_cast<std::size_t>(variable)].type;
        const std::string& target = words_.identifier(variable);
        const std::vector<int> cores = words_.cores(variable);
        if (cores.empty()) lines.push_back(variable_change(target, value, type));
        else arrays[target][cores] = value, types[target] = &type;
    }
    for (const auto& [target, values] : arrays) lines.push_back(array_change(target, values, *types.at(target)));
    for (std::size_t i = 0; i < path_.broken.size(); ++i) {
        Expression all = 1;
        for (const Expression e : path_.broken[i]) all = conjunction(all, e);
        if (!all.is_constant() && words_.speaks_of_others(all, names_)) unfit("a step can break a property for another core");
        const std::string& flag = flags_.at(path_.broken_claim[i]);
        if (all.is_constant()) lines.push_back("  " + flag + " := True;\n");
        else
            lines.push_back("  " + flag + " := case\n    | " + words_.formula(all, true, names_) + " : True\n    | _ : " + flag +
                            ";\n");
    }
    // The next step may take another: the input is any value.
    for (const auto& [input, chosen] : used) lines.push_back("  " + input + " := .;\n");
    std::sort(lines.begin(), lines.end());
    std::string all = joined(lines, "");
    if (!all.empty()) all.erase(all.size() - 2, 1);  // the last has no semicolon
    return all;
}

}  // namespace tandem::exports
