// German's protocol is proved for any data: memory and the latest store begin with the same datum, whatever it is.
#include <doctest/doctest.h>

#include "german/lemmas.hpp"
#include "german/properties.hpp"
#include "smt/prove/problem_builder.hpp"
#include "tests/smt/proving.hpp"

using namespace tandem;

namespace {

german::Config with(int caches) { return {.shape = {.extent = {caches, 1, 1, 2}}}; }

template <template <class> class P = german::German>
smt::Problem problem_of(int caches) {
    smt::ProblemBuilder<P, german::LastStore> builder(with(caches), smt::Limits::none);
    german::add_properties<german::LastStore<smt::Symbolic>>(builder);
    german::add_lemmas(builder);
    return builder.build();
}

int number_of(const smt::Problem& problem, const std::string& name) {
    for (std::size_t v = 0; v < problem.variables.size(); ++v)
        if (problem.variables[v].name == name) return static_cast<int>(v);
    FAIL("no variable " << name);
    return -1;
}

/// A directory that takes back the exclusive copy without writing its data to memory.
template <class D>
struct ForgetfulDirectory : german::Directory<D> {
    BOOST_DESCRIBE_CLASS(ForgetfulDirectory, (german::Directory<D>), (), (), ())
    void receive(const german::Message<D>& m, auto& ctx) {
        const auto before = this->memory;
        german::Directory<D>::receive(m, ctx);
        this->memory = before;
    }
};
template <class D>
struct ForgetsDataOnSymbols : german::German<D> {
    using Nodes = std::tuple<german::Cache<D>, ForgetfulDirectory<D>>;
};

}  // namespace

TEST_CASE("what memory holds first and what was stored last are one datum, which may be any") {
    const smt::Problem problem = problem_of(2);
    const int memory = number_of(problem, "directory.memory"), last = number_of(problem, "monitor.value");
    REQUIRE(problem.initial.size() == 1);
    CHECK(problem.initial[0][static_cast<std::size_t>(memory)] < 0);
    CHECK(problem.initial[0][static_cast<std::size_t>(memory)] == problem.initial[0][static_cast<std::size_t>(last)]);
    CHECK(smt::at_first(problem, 0, memory) == smt::at_first(problem, 0, last));
    int asked = 0;
    const smt::StateVector state = smt::state_at_first(problem, 0, [&] { return 40 + asked++; });
    CHECK(asked == 1);
    CHECK(state[static_cast<std::size_t>(memory)] == 40);
    CHECK(state[static_cast<std::size_t>(last)] == 40);
}

TEST_CASE("German's protocol is proved for any data, with two, three and four caches") {
    for (const int caches : {2, 3, 4}) {
        CAPTURE(caches);
        const smt::Problem problem = problem_of(caches);
        const std::vector<int> claims = tests::all_claims(problem);
        REQUIRE(claims.size() == 3);
        const tests::Found found = tests::proved(problem, claims, 5'000);
        const model::System<german::German<model::Concrete>, german::LastStore<model::Concrete>> system(with(caches));
        tests::check_reached(system, problem, found.invariant, 5'000, [](const smt::StateVariable&, int) { return false; });
    }
}

TEST_CASE("German's protocol is not proved where memory loses what was written back") {
    const smt::Problem problem = problem_of<ForgetsDataOnSymbols>(2);
    const int in_memory = tests::claim(problem, "data-in-memory");
    const smt::Proof proof = tests::tried(problem, {in_memory}, 5'000);
    CHECK(proof.verdicts[static_cast<std::size_t>(in_memory)] == smt::Proof::Verdict::not_inductive);
}
