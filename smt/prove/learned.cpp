#include "smt/prove/learned.hpp"

#include <boost/container_hash/hash.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace tandem::smt {

namespace {

constexpr std::size_t most_samples = 1'000'000;  // with their images; two bytes a variable each
constexpr std::size_t most_values_of_clause = 16;  // that a clause lists
constexpr std::size_t most_tripled = 60;  // facts, of which all triples are tried
constexpr std::size_t most_begun = 40;    // searches for a few facts
constexpr int furthest = 1'000;           // that a counter is followed

using Words = std::vector<std::uint64_t>;
using Facts = std::vector<std::size_t>;  // by number

bool disjoint(const Words& a, const Words& b) {
    for (std::size_t w = 0; w < a.size(); ++w)
        if (a[w] & b[w]) return false;
    return true;
}
bool none(const Words& a) { return disjoint(a, a); }
Words common(Words a, const Words& b) {
    for (std::size_t w = 0; w < a.size(); ++w) a[w] &= b[w];
    return a;
}
std::size_t count(const Words& a) {
    std::size_t n = 0;
    for (const std::uint64_t w : a) n += static_cast<std::size_t>(std::popcount(w));
    return n;
}
std::size_t count_common(const Words& a, const Words& b, std::size_t enough) {
    std::size_t n = 0;
    for (std::size_t w = 0; w < a.size() && n < enough; ++w) n += static_cast<std::size_t>(std::popcount(a[w] & b[w]));
    return n;
}
Words everywhere(const Words& like) { return Words(like.size(), ~std::uint64_t(0)); }

/// All sets of one fact that no sample has; or else of two; or else of three, if there are not too many facts.
std::vector<Facts> smallest(const std::vector<const Words*>& having) {
    std::vector<Facts> found;
    for (std::size_t i = 0; i < having.size(); ++i)
        if (none(*having[i])) found.push_back({i});
    for (std::size_t i = 0; i < having.size() && (found.empty() || found[0].size() == 2); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (disjoint(*having[i], *having[j])) found.push_back({j, i});
    if (!found.empty() || having.size() > most_tripled) return found;
    for (std::size_t i = 0; i < having.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const Words both = common(*having[i], *having[j]);
            for (std::size_t k = 0; k < j; ++k)
                if (disjoint(both, *having[k])) found.push_back({k, j, i});
        }
    return found;
}

/// Takes out what the others can do without.
void minimise(Facts& facts, const std::vector<const Words*>& having) {
    for (std::size_t out = 0; out < facts.size();) {
        Words left = everywhere(*having[0]);
        for (std::size_t i = 0; i < facts.size(); ++i)
            if (i != out) left = common(std::move(left), *having[facts[i]]);
        if (none(left)) facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(out));
        else ++out;
    }
}

/// Small sets of facts that no sample has together: each begins with another fact, and goes on with what leaves the fewest
/// samples.
std::vector<Facts> small(const std::vector<const Words*>& having) {
    std::vector<Facts> found;
    std::size_t best = having.size() + 1;
    for (std::size_t first = 0; first < std::min(having.size(), most_begun); ++first) {
        Facts facts{first};
        Words left = *having[first];
        while (!none(left) && facts.size() < best) {
            std::size_t fewest = count(left), next = having.size();
            for (std::size_t i = 0; i < having.size(); ++i)
                if (const std::size_t n = count_common(left, *having[i], fewest); n < fewest) fewest = n, next = i;
            if (next == having.size()) return {};  // some sample has them all
            facts.push_back(next);
            left = common(std::move(left), *having[next]);
        }
        if (!none(left)) continue;
        minimise(facts, having);
        if (facts.size() < best) found.clear();
        best = std::min(best, facts.size());
        if (facts.size() == best) found.push_back(std::move(facts));
    }
    return found;
}

}  // namespace

Learner::Learner(const Problem& problem, const std::vector<bool>& matters, const std::vector<Renaming>& group,
                 const SampleTable& samples)
    : problem_(problem), table_(problem.variables.size()) {
    for (std::size_t v = 0; v < problem.variables.size(); ++v) {
        const StateVariable& variable = problem.variables[v];
        if (!matters[v] || variable.expression.is_constant()) continue;
        const bool moment = variable.type->name == "time" || is_instant(*variable.type);
        (variable.type->name == "value" ? data_ : moment ? moments_ : finite_).push_back(static_cast<int>(v));
    }
    // what the explicit search reaches comes last
    for (std::size_t i = samples.size(); i-- > 0 && table_.size() < most_samples;) {
        const StateVector state = samples.state(i);
        if (add(canonical(state)))
            for (std::size_t g = 1; g < group.size(); ++g) learn(group[g].of(state));
    }
}

