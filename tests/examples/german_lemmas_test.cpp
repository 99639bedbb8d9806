// Lemmas of German's protocol, which are true, and others that are not useful: in the search and in a proof.
#include <doctest/doctest.h>

#include "checker/trace.hpp"
#include "german/lemmas.hpp"
#include "german/properties.hpp"
#include "smt/prove/problem_builder.hpp"
#include "tests/smt/proving.hpp"

using namespace tandem;

namespace {

using german::MessageKind, german::NodeKind, german::Sort, german::State;

constexpr const char *is_false = "never-exclusive", *is_vacuous = "granted-twice";

german::Config two_caches() { return {.shape = {.extent = {2, 1, 1, 2}}}; }

/// One is false, one has a premise that is never met, and one is half vacuous.
template <class System>
void add_useless_lemmas(System& system) {
    system.add_lemma(is_false, "no cache ever has the exclusive copy", []<class View>(const View& view, auto& says) {
        for (int c = 0; c < 2; ++c) says(!german::Copy<View>(view, c).exclusive);
    });
    system.add_lemma(is_vacuous, "what a cache is granted that has the exclusive copy is the exclusive copy",
                     []<class View>(const View& view, auto& says) {
                         for (int c = 0; c < 2; ++c) {
                             const german::Copy<View> copy(view, c);
                             says(copy.exclusive & copy.granted, copy.granted_exclusive);
                         }
                     });
    system.add_lemma("half-vacuous", "a cache with a copy is noted, and so is one that is granted what it has",
                     []<class View>(const View& view, auto& says) {
                         for (int c = 0; c < 2; ++c) {
                             const german::Copy<View> copy(view, c);
                             says(copy.held, copy.noted);
                             says(copy.exclusive & copy.granted, copy.noted);
                         }
                     });
}

using System = model::System<german::German<model::Concrete>, german::LastStore<model::Concrete>>;

struct Judged {
    System system{two_caches()};
    std::unique_ptr<checker::Search> search;
    checker::SearchResult result;

    Judged() {
        german::add_lemmas(system);
        add_useless_lemmas(system);
        checker::SearchOptions options;
        options.threads = 2;
        options.keep_going = true;
        for (std::size_t p = 0; p < system.properties().size(); ++p) options.properties.push_back(static_cast<int>(p));
        search = std::make_unique<checker::Search>(system, options);
        result = search->run();
    }
    model::UnmetPremises unmet(const std::string& name) const {
        for (const model::Property& p : system.properties())
            if (p.name == name) return system.unmet(p.number);
        FAIL("no lemma " << name);
        return {};
    }
};

smt::Problem proof_problem(bool useful, bool useless) {
    smt::ProblemBuilder<german::German, german::LastStore> builder(two_caches(), model::Limits::none);
    german::add_properties<german::LastStore<smt::Symbolic>>(builder);
    if (useful) german::add_lemmas(builder);
    if (useless) add_useless_lemmas(builder);
    return builder.build();
}

}  // namespace

TEST_CASE("the search refutes a false lemma by a shortest trace, and names the one that is vacuous") {
    const Judged judged;
    REQUIRE(judged.result.violations.size() == 1);
    const auto& violation = judged.result.violations[0];
    CHECK(judged.system.properties()[static_cast<std::size_t>(violation.property)].name == is_false);
    CHECK(judged.system.properties()[static_cast<std::size_t>(violation.property)].lemma);
    // A cache asks, and its request is accepted, granted and filled.
    CHECK(checker::trace_to(*judged.search, violation).steps.size() == 4);
    CHECK(judged.unmet(is_vacuous).all);
    const model::UnmetPremises half = judged.unmet("half-vacuous");
    CHECK(!half.all);
    REQUIRE(half.lines.size() == 1);
    CHECK(half.lines[0].starts_with("german_lemmas_test.cpp:"));
    for (const char* name : {"copies-noted", "called-back-once", "exclusive-alone", "data-current"}) {
        CHECK(!judged.unmet(name).all);
        CHECK(judged.unmet(name).lines.empty());
    }
}

TEST_CASE("a proof relies on lemmas that are true") {
    for (const bool useless : {false, true}) {
        const smt::Problem problem = proof_problem(true, useless);
        CHECK(!problem.exchanges.empty());  // nothing was named
        const int control = tests::claim(problem, "control");
        const tests::Found found = tests::proved(problem, {control}, 5'000);
        const auto used = [&](const smt::Clause& clause) {
            return std::find(found.invariant.begin(), found.invariant.end(), clause) != found.invariant.end();
        };
        CHECK(std::count_if(problem.suggested.begin(), problem.suggested.end(), used) > 5);
        tests::check_reached(System(two_caches()), problem, found.invariant, 5'000,
                             [](const smt::StateVariable&, int) { return false; });
    }
}

TEST_CASE("a proof tries a lemma that is false, and drops it") {
    const smt::Problem problem = proof_problem(false, true);
    const int control = tests::claim(problem, "control");
    const smt::Proof proof = tests::tried(problem, {control}, 5'000);
    CHECK(proof.suggested_in_vain > 0);
    tests::check_reached(System(two_caches()), problem, proof.invariant, 5'000,
                         [](const smt::StateVariable&, int) { return false; });
}

TEST_CASE("a lemma about a channel or a node that is not there is an error that says so") {
    const auto stated = [](auto lemma) {
        smt::ProblemBuilder<german::German, german::LastStore> builder(two_caches(), model::Limits::none);
        builder.add_lemma("about nothing", "", lemma);
        builder.build();
    };
    CHECK_THROWS_WITH_AS(stated([](const auto& view, auto& says) {
                             says(model::Fact<smt::Symbolic>(view.carried(NodeKind::cache, 0, NodeKind::cache, 1).present));
                         }),
                         "there is no channel from cache 0 to cache 1 on network 0", std::logic_error);
    CHECK_THROWS_AS(stated([]<class View>(const View& view, auto& says) {
                        says(view.template node<NodeKind::cache>(2).state == State::invalid);
                    }),
                    std::logic_error);
}
