// A forbidden action of a text is a counterexample, whatever was asked; and a text that treats names differently is not reduced
// by symmetry.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/common/crash_report.hpp"
#include "checker/random_walk.hpp"
#include "checker/search.hpp"
#include "checker/trace.hpp"
#include "tests/toys/careless.hpp"

namespace {

using namespace tandem;
using checker::Ending;
using toys::Careless;
using toys::Fault;

Careless::Config with(Fault fault) {
    Careless::Config config;
    config.fault = fault;
    return config;
}

/// The error's trace: the shortest, with the last step in error.
void check_error(Fault fault, const std::string& says) {
    const model::System<Careless> system(with(fault));
    for (const bool symmetry : {true, false}) {
        checker::SearchOptions options;
        options.symmetry = symmetry;
        checker::Search search(system, options);
        const auto result = search.run();
        CHECK(result.ending == Ending::refuted);
        REQUIRE(result.text_error);
        const checker::Trace trace = trace_to(search, *result.text_error);
        REQUIRE(trace.steps.size() == 4);
        CHECK(trace.steps.back().error == says);
        CHECK(trace.steps[2].error.empty());
        CHECK(trace.steps.back().event.ends_with(": counts"));
    }
}

}  // namespace

TEST_CASE("the search ends where a handler does what no text may, with the shortest way there") {
    check_error(Fault::counts_beyond, "act of counter leaves count at 4, beyond its limit of 3");
    check_error(Fault::changes_and_stalls, "act of counter changes count to 0 and then stalls");
    check_error(Fault::sends_to_nobody,
                "act of counter sends to a node of kind counter (number 0) that no channel leads to on network 0");
}

TEST_CASE("a step in error is no transition and leads nowhere") {
    const model::System<Careless> right(with(Fault::none)), wrong(with(Fault::changes_and_stalls));
    checker::SearchOptions options;
    options.symmetry = false;
    options.keep_going = true;
    const auto expected = checker::Search(right, options).run(), found = checker::Search(wrong, options).run();
    CHECK_FALSE(expected.text_error);
    CHECK(found.text_error);
    CHECK(found.ending == Ending::complete);
    CHECK(expected.states == 16);
    CHECK(found.states == 16);
    CHECK(found.transitions == expected.transitions);
}

TEST_CASE("what the monitor forbids is no error, for it cannot happen") {
    const model::System<Careless, toys::NoFences> system(with(Fault::counts_beyond));
    const auto result = checker::Search(system, {}).run();
    CHECK(result.ending == Ending::complete);
    CHECK_FALSE(result.text_error);
}

TEST_CASE("random walks find such errors too") {
    const model::System<Careless> system(with(Fault::counts_beyond));
    checker::WalkOptions options;
    options.depth = 20;
    checker::RandomWalk walks(system, options);
    const auto result = walks.run();
    CHECK(result.ending == Ending::refuted);
    REQUIRE(result.text_error);
    const auto trace = trace_along(walks.components(), {}, result.text_error->start, result.text_error->path);
    CHECK(trace.steps.back().error == "act of counter leaves count at 4, beyond its limit of 3");
}

TEST_CASE("a text that tells cores apart is not reduced by symmetry, and the handler is named") {
    const model::System<Careless> system(with(Fault::counts_by_core));
    const char* says = "the text is not symmetric: act of counter treats cores 0 and 1 differently";
    std::string error;
    try {
        checker::Search(system, {}).run();
    } catch (const std::invalid_argument& e) {
        error = e.what();
    }
    CAPTURE(error);
    CHECK(error.starts_with(says));
    CHECK(error.find("counts") != std::string::npos);
    CHECK(error.find("--symmetry off") != std::string::npos);
    checker::SearchOptions options;
    options.symmetry = false;
    const auto result = checker::Search(system, options).run();
    CHECK(result.states == 12);  // 4 times 3: core 1 counts to 2
}

TEST_CASE("a text that follows a null pointer ends the program with one line and status 1") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        apps::report_crashes_of_texts();
        const model::System<Careless> system(with(Fault::follows_null));
        checker::Search(system, {}).run();
        _exit(99);
    }
    close(ends[1]);
    std::string said;
    char byte;
    while (read(ends[0], &byte, 1) == 1) said += byte;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 1);
    CHECK(said.starts_with("tandem: the protocol's text is wrong: act of counter "));
    CHECK(said.find("(counts) follows a null pointer") != std::string::npos);
    CHECK(std::count(said.begin(), said.end(), '\n') == 1);
}
