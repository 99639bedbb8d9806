// MSI and MESI are proved for any data, with learnt clauses; with a changed line they are not.
#include <doctest/doctest.h>

#include "mesi/protocol.hpp"
#include "smt/prove/problem_builder.hpp"
#include "tests/smt/proving.hpp"

namespace {

using namespace tandem;
using tests::claim;

const msi::Config two_cores = [] {
    msi::Config config;
    config.shape.extent = {2, 1, 1, 2};
    return config;
}();

template <template <class> class P>
smt::Problem problem_of() {
    smt::ProblemBuilder<P, specs::WatchedStore> builder(two_cores, smt::Limits::none);
    msi::add_properties<specs::WatchedStore<smt::Symbolic>>(builder);
    return builder.build();
}

template <template <class> class P>
using Watched = model::System<P<model::Concrete>, specs::WatchedStore<model::Concrete>>;

constexpr std::size_t samples = 50'000;

template <template <class> class P>
void check_proved() {
    const smt::Problem problem = problem_of<P>();
    const Watched<P> system(two_cores);
    const std::vector<int> claims = tests::all_claims(problem);
    REQUIRE(claims.size() == 4);
    CHECK(claim(problem, "writer-alone") >= 0);
    CHECK(claim(problem, "load-value") >= 0);
    const tests::Found found = tests::confirmed(problem, claims, tests::tried_learning(problem, claims, samples, system));
    CHECK(found.proof.learnt > 0);
    tests::check_reached(system, problem, found.invariant, 20'000, [](const smt::StateVariable&, int) { return false; });
    // The learnt clauses are needed.
    const smt::Proof without = tests::tried(problem, {claim(problem, "writer-alone")}, samples);
    CHECK(without.verdicts[static_cast<std::size_t>(claim(problem, "writer-alone"))] == smt::Proof::Verdict::not_inductive);
}

template <template <class> class P>
void check_not_proved(const char* name) {
    const smt::Problem problem = problem_of<P>();
    const Watched<P> system(two_cores);
    const int false_claim = claim(problem, name);
    const smt::Proof proof = tests::tried_learning(problem, {false_claim}, samples, system);
    CHECK(proof.verdicts[static_cast<std::size_t>(false_claim)] == smt::Proof::Verdict::not_inductive);
}

/// A cache that evicts a modified block as if it were shared.
struct PutsNoDataOnSymbols : msi::Words {
    static Kind put(const auto&) { return Kind::PutS; }
};
template <class D>
struct LosesStoresOnSymbols : msi::DirectoryProtocol<D, PutsNoDataOnSymbols> {};

/// A cache that takes all data as permission to write.
struct AlwaysExclusive : mesi::Words {
    static State read(const auto&) { return State::exclusive; }
};
template <class D>
struct SeveralWritersOnSymbols : msi::DirectoryProtocol<D, AlwaysExclusive> {};

}  // namespace

TEST_CASE("MSI is proved for any data with clauses that are learnt, and not without") { check_proved<msi::Msi>(); }

TEST_CASE("MESI is proved for any data with clauses that are learnt, and not without") { check_proved<mesi::Mesi>(); }

TEST_CASE("MSI that loses stores, and MESI with several writers, are not proved, whatever is learnt") {
    check_not_proved<LosesStoresOnSymbols>("no-store-lost");
    check_not_proved<SeveralWritersOnSymbols>("writer-alone");
}