/// Of moments only the order counts, of data only what is equal and what is watched; of what does not matter, nothing.
StateVector Learner::canonical(const StateVector& state) const {
    const auto at = [&](int v) { return state[static_cast<std::size_t>(v)]; };
    StateVector result(state.size());
    for (const int v : finite_) result[static_cast<std::size_t>(v)] = std::clamp(at(v), -furthest, furthest);
    std::vector<int> seen;
    for (const int v : data_) {
        const auto found = std::find(seen.begin(), seen.end(), at(v));
        const bool watched = at(v) == problem_.singled_out;
        result[static_cast<std::size_t>(v)] = watched ? at(v) : static_cast<int>(found - seen.begin()) + problem_.singled_out + 1;
        if (!watched && found == seen.end()) seen.push_back(at(v));
    }
    std::set<int> order{0};
    for (const int v : moments_) order.insert(at(v));
    for (const int v : moments_)
        result[static_cast<std::size_t>(v)] = static_cast<int>(std::distance(order.begin(), order.find(at(v))));
    return result;
}

/// Whether it is new.
bool Learner::add(const StateVector& canonical) {
    if (!known_.insert(boost::hash_range(canonical.begin(), canonical.end())).second) return false;
    table_.add(canonical);
    return true;
}

std::vector<Literal> Learner::facts_of(const StateVector& state) const {
    const auto at = [&](int v) { return state[static_cast<std::size_t>(v)]; };
    std::vector<Literal> facts;
    for (const int v : finite_) facts.push_back({Relation::equal, v, -1, at(v)});
    for (std::size_t i = 0; i < data_.size(); ++i) {
        const int d = data_[i];
        if (problem_.singled_out >= 0)
            facts.push_back({at(d) == problem_.singled_out ? Relation::equal : Relation::differ, d, -1, problem_.singled_out});
        for (std::size_t j = 0; j < i; ++j)
            facts.push_back({at(d) == at(data_[j]) ? Relation::equal : Relation::differ, d, data_[j]});
    }
    for (std::size_t i = 0; i < moments_.size(); ++i) {
        const int x = moments_[i];
        facts.push_back(at(x) == 0 ? Literal{Relation::equal, x, -1, 0} : Literal{Relation::less, -1, x, 0});
        for (std::size_t j = 0; j < i; ++j) {
            const int y = moments_[j];
            facts.push_back(at(x) == at(y)  ? Literal{Relation::equal, x, y}
                            : at(x) < at(y) ? Literal{Relation::less, x, y}
                                            : Literal{Relation::less, y, x});
        }
    }
    return facts;
}

/// The samples that have the fact.
const Learner::Words& Learner::having(const Literal& l) {
    auto& [judged, words] = having_[l];
    words.resize((table_.size() + 63) / 64);
    for (; judged < table_.size(); ++judged) {
        const int a = l.a < 0 ? l.constant : table_.at(judged, l.a), b = l.b < 0 ? l.constant : table_.at(judged, l.b);
        if (holds(l.relation, a, b)) words[judged / 64] |= std::uint64_t(1) << (judged % 64);
    }
    return words;
}

std::optional<Clause> Learner::excluding(const std::vector<Literal>& facts) {
    std::vector<const Words*> having;
    for (const Literal& fact : facts) having.push_back(&this->having(fact));
    std::vector<Facts> found = smallest(having);
    if (found.empty()) found = small(having);
    const Facts* best = nullptr;
    double most = 0;
    for (const Facts& candidate : found) {  // the set that says least: each of its facts is frequent
        double likely = 0;
        for (const std::size_t i : candidate) likely += std::log1p(static_cast<double>(count(*having[i])));
        if (!best || likely > most) best = &candidate, most = likely;
    }
    if (!best) return std::nullopt;
    std::vector<Literal> chosen;
    for (const std::size_t i : *best) chosen.push_back(facts[i]);
    return widened(chosen);
}

/// The clause that excludes these facts, and beside them all values of a variable that no sample shows there.
Clause Learner::widened(const std::vector<Literal>& facts) {
    std::vector<Words> having;
    for (const Literal& fact : facts) having.push_back(this->having(fact));
    Clause clause;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        Words others = everywhere(having[i]);
        for (std::size_t j = 0; j < facts.size(); ++j)
            if (j != i) others = common(std::move(others), having[j]);
        const std::set<int> shown = tells_value(facts[i]) ? values(facts[i].a, others) : std::set<int>();
        if (shown.empty() || shown.size() > most_values_of_clause) {
            clause.literals.push_back(negated(facts[i]));
            continue;
        }
        having[i] = everywhere(having[i]);
        for (const int value : shown) {
            const Literal is{Relation::equal, facts[i].a, -1, value};
            clause.literals.push_back(is);
            const Words& with = this->having(is);
            for (std::size_t w = 0; w < with.size(); ++w) having[i][w] &= ~with[w];
        }
    }
    return normalised(std::move(clause));
}

bool Learner::tells_value(const Literal& fact) const {
    return fact.relation == Relation::equal && fact.b < 0 && std::binary_search(finite_.begin(), finite_.end(), fact.a);
}

/// Those that the variable has in these samples; of many, more than a clause lists.
std::set<int> Learner::values(int v, const Words& where) const {
    std::set<int> found;
    for (std::size_t i = 0; i < table_.size() && found.size() <= most_values_of_clause; ++i)
        if (where[i / 64] >> (i % 64) & 1) found.insert(table_.at(i, v));
    return found;
}

}  // namespace tandem::smt
