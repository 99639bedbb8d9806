// The lemmas of MSI and MESI: true in every state, never vacuous, and enough. Together with the properties they are inductive.
#include <doctest/doctest.h>

#include "checker/search.hpp"
#include "mesi/protocol.hpp"
#include "msi/lemmas.hpp"
#include "smt/prove/problem_builder.hpp"
#include "tests/smt/proving.hpp"

namespace {

using namespace tandem;

msi::Config of_cores(int cores) {
    msi::Config config;
    config.shape.extent = {cores, 1, 1, 2};
    return config;
}

template <class W, template <class> class P>
struct JudgedLemmas {
    using Monitor = specs::WatchedEpochs<model::Concrete>;
    model::System<P<model::Concrete>, Monitor> system;
    checker::SearchResult result;

    explicit JudgedLemmas(int cores) : system(of_cores(cores)) {
        msi::add_lemmas<W>(system);
        checker::SearchOptions options;
        options.threads = 2;
        for (std::size_t p = 0; p < system.properties().size(); ++p) options.properties.push_back(static_cast<int>(p));
        result = checker::Search(system, options).run();
    }
    std::vector<std::string> unmet() const {
        std::vector<std::string> lines;
        for (const model::Property& p : system.properties())
            for (const std::string& line : system.unmet(p.number).lines) lines.push_back(line);
        return lines;
    }
};

template <class W, template <class> class P>
smt::Problem problem_with_lemmas(int cores) {
    smt::ProblemBuilder<P, specs::OnlyWatchedEpochs> builder(of_cores(cores), smt::Limits::none);
    msi::add_properties<specs::OnlyWatchedEpochs<smt::Symbolic>>(builder);
    msi::add_lemmas<W>(builder);
    return builder.build();
}

/// What lemmas prove, and nothing else that is tried: a problem without situations has no candidates.
smt::Proof proof_of_lemmas(const smt::Problem& problem, const std::vector<int>& claims) {
    smt::Problem bare;
    bare.shape = problem.shape;
    bare.variables = problem.variables;
    bare.singled_out = problem.singled_out;
    const smt::SampleTable states = smt::Walker(problem, 1).sample(1'000, tests::never).states;
    smt::Candidates none(bare, {}, states);
    smt::Houdini houdini(problem, &none, tests::proof_work, 2);
    houdini.suggest(problem.suggested);
    return houdini.prove(claims, tests::never, [](const smt::Houdini&) {});
}

/// The number of lemmas' clauses, and how many of them are not kept.
template <class W, template <class> class P>
std::pair<std::size_t, std::size_t> proved_of_lemmas(int cores) {
    const smt::Problem problem = problem_with_lemmas<W, P>(cores);
    const std::vector<int> claims = tests::all_claims(problem);
    REQUIRE(claims.size() == 4);
    tests::Found found{proof_of_lemmas(problem, claims), {}};
    for (const int c : claims) CHECK(found.proof.verdicts[static_cast<std::size_t>(c)] == smt::Proof::Verdict::proved);
    found.invariant = smt::whole_invariant(problem, found.proof.invariant, claims);
    CHECK(tests::flaw(problem, found, claims, 2).value_or("") == "");
    return {found.proof.suggested, found.proof.suggested_in_vain};
}

/// A cache that evicts a modified block as if it were shared.
struct NeverPutsData : msi::Words {
    static Kind put(const auto&) { return Kind::PutS; }
};
template <class D>
struct LosesItsStores : msi::DirectoryProtocol<D, NeverPutsData> {};

}  // namespace

TEST_CASE("the lemmas of MSI and MESI hold in every state, and each says something") {
    const JudgedLemmas<msi::Words, msi::Msi> of_msi(3);
    CHECK(of_msi.result.violations.empty());
    CHECK(of_msi.result.full_states == 528'917);  // epochs multiply no states
    CHECK(of_msi.unmet() == std::vector<std::string>{});
    const JudgedLemmas<mesi::Words, mesi::Mesi> of_mesi(2);
    CHECK(of_mesi.result.violations.empty());
    CHECK(of_mesi.result.full_states == 13'939);
}

TEST_CASE("MSI and MESI are proved of their lemmas alone") {
    const auto [of_msi, in_vain] = proved_of_lemmas<msi::Words, msi::Msi>(2);
    CHECK(of_msi > 500);
    CHECK(in_vain == 0);
    const auto [of_mesi, in_vain_of_mesi] = proved_of_lemmas<mesi::Words, mesi::Mesi>(2);
    CHECK(of_mesi > 500);
    CHECK(in_vain_of_mesi == 0);
}

TEST_CASE("lemmas of MSI do not prove an MSI that loses stores") {
    const smt::Problem problem = problem_with_lemmas<NeverPutsData, LosesItsStores>(2);
    const int lost = tests::claim(problem, "no-store-lost");
    const smt::Proof proof = proof_of_lemmas(problem, {lost});
    CHECK(proof.verdicts[static_cast<std::size_t>(lost)] == smt::Proof::Verdict::not_inductive);
}
