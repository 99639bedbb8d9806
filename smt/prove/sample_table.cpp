#include "smt/prove/sample_table.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "model/hash.hpp"

namespace tandem::smt {

bool SampleSet::empty() const {
    return std::all_of(words_.begin(), words_.end(), [](std::uint64_t w) { return w == 0; });
}

SampleSet operator&(const SampleSet& a, const SampleSet& b) {
    SampleSet result;
    result.words_.resize(std::min(a.words_.size(), b.words_.size()));
    for (std::size_t i = 0; i < result.words_.size(); ++i) result.words_[i] = a.words_[i] & b.words_[i];
    return result;
}

bool SampleSet::disjoint(const SampleSet& a, const SampleSet& b) {
    for (std::size_t i = 0; i < std::min(a.words_.size(), b.words_.size()); ++i)
        if (a.words_[i] & b.words_[i]) return false;
    return true;
}

namespace {

constexpr std::size_t block = 1024;  // states that are judged together

using Number = SampleTable::Number;
using Flags = std::array<Number, block>;

template <class Compare>
void note(const Number* a, const Number* b, std::size_t n, Flags& holds, Compare compare) {
    const auto each = [&](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) holds[i] = static_cast<Number>(holds[i] | compare(a[i], b[i]));
    };
    // A loop of known length is one that compilers make into instructions for many numbers.
    if (n == block) each(block);
    else each(n);
}

void note(Relation relation, const Number* a, const Number* b, std::size_t n, Flags& holds) {
    switch (relation) {
        case Relation::equal: return note(a, b, n, holds, [](int x, int y) { return x == y; });
        case Relation::differ: return note(a, b, n, holds, [](int x, int y) { return x != y; });
        case Relation::less: return note(a, b, n, holds, [](int x, int y) { return x < y; });
        case Relation::less_equal: return note(a, b, n, holds, [](int x, int y) { return x <= y; });
    }
}

bool fits(int n) { return n >= std::numeric_limits<Number>::min() && n <= std::numeric_limits<Number>::max(); }

}  // namespace

void SampleTable::add(const StateVector& state) {
    if (!std::all_of(state.begin(), state.end(), fits)) return;
    for (std::size_t v = 0; v < state.size(); ++v) columns_[v].push_back(static_cast<Number>(state[v]));
}

StateVector SampleTable::state(std::size_t i) const {
    StateVector result;
    for (const auto& column : columns_) result.push_back(column[i]);
    return result;
}

bool SampleTable::tells(const Clause& clause) {
    return std::all_of(clause.literals.begin(), clause.literals.end(),
                       [](const Literal& l) { return (l.a >= 0 && l.b >= 0) || fits(l.constant); });
}

std::optional<std::size_t> SampleTable::refuting(const Clause& clause, std::size_t first, std::size_t end) const {
    Flags holds;
    std::array<Number, block> constant;
    for (end = std::min(end, size()); first < end; first += block) {
        const std::size_t n = std::min(block, end - first);
        holds.fill(0);
        for (const Literal& l : clause.literals) {
            const bool alone = l.a < 0 || l.b < 0;
            if (alone && !fits(l.constant)) return {};  // the columns cannot tell, and only what they tell refutes
            if (alone) constant.fill(static_cast<Number>(l.constant));
            const auto* a = l.a < 0 ? constant.data() : columns_[static_cast<std::size_t>(l.a)].data() + first;
            const auto* b = l.b < 0 ? constant.data() : columns_[static_cast<std::size_t>(l.b)].data() + first;
            note(l.relation, a, b, n, holds);
        }
        const auto* broken = std::find(holds.begin(), holds.begin() + static_cast<std::ptrdiff_t>(n), 0);
        if (broken != holds.begin() + static_cast<std::ptrdiff_t>(n))
            return first + static_cast<std::size_t>(broken - holds.begin());
    }
    return {};
}

SampleSet SampleTable::satisfying(const Literal& l) const {
    SampleSet set(size());
    for (std::size_t i = 0; i < size(); ++i) {
        const int a = l.a < 0 ? l.constant : at(i, l.a), b = l.b < 0 ? l.constant : at(i, l.b);
        if (holds(l.relation, a, b)) set.insert(i);
    }
    return set;
}

void SampleTable::insert_rare(const std::vector<int>& variables, unsigned most, SampleSet& set) const {
    constexpr unsigned bits = 16;
    std::vector<std::uint32_t> hashes(size());
    for (const int v : variables) {
        const auto& column = columns_[static_cast<std::size_t>(v)];
        for (std::size_t i = 0; i < size(); ++i)
            hashes[i] = model::fibonacci_hash(hashes[i] + static_cast<std::uint16_t>(column[i]) + 1);
    }
    std::vector<std::uint32_t> seen(std::size_t(1) << bits);
    for (std::size_t i = 0; i < size(); ++i)
        if (++seen[hashes[i] >> (32 - bits)] <= most) set.insert(i);
}

}  // namespace tandem::smt
