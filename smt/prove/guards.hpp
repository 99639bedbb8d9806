// Situations that a candidate invariant speaks of: an object is there (or absent), in one of its states, of one address or thread.
//
// They come from the state's description and from samples of reachable states: a field with few values tells the states of its
// object apart; a named address, core or thread says whose it is. A *joined* situation is a message together with an
// object of the core that sent it or will get it, because the two act together when the message arrives.
#pragma once

#include <span>

#include "smt/prove/objects.hpp"

namespace tandem::smt {

/// Which samples satisfy something: a bit for each.
class SampleSet {
public:
    explicit SampleSet(std::size_t samples = 0) : words_((samples + 63) / 64) {}
    void insert(std::size_t i) { words_[i / 64] |= std::uint64_t(1) << (i % 64); }
    bool empty() const;
    friend bool operator==(const SampleSet&, const SampleSet&) = default;
    friend SampleSet operator&(const SampleSet& a, const SampleSet& b);
    static bool disjoint(const SampleSet& a, const SampleSet& b);
    /// Calls f(sample) for each in `a` and `b`, until it returns false.
    template <class F>
    static void each_common(const SampleSet& a, const SampleSet& b, F&& f) {
        for (std::size_t w = 0; w < a.words_.size(); ++w)
            for (std::uint64_t bits = a.words_[w] & b.words_[w]; bits != 0; bits &= bits - 1)
                if (!f(w * 64 + static_cast<std::size_t>(__builtin_ctzll(bits)))) return;
    }

private:
    std::vector<std::uint64_t> words_;
};

struct Situation {
    std::vector<Literal> guard;
    std::vector<int> moments, data;      // variables that mean something here
    std::vector<std::pair<int, int>> leases{};  // of these moments: the first is never after the second
    std::array<int, model::sort_count> at;
    int object;
    int joined = -1;                     // the other object, if any
    int general = -1;                    // a situation that this one specialises
    bool absent = false, of_data = false;  // `of_data`: it says whether some data is the watched
    SampleSet samples{};

    bool joint() const { return joined >= 0; }
    bool holds(const int* state) const {
        for (const Literal& l : guard)
            if (!l.holds(state)) return false;
        return true;
    }
};

std::vector<Situation> situations(const Problem& problem, const std::vector<StateObject>& objects, std::span<const StateVector> samples);

}  // namespace tandem::smt
