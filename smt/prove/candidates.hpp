// Candidate invariants: comparisons of fields, guarded by situations, that no sample of reachable states refutes.
//
// For one situation, or for two that concern one address: they exclude each other; or a moment of one lies before (is, is not
// after) a moment of the other, always or unless their data are equal; or of two leases, one ends before the other begins.
// Of such comparisons only the strongest that the samples allow is a candidate.
#pragma once

#include <unordered_map>

#include "smt/prove/guards.hpp"
#include "smt/prove/symmetries.hpp"

namespace tandem::smt {

struct CandidateCounts {
    std::size_t situations = 0, formed = 0, refuted_by_samples = 0, kept = 0;
};

class Candidates {
public:
    /// Candidates are formed from the first `formed_from` samples; the others are asked when a candidate is to be used.
    Candidates(const Problem& problem, std::span<const StateVector> samples, std::size_t formed_from);

    const CandidateCounts& counts() const { return counts_; }
    /// Appends each candidate that does not hold in the state.
    void violated(const StateVector& state, std::vector<Clause>& out) const;
    /// Whether the clause holds in all samples.
    bool plausible(const Clause& clause) const;

private:
    using Body = std::vector<Literal>;
    void form(std::size_t a, std::size_t b);
    void form_single(std::size_t a);
    void form_apart(std::size_t a, std::size_t b, int d, int e);
    void find_leases(Situation& s) const;
    bool related(const Situation& a, const Situation& b) const;
    Clause clause(std::size_t a, std::size_t b, const Body& body) const;
    void add(std::size_t a, std::size_t b, Body body);

    const Problem& problem_;
    std::span<const StateVector> all_samples_, samples_;
    std::vector<StateObject> objects_;
    std::vector<Situation> situations_;
    std::unordered_map<std::uint64_t, std::vector<Body>> bodies_;  // by pair of situations; a == b for one alone
    CandidateCounts counts_;
};

}  // namespace tandem::smt
