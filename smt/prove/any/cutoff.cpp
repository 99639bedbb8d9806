#include "smt/prove/any/cutoff.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace tandem::smt::any {

namespace {

/// One witness need not be kept: the outside name is it, of whose variables nothing is assumed.
constexpr int outside_is = 1;

/// The names with which a path compares pointers inside of terms, such as "some name has this, and the pointer is not it". There
/// the outside name is no witness: a pointer to another dropped name holds it too.
class ComparedInTerms {
public:
    explicit ComparedInTerms(std::size_t sort) : sort_(static_cast<int>(sort)) {}

    const std::set<int>& of(const Path& path) {
        names_.clear();
        known_.clear();
        for (const Expression condition : path.conditions) look(condition, false);
        for (const Assignment& a : path.assignments) look(a.value, true);
        return names_;
    }

private:
    static bool is(Expression e, Operator op) { return !e.is_constant() && e.op() == op; }

    /// `inside`: of a term. What a path asks by itself, of one name, is none.
    void look(Expression e, bool inside) {
        if (e.is_constant() || e.op() == Operator::variable || !known_.insert({e.number(), inside}).second) return;
        if (e.op() == Operator::conjunction) {
            for (const int i : {0, 1}) look(e.operand(i), inside);
            return;
        }
        if (e.op() == Operator::negation) return look(e.operand(0), inside || !is(e.operand(0), Operator::equal));
        if (e.op() == Operator::equal && inside)
            for (const int i : {0, 1}) {
                const Expression name = e.operand(1 - i);
                if (name.is_constant() && name_sort(e.operand(i)) == sort_) names_.insert(name.constant());
            }
        for (const int i : {0, 1, 2}) look(e.operand(i), true);
    }

    const int sort_;
    std::set<int> names_;
    std::set<std::pair<int, bool>> known_;
};

/// Those of the sort that a violation speaks of.
std::set<int> spoken_of(const Roles& roles, const std::vector<Expression>& facts, std::size_t sort) {
    std::set<int> names;
    for (const Expression fact : facts)
        for_each_variable(fact, [&](Expression v) {
            if (v.place().node < 0) return;
            each_name(roles.of(roles.problem().variable_of(v.place())), [&](std::size_t s, int n) {
                if (s == sort && n > 0) names.insert(n);
            });
        });
    return names;
}

}  // namespace

std::vector<NamesOfPath> names_of_paths(const Roles& larger, const Roles& smaller, std::size_t sort) {
    const Problem& problem = larger.problem();
    const int extent = problem.shape[static_cast<model::Sort>(sort)];
    Vocabulary vocabulary;
    const std::set<int> known = texts_of(smaller, vocabulary);
    std::vector<PathTexts> without(1, PathTexts(larger, vocabulary));
    for (int n = 1; n < extent; ++n) {
        BySort left_out = none;
        left_out[sort] = n;
        without.emplace_back(larger, vocabulary, left_out);
    }
    ComparedInTerms compared(sort);
    std::vector<NamesOfPath> all;
    std::set<std::tuple<std::array<int, 7>, std::set<std::string>, std::set<std::string>>> met;
    for (const Path& path : problem.paths) {
        NamesOfPath of;
        std::set<int> named;
        for (int n = 1; n < extent; ++n) {
            const PathText text = without[static_cast<std::size_t>(n)].of(path);
            if (text.text >= 0 && known.contains(text.text)) of.witnesses = std::max(of.witnesses, text.witnesses);
            if (text.text >= 0 && known.contains(text.text)) continue;
            named.insert(n);
            ++(acts(problem, path.event, sort, n) ? of.actors : text.follows ? of.followed : of.others);
        }
        of.bounded = static_cast<int>(named.size()) < extent - 1;
        const std::set<int>& asked = compared.of(path);
        if (of.witnesses > 0 && std::all_of(asked.begin(), asked.end(), [&](int n) { return n == 0 || named.contains(n); }))
            of.witnesses -= outside_is;
        of.breaks = !path.broken.empty();
        for (const auto& broken : path.broken) {
            const std::set<int> names = spoken_of(larger, broken, sort);
            of.broken =
                std::max(of.broken,
                         static_cast<int>(std::count_if(names.begin(), names.end(), [&](int n) { return !named.contains(n); })));
        }
        for (const Assignment& a : path.assignments) {
            const Role& role = larger.of(a.variable);
            bool of_a_name = false;
            each_name(role, [&](std::size_t s, int n) { of_a_name = of_a_name || (s == sort && named.contains(n)); });
            of.changed.insert(role.pattern);
            if (!of_a_name) of.elsewhere.insert(role.pattern);
        }
        of.event = problem.events[static_cast<std::size_t>(path.event)].name;
        const std::array numbers{of.actors, of.followed, of.others, of.witnesses, of.broken, int(of.breaks), int(of.bounded)};
        if (met.emplace(numbers, of.changed, of.elsewhere).second) all.push_back(std::move(of));
    }
    return all;
}

NamesNeeded names_needed(const std::vector<NamesOfPath>& paths, const std::set<Quantified>& clauses, std::size_t sort) {
    std::set<std::pair<int, std::set<std::string>>> kinds;  // how many names, and which variables
    for (const Quantified& q : clauses) {
        std::set<std::string> patterns;
        for (const QuantifiedLiteral& l : q.literals)
            for (const auto* side : {&l.a, &l.b})
                if (*side) patterns.insert((*side)->pattern);
        kinds.emplace(names_to_break(q, sort), std::move(patterns));
    }
    const auto meet = [](const std::set<std::string>& a, const std::set<std::string>& b) {
        return std::any_of(a.begin(), a.end(), [&](const std::string& one) { return b.contains(one); });
    };
    NamesNeeded most;
    const auto note = [&](int names, bool in_common, const NamesOfPath& path) {
        const int size = names + path.of_step() - in_common;
        const bool more = path.bounded == most.path.bounded ? size > most.size : !path.bounded;
        if (more || most.path.event.empty()) most = {size, names, in_common, path};
    };
    for (const NamesOfPath& path : paths) {
        if (path.breaks || !path.bounded) note(path.broken, false, path);
        for (const auto& [names, patterns] : kinds)
            if (meet(patterns, path.changed)) note(names, !meet(patterns, path.elsewhere), path);
    }
    return most;
}

}  // namespace tandem::smt::any
