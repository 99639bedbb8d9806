// Clauses that are learnt from a state: they exclude it, and hold in all samples of reachable states.
//
// A state that breaks induction is generalised as in IC3 (Bradley, "SAT-based model checking without unrolling", VMCAI 2011): of
// its facts as few are kept as no sample has together. Where IC3 asks a solver whether fewer will do, samples answer here; where
// they are all states that there are, up to data, what they answer is so. A value that a fact names is then made into all that no
// sample shows beside the other facts.
#pragma once

#include <map>
#include <optional>
#include <unordered_set>

#include "smt/prove/sample_table.hpp"
#include "smt/prove/symmetries.hpp"

namespace tandem::smt {

class Learner {
public:
    /// `matters`: by variable, whether clauses may speak of it. They hold in `samples` and in their images under the renamings.
    /// Must not outlive `problem`.
    Learner(const Problem& problem, const std::vector<bool>& matters, const std::vector<Renaming>& group,
            const SampleTable& samples);

    /// What can be said of a state: the values of finite variables and counters, which data are equal or watched, which moments
    /// come first.
    std::vector<Literal> facts_of(const StateVector& state) const;
    /// A clause that does not hold where all these facts do; nothing if a sample has all of them, too.
    std::optional<Clause> excluding(const std::vector<Literal>& facts);
    /// From now on clauses hold in this state, too.
    void learn(const StateVector& state) { add(canonical(state)); }

private:
    using Words = std::vector<std::uint64_t>;  // a bit for each sample

    bool add(const StateVector& canonical);
    StateVector canonical(const StateVector& state) const;
    const Words& having(const Literal& fact);
    Clause widened(const std::vector<Literal>& facts);
    bool tells_value(const Literal& fact) const;
    std::set<int> values(int variable, const Words& where) const;

    const Problem& problem_;
    std::vector<int> finite_, data_, moments_;  // variables that matter; counters are among the first
    SampleTable table_;
    std::unordered_set<std::size_t> known_;     // hashes of its states
    struct Having {
        std::size_t judged = 0;  // samples
        Words words{};
    };
    std::map<Literal, Having> having_;
};

}  // namespace tandem::smt
