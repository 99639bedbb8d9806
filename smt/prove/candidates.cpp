#include "smt/prove/candidates.hpp"

#include <algorithm>
#include <set>

namespace tandem::smt {

namespace {

constexpr auto core_at = static_cast<std::size_t>(model::Sort::core);
constexpr auto thread_at = static_cast<std::size_t>(model::Sort::thread);
constexpr auto address_at = static_cast<std::size_t>(model::Sort::address);

std::uint64_t key(std::size_t a, std::size_t b) { return std::uint64_t(a) << 32 | b; }

constexpr std::size_t most_values = 4;  // that a field is claimed to be one of

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

/// Whether names of this sort are those that the object's place already says.
bool names_itself(const ValueType& type, const Situation& s) {
    return (type.name == "core" && s.at[core_at] >= 0) || (type.name == "address" && s.at[address_at] >= 0);
}

}  // namespace

/// Pairs of moments of which the first is never after the second: from when until when.
void Candidates::find_leases(Situation& s) const {
    for (const int from : s.moments)
        for (const int until : s.moments) {
            if (from == until) continue;
            bool ordered = true;
            SampleSet::each_common(s.samples, s.samples, [&](std::size_t n) {
                return ordered = samples_[n][static_cast<std::size_t>(from)] <= samples_[n][static_cast<std::size_t>(until)];
            });
            if (ordered) s.leases.emplace_back(from, until);
        }
}

Candidates::Candidates(const Problem& problem, std::span<const StateVector> samples, std::size_t formed_from)
    : problem_(problem), all_samples_(samples), samples_(samples.first(std::min(formed_from, samples.size()))), objects_(objects_of(problem)), situations_(situations(problem, objects_, samples)) {
    counts_.situations = situations_.size();
    for (Situation& s : situations_) find_leases(s);
    for (std::size_t a = 0; a < situations_.size(); ++a) {
        form_single(a);
        for (std::size_t b = 0; b < a; ++b)
            if (related(situations_[a], situations_[b])) form(a, b);
    }
}

bool Candidates::related(const Situation& a, const Situation& b) const {
    if (a.object == b.object || a.object == b.joined || a.joined == b.object || (a.joint() && a.joined == b.joined)) return false;
    if (a.joint() && b.joint() && a.at[core_at] == b.at[core_at]) return false;
    const auto watches = [&](const Situation& s) {
        return problem_.segments[static_cast<std::size_t>(objects_[static_cast<std::size_t>(s.object)].segment)].kind == Segment::Kind::monitor;
    };
    if ((a.joint() && a.of_data && !watches(b)) || (b.joint() && b.of_data && !watches(a))) return false;
    const int x = a.at[address_at], y = b.at[address_at];
    if (x >= 0 && y >= 0 && x != y) return a.of_data || b.of_data;
    if (x >= 0 && y >= 0) return !(a.absent && b.absent);
    return a.at[core_at] == b.at[core_at] && a.at[thread_at] >= 0 && a.at[thread_at] == b.at[thread_at];
}

void Candidates::add(std::size_t a, std::size_t b, Body body) {
    ++counts_.kept;
    bodies_[key(a, b)].push_back(std::move(body));
}

void Candidates::form_single(std::size_t a) {
    const Situation& s = situations_[a];
    const auto each = [&](auto&& f) { SampleSet::each_common(s.samples, s.samples, f); };
    for (std::size_t i = 0; i < s.moments.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            Occurring seen;
            each([&](std::size_t n) {
                seen.note(samples_[n][static_cast<std::size_t>(s.moments[i])], samples_[n][static_cast<std::size_t>(s.moments[j])]);
                return seen.bits != 7;
            });
            ++counts_.formed;
            const auto found = comparisons(seen.bits, s.moments[i], s.moments[j]);
            for (const Literal& l : found) add(a, a, {l});
            if (found.empty()) ++counts_.refuted_by_samples;
        }
    for (const int v : s.absent || s.joint() ? std::vector<int>() : objects_[static_cast<std::size_t>(s.object)].fields) {
        const ValueType& type = *problem_.variables[static_cast<std::size_t>(v)].type;
        if (type.kind == ValueType::Kind::name && !names_itself(type, s)) continue;
        std::set<int> values;
        each([&](std::size_t n) { return values.insert(samples_[n][static_cast<std::size_t>(v)]), values.size() <= most_values; });
        ++counts_.formed;
        Body among;
        for (const int n : values) among.push_back({Relation::equal, v, -1, n});
        if (type.kind == ValueType::Kind::name && values.size() > 1) continue;
        if (values.size() <= most_values) add(a, a, std::move(among));
        else ++counts_.refuted_by_samples;
    }
    for (std::size_t i = 0; i < s.data.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            bool same = true;
            each([&](std::size_t n) { return same = samples_[n][static_cast<std::size_t>(s.data[i])] == samples_[n][static_cast<std::size_t>(s.data[j])]; });
            ++counts_.formed;
            if (same) add(a, a, {{Relation::equal, s.data[i], s.data[j]}});
            else ++counts_.refuted_by_samples;
        }
}

void Candidates::form(std::size_t a, std::size_t b) {
    const Situation &s = situations_[a], &t = situations_[b];
    const auto value = [&](std::size_t n, int v) { return samples_[n][static_cast<std::size_t>(v)]; };
    const auto each = [&](auto&& f) { SampleSet::each_common(s.samples, t.samples, f); };
    if (SampleSet::disjoint(s.samples, t.samples)) {
        const auto disjoint_already = [&](int general, const Situation& other) {
            return general >= 0 && SampleSet::disjoint(situations_[static_cast<std::size_t>(general)].samples, other.samples);
        };
        if (!s.joint() && !t.joint() && (disjoint_already(s.general, t) || disjoint_already(t.general, s))) return;
        if (s.joint() && disjoint_already(s.general, t)) return;
        if (t.joint() && disjoint_already(t.general, s)) return;
        ++counts_.formed;
        return add(a, b, {});
    }
    if (s.at[address_at] != t.at[address_at] && s.at[address_at] >= 0 && t.at[address_at] >= 0) return;
    for (const int x : s.moments)
        for (const int y : t.moments) {
            if (x == y) continue;
            Occurring always;
            each([&](std::size_t n) { return always.note(value(n, x), value(n, y)), always.bits != 7; });
            ++counts_.formed;
            const auto unconditional = comparisons(always.bits, x, y);
            for (const Literal& l : unconditional) add(a, b, {l});
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
                        add(a, b, {{Relation::equal, d, e}, l});
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
                add(a, b, {{Relation::equal, d, e}});
                continue;
            }
            ++counts_.refuted_by_samples;
            form_apart(a, b, d, e);
        }
}

