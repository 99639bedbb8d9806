// Clauses that may help a proof: where a state stands in its way, those that exclude the state.
//
// Obligations come first, since they are to be proved anyway. Then what somebody has suggested, then candidates, the likely ones
// first. What no candidate excludes is learnt from, if there is a learner. A clause that a sample refutes is a hint no more.
// Whoever calls holds the lock (common.hpp).
#pragma once

#include <functional>
#include <optional>

#include "smt/prove/candidates.hpp"
#include "smt/prove/houdini/obligations.hpp"
#include "smt/prove/learned.hpp"

namespace tandem::smt {

class Hints {
public:
    /// Makes candidates of its own.
    struct Maker {
        std::function<std::vector<Clause>(const StateVector&)> excluding;  // a state
        std::function<void(const StateVector&)> hold_in;                   // from now on they hold in it
    };

    /// All must outlive this; `candidates` may be null.
    Hints(const Problem& problem, Obligations& obligations, Candidates* candidates);

    /// To be tried before candidates, instead of what was suggested before.
    void suggest(const std::vector<Clause>& clauses);
    /// To be tried with candidates.
    void make_with(Maker maker) { maker_ = std::move(maker); }
    void learn_with(Learner& learner) { learner_ = &learner; }
    bool has_candidates() const { return candidates_ != nullptr; }

    /// Clauses that exclude the state; `of_monitor`: for a goal that the monitor's state may concern.
    std::vector<Clause> excluding(const StateVector& state, bool of_monitor);
    /// Whether a clause that a proof wants to rely on is an obligation, or holds in all samples; otherwise it is no candidate any
    /// more.
    bool confirmed(const Clause& clause);
    /// Lower is better: short clauses, and not of a family that has died often.
    int cost(const Clause& clause) const;
    /// The monitor watches and changes nothing: what does not speak of it seldom needs what does.
    bool mentions_monitor(const Clause& clause) const;

    /// From now on candidates hold in this state and its images.
    void hold_in(const StateVector& state);
    /// Whether there is a learner that has not learnt enough yet.
    bool can_learn() const;
    /// What a learner can say of a state.
    std::vector<Literal> facts_of(const StateVector& state) const { return learner_->facts_of(state); }
    /// A clause that does not hold where all these facts do; nothing if a sample has all of them.
    std::optional<Clause> learnt_from(const std::vector<Literal>& facts);

    bool was_suggested(const Clause& clause) const { return std::binary_search(suggested_.begin(), suggested_.end(), clause); }
    void note_in_vain() { ++in_vain_; }
    /// How many were suggested, how many of these in vain, and how many were learnt.
    std::size_t suggested() const { return suggested_clauses_; }
    std::size_t in_vain() const { return in_vain_; }
    std::size_t learnt() const { return learnt_; }

private:
    std::vector<Clause> judged_by_samples(const Clause& clause) const;
    bool given_up(const Clause& clause);
    std::vector<Clause> likely_candidates(const StateVector& state, bool of_monitor);

    const Problem& problem_;
    Obligations& obligations_;
    Candidates* const candidates_;
    Maker maker_{};
    Learner* learner_ = nullptr;
    std::set<int> cleared_;                           // names of cores that are sometimes out of use
    std::vector<Clause> suggested_;                   // with all images
    std::unordered_set<Clause, ClauseHash> refuted_;  // by samples, before they were obligations
    std::size_t suggested_clauses_ = 0, in_vain_ = 0, learnt_ = 0;
};

}  // namespace tandem::smt
