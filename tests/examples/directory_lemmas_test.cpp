// The lemmas of MSI and MESI: true in every state, never vacuous, and enough. Together with the properties they are inductive.
#include <doctest/doctest.h>

#include "mesi/protocol.hpp"
#include "msi/lemmas.hpp"
#include "smt/prove/problem_builder.hpp"
#include "tests/smt/lemmas.hpp"

namespace {

using namespace tandem;

msi::Config of_cores(int cores) {
    msi::Config config;
    config.shape.extent = {cores, 1, 1, 2};
    return config;
}

template <class W, template <class> class P>
tests::JudgedLemmas judged(int cores) {
    model::System<P<model::Concrete>, specs::WatchedEpochs<model::Concrete>> system(of_cores(cores));
    msi::add_lemmas<W>(system);
    return tests::JudgedLemmas(system);
}

template <class W, template <class> class P>
smt::Problem problem_with_lemmas(int cores) {
    smt::ProblemBuilder<P, specs::OnlyWatchedEpochs> builder(of_cores(cores), smt::Limits::none);
    msi::add_properties<specs::OnlyWatchedEpochs<smt::Symbolic>>(builder);
    msi::add_lemmas<W>(builder);
    return builder.build();
}

/// A cache that evicts a modified block as if it were shared.
struct NeverPutsData : msi::Words {
    static Kind put(const auto&) { return Kind::PutS; }
};
template <class D>
struct LosesItsStores : msi::DirectoryProtocol<D, NeverPutsData> {};

}  // namespace

TEST_CASE("the lemmas of MSI and MESI hold in every state, and each says something") {
    const tests::JudgedLemmas of_msi = judged<msi::Words, msi::Msi>(3);
    CHECK(of_msi.result.violations.empty());
    CHECK(of_msi.result.full_states == 528'917);  // epochs multiply no states
    CHECK(of_msi.unmet == std::vector<std::string>{});
    const tests::JudgedLemmas of_mesi = judged<mesi::Words, mesi::Mesi>(2);
    CHECK(of_mesi.result.violations.empty());
    CHECK(of_mesi.result.full_states == 13'939);
}

TEST_CASE("MSI and MESI are proved of their lemmas alone") {
    const smt::Problem of_msi = problem_with_lemmas<msi::Words, msi::Msi>(2);
    REQUIRE(tests::all_claims(of_msi).size() == 4);
    CHECK(of_msi.suggested.size() > 500);
    CHECK(tests::inductive_with_lemmas(of_msi));
    const smt::Problem of_mesi = problem_with_lemmas<mesi::Words, mesi::Mesi>(2);
    CHECK(of_mesi.suggested.size() > 500);
    CHECK(tests::inductive_with_lemmas(of_mesi));
}

TEST_CASE("lemmas of MSI do not prove an MSI that loses stores") {
    const smt::Problem problem = problem_with_lemmas<NeverPutsData, LosesItsStores>(2);
    const int lost = tests::claim(problem, "no-store-lost");
    const smt::Proof proof = tests::proof_of_lemmas(problem, {lost});
    CHECK(proof.verdicts[static_cast<std::size_t>(lost)] == smt::Proof::Verdict::not_inductive);
}
