// Diagrams with two leaves as formulas: a list of conjuncts, with a quantifier where all names of a sort are alike.
#include <algorithm>

#include "exports/tla_event.hpp"

namespace tandem::exports {
namespace {

constexpr std::array sorts{model::Sort::core, model::Sort::thread, model::Sort::address, model::Sort::value};

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
    return all;
}

}  // namespace

std::string TlaEvent::condition(int level, bool truth, const Scope& scope) {
    const Expression e = diagrams_.condition(level);
    if (e.op() == Operator::variable && e.place().node <= rooms && e.place().node > Place::reported) {
        const int channel = rooms - e.place().node, messages = e.place().leaf;
        const model::ChannelInfo& info = system_.channels[static_cast<std::size_t>(channel)];
        const std::string length = (info.ordered ? "Len(" : "Cardinality(") + text_.channel_path(channel, scope) + ")";
        const std::string capacity = std::to_string(info.capacity);
        if (messages > 1) return length + " + " + std::to_string(messages) + (truth ? " <= " : " > ") + capacity;
        return length + (truth ? " < " : " >= ") + capacity;
    }
    return text_.condition(e, truth, scope);
}

/// The same, where the one name of a sort that nothing is called after is whatever is none of the others.
std::string TlaEvent::single(int level, bool truth, const Scope& scope) {
    std::vector<Conjunct> out;
    std::vector<std::pair<int, bool>> literals{{level, truth}};
    const bool one = std::any_of(sorts.begin(), sorts.end(), [&](model::Sort sort) {
        return unbound(sort, scope).size() == 1 && !scope.literal.contains(sort);
    });
    if (one && quantify_literals(out, literals, scope)) return out[0].text;
    return condition(level, truth, scope);
}

std::string TlaEvent::formula(Node f, const Scope& scope) {
    if (f == OrderedDiagrams::always) return "TRUE";
    std::vector<std::string> texts;
    for (const Conjunct& c : conjuncts(f, scope)) texts.push_back(c.text);
    return joined(texts, " /\\ ");
}

/// The parts of `f` that must all hold.
std::vector<TlaEvent::Conjunct> TlaEvent::conjuncts(Node f, const Scope& scope) {
    if (f == OrderedDiagrams::always) return {};
    if (f == OrderedDiagrams::never) return {{"FALSE"}};
    std::vector<Conjunct> out;
    std::vector<std::pair<int, bool>> literals;
    Node rest = f;
    for (const int level : diagrams_.support(f))
        for (const bool truth : {true, false})
            if (diagrams_.where(rest, level, !truth) == OrderedDiagrams::never) {
                literals.emplace_back(level, truth);
                rest = diagrams_.where(rest, level, truth);
                break;
            }
    std::vector<Conjunct> quantified;
    while (quantify_literals(quantified, literals, scope)) {}
    for (const auto& [level, truth] : literals) out.push_back({condition(level, truth, scope), level, truth});
    // Behind the others: a range may leave out the sender of a queue's head, and one of the others says that there is a head.
    out.insert(out.end(), quantified.begin(), quantified.end());
    if (OrderedDiagrams::is_leaf(rest) || quantify(out, rest, scope)) return out;
    const OrderedDiagrams::Test test = diagrams_.at(rest);
    const auto parts = [&](Node g) {
        const auto all = conjuncts(g, scope);
        std::vector<std::string> texts;
        for (const Conjunct& c : all) texts.push_back(c.text);
        return texts.size() == 1 ? texts[0] : "(" + joined(texts, " /\\ ") + ")";
    };
    const std::string is = single(test.level, true, scope), is_not = single(test.level, false, scope);
    // Implications, not disjunctions: TLC would take each disjunct for a step of its own.
    const auto implied = [&](const std::string& first, Node g) {
        const auto second = conjuncts(g, scope);
        const bool chain = second.size() == 1 && !second[0].when.empty();
        std::vector<std::string> when{first};
        if (chain) when.insert(when.end(), second[0].when.begin(), second[0].when.end());
        const std::string then = chain ? second[0].then : parts(g);
        out.push_back({"(" + joined(when, " /\\ ") + " => " + then + ")", -1, true, when, then});
    };
    if (test.yes == OrderedDiagrams::always) implied(is_not, test.no);
    else if (test.no == OrderedDiagrams::always) implied(is, test.yes);
    else out.push_back({"(IF " + is + " THEN " + parts(test.yes) + " ELSE " + parts(test.no) + ")"});
    return out;
}

