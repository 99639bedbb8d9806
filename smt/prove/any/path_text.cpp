#include "smt/prove/any/path_text.hpp"

#include <algorithm>
#include <cctype>

namespace tandem::smt::any {

namespace {

/// The operands of nested operations of one kind.
void flatten(Expression e, Operator op, std::vector<Expression>& parts) {
    if (e.is_constant() || e.op() != op) return parts.push_back(e);
    flatten(e.operand(0), op, parts);
    flatten(e.operand(1), op, parts);
}

/// An event's name without the names in it: digits, and capitals that stand alone.
std::string masked(const std::string& text) {
    std::string out;
    const auto letter = [&](std::size_t i) { return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])); };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        const bool alone = std::isupper(c) && (i == 0 || !letter(i - 1)) && !letter(i + 1);
        out += std::isdigit(c) || alone ? '#' : text[i];
    }
    return out;
}

}  // namespace

int name_sort(Expression e) {
    static constexpr std::array<const char*, sorts> names{"core", "thread", "address"};
    if (e.is_constant() || e.type().kind != ValueType::Kind::name) return -1;
    const auto found = std::find(names.begin(), names.end(), e.type().name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

int pointers_sort(Expression e) {
    if (e.is_constant() || e.op() != Operator::equal) return -1;
    const int sort = name_sort(e.operand(0));
    return sort == name_sort(e.operand(1)) ? sort : -1;
}

int PathTexts::name(std::size_t sort, int n) const {
    if (two_.exchanged && two_.sort == static_cast<int>(sort)) n = n == two_.a ? two_.b : n == two_.b ? two_.a : n;
    return n - (left_out_[sort] >= 0 && n > left_out_[sort]);
}

std::string PathTexts::role_text(int variable, bool& of_left_out) const {
    Role role = roles_.of(variable);
    std::string text = role.pattern;
    each_name(role, [&](std::size_t s, int& n) {
        of_left_out = of_left_out || n == left_out_[s];
        text += " " + std::to_string(s) + ":" + std::to_string(name(s, n));
    });
    return text;
}

const PathTexts::Text& PathTexts::of(Expression e, int sort) {
    auto& known = e.is_constant() ? constants_ : known_;
    const std::pair key{e.is_constant() ? e.constant() : e.number(), sort};
    if (const auto found = known.find(key); found != known.end()) return found->second;
    Text text = made(e, sort);
    return known.emplace(key, std::move(text)).first->second;
}

PathTexts::Text PathTexts::made(Expression e, int sort) {
    if (e.is_constant()) {
        if (sort >= pointer_value) {
            sort -= pointer_value;
            if (e.is(two_.a) || e.is(two_.b)) return {vocabulary_.number("one of two")};
        }
        if (sort < 0) return {vocabulary_.number(std::to_string(e.constant()))};
        const auto s = static_cast<std::size_t>(sort);
        if (e.constant() == left_out_[s]) return {};
        return {vocabulary_.number("name " + std::to_string(sort) + ":" + std::to_string(name(s, e.constant())))};
    }
    switch (e.op()) {
        case Operator::variable: {
            if (e.place().node < 0) return {vocabulary_.number("any " + e.type().name)};
            bool of_left_out = false;
            const std::string text = role_text(roles_.problem().variable_of(e.place()), of_left_out);
            return of_left_out ? Text{} : Text{vocabulary_.number(text)};
        }
        case Operator::conjunction:
        case Operator::disjunction:
        case Operator::maximum:
            return several(e, sort);
        case Operator::conditional:
            return chosen(e, sort);
        default:
            break;
    }
    const int compared =
        std::max(name_sort(e.operand(0)), e.op() == Operator::equal || e.op() == Operator::less ? name_sort(e.operand(1)) : -1);
    Text text = of(e.operand(0), compared);
    if (e.op() == Operator::negation) {
        if (text.number >= 0) text.number = vocabulary_.number("not " + std::to_string(text.number));
        return text;
    }
    const Text second = of(e.operand(1), compared);
    text.trimmed.insert(second.trimmed.begin(), second.trimmed.end());
    int a = text.number, b = second.number;
    if (a < 0 || b < 0) {
        text.number = std::min(a, b);
        return text;
    }
    if (e.op() != Operator::less && b < a) std::swap(a, b);
    text.number =
        vocabulary_.number(std::to_string(static_cast<int>(e.op())) + " " + std::to_string(a) + " " + std::to_string(b));
    return text;
}

/// All, some or the greatest of several: those that speak of the name are left out.
PathTexts::Text PathTexts::several(Expression e, int sort) {
    std::vector<Expression> parts;
    flatten(e, e.op(), parts);
    std::set<int> kept;
    Text text;
    for (const Expression part : parts) {
        const Text& one = of(part, sort);
        text.trimmed.insert(one.trimmed.begin(), one.trimmed.end());
        if (one.number == depends) return {depends};
        if (one.number == gone) text.trimmed.insert(e.number());
        else kept.insert(one.number);
    }
    if (kept.empty()) return {};
    std::string words = "of " + std::to_string(static_cast<int>(e.op()));
    for (const int k : kept) words += " " + std::to_string(k);
    text.number = kept.size() == 1 ? *kept.begin() : vocabulary_.number(words);
    return text;
}

/// A value read through a pointer is a chain of such choices, one for each name but the last.
PathTexts::Text PathTexts::chosen(Expression e, int sort) {
    if (sort < 0) sort = name_sort(e);
    const Text &condition = of(e.operand(0), -1), &yes = of(e.operand(1), sort), &no = of(e.operand(2), sort);
    if (condition.number == depends || yes.number == depends || no.number == depends) return {depends};
    Text text;
    for (const Text* t : {&condition, &yes, &no}) text.trimmed.insert(t->trimmed.begin(), t->trimmed.end());
    if (yes.number == gone && no.number == gone) return {};
    if (condition.number != gone && yes.number == gone) return {depends};
    if (condition.number == gone || no.number == gone) {
        text.trimmed.insert(e.number());
        text.number = no.number == gone ? yes.number : no.number;
        return text;
    }
    text.number = yes.number == no.number ? yes.number
                                          : vocabulary_.number("if " + std::to_string(condition.number) + " " +
                                                               std::to_string(yes.number) + " " + std::to_string(no.number));
    return text;
}

/// What conditions say of pointers, in one way: which name each is, if they tell. Of the last name that is left, no path asks.
std::vector<Expression> PathTexts::decided(const std::vector<Expression>& conditions) const {
    struct Pointer {
        Expression pointer = 0;
        std::set<int> is{}, is_not{};
    };
    std::map<int, Pointer> pointers;
    std::vector<Expression> all;
    const auto note = [&](Expression e, bool truth) {
        if (e.is_constant() || e.op() != Operator::equal) return false;
        for (const int i : {0, 1})
            if (name_sort(e.operand(i)) >= 0 && e.operand(1 - i).is_constant()) {
                Pointer& p = pointers[e.operand(i).number()];
                p.pointer = e.operand(i);
                (truth ? p.is : p.is_not).insert(e.operand(1 - i).constant());
                return true;
            }
        return false;
    };
    for (const Expression e : conditions) {
        const bool negated = !e.is_constant() && e.op() == Operator::negation;
        if (!note(negated ? e.operand(0) : e, !negated)) all.push_back(e);
    }
    for (auto& [number, p] : pointers) {
        const int extent = roles_.problem().shape[static_cast<model::Sort>(name_sort(p.pointer))];
        if (p.is.empty() && static_cast<int>(p.is_not.size()) == extent - 1)
            for (int n = 0; n < extent; ++n)
                if (!p.is_not.contains(n)) p.is.insert(n);
        for (const int n : p.is) all.push_back(equal(p.pointer, n));
        for (const int n : p.is_not)
            if (p.is.empty()) all.push_back(negation(equal(p.pointer, n)));
    }
    return all;
}

/// False if they depend on the name.
bool PathTexts::add_conditions(const std::vector<Expression>& conditions, std::set<int>& numbers, PathText& text,
                               std::set<int>& trimmed) {
    std::vector<Expression> all;
    for (const Expression condition : conditions) flatten(condition, Operator::conjunction, all);
    for (const Expression e : decided(all)) {
        if (!e.is_constant() && e.op() == Operator::equal)
            for (const int i : {0, 1}) {
                const int sort = name_sort(e.operand(1 - i));
                const int left_out = sort < 0 ? -1 : left_out_[static_cast<std::size_t>(sort)];
                text.follows = text.follows || (left_out >= 0 && e.operand(i).is(left_out));
            }
        const Text& one = of(e, -1);
        trimmed.insert(one.trimmed.begin(), one.trimmed.end());
        if (one.number == depends || text.follows) return false;
        if (one.number >= 0) numbers.insert(one.number);
    }
    return true;
}

/// The event without its names, and which names these are.
std::string PathTexts::event_text(int number) const {
    const Problem& problem = roles_.problem();
    std::string text = masked(problem.events[static_cast<std::size_t>(number)].name);
    for (std::size_t s = 0; s < sorts; ++s) {
        std::set<int> acting;  // in the order of the names that they have in texts
        for (int n = 0; n < problem.shape[static_cast<model::Sort>(s)]; ++n)
            if (acts(problem, number, s, n)) acting.insert(name(s, n));
        for (const int n : acting) text += " " + std::to_string(s) + ":" + std::to_string(n);
    }
    return text;
}

PathText PathTexts::of(const Path& path) {
    PathText result;
    for (std::size_t s = 0; s < sorts; ++s)
        if (left_out_[s] >= 0 && acts(roles_.problem(), path.event, s, left_out_[s])) return result;
    std::set<int> trimmed, conditions;
    std::set<std::string> lines;
    std::string words = event_text(path.event) + " did " + std::to_string(path.outcomes);
    if (!add_conditions(path.conditions, conditions, result, trimmed)) return result;
    for (const auto& [variable, value] : path.assignments) {
        bool of_left_out = false;
        const std::string target = role_text(variable, of_left_out);
        if (of_left_out) continue;
        const int sort = roles_.holds_names_of(variable);
        const Text& text = of(value, sort >= 0 && sort == two_.sort ? pointer_value + sort : sort);
        if (text.number < 0) return result;
        trimmed.insert(text.trimmed.begin(), text.trimmed.end());
        lines.insert(target + " = " + std::to_string(text.number));
    }
    for (std::size_t i = 0; i < path.broken.size(); ++i) {
        // A violation that speaks of the name is one of the name's.
        std::set<int> facts;
        if (std::any_of(path.broken[i].begin(), path.broken[i].end(), [&](Expression e) { return of(e, -1).number < 0; }))
            continue;
        for (const Expression e : path.broken[i]) facts.insert(of(e, -1).number);
        std::string broken = "breaks " + roles_.problem().claims[static_cast<std::size_t>(path.broken_claim[i])].name;
        for (const int f : facts) broken += " " + std::to_string(f);
        lines.insert(broken);
    }
    for (const int c : conditions) words += " " + std::to_string(c);
    for (const std::string& line : lines) words += "; " + line;
    result.text = vocabulary_.number(words);
    result.witnesses = static_cast<int>(trimmed.size());
    return result;
}

bool acts(const Problem& problem, int number, std::size_t sort, int name) {
    const ProofEvent& event = problem.events[static_cast<std::size_t>(number)];
    if (event.names[sort] >> name & 1) return true;
    if (sort != 0 || event.node < 0) return false;
    const auto of_core = [&](const Segment& s) { return s.core == name || s.from_core == name; };
    if (of_core(problem.segments[static_cast<std::size_t>(event.node)])) return true;
    return event.channel >= 0 && std::any_of(problem.segments.begin(), problem.segments.end(), [&](const Segment& s) {
               return s.kind == Segment::Kind::channel && s.index == event.channel && of_core(s);
           });
}

void forget_unused_names(Problem& problem) {
    const auto like = [](const ProofEvent& a, const ProofEvent& b) {
        return a.node == b.node && a.channel == b.channel && masked(a.name) == masked(b.name);
    };
    const std::vector<ProofEvent> all = problem.events;
    for (ProofEvent& event : problem.events) {
        const auto names = event.names;  // as all others still have them
        for (std::size_t s = 0; s < sorts; ++s) {
            if (!(names[s] & 1) || problem.shape[static_cast<model::Sort>(s)] < 2) continue;
            auto with_another = names;
            with_another[s] = (with_another[s] & ~1u) | 2u;
            if (std::none_of(all.begin(), all.end(),
                             [&](const ProofEvent& e) { return e.names == with_another && like(e, event); }))
                event.names[s] &= ~1u;
        }
    }
}

std::map<int, const Path*> paths_by_text(const Roles& roles, Vocabulary& vocabulary, const TwoNames& two) {
    PathTexts texts(roles, vocabulary, none, two);
    std::map<int, const Path*> all;
    for (const Path& path : roles.problem().paths) all.emplace(texts.of(path).text, &path);
    return all;
}

std::set<int> texts_of(const Roles& roles, Vocabulary& vocabulary, const BySort& left_out) {
    PathTexts texts(roles, vocabulary, left_out);
    std::set<int> all;
    for (const Path& path : roles.problem().paths)
        if (const int text = texts.of(path).text; text >= 0) all.insert(text);
    return all;
}

}  // namespace tandem::smt::any
