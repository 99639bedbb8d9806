#include "apps/prove/invariant_search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/common/limits.hpp"
#include "apps/common/words.hpp"
#include "apps/common/work_queue.hpp"
#include "smt/prove/cone.hpp"
#include "smt/prove/embedding.hpp"
#include "smt/prove/verify.hpp"
#include "smt/prove/walker.hpp"

namespace tandem::apps {

namespace {

std::vector<int> with_verdict(const std::vector<int>& claims, const smt::Proof& proof, smt::Proof::Verdict verdict) {
    std::vector<int> those;
    for (const int c : claims)
        if (proof.verdicts[static_cast<std::size_t>(c)] == verdict) those.push_back(c);
    return those;
}

}  // namespace

bool is_broken(const std::vector<smt::Clause>& clauses, const smt::SampleTable& states) {
    return std::any_of(clauses.begin(), clauses.end(),
                       [&](const smt::Clause& clause) { return states.refuting(clause, 0, states.size()).has_value(); });
}

InvariantSearch::InvariantSearch(const ProveOptions& options, smt::Limits limits, const smt::Problem& problem, bool all_explored,
                                 Watched watched, std::vector<std::string>& facts)
    : options_(options),
      text_(engines::protocol(options.protocol)),
      limits_(limits),
      problem_(problem),
      all_explored_(all_explored),
      watched_(std::move(watched)),
      facts_(facts) {}

InvariantSearch::Found InvariantSearch::found(const smt::SampleTable& states, const std::vector<int>& claims) {
    return found(problem_, states, claims, "", [&](const smt::Candidates& candidates) {
        return limits_ == smt::Limits::clock ? of_each_era(candidates.eras(), claims) : problem_.suggested;
    });
}

InvariantSearch::Found InvariantSearch::found(const smt::Problem& problem, const smt::SampleTable& states,
                                              const std::vector<int>& claims, const std::string& of, const Suggest& suggested) {
    watched_.show(of + "forming candidates");
    smt::Candidates candidates(problem, claims, states);
    smt::Proof proof = proof_by(problem, candidates, claims, suggested(candidates), of);
    const std::vector<int> lost = with_verdict(claims, proof, smt::Proof::Verdict::not_inductive);
    if (lost.empty() || proof.left || watched_.stop()) return {std::move(proof), candidates.counts()};
    if (&problem == &problem_ && can_learn(states, lost)) return by_learning(states, claims, suggested);
    const std::vector<smt::Clause> larger = of_larger(problem, lost);
    if (larger.empty()) return {std::move(proof), candidates.counts()};
    smt::Candidates anew(problem, claims, states);  // without what the attempt that failed has taught
    proof = proof_by(problem, anew, claims, larger, of);
    return {std::move(proof), anew.counts()};
}

InvariantSearch::Found InvariantSearch::found(const smt::Problem& problem, const std::vector<int>& claims,
                                              const std::string& of) {
    smt::Walker walker(problem, options_.seed);
    const smt::Samples samples = walker.sample(options_.samples, watched_.stop);
    if (watched_.stop()) return {};
    return found(problem, samples.states, claims, of, [&](const smt::Candidates&) { return problem.suggested; });
}

bool InvariantSearch::can_learn(const smt::SampleTable& states, const std::vector<int>& claims) const {
    for (const smt::Segment& s : problem_.segments)
        if (s.kind != smt::Segment::Kind::monitor && has_moments(s)) return false;
    return all_explored_ && std::none_of(claims.begin(), claims.end(), [&](int c) {
               return is_broken(problem_.claims[static_cast<std::size_t>(c)].clauses, states);
           });
}

bool InvariantSearch::has_moments(const smt::Segment& s) const {
    const auto first = problem_.variables.begin() + s.first;
    return std::any_of(first, first + s.places * s.leaves + (s.kind == smt::Segment::Kind::channel ? 1 : 0),
                       [](const smt::StateVariable& v) { return v.type->name == "time" || smt::is_instant(*v.type); });
}

InvariantSearch::Found InvariantSearch::by_learning(const smt::SampleTable& states, const std::vector<int>& claims,
                                                    const Suggest& suggested) {
    smt::Candidates candidates(problem_, claims, states);  // without what the attempt that failed has taught
    smt::Learner learner(problem_, smt::cone_of_influence(problem_, claims), smt::renamings(problem_), states);
    smt::Proof proof = proof_by(problem_, candidates, claims, suggested(candidates), "learning: ", &learner);
    return {std::move(proof), candidates.counts()};
}

smt::Proof InvariantSearch::proof_by(const smt::Problem& problem, smt::Candidates& candidates, const std::vector<int>& claims,
                                     const std::vector<smt::Clause>& suggested, const std::string& of, smt::Learner* learner) {
    smt::Houdini houdini(problem, &candidates, work_limit, threads_or_all(options_.threads));
    houdini.suggest(suggested);
    if (learner) houdini.learn_with(*learner);
    return houdini.prove(claims, watched_.stop, [&](const smt::Houdini& h) {
        watched_.show(fmt::format("{}{} clauses proved, {} open, {} thrown out, {} questions, {:.0f} s", of, h.proved(), h.open(),
                                  h.dead(), h.checks(), watched_.elapsed()));
    });
}

std::vector<smt::Clause> InvariantSearch::of_each_era(const smt::Eras& eras, const std::vector<int>& claims) {
    const smt::Problem endless = text_.problem(options_.selection, smt::Limits::none);
    return eras.relative(found(endless, claims, "clocks without end: ").proof.invariant);
}

std::vector<smt::Clause> InvariantSearch::of_larger(const smt::Problem& problem, const std::vector<int>& claims) {
    // what holds of clocks without end is said of each era already
    if (limits_ == smt::Limits::clock && &problem == &problem_) return {};
    std::vector<int> extents;
    std::string shape = options_.selection.shape;
    for (const model::Sort sort : {model::Sort::core, model::Sort::thread, model::Sort::address}) {
        const std::string& key = text_.extents[static_cast<std::size_t>(sort)];
        if (key.empty()) return {};
        extents.push_back(problem.shape[sort]);
        shape = model::with(shape, key, "2");
    }
    if (std::ranges::max(extents) > 2 || std::ranges::min(extents) == 2) return {};
    const smt::Problem larger = text_.problem({options_.selection.variant, shape}, smt::Limits::none);
    const smt::Proof proof = found(larger, claims, "two of each sort: ").proof;
    if (proof.verdicts.empty()) return {};
    const std::vector<int> proved = with_verdict(claims, proof, smt::Proof::Verdict::proved);
    facts_.push_back(
        fmt::format("no candidates sufficed; of two of each sort {} of {} properties that are left could be proved{}",
                    proved.size(), claims.size(), proved.empty() ? "" : ", and that invariant was suggested"));
    if (proved.empty()) return {};
    return smt::as_seen_by(problem, larger, smt::whole_invariant(larger, proof.invariant, proved));
}

}  // namespace tandem::apps