// ---- quantifiers ----------------------------------------------------------------------------------------------------

/// The names of the sort that nothing is called after, least last.
std::vector<int> TlaEvent::unbound(model::Sort sort, const Scope& scope) const {
    std::vector<int> names;
    for (int n = system_.shape[sort]; n-- > 0;)
        if (!scope.names.contains({sort, n})) names.push_back(n);
    return names;
}

/// The name of the sort that something is called after, or -1.
int TlaEvent::bound(model::Sort sort, const Scope& scope) const {
    for (int n = 0; n < system_.shape[sort]; ++n)
        if (scope.names.contains({sort, n})) return n;
    return -1;
}

std::string TlaEvent::range_without(model::Sort sort, const Scope& scope) const {
    std::string known;
    for (int n = 0; n < system_.shape[sort]; ++n)
        if (const auto found = scope.names.find({sort, n}); found != scope.names.end())
            known += (known.empty() ? "" : ", ") + found->second;
    return text_.set(sort) + (known.empty() ? "" : " \\ {" + known + "}");
}

/// `scope` inside a quantifier: what is said of `number` is said of each.
TlaEvent::Scope TlaEvent::with(const Scope& scope, model::Sort sort, int number, std::string& name) const {
    Scope inner = scope;
    name = text_.fresh(text_.element(sort), inner);
    inner.names[{sort, number}] = name;
    inner.taken.insert(name);
    inner.literal.erase(sort);
    return inner;
}

TlaEvent::Node TlaEvent::exchanged(Node f, model::Sort sort, int a, int b) {
    if (a == b) return f;
    return diagrams_.rewritten(
        f, [&](Expression e) { return text_.exchanged(e, event_.node, sort, a, b); }, [](int value) { return value; });
}

/// Takes literals that hold for all names of a sort, and says so once.
bool TlaEvent::quantify_literals(std::vector<Conjunct>& out, std::vector<std::pair<int, bool>>& literals, const Scope& scope) {
    for (const model::Sort sort : sorts) {
        const std::vector<int> names = unbound(sort, scope);
        const int own = bound(sort, scope);
        if (names.empty()) continue;
        for (const auto& [level, truth] : literals) {
            const Expression e = diagrams_.condition(level);
            if (text_.mentioned(e, sort) != std::set{names[0]}) continue;
            std::vector<std::pair<int, bool>> alike{{level, truth}};
            const auto find = [&](int name) {
                const Expression image = text_.exchanged(e, event_.node, sort, names[0], name);
                const auto found = std::find_if(literals.begin(), literals.end(), [&, wanted = alike[0].second](const auto& l) {
                    return l.second == wanted && diagrams_.condition(l.first) == image;
                });
                if (found != literals.end() && name != names[0]) alike.push_back(*found);
                return found != literals.end();
            };
            if (!std::all_of(names.begin(), names.end(), find)) continue;
            const bool whole = own < 0 || find(own);
            std::string name;
            const Scope inner = with(scope, sort, names[0], name);
            std::string text;
            try {
                text = condition(level, truth, inner);
            } catch (const TlaText::Unbound&) {
                continue;
            }
            // Of a single name both are true; that something is so is said of some, that it is not of all.
            const bool some = system_.shape[sort] == 1 && truth && e.op() == Operator::variable;
            out.push_back({(some ? "(\\E " : "(\\A ") + name + " \\in " + (whole ? text_.set(sort) : range_without(sort, scope)) +
                           " : " + text + ")"});
            std::erase_if(literals, [&](const auto& l) { return std::find(alike.begin(), alike.end(), l) != alike.end(); });
            return true;
        }
    }
    return false;
}

bool TlaEvent::quantify(std::vector<Conjunct>& out, Node f, const Scope& scope) {
    for (const model::Sort sort : sorts) {
        std::vector<int> names = unbound(sort, scope);
        const int own = bound(sort, scope);
        if (names.empty()) continue;
        if (own >= 0) {
            std::vector<int> all = names;
            all.push_back(own);
            if (quantify(out, f, scope, sort, all, text_.set(sort))) return true;
        }
        if (quantify(out, f, scope, sort, names, range_without(sort, scope))) return true;
    }
    return false;
}