/// One lease ends before the other begins, unless the data are the same.
void Candidates::form_apart(std::size_t a, std::size_t b, int d, int e) {
    const Situation &s = situations_[a], &t = situations_[b];
    const auto value = [&](std::size_t n, int v) { return samples_[n][static_cast<std::size_t>(v)]; };
    for (const auto& one : s.leases)
        for (const auto& other : t.leases) {
            const int w = one.first, x = one.second, y = other.first, z = other.second;
            bool holds = true, first = false, second = false;
            SampleSet::each_common(s.samples, t.samples, [&](std::size_t n) {
                if (value(n, d) == value(n, e)) return true;
                const bool p = value(n, x) < value(n, y), q = value(n, z) < value(n, w);
                holds = p || q;
                first = first || (p && !q);
                second = second || (q && !p);
                return holds;
            });
            ++counts_.formed;
            if (holds && first && second) add(a, b, {{Relation::equal, d, e}, {Relation::less, x, y}, {Relation::less, z, w}});
            else ++counts_.refuted_by_samples;
        }
}

Clause Candidates::clause(std::size_t a, std::size_t b, const Body& body) const {
    Clause clause{body};
    for (const Literal& l : situations_[a].guard) clause.literals.push_back(negated(l));
    if (a != b)
        for (const Literal& l : situations_[b].guard) clause.literals.push_back(negated(l));
    return normalised(std::move(clause));
}

bool Candidates::plausible(const Clause& clause) const {
    return std::all_of(all_samples_.begin(), all_samples_.end(), [&](const StateVector& state) { return clause.holds(state.data()); });
}

void Candidates::violated(const StateVector& state, std::vector<Clause>& out) const {
    std::vector<std::size_t> active;
    for (std::size_t i = 0; i < situations_.size(); ++i)
        if (situations_[i].holds(state.data())) active.push_back(i);
    for (const std::size_t a : active)
        for (const std::size_t b : active) {
            if (b > a) break;
            const auto found = bodies_.find(key(a, b));
            if (found == bodies_.end()) continue;
            for (const Body& body : found->second)
                if (std::none_of(body.begin(), body.end(), [&](const Literal& l) { return l.holds(state.data()); })) out.push_back(clause(a, b, body));
        }
}

}  // namespace tandem::smt
