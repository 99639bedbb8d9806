// Looks for an inductive invariant that implies claims: candidates from samples, what the text suggests, what a larger system
// proves, and what is learnt from states that no run reaches.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/prove/prove.hpp"
#include "engines/registry.hpp"
#include "smt/prove/candidates.hpp"
#include "smt/prove/eras.hpp"
#include "smt/prove/houdini.hpp"
#include "smt/prove/learned.hpp"

namespace tandem::apps {

constexpr unsigned work_limit = 400'000'000;  // of one question to Z3

/// Whether one of these states, which runs reach, breaks a clause.
bool is_broken(const std::vector<smt::Clause>& clauses, const smt::SampleTable& states);

class InvariantSearch {
public:
    struct Watched {
        std::function<bool()> stop;
        std::function<void(const std::string&)> show;
        std::function<double()> elapsed;  // seconds
    };
    struct Found {
        smt::Proof proof;
        smt::CandidateCounts counts;
    };

    /// `all_explored`: the samples have all states that the search finds in this shape. `facts`: what is to be said of the way to
    /// the invariant is added. All that is named outlives this.
    InvariantSearch(const ProveOptions& options, smt::Limits limits, const smt::Problem& problem, bool all_explored,
                    Watched watched, std::vector<std::string>& facts);

    /// What candidates and suggestions prove; where they do not suffice, with what the proof of a larger system suggests, or with
    /// what is learnt.
    Found found(const smt::SampleTable& states, const std::vector<int>& claims);

private:
    using Suggest = std::function<std::vector<smt::Clause>(const smt::Candidates&)>;
    /// `of` says which system it is, if it is not the one that was asked for.
    Found found(const smt::Problem& problem, const smt::SampleTable& states, const std::vector<int>& claims,
                const std::string& of, const Suggest& suggested);
    /// The same, with samples of its own.
    Found found(const smt::Problem& problem, const std::vector<int>& claims, const std::string& of);
    /// Whether samples tell which clauses hold: the search has found all states, none breaks one of these claims, and no node or
    /// message has moments, which are unbounded in a proof alone. (Data are, too, but two of them show what is equal to what.)
    bool can_learn(const smt::SampleTable& states, const std::vector<int>& claims) const;
    bool has_moments(const smt::Segment& s) const;
    Found by_learning(const smt::SampleTable& states, const std::vector<int>& claims, const Suggest& suggested);
    smt::Proof proof_by(const smt::Problem& problem, smt::Candidates& candidates, const std::vector<int>& claims,
                        const std::vector<smt::Clause>& suggested, const std::string& of, smt::Learner* learner = nullptr);
    /// What holds as long as no clock ends, said of each era.
    std::vector<smt::Clause> of_each_era(const smt::Eras& eras, const std::vector<int>& claims);
    /// What the proof of two of each sort says of a system that has only one of some, if there is one of any of these claims:
    /// with one block, or one SM, less happens, and what samples show are accidents of that.
    std::vector<smt::Clause> of_larger(const smt::Problem& problem, const std::vector<int>& claims);

    const ProveOptions& options_;
    const engines::Protocol& text_;
    smt::Limits limits_;
    const smt::Problem& problem_;
    bool all_explored_;
    Watched watched_;
    std::vector<std::string>& facts_;
};

}  // namespace tandem::apps
