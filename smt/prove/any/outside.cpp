#include "smt/prove/any/outside.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace tandem::smt::any {

namespace {

/// Whether the path changes what is the name's, outside the monitor, and does not do so with another name.
bool writes_alone(const Roles& roles, const Path& path, std::size_t sort, int name) {
    bool writes = false;
    std::set<std::string> own, others;
    for (const Assignment& a : path.assignments) {
        const auto& segments = roles.problem().segments;
        const auto s =
            std::find_if(segments.rbegin(), segments.rend(), [&](const Segment& segment) { return segment.first <= a.variable; });
        if (s->kind == Segment::Kind::monitor) continue;
        const bool of_name = roles.is_of(a.variable, sort, name);
        writes = writes || of_name;
        (of_name ? own : others).insert(roles.of(a.variable).pattern);
    }
    return writes && std::none_of(own.begin(), own.end(), [&](const std::string& pattern) { return others.contains(pattern); });
}

bool says_of(const Roles& roles, const Clause& clause, std::size_t sort, int name) {
    return std::any_of(clause.literals.begin(), clause.literals.end(), [&](const Literal& l) {
        return (l.a >= 0 && roles.is_of(l.a, sort, name)) || (l.b >= 0 && roles.is_of(l.b, sort, name));
    });
}

/// Why the path is to be left out: the counter of such paths; null if it stays.
std::size_t Dropped::*reason(const Roles& roles, const Path& path, const std::vector<std::size_t>& outside, PathTexts& texts,
                             const std::set<int>& known, const Names& names) {
    for (const std::size_t s : outside)
        if (acts(roles.problem(), path.event, s, names.outside[s])) return &Dropped::acts;
    const PathText text = texts.of(path);
    if (text.follows) return &Dropped::follows;
    if (text.text >= 0 && known.contains(text.text)) return nullptr;
    for (const std::size_t s : outside)
        if (writes_alone(roles, path, s, names.outside[s])) return &Dropped::writes;
    return nullptr;
}

/// Expressions in which "two pointers are equal" is either, where both are the outside name of their sort.
class Freed {
public:
    Freed(Problem& problem, const BySort& outside) : problem_(problem), outside_(outside) {}

    std::size_t comparisons() const { return comparisons_; }

    Expression operator()(Expression e) {
        if (e.is_constant() || e.op() == Operator::variable) return e;
        if (const auto known = known_.find(e.number()); known != known_.end()) return known->second;
        const Expression freed = made(e);
        return known_.emplace(e.number(), freed).first->second;
    }

private:
    // The place of inputs that say which. The names of statements and the choices of events have -2'000'000 and below.
    static constexpr int answers = -4'000'000, first_answer = 4'000'000;

    Expression made(Expression e) {
        const Expression a = (*this)(e.operand(0)), b = (*this)(e.operand(1));
        switch (e.op()) {
            case Operator::variable: break;
            case Operator::sum: return sum(a, b);
            case Operator::maximum: return maximum(a, b);
            case Operator::equal: return compared(e, a, b);
            case Operator::less:
                if (const int sort = name_sort(e.operand(0)); sort >= 0 && outside_[static_cast<std::size_t>(sort)] >= 0)
                    throw std::invalid_argument("a step orders names, which cannot be said of any number of them");
                return less(a, b);
            case Operator::negation: return negation(a);
            case Operator::conjunction: return conjunction(a, b);
            case Operator::disjunction: return disjunction(a, b);
            case Operator::conditional: return conditional(a, b, (*this)(e.operand(2)));
        }
        return e;
    }
    Expression compared(Expression e, Expression a, Expression b) {
        const Expression same = equal(a, b);
        const int sort = pointers_sort(e);
        if (sort < 0 || outside_[static_cast<std::size_t>(sort)] < 0) return same;
        ++comparisons_;
        const Expression either = problem_.expressions->variable({answers, first_answer + e.number()}, boolean_);
        const Expression kept = negation(equal(a, outside_[static_cast<std::size_t>(sort)]));
        return conjunction(same, disjunction(kept, either));
    }

    Problem& problem_;
    const BySort outside_;
    const ValueType& boolean_ = problem_.expressions->type({ValueType::Kind::boolean, "boolean", 2, {}});
    std::unordered_map<int, Expression> known_;
    std::size_t comparisons_ = 0;
};

}  // namespace

std::size_t free_comparisons(Problem& problem, const Names& names) {
    Freed freed(problem, names.outside);
    for (Path& path : problem.paths) {
        for (Expression& condition : path.conditions) condition = freed(condition);
        for (Assignment& a : path.assignments) a.value = freed(a.value);
        for (auto& facts : path.broken)
            for (Expression& fact : facts) fact = freed(fact);
    }
    return freed.comparisons();
}

Dropped put_outside(Problem& problem, const std::vector<std::size_t>& outside, const Roles& kept, Names& names,
                    const std::array<Outside, sorts>& where) {
    const Roles roles(problem);
    names = all_names(problem);
    for (const std::size_t s : outside) names.outside[s] = where[s] == Outside::first ? (--names.kept[s], 0) : --names.kept[s];
    Vocabulary vocabulary;
    const std::set<int> known = texts_of(kept, vocabulary);
    PathTexts texts(roles, vocabulary, names.outside);
    Dropped dropped;
    std::erase_if(problem.paths, [&](const Path& path) {
        const auto why = reason(roles, path, outside, texts, known, names);
        if (why) ++(dropped.*why);
        return why != nullptr;
    });
    for (const std::size_t s : outside) {
        const int name = names.outside[s];
        std::erase_if(problem.typing, [&](const Clause& c) { return says_of(roles, c, s, name); });
        std::erase_if(problem.exchanges, [&](const auto& e) {
            return static_cast<std::size_t>(e.first) == s && (e.second.first == name || e.second.second == name);
        });
    }
    problem.suggested.clear();
    for (Claim& claim : problem.claims) claim.clauses.clear();
    return dropped;
}

ComparedPaths compared(const Problem& with, const Names& names, const Roles& without) {
    Vocabulary vocabulary;
    const std::set<int> known = texts_of(without, vocabulary);
    const Roles roles(with);
    PathTexts texts(roles, vocabulary, names.outside);
    ComparedPaths result{
        .without = without.problem().paths.size(), .with = with.paths.size(), .first_lost = {}, .first_extra = {}};
    std::set<int> met;
    for (const Path& path : with.paths) {
        const int text = texts.of(path).text;
        if (text >= 0 && known.contains(text)) {
            met.insert(text);
        } else if (++result.extra == 1) {
            result.first_extra = with.events[static_cast<std::size_t>(path.event)].name;
        }
    }
    PathTexts whole(without, vocabulary);
    for (const Path& path : without.problem().paths)
        if (!met.contains(whole.of(path).text) && ++result.lost == 1)
            result.first_lost = without.problem().events[static_cast<std::size_t>(path.event)].name;
    return result;
}

}  // namespace tandem::smt::any