/// If `f` says the same of each of `names`, of all of them or of some: names[0] stands for each.
bool TlaEvent::quantify(std::vector<Conjunct>& out, Node f, const Scope& scope, model::Sort sort, const std::vector<int>& names,
                        const std::string& range) {
    std::map<int, std::set<int>> about;
    std::set<int> all;
    for (const int level : diagrams_.support(f)) {
        const std::set<int> mentioned = text_.mentioned(diagrams_.condition(level), sort);
        for (const int name : names)
            if (mentioned.contains(name)) {
                if (mentioned.size() > 1) return false;
                about[name].insert(level);
                all.insert(level);
            }
    }
    if (about.size() != names.size()) return false;
    const Node apart = diagrams_.some(f, all);
    if (apart != OrderedDiagrams::always) {
        const Node rest = diagrams_.minimal(f, apart);
        if (rest == f) return false;
        std::vector<Conjunct> first = conjuncts(apart, scope);
        if (!quantify(first, rest, scope, sort, names, range)) return false;
        out.insert(out.end(), first.begin(), first.end());
        return true;
    }
    const auto others = [&](int name) {
        std::set<int> levels;
        for (const auto& [other, of_it] : about)
            if (other != name) levels.insert(of_it.begin(), of_it.end());
        return levels;
    };
    for (const bool universal : {true, false}) {
        const Node one = universal ? diagrams_.some(f, others(names[0])) : diagrams_.all(f, others(names[0]));
        Node together = one;
        for (const int name : names) {
            const Node image = exchanged(one, sort, names[0], name);
            together = universal ? diagrams_.both(together, image) : diagrams_.either(together, image);
        }
        if (OrderedDiagrams::is_leaf(one) || (together != f && !(universal && diagrams_.both(together, f) == f))) continue;
        const Node rest = together == f ? OrderedDiagrams::always : diagrams_.minimal(f, together);
        if (rest == f) continue;  // what is the same of each name says nothing of what is left: this would go on for ever
        std::string name;
        try {
            // A bound name that is one of `names` is called like the others inside.
            Scope outer = scope;
            for (const int known : names) outer.names.erase({sort, known});
            for (const auto& [key, known] : scope.names) outer.taken.insert(known);
            const Scope inner = with(outer, sort, names[0], name);
            const std::string text = formula(one, inner);
            std::vector<Conjunct> more;
            if (rest != OrderedDiagrams::always) more = conjuncts(rest, scope);
            out.push_back({std::string(universal ? "(\\A " : "(\\E ") + name + " \\in " + range + " : " + text + ")"});
            out.insert(out.end(), more.begin(), more.end());
            return true;
        } catch (const TlaText::Unbound&) {
            continue;
        }
    }
    return false;
}

/// Of what a field is and is not: says only what it is.
void TlaEvent::tidy_kinds(std::vector<Conjunct>& conjuncts) const {
    const auto test = [&](const Conjunct& c) -> Expression {
        if (c.level < 0) return 0;
        const Expression e = diagrams_.condition(c.level);
        return e.op() == Operator::equal && e.operand(0).is_constant() && e.operand(1).op() == Operator::variable ? e
                                                                                                                  : Expression(0);
    };
    std::map<Expression, std::set<int>> excluded;
    std::set<Expression> known;
    for (const Conjunct& c : conjuncts)
        if (const Expression e = test(c); !e.is_constant()) {
            if (c.truth) known.insert(e.operand(1));
            else excluded[e.operand(1)].insert(e.operand(0).constant());
        }
    const auto only = [&](Expression field) -> int {
        if (field.place() != Place{Place::message, 0} || known.contains(field)) return -1;
        std::set<int> left = possible_kinds_;
        for (const int kind : excluded[field]) left.erase(kind);
        return left.size() == 1 ? *left.begin() : -1;
    };
    std::vector<Conjunct> result;
    for (const Conjunct& c : conjuncts) {
        const Expression e = test(c);
        if (!e.is_constant() && !c.truth) {
            const Expression field = e.operand(1);
            if (known.contains(field)) continue;
            if (const int kind = only(field); kind >= 0) {
                known.insert(field);
                result.push_back({text_.condition(equal(kind, field), true, scope_), c.level, true});
                continue;
            }
        }
        result.push_back(c);
    }
    // Which fields a message has depends on its kind, so that comes first.
    std::stable_partition(result.begin(), result.end(), [&](const Conjunct& c) {
        const Expression e = test(c);
        return !e.is_constant() && e.operand(1).place() == Place{Place::message, 0};
    });
    conjuncts = std::move(result);
}

}  // namespace tandem::exports
