// One of Houdini's workers: it proves a clause at a time, with solvers of its own.
//
// A question is whether paths of one event can break a clause from a state that all assumed clauses allow. Z3 shows such a state,
// and clauses that exclude it are assumed as well (hints.hpp); or it shows that there is none, and what the refutation used is to
// be proved next. It runs under the lock that all share (common.hpp).
#pragma once

#include "smt/prove/houdini/common.hpp"
#include "smt/prove/houdini/question.hpp"
#include "smt/prove/proof.hpp"

namespace tandem::smt {

class ProofWorker {
public:
    enum class Outcome : std::uint8_t { proved, refuted, unknown, dropped };

    /// `problem` and `common` must outlive it; `limit` is that of each check.
    ProofWorker(const Problem& problem, Common& common, unsigned limit);

    /// Tries to prove an obligation: that it holds at first, and that its open paths keep it. `dropped` if another worker has
    /// thrown it out.
    Outcome discharge(std::size_t o);
    /// Whether no step breaks the claim, and why not, path by path.
    Outcome steps(int claim, std::vector<Support>& supports);

    /// The step that refuted what was tried last, for claim `claim`. Its path is -1 if no step did.
    CounterexampleToInduction refuting(int claim) const;
    /// The event that was asked about last; -1: whether the clause holds at first.
    int asked() const { return asked_; }

private:
    enum class Effort : std::uint8_t { what_is_known, all_candidates };

    Outcome all_paths_keep(std::size_t o);
    Outcome no_path_breaks(int claim, std::vector<Support>& supports);
    Outcome initiation(const Clause& clause);
    std::vector<std::size_t> alike(std::size_t path, const Obligation& obligation) const;
    Outcome kept(std::size_t o, const std::vector<Expression>& broken, const std::vector<std::size_t>& paths);
    Outcome excluded(Question& question, const std::vector<Expression>& goal, const Clause* hypothesis, Effort effort,
                     Support& support);
    bool relied_on(Question& question, const std::vector<Expression>& goal, std::vector<int>& assumptions, Support& support);
    void reduce(Question& question, const std::vector<Expression>& goal, std::vector<int>& core);
    std::vector<Clause> excluding_what_was_met(Question& question, const std::vector<Expression>& goal, const Clause* hypothesis);
    std::optional<Clause> learnt(Question& question, const std::vector<Expression>& goal);
    Question& question_about(int event);

    const Problem& problem_;
    Common& common_;
    unsigned limit_;
    Solver initial_;
    std::vector<std::unique_ptr<Question>> questions_;  // by event
    CounterexampleToInduction last_;
    int asked_ = -1;
};

}  // namespace tandem::smt
