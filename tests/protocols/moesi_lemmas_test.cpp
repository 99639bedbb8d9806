// The lemmas of MOESI: true in every state, never vacuous, and enough. Together with the properties they are inductive.
#include <doctest/doctest.h>

#include "protocols/moesi/lemmas.hpp"
#include "protocols/moesi/properties.hpp"
#include "smt/prove/problem_builder.hpp"
#include "specs/last_stored.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/smt/lemmas.hpp"

namespace {

using namespace tandem;

moesi::Config caches_of_moesi(int caches, moesi::States states) {
    moesi::Config config;
    config.shape.extent = {caches, 1, 1, 2};
    config.states = states;
    return config;
}

tests::JudgedLemmas judged_lemmas_of_moesi(int caches, moesi::States states) {
    model::System<moesi::Moesi<model::Concrete>, specs::WatchedLastStored<model::Concrete>> system(
        caches_of_moesi(caches, states));
    moesi::add_lemmas(system);
    return tests::JudgedLemmas(system);
}

template <template <class> class Text>
smt::Problem moesi_with_lemmas(moesi::States states) {
    smt::ProblemBuilder<Text, specs::OnlyWatchedLastStored> builder(caches_of_moesi(2, states), smt::Limits::none);
    moesi::add_properties<specs::OnlyWatchedLastStored<smt::Symbolic>>(builder);
    moesi::add_lemmas(builder);
    return builder.build();
}

/// An upgrading cache keeps its copy when it is told to give it up.
template <class D>
struct KeepsItsCopy : moesi::L1<D> {
    using Base = moesi::L1<D>;
    BOOST_DESCRIBE_CLASS(KeepsItsCopy, (Base), (), (), ())

    void receive(const moesi::Message<D>& m, auto& ctx) {
        auto* line = this->lines.find(m.address);
        if (m.kind == moesi::MessageKind::INV && line && line->state == moesi::State::upgrading) {
            ctx.send(moesi::NodeKind::l1, m.requestor, {.kind = moesi::MessageKind::ACK, .address = m.address});
            return ctx.did(moesi::Outcome::upgrade_meets_inv);
        }
        Base::receive(m, ctx);
    }
};
template <class D>
struct KeepingMoesi : moesi::Moesi<D> {
    using Nodes = std::tuple<KeepsItsCopy<D>, moesi::Directory<D>>;
};

}  // namespace

TEST_CASE("the lemmas of MOESI hold in every state, and each says something") {
    const tests::JudgedLemmas three = judged_lemmas_of_moesi(3, moesi::States::moesi);
    CHECK(three.result.violations.empty());
    CHECK(three.result.full_states == 193'568);  // what was stored last multiplies no states
    CHECK(three.unmet == std::vector<std::string>{});
    using enum moesi::States;
    for (const auto& [states, count] : {std::pair(mesi, 5065), {mosi, 6087}, {moesi::States::msi, 4281}}) {
        const tests::JudgedLemmas two = judged_lemmas_of_moesi(2, states);
        CHECK(two.result.violations.empty());
        CHECK(two.result.full_states == static_cast<std::uint64_t>(count));
    }
}

TEST_CASE("MOESI, MESI, MOSI and MSI are proved of their lemmas alone") {
    for (const moesi::States states : {moesi::States::moesi, moesi::States::mesi, moesi::States::mosi, moesi::States::msi}) {
        const smt::Problem problem = moesi_with_lemmas<moesi::Moesi>(states);
        REQUIRE(tests::all_claims(problem).size() == 6);
        CHECK(problem.suggested.size() > 500);
        CHECK(tests::inductive_with_lemmas(problem));
    }
}

TEST_CASE("MOESI is proved for any number of caches") {
    const tests::Run run = tests::tandem({"prove", "moesi", "--any", "l1s"});
    CAPTURE(run.out);
    CHECK(run.status == 0);
    CHECK(run.out.find("Proved for any number of l1s") != std::string::npos);
    CHECK(run.out.find("n0 = 5 l1s") != std::string::npos);
}

TEST_CASE("lemmas of MOESI do not prove one that keeps a copy") {
    const smt::Problem problem = moesi_with_lemmas<KeepingMoesi>(moesi::States::moesi);
    CHECK(!tests::inductive_with_lemmas(problem));
    const int alone = tests::claim(problem, "writer-alone");
    const smt::Proof proof = tests::proof_of_lemmas(problem, {alone});
    CHECK(proof.verdicts[static_cast<std::size_t>(alone)] == smt::Proof::Verdict::not_inductive);
}
