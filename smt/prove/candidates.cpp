#include "smt/prove/candidates.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "smt/prove/cone.hpp"

namespace tandem::smt {

namespace {

constexpr std::size_t near_samples = 100'000, forming_samples = 15'000, few_samples = 500;  // at first
constexpr std::size_t most_values_of_field = 4;  // that a field is claimed to be one of

/// Which of x < y, x = y, x > y occur, as bits.
struct Occurring {
    unsigned bits = 0;
    void note(int x, int y) { bits |= x < y ? 1u : x == y ? 2u : 4u; }
};

/// The comparisons of x and y that allow all that occurs: the strongest first, then weaker ones, for the strongest may hold by
/// accident of the shape and not be inductive.
std::vector<Literal> comparisons(unsigned bits, int x, int y) {
    std::vector<Literal> found;
    if (bits == 1) found.push_back({Relation::less, x, y});
    if (bits == 2) found.push_back({Relation::equal, x, y});
    if (bits == 4) found.push_back({Relation::less, y, x});
    if (bits != 0 && (bits & 4) == 0) found.push_back({Relation::less_equal, x, y});
    if (bits != 0 && (bits & 1) == 0) found.push_back({Relation::less_equal, y, x});
    return found;
}

/// Whether one says which clock a core, or something of its, counts from, and the other what else is noted of that core or its
/// thread.
bool of_one_core(const Situation& a, const Situation& b) {
    if (a.at[core_at] < 0 || a.at[core_at] != b.at[core_at] || a.joint() || b.joint()) return false;
    if (a.at[thread_at] >= 0 && b.at[thread_at] >= 0 && a.at[thread_at] != b.at[thread_at]) return false;
    const auto of_all_blocks = [](const Situation& s) { return s.at[address_at] < 0; };
    return (of_all_blocks(a) && b.of_era) || (of_all_blocks(b) && a.of_era);
}

/// What clocks begin with, also after a reset: the least moment at first, apart from those of what is not in use.
int first_moment_of(const Problem& problem) {
    int first = std::numeric_limits<int>::max();
    for (const auto& state : problem.initial)
        for (std::size_t v = 0; v < state.size(); ++v)
            if (problem.variables[v].type->name == "time" && state[v] > 0) first = std::min(first, state[v]);
    return first;
}

/// Whether names of this sort are those that the object's place already says.
bool names_itself(const ValueType& type, const Situation& s) {
    return (type.name == "core" && s.at[core_at] >= 0) || (type.name == "address" && s.at[address_at] >= 0);
}

}  // namespace

/// Pairs of moments of which the first is never after the second: from when until when.
void Candidates::find_leases(Situation& s) const {
    for (const int from : s.moments)
        for (const int until : s.moments) {
            if (from == until || !eras_.comparable(from, s.guard, until, s.guard)) continue;
            bool ordered = true;
            SampleSet::each_common([&](std::size_t n) { return ordered = near_.at(n, from) <= near_.at(n, until); }, s.samples,
                                   forming_);
            if (ordered) s.leases.emplace_back(from, until);
        }
}

Candidates::Candidates(const Problem& problem, const std::vector<int>& claims, const SampleTable& samples)
    : problem_(problem),
      samples_(samples),
      near_(problem.variables.size()),
      objects_(objects_of(problem)),
      eras_(problem, objects_, samples),
      first_moment_(first_moment_of(problem)) {
    const std::vector<bool> matters = cone_of_influence(problem, claims);
    for (StateObject& object : objects_)
        std::erase_if(object.fields, [&](int v) { return !matters[static_cast<std::size_t>(v)]; });
    SampleSet near;
    for (std::size_t i = 0; i < samples.size(); i += std::max<std::size_t>(1, samples.size() / near_samples)) near.insert(i);
    for (const StateObject& object : objects_) samples.insert_rare(discrete(object), few_samples, near);
    SampleSet::each_common([&](std::size_t i) { return near_.add(samples.state(i)), true; }, near);
    const std::size_t forming = std::max<std::size_t>(1, near_.size() / forming_samples);
    for (std::size_t i = 0; i < near_.size(); i += forming) forming_.insert(i);
    situations_ = situations(problem, objects_, eras_, near_);
    counts_.situations = situations_.size();
    for (Situation& s : situations_) find_leases(s);
    pair_of_.assign(situations_.size() * (situations_.size() + 1) / 2, not_met);
}

/// What tells the states of an object apart, with what says whether it is there.
std::vector<int> Candidates::discrete(const StateObject& object) const {
    std::vector<int> found;
    for (const int v : object.fields)
        if (const ValueType& type = *problem_.variables[static_cast<std::size_t>(v)].type;
            type.name != "time" && type.name != "value" && !is_instant(type))
            found.push_back(v);
    for (const Literal& l : object.present)
        for (const int v : {l.a, l.b})
            if (v >= 0) found.push_back(v);
    return found;
}

bool Candidates::related(const Situation& a, const Situation& b) const {
    if (a.object == b.object || a.object == b.joined || a.joined == b.object || (a.joint() && a.joined == b.joined)) return false;
    const auto watches = [&](const Situation& s) {
        return problem_.segments[static_cast<std::size_t>(objects_[static_cast<std::size_t>(s.object)].segment)].kind ==
               Segment::Kind::monitor;
    };
    if (a.samples.empty() || b.samples.empty()) return false;
    if (of_one_core(a, b)) return true;
    if (watches(a) && watches(b) && (a.joint() || b.joint())) return a.joint() != b.joint();
    const auto noted = [&](const Situation& waiting, const Situation& note) {
        if (!watches(note)) return false;
        const StateObject& of = objects_[static_cast<std::size_t>(note.joint() ? note.joined : note.object)];
        return of.at[thread_at] < 0 || (of.at[thread_at] == waiting.at[thread_at] && of.at[core_at] == waiting.at[core_at]);
    };
    if ((a.of_waiting && !noted(a, b)) || (b.of_waiting && !noted(b, a))) return false;
    if (a.joint() && b.joint() && a.at[core_at] == b.at[core_at] && !watches(a) && !watches(b)) return false;
    if ((a.joint() && a.of_data && !watches(b)) || (b.joint() && b.of_data && !watches(a))) return false;
    const int x = a.at[address_at], y = b.at[address_at];
    const bool of_one_thread = a.at[core_at] == b.at[core_at] && a.at[thread_at] >= 0 && a.at[thread_at] == b.at[thread_at];
    if (x >= 0 && y >= 0 && x != y) return a.of_data || b.of_data || of_one_thread;
    if (x >= 0 && y >= 0) return !(a.absent && b.absent);
    if ((watches(a) && b.of_data) || (watches(b) && a.of_data)) return true;
    // Where queues are sets, what a node as a whole is about says what they hold.
    const auto of_whole = [](const Situation& s) { return s.at[address_at] < 0 && s.at[thread_at] < 0 && !s.joint(); };
    const bool of_one_core = a.at[core_at] < 0 || b.at[core_at] < 0 || a.at[core_at] == b.at[core_at];
    if (!problem_.defined.empty() && of_one_core && (of_whole(a) || of_whole(b)) && !a.of_data && !b.of_data) return true;
    return of_one_thread;
}

/// The samples that candidates are formed from: all if there are few, for they show what is rare.
SampleSet Candidates::considered(const SampleSet& all) const {
    std::size_t count = 0;
    SampleSet::each_common([&](std::size_t) { return ++count < few_samples; }, all);
    return count < few_samples ? all : all & forming_;
}

void Candidates::form(std::size_t a, std::size_t b, Pair& pair) {
    pair.bodies.clear();
    pair.formed = true;
    ++counts_.pairs;
    if (a == b) form_single(a, pair);
    else if (related(situations_[a], situations_[b])) form_pair(a, b, pair);
}

/// Whether situations that are more general exclude each other, so that it need not be said of these two.
bool Candidates::follows(const Situation& s, const Situation& t) const {
    const auto disjoint = [&](int general, const Situation& other) {
        if (general < 0) return false;
        const Situation& g = situations_[static_cast<std::size_t>(general)];
        return related(g, other) && SampleSet::disjoint(g.samples, other.samples);
    };
    return disjoint(s.general, t) || disjoint(t.general, s);
}

void Candidates::form_single(std::size_t a, Pair& pair) {
    const Situation& s = situations_[a];
    const SampleSet from = considered(s.samples);
    const auto each = [&](auto&& f) { SampleSet::each_common(f, from); };
    const auto add = [&](std::vector<Literal> body) { pair.bodies.push_back({std::move(body)}); };
    if (s.samples.empty()) return add({});
    for (std::size_t i = 0; i < s.moments.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            if (!eras_.comparable(s.moments[i], s.guard, s.moments[j], s.guard)) continue;
            Occurring seen;
            each([&](std::size_t n) {
                seen.note(near_.at(n, s.moments[i]), near_.at(n, s.moments[j]));
                return seen.bits != 7;
            });
            ++counts_.formed;
            const auto found = comparisons(seen.bits, s.moments[i], s.moments[j]);
            for (const Literal& l : found) add({l});
            if (found.empty()) ++counts_.refuted_by_samples;
        }
    if (eras_.any())  // a clock that starts again does so from constants
        for (const int x : s.moments) {
            int least = std::numeric_limits<int>::max();
            each([&](std::size_t n) { return (least = std::min(least, near_.at(n, x))) > 0; });
            ++counts_.formed;
            for (const int n : std::set<int>{first_moment_, least})
                if (n <= least && n > 0) add({{Relation::less_equal, -1, x, n}});
        }
    for (const int v : s.absent || s.joint() ? std::vector<int>() : objects_[static_cast<std::size_t>(s.object)].fields) {
        const ValueType& type = *problem_.variables[static_cast<std::size_t>(v)].type;
        const bool watches = type.name == "value" && problem_.singled_out >= 0;  // what is watched may be all that is ever there
        if ((type.kind == ValueType::Kind::name && !watches && !names_itself(type, s)) || eras_.tells(v)) continue;
        std::set<int> values;
        each([&](std::size_t n) { return values.insert(near_.at(n, v)), values.size() <= most_values_of_field; });
        ++counts_.formed;
        std::vector<Literal> among;
        for (const int n : values) among.push_back({Relation::equal, v, -1, n});
        if (type.kind == ValueType::Kind::name && (values.size() > 1 || (watches && !values.contains(problem_.singled_out))))
            continue;
        if (values.size() <= most_values_of_field) add(std::move(among));
        else ++counts_.refuted_by_samples;
    }
    for (std::size_t i = 0; i < s.data.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            bool same = true;
            each([&](std::size_t n) { return same = near_.at(n, s.data[i]) == near_.at(n, s.data[j]); });
            ++counts_.formed;
            if (same) add({{Relation::equal, s.data[i], s.data[j]}});
            else ++counts_.refuted_by_samples;
        }
}

void Candidates::form_pair(std::size_t a, std::size_t b, Pair& pair) {
    const Situation &s = situations_[a], &t = situations_[b];
    const auto value = [&](std::size_t n, int v) { return near_.at(n, v); };
    const SampleSet from = considered(s.samples & t.samples);
    const auto each = [&](auto&& f) { SampleSet::each_common(f, from); };
    const auto add = [&](std::vector<Literal> body) { pair.bodies.push_back({std::move(body)}); };
    if (SampleSet::disjoint(s.samples, t.samples)) {
        ++counts_.formed;
        return pair.bodies.push_back({});
    }
    if (s.at[address_at] != t.at[address_at] && s.at[address_at] >= 0 && t.at[address_at] >= 0) return;
    if (eras_.any())  // what has started again and done nothing yet
        for (const auto& moments : {s.moments, t.moments})
            for (const int x : moments) {
                bool first = true;
                each([&](std::size_t n) { return first = value(n, x) <= first_moment_; });
                ++counts_.formed;
                if (first) add({{Relation::less_equal, x, -1, first_moment_}});
                else ++counts_.refuted_by_samples;
            }
    for (const int x : s.moments)
        for (const int y : t.moments) {
            if (x == y || !eras_.comparable(x, s.guard, y, t.guard)) continue;
            Occurring always;
            each([&](std::size_t n) { return always.note(value(n, x), value(n, y)), always.bits != 7; });
            ++counts_.formed;
            const auto unconditional = comparisons(always.bits, x, y);
            for (const Literal& l : unconditional) add({l});
            if (unconditional.empty()) ++counts_.refuted_by_samples;
            for (const int d : s.data)
                for (const int e : t.data) {
                    if (d == e) continue;
                    Occurring unless_equal;
                    each([&](std::size_t n) {
                        if (value(n, d) != value(n, e)) unless_equal.note(value(n, x), value(n, y));
                        return unless_equal.bits != always.bits;
                    });
                    ++counts_.formed;
                    std::size_t more = 0;
                    for (const Literal& l : comparisons(unless_equal.bits, x, y)) {
                        if (std::find(unconditional.begin(), unconditional.end(), l) != unconditional.end()) continue;
                        add({{Relation::equal, d, e}, l});
                        ++more;
                    }
                    if (more == 0) ++counts_.refuted_by_samples;
                }
        }
    for (const int d : s.data)
        for (const int e : t.data) {
            if (d == e) continue;
            bool same = true;
            each([&](std::size_t n) { return same = value(n, d) == value(n, e); });
            ++counts_.formed;
            if (same) {
                add({{Relation::equal, d, e}});
                continue;
            }
            ++counts_.refuted_by_samples;
            form_apart(a, b, d, e, pair);
        }
}

/// One lease ends before the other begins, unless the data are the same.
void Candidates::form_apart(std::size_t a, std::size_t b, int d, int e, Pair& pair) {
    const Situation &s = situations_[a], &t = situations_[b];
    const SampleSet from = considered(s.samples & t.samples);
    const auto value = [&](std::size_t n, int v) { return near_.at(n, v); };
    for (const auto& one : s.leases)
        for (const auto& other : t.leases) {
            const int w = one.first, x = one.second, y = other.first, z = other.second;
            if (!eras_.comparable(w, s.guard, y, t.guard)) continue;
            bool holds = true, first = false, second = false;
            SampleSet::each_common([&](std::size_t n) {
                if (value(n, d) == value(n, e)) return true;
                const bool p = value(n, x) < value(n, y), q = value(n, z) < value(n, w);
                holds = p || q;
                first = first || (p && !q);
                second = second || (q && !p);
                return holds;
            }, from);
            ++counts_.formed;
            if (holds && first && second)
                pair.bodies.push_back({{{Relation::equal, d, e}, {Relation::less, x, y}, {Relation::less, z, w}}});
            else ++counts_.refuted_by_samples;
        }
}

Clause Candidates::clause(std::size_t a, std::size_t b, const std::vector<Literal>& body) const {
    Clause clause{body};
    for (const Literal& l : situations_[a].guard) clause.literals.push_back(negated(l));
    if (a != b)
        for (const Literal& l : situations_[b].guard) clause.literals.push_back(negated(l));
    return normalised(std::move(clause));
}

bool Candidates::excludes(const std::vector<Literal>& body, const StateVector& state) {
    return std::none_of(body.begin(), body.end(), [&](const Literal& l) { return l.holds(state.data()); });
}

/// Calls f(a, b, pair), where `pair` is what pair_of says, for all pairs of situations that the state is in and that may have
/// candidates.
template <class F>
void Candidates::for_each_active(const StateVector& state, F&& f) {
    std::vector<std::size_t> active;
    for (std::size_t i = 0; i < situations_.size(); ++i)
        if (situations_[i].holds(state.data())) active.push_back(i);
    for (std::size_t i = 0; i < active.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j)
            if (std::uint32_t& pair = pair_of(active[i], active[j]); pair != without_candidates) f(active[i], active[j], pair);
}

/// The state with numbers that fit the table. Of moments only the order counts, of data only what is equal and what is singled
/// out.
StateVector Candidates::compressed(StateVector state) const {
    std::set<int> moments{0}, data;  // 0 stays: it is what is past
    const auto is = [&](std::size_t v, const char* type) { return problem_.variables[v].type->name == type; };
    for (std::size_t v = 0; v < state.size(); ++v)
        if (is(v, "time") || is(v, physical_time)) moments.insert(state[v]);
        else if (is(v, "value") && state[v] != problem_.singled_out) data.insert(state[v]);
    const auto rank = [](const std::set<int>& all, int n) { return static_cast<int>(std::distance(all.begin(), all.find(n))); };
    for (std::size_t v = 0; v < state.size(); ++v)
        if (is(v, "time") || is(v, physical_time)) state[v] = rank(moments, state[v]);
        else if (!is(v, "value")) state[v] = std::clamp(state[v], -1000, 1000);
        else if (state[v] != problem_.singled_out) state[v] = rank(data, state[v]) + problem_.singled_out + 1;
    return state;
}

void Candidates::learn(const StateVector& state) {
    const std::size_t n = near_.size();
    near_.add(compressed(state));
    if (near_.size() == n) return;
    forming_.insert(n);
    std::set<std::size_t> first;  // situations that were not known to occur
    for (std::size_t i = 0; i < situations_.size(); ++i) {
        Situation& s = situations_[i];
        if (!s.holds(state.data())) continue;
        if (s.samples.empty()) first.insert(i);
        s.samples.insert(n);
    }
    for (const std::size_t a : first)
        for (std::size_t b = 0; b < situations_.size(); ++b) pair_of(std::max(a, b), std::min(a, b)) = not_met;
    for_each_active(state, [&](std::size_t, std::size_t, std::uint32_t met) {
        if (met == not_met) return;
        Pair& pair = pairs_[met];
        if (std::any_of(pair.bodies.begin(), pair.bodies.end(), [&](const Body& body) { return excludes(body.literals, state); }))
            pair.formed = false;
    });
}

std::optional<StateVector> Candidates::refuting(const Clause& clause) const {
    const auto found = samples_.refuting(clause, 0, samples_.size());
    return found ? std::optional(samples_.state(*found)) : std::nullopt;
}

/// One of the near samples that is in both situations and in which the body does not hold.
std::optional<std::size_t> Candidates::near_refuting(std::size_t a, std::size_t b, const std::vector<Literal>& body) const {
    std::optional<std::size_t> found;
    SampleSet::each_common(
        [&](std::size_t n) {
            const auto holds = [&](const Literal& l) {
                return smt::holds(l.relation, l.a < 0 ? l.constant : near_.at(n, l.a), l.b < 0 ? l.constant : near_.at(n, l.b));
            };
            if (std::none_of(body.begin(), body.end(), holds)) found = n;
            return !found;
        },
        situations_[a].samples, situations_[b].samples);
    return found;
}

void Candidates::violated(const StateVector& state, std::vector<Clause>& out) {
    for_each_active(state, [&](std::size_t a, std::size_t b, std::uint32_t& pair) {
        if (pair != not_met) return violated_by(a, b, pairs_[pair], state, out);
        Pair met;
        form(a, b, met);
        pair = without_candidates;
        if (met.bodies.empty()) return;
        pair = static_cast<std::uint32_t>(pairs_.size());
        violated_by(a, b, pairs_.emplace_back(std::move(met)), state, out);
    });
}

void Candidates::violated_by(std::size_t a, std::size_t b, Pair& pair, const StateVector& state, std::vector<Clause>& out) {
    if (!pair.formed) form(a, b, pair);
    for (std::size_t i = 0; i < pair.bodies.size();) {
        Body& body = pair.bodies[i];
        ++i;
        if (body.looked_at || !excludes(body.literals, state)) continue;
        if (const auto refuting = near_refuting(a, b, body.literals)) {
            ++counts_.refuted_by_samples;
            forming_.insert(*refuting);
            form(a, b, pair);
            i = 0;
        } else {
            body.looked_at = true;
        }
    }
    for (const Body& body : pair.bodies)
        if (excludes(body.literals, state) && !(body.literals.empty() && a != b && follows(situations_[a], situations_[b])))
            out.push_back(clause(a, b, body.literals));
}

}  // namespace tandem::smt
