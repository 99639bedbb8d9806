// Many states of runs, by columns: where a clause fails, and which states satisfy a condition, are loops over a few columns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "smt/prove/clause.hpp"

namespace tandem::smt {

/// Which samples satisfy something: a bit for each.
class SampleSet {
public:
    explicit SampleSet(std::size_t samples = 0) : words_((samples + 63) / 64) {}
    void insert(std::size_t i) {
        if (i / 64 >= words_.size()) words_.resize(i / 64 + 1);
        words_[i / 64] |= std::uint64_t(1) << (i % 64);
    }
    bool contains(std::size_t i) const { return i / 64 < words_.size() && (words_[i / 64] >> (i % 64) & 1) != 0; }
    bool empty() const;
    friend bool operator==(const SampleSet&, const SampleSet&) = default;
    friend SampleSet operator&(const SampleSet& a, const SampleSet& b);
    static bool disjoint(const SampleSet& a, const SampleSet& b);
    /// Calls f(sample) for each that is in all the sets, until it returns false.
    template <class F, class... Sets>
    static void each_common(F&& f, const SampleSet& a, const Sets&... others) {
        const std::size_t words = std::min({a.words_.size(), others.words_.size()...});
        for (std::size_t w = 0; w < words; ++w)
            for (std::uint64_t bits = (a.words_[w] & ... & others.words_[w]); bits != 0; bits &= bits - 1)
                if (!f(w * 64 + static_cast<std::size_t>(__builtin_ctzll(bits)))) return;
    }

private:
    std::vector<std::uint64_t> words_;
};

class SampleTable {
public:
    SampleTable() = default;
    explicit SampleTable(std::size_t variables) : columns_(variables) {}

    using Number = std::int16_t;
    /// A state with a number that does not fit is left out.
    void add(const StateVector& state);
    std::size_t size() const { return columns_.empty() ? 0 : columns_[0].size(); }
    int at(std::size_t sample, int variable) const { return columns_[static_cast<std::size_t>(variable)][sample]; }
    StateVector state(std::size_t sample) const;
    /// Whether `refuting` can judge the clause: its constants are as narrow as the samples' numbers.
    static bool tells(const Clause& clause);
    /// A sample in [first, end) in which the clause does not hold.
    std::optional<std::size_t> refuting(const Clause& clause, std::size_t first, std::size_t end) const;
    /// The samples in which the literal holds.
    SampleSet satisfying(const Literal& literal) const;
    /// Inserts, for each combination of values that these variables have in some sample, the first `most` samples that have it.
    /// Combinations are told apart by a hash of 16 bits, so there may be fewer of one that is like another.
    void insert_rare(const std::vector<int>& variables, unsigned most, SampleSet& set) const;

private:
    std::vector<std::vector<Number>> columns_;
};

}  // namespace tandem::smt
