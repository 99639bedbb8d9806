// A set of clauses, checked as an inductive invariant from the beginning: every initial state, every event, every claim.
//
// The search for an invariant keeps books; this does not, so that a mistake there cannot become a verdict. It takes the search's
// lemmas, asks Z3 about each again, and sees to it that they cover each clause (one of those that are alike up to renaming) and
// each path. A certificate (certificate.hpp) uses neither lemmas nor symmetry.
#pragma once

#include <functional>
#include <optional>

#include "smt/prove/problem.hpp"
#include "smt/prove/proof.hpp"
#include "smt/prove/sample_table.hpp"

namespace tandem::smt {

/// Everything that is claimed of states: typing, the claims, the found clauses and all their images.
std::vector<Clause> whole_invariant(const Problem& problem, const std::vector<Clause>& found, const std::vector<int>& claims);

/// Nothing if the lemmas show that the clauses are inductive and that no step breaks a claim; else what fails. `limit` is on each
/// question; several workers may share the questions, and all of them ask `stop`.
std::optional<std::string> flaw(const Problem& problem, const std::vector<Clause>& invariant, const std::vector<Lemma>& lemmas,
                                const std::vector<int>& claims, unsigned limit,
                                const std::function<bool()>& stop, int workers = 1);

/// A limit for `kept_by_each_path`: what takes more is better asked clause by clause.
inline constexpr unsigned work_of_path = 40'000'000;

/// The same without lemmas, as one question for each path: does it lead from a state that satisfies all clauses to one that does
/// not, or breaks a claim of steps? How many questions that took; nothing if one of them was not refuted, or there was no time.
/// Where all clauses are known beforehand, this takes fewer questions than one for each clause and event.
std::optional<std::size_t> kept_by_each_path(const Problem& problem, const std::vector<Clause>& invariant,
                                             const std::vector<int>& claims, unsigned limit, const std::function<bool()>& stop,
                                             int workers = 1);

/// A clause that does not hold in one of the samples, and the number of that sample.
struct ExcludedSample {
    Clause clause;
    std::size_t sample;
};
/// The first such, if there is one: lemmas are of the relation, and this is of what happens.
std::optional<ExcludedSample> excluded(const std::vector<Clause>& invariant, const SampleTable& samples);

}  // namespace tandem::smt
