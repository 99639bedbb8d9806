// The shared part of tests of lemmas: an explicit search judges them, and they prove the properties with nothing else.
#pragma once

#include "checker/search.hpp"
#include "tests/smt/proving.hpp"

namespace tandem::tests {

/// What a search says of a system's lemmas.
struct JudgedLemmas {
    checker::SearchResult result;
    std::vector<std::string> unmet;  // statements whose premise no state meets

    template <class System>
    explicit JudgedLemmas(System& system) {
        checker::SearchOptions options;
        options.threads = 2;
        for (std::size_t p = 0; p < system.properties().size(); ++p) options.properties.push_back(static_cast<int>(p));
        result = checker::Search(system, options).run();
        for (const model::Property& p : system.properties())
            for (const std::string& line : system.unmet(p.number).lines) unmet.push_back(line);
    }
};

/// What lemmas prove, and nothing else that is tried: a problem without situations has no candidates.
inline smt::Proof proof_of_lemmas(const smt::Problem& problem, const std::vector<int>& claims) {
    smt::Problem bare;
    bare.shape = problem.shape;
    bare.variables = problem.variables;
    bare.singled_out = problem.singled_out;
    const smt::SampleTable states = smt::Walker(problem, 1).sample(1'000, never).states;
    smt::Candidates none(bare, {}, states);
    smt::Houdini houdini(problem, &none, proof_work, 2);
    houdini.suggest(problem.suggested);
    return houdini.prove(claims, never, [](const smt::Houdini&) {});
}

/// Whether the lemmas and the claims are inductive together: no path leads from a state that satisfies all to one that does not.
inline bool inductive_with_lemmas(const smt::Problem& problem) {
    const std::vector<int> claims = all_claims(problem);
    const std::vector<smt::Clause> whole = smt::whole_invariant(problem, problem.suggested, claims);
    return smt::kept_by_each_path(problem, whole, claims, proof_work, never, 2).has_value();
}

}  // namespace tandem::tests
