// Candidate invariants: comparisons of fields, guarded by situations, that no sample of reachable states refutes.
//
// For one situation, or for two that concern one address: they exclude each other; or a moment of one lies before (is, is not
// after) a moment of the other, always or unless their data are equal; or of two leases, one ends before the other begins.
// They are formed when a state that they would exclude is met, from few samples; a sample that refutes one has its situations'
// candidates formed anew.
#pragma once

#include <deque>

#include "smt/prove/guards.hpp"
#include "smt/prove/symmetries.hpp"

namespace tandem::smt {

struct CandidateCounts {
    std::size_t situations = 0, pairs = 0, formed = 0, refuted_by_samples = 0;
};

class Candidates {
public:
    /// For proofs of these claims. `samples` are in no particular order. Must outlive this.
    Candidates(const Problem& problem, const std::vector<int>& claims, const SampleTable& samples);

    const CandidateCounts& counts() const { return counts_; }
    const Eras& eras() const { return eras_; }
    /// Appends each candidate that does not hold in the state. Forms those of the situations that the state is in, where it has
    /// not yet.
    void violated(const StateVector& state, std::vector<Clause>& out);
    /// A sample in which the clause does not hold.
    std::optional<StateVector> refuting(const Clause& clause) const;
    /// From now on candidates hold in this state too.
    void learn(const StateVector& state);

private:
    struct Body {
        std::vector<Literal> literals;
        bool looked_at = false;  // it holds in all of near_
    };
    struct Pair {
        std::vector<Body> bodies;
        bool formed = false;
    };
    std::vector<int> discrete(const StateObject& object) const;
    SampleSet considered(const SampleSet& all) const;
    static bool excludes(const std::vector<Literal>& body, const StateVector& state);
    template <class F> void for_each_active(const StateVector& state, F&& f);
    std::uint32_t& pair_of(std::size_t a, std::size_t b) { return pair_of_[a * (a + 1) / 2 + b]; }
    void violated_by(std::size_t a, std::size_t b, Pair& pair, const StateVector& state, std::vector<Clause>& out);
    StateVector compressed(StateVector state) const;
    void form(std::size_t a, std::size_t b, Pair& pair);
    void form_single(std::size_t a, Pair& pair);
    void form_pair(std::size_t a, std::size_t b, Pair& pair);
    void form_apart(std::size_t a, std::size_t b, int d, int e, Pair& pair);
    void find_leases(Situation& s) const;
    bool related(const Situation& a, const Situation& b) const;
    bool follows(const Situation& s, const Situation& t) const;
    std::optional<std::size_t> near_refuting(std::size_t a, std::size_t b, const std::vector<Literal>& body) const;
    Clause clause(std::size_t a, std::size_t b, const std::vector<Literal>& body) const;

    const Problem& problem_;
    const SampleTable& samples_;
    SampleTable near_;      // some of the samples, which each candidate is compared with when it is to be used
    SampleSet forming_;     // of these: those that candidates are formed from
    std::vector<StateObject> objects_;
    Eras eras_;
    int first_moment_;
    std::vector<Situation> situations_;
    std::deque<Pair> pairs_;                 // of situations; a == b for one alone
    std::vector<std::uint32_t> pair_of_;     // for a >= b: its number in pairs_, or one of these
    static constexpr std::uint32_t not_met = ~0u, without_candidates = not_met - 1;
    CandidateCounts counts_;
};

}  // namespace tandem::smt
