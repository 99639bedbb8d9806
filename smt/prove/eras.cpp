#include "smt/prove/eras.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace tandem::smt {

namespace {

/// Flags that some path compares, or copies from one to the other, as sets.
class Compared {
public:
    explicit Compared(const Problem& problem) : problem_(problem), set_(problem.variables.size()) {
        std::iota(set_.begin(), set_.end(), 0);
        for (const Path& path : problem.paths) {
            for (const Expression& condition : path.conditions) note(condition);
            for (const Assignment& copied : path.assignments) together(copied.variable, flag(copied.value));
        }
    }
    /// Whether some path compares it with another.
    bool compared(int v) const {
        return std::any_of(compared_.begin(), compared_.end(), [&](int w) { return set_of(w) == set_of(v); });
    }
    int set_of(int v) const {
        while (set_[static_cast<std::size_t>(v)] != v) v = set_[static_cast<std::size_t>(v)];
        return v;
    }

private:
    void note(Expression e) {
        if (e.is_constant()) return;
        if (e.op() == Operator::negation) return note(e.operand(0));
        if (e.op() != Operator::equal) return;
        const int a = flag(e.operand(0)), b = flag(e.operand(1));
        together(a, b);
        if (a >= 0 && b >= 0) compared_.insert(a);
    }
    void together(int a, int b) {
        if (a >= 0 && b >= 0) set_[static_cast<std::size_t>(set_of(a))] = set_of(b);
    }
    /// The variable that an expression is, if it is a flag of the state.
    int flag(Expression e) const {
        if (e.is_constant() || e.op() != Operator::variable || e.place().node < 0) return -1;
        return e.type().kind == ValueType::Kind::boolean ? problem_.variable_of(e.place()) : -1;
    }

    const Problem& problem_;
    std::vector<int> set_;
    std::set<int> compared_;
};

}  // namespace

Eras::Eras(const Problem& problem, const std::vector<StateObject>& objects, const SampleTable& samples)
    : era_of_(problem.variables.size(), -1),
      age_of_(problem.variables.size(), -1),
      against_(problem.variables.size(), -1),
      of_(objects.size(), -1) {
    for (const StateVariable& v : problem.variables) is_moment_.push_back(v.type->name == "time");
    const auto segment_of = [&](const StateObject& o) -> const Segment& {
        return problem.segments[static_cast<std::size_t>(o.segment)];
    };
    const auto is_flag = [&](int v) {
        const StateVariable& variable = problem.variables[static_cast<std::size_t>(v)];
        return variable.type->kind == ValueType::Kind::boolean && !variable.expression.is_constant();
    };
    const auto whole = [](const StateObject& o) { return o.parent < 0; };
    const Compared compared(problem);
    for (const StateObject& shared : objects) {
        if (!whole(shared) || segment_of(shared).kind != Segment::Kind::node || segment_of(shared).core >= 0) continue;
        for (const int v : shared.fields) {
            if (!is_flag(v) || against(v) >= 0 || !compared.compared(v)) continue;
            std::vector<int> alike;
            for (int w = 0; w < static_cast<int>(against_.size()); ++w)
                if (w != v && is_flag(w) && compared.set_of(w) == compared.set_of(v)) alike.push_back(w);
            if (alike.empty()) continue;
            any_ = true;
            for (const StateObject& o : objects)
                if (whole(o) && segment_of(o).kind == Segment::Kind::monitor)
                    for (const int w : o.fields)
                        if (is_flag(w) && !samples.refuting({{{Relation::equal, v, w}}}, 0, samples.size())) alike.push_back(w);
            for (const int w : alike) against_[static_cast<std::size_t>(w)] = v;
        }
    }
    const auto own = [&](const StateObject& o) {
        const auto found = std::find_if(o.fields.begin(), o.fields.end(), [&](int v) { return against(v) >= 0; });
        return found == o.fields.end() ? -1 : *found;
    };
    for (std::size_t i = 0; i < objects.size(); ++i) {
        for (int o = static_cast<int>(i); o >= 0 && of_[i] < 0; o = objects[static_cast<std::size_t>(o)].parent)
            of_[i] = own(objects[static_cast<std::size_t>(o)]);
        for (const int v : objects[i].fields) era_of_[static_cast<std::size_t>(v)] = of_[i];
        if (segment_of(objects[i]).kind == Segment::Kind::monitor) find_ages(problem, objects[i].fields);
    }
}

/// A monitor dates moments (specs/watched_store.hpp): a counter beside the moment says how many resets it lies back.
void Eras::find_ages(const Problem& problem, const std::vector<int>& fields) {
    const auto type = [&](int v) -> const ValueType& { return *problem.variables[static_cast<std::size_t>(v)].type; };
    const auto record = [&](int v) {
        const std::string& name = problem.variables[static_cast<std::size_t>(v)].name;
        return name.substr(0, name.rfind('.'));
    };
    for (const int v : fields)
        for (const int w : fields)
            if (type(v).name == "time" && type(w).kind == ValueType::Kind::number && type(w).name.empty() &&
                record(v) == record(w))
                age_of_[static_cast<std::size_t>(v)] = w;
}

Eras::Side Eras::side(int moment, const std::vector<Literal>& guard) const {
    const auto said = [&](const Literal& l) { return std::find(guard.begin(), guard.end(), l) != guard.end(); };
    if (const int age = age_of(moment); age >= 0)
        return said({Relation::equal, age, -1, 0})   ? Side::current
               : said({Relation::equal, age, -1, 1}) ? Side::before
                                                     : Side::unknown;
    const int era = era_of(moment);
    if (era < 0) return Side::current;
    return said({Relation::equal, era, against(era)})    ? Side::current
           : said({Relation::differ, era, against(era)}) ? Side::before
                                                         : Side::unknown;
}

bool Eras::comparable(int x, const std::vector<Literal>& guard_of_x, int y, const std::vector<Literal>& guard_of_y) const {
    if (!any_) return true;
    if (era_of(x) >= 0 && era_of(x) == era_of(y)) return true;
    const Side side_of_x = side(x, guard_of_x);
    return side_of_x != Side::unknown && side_of_x == side(y, guard_of_y);
}

std::vector<Clause> Eras::relative(const std::vector<Clause>& invariant) const {
    std::vector<Clause> all;
    for (const Clause& clause : invariant)
        for (Clause& said : relative(clause)) all.push_back(std::move(said));
    return all;
}

std::vector<Clause> Eras::relative(const Clause& clause) const {
    std::set<int> eras, ages;
    bool shared = false;
    for (const Literal& l : clause.literals)
        for (const int v : {l.a, l.b}) {
            if (v < 0) continue;
            if (age_of(v) >= 0) ages.insert(age_of(v));
            else if (era_of(v) >= 0) eras.insert(era_of(v));
            else if (is_moment_[static_cast<std::size_t>(v)]) shared = true;
        }
    Clause current = clause, before = clause;
    for (const int e : eras) {
        current.literals.push_back({Relation::differ, e, against(e)});
        before.literals.push_back({Relation::equal, e, against(e)});
    }
    for (const int age : ages) {
        current.literals.push_back({Relation::differ, age, -1, 0});
        before.literals.push_back({Relation::differ, age, -1, 1});
    }
    std::vector<Clause> found{normalised(clause), normalised(current)};
    if (!shared) found.push_back(normalised(before));
    return found;
}

bool Eras::tells(int variable) const {
    return against(variable) >= 0 || std::find(against_.begin(), against_.end(), variable) != against_.end();
}

}  // namespace tandem::smt
