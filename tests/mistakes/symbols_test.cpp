// The same mistakes on symbols, in `prove` and `export`. All paths are taken, so a mistake refutes nothing and ends in one line
// and status 2.
#include <doctest/doctest.h>

#include <algorithm>

#include "apps/common/crash_report.hpp"
#include "smt/prove/problem_builder.hpp"
#include "smt/symbolic_system.hpp"
#include "tests/mistakes/library.hpp"
#include "tests/mistakes/outcome_of_child.hpp"

namespace {

using namespace tandem;
using mistakes::Config, mistakes::Ended, mistakes::Library, mistakes::Mistake;

Config config_with(Mistake mistake) {
    Config config;
    config.mistake = mistake;
    return config;
}

/// As for `export` and as for `prove`.
Ended exported(Mistake mistake) {
    return mistakes::in_child([&] {
        apps::report_crashes_of_texts(1);
        smt::SymbolicSystem<Library> system(config_with(mistake));
        add_properties(system, mistake);
        system.build();
    });
}
Ended proved(Mistake mistake) {
    return mistakes::in_child([&] {
        apps::report_crashes_of_texts(1);
        smt::ProblemBuilder<Library, smt::Unwatched> problem(config_with(mistake), smt::Limits::none);
        add_properties(problem, mistake);
        problem.build();
    });
}
void check_ends(Mistake mistake, int status, const std::string& says) {
    for (const Ended& ended : {exported(mistake), proved(mistake)}) {
        CAPTURE(ended.said);
        CHECK(ended.status == status);
        CHECK(ended.said.find(says) != std::string::npos);
        CHECK(std::count(ended.said.begin(), ended.said.end(), '\n') <= 1);
    }
}

}  // namespace

TEST_CASE("the right text is explored on symbols") { check_ends(Mistake::none, 99, ""); }

TEST_CASE("a null pointer on symbols is told with what was not found, and not a silent crash") {
    check_ends(Mistake::follows_null, 2,
               "tandem: the protocol's text is wrong on symbols: act of borrower0 (bring_back) follows a null pointer, as of a "
               "line or an entry that is not there: `books` has no address A");
    check_ends(Mistake::property_follows_null, 2,
               "tandem: the property one-reader is wrong on symbols: it follows a null pointer");
}

TEST_CASE("recursions and loops on symbols name the handler") {
    check_ends(Mistake::recurses, 2, "on symbols: act of borrower0 (bring_back) recurses without end");
    check_ends(Mistake::never_ends, 2, "on symbols: act of borrower0 (bring_back) has not ended after 1 seconds");
}

TEST_CASE("what a handler throws on symbols names the handler") {
    check_ends(Mistake::throws_its_own, 98,
               "the protocol's text is wrong on symbols: act of borrower0 (bring_back) throws \"no such book\"");
    check_ends(Mistake::throws_no_exception, 98, "act of borrower0 (bring_back) throws something that is no std::exception");
    check_ends(Mistake::asks_for_sender, 98,
               "receive of clerk (a message from desk) asks for its sender's core, but a node of no core may send this");
    check_ends(Mistake::starts_beyond, 98, "start of borrower0 leaves books.A.read at 7");
}
