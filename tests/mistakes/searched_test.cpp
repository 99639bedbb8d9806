// The mistakes of a text's author, as the search reports them: node, handler and field or message, in one line, or as the last
// step of a shortest trace.
#include <doctest/doctest.h>

#include <algorithm>

#include "apps/common/crash_report.hpp"
#include "checker/random_walk.hpp"
#include "checker/search.hpp"
#include "checker/trace.hpp"
#include "tests/mistakes/library.hpp"
#include "tests/mistakes/outcome_of_child.hpp"

namespace {

using namespace tandem;
using mistakes::Config, mistakes::Ended, mistakes::Library, mistakes::Mistake;
using Text = Library<model::Concrete>;

Config with(Mistake mistake) {
    Config config;
    config.mistake = mistake;
    return config;
}

checker::SearchOptions options(bool symmetry = true, int threads = 1) {
    checker::SearchOptions chosen;
    chosen.symmetry = symmetry;
    chosen.threads = threads;
    return chosen;
}

/// A text whose clerk receives nothing.
struct Deaf : Text {
    struct Post {
        bool nothing = false;
        BOOST_DESCRIBE_CLASS(Post, (), (nothing), (), ())
        void start(const Config&, const std::vector<int>&) {}
        bool idle() const { return true; }
    };
    using Nodes = std::tuple<mistakes::Borrower<model::Concrete>, mistakes::Desk<model::Concrete>, Post>;
};

/// A desk that notes who has the book, forgets it when the book is back, and then looks at the note.
struct Forgetful : Text {
    struct Desk : mistakes::Desk<model::Concrete> {
        model::Core<model::Concrete> last{};
        BOOST_DESCRIBE_CLASS(Desk, (mistakes::Desk<model::Concrete>), (last), (), ())

        void clear_unused() {
            if (!lent) last = {};
        }
        void receive(const mistakes::Message<model::Concrete>& m, auto& ctx) {
            if (m.kind == mistakes::MessageKind::ask && last == ctx.sender()) ctx.did(mistakes::Outcome::noticed);
            mistakes::Desk<model::Concrete>::receive(m, ctx);
            if (m.kind == mistakes::MessageKind::ask && lent) last = ctx.sender();
        }
    };
    using Nodes = std::tuple<mistakes::Borrower<model::Concrete>, Desk, mistakes::Clerk<model::Concrete>>;
};

/// The error at the end of the shortest trace to it.
std::string error(Mistake mistake, bool symmetry = true) {
    const model::System<Text> system(with(mistake));
    checker::Search search(system, options(symmetry));
    const auto result = search.run();
    if (!result.text_error) return "no error";
    return trace_to(search, *result.text_error).steps.back().error;
}

/// How the mistake ends the search, or the program.
Ended end(Mistake mistake, int threads = 1) {
    return mistakes::in_child([&] {
        apps::report_crashes_of_texts(1);
        model::System<Text> system(with(mistake));
        add_properties(system, mistake);
        auto chosen = options(true, threads);
        chosen.properties = {0};
        checker::Search(system, chosen).run();
    });
}
void check_end(Mistake mistake, int status, const std::string& says, int threads = 1) {
    const Ended ended = end(mistake, threads);
    CAPTURE(ended.said);
    CHECK(ended.status == status);
    CHECK(ended.said.find(says) != std::string::npos);
    CHECK(std::count(ended.said.begin(), ended.said.end(), '\n') <= 1);
}

}  // namespace

TEST_CASE("the right text has no error, and an outcome that never happens is named") {
    model::System<Text> system(with(Mistake::none));
    add_properties(system, Mistake::none);
    system.add_can_happen(mistakes::Outcome::taken_back);
    system.add_can_happen(mistakes::Outcome::never_done);
    checker::SearchOptions all = options();
    all.keep_going = true;
    all.properties = {0};
    const auto result = checker::Search(system, all).run();
    CHECK_FALSE(result.text_error);
    CHECK(result.violations.empty());
    CHECK((result.outcomes >> int(mistakes::Outcome::taken_back) & 1) == 1);
    CHECK((result.outcomes >> int(mistakes::Outcome::never_done) & 1) == 0);
    CHECK(system.properties().back().name == "can-happen:never_done");
}

TEST_CASE("a field, a datum or an enumeration out of range is named with its value and its limit") {
    CHECK(error(Mistake::counts_beyond) == "receive of borrower leaves books.A.read at 4, beyond its limit of 3");
    CHECK(error(Mistake::datum_beyond) == "act of borrower sends a message with data at 5, beyond its limit of 1");
    CHECK(error(Mistake::kind_beyond) == "act of borrower sends a message with kind at 9, beyond its limit of 3");
    CHECK(error(Mistake::name_beyond) == "act of borrower uses address 7, where 3 is the last that there can be");
    CHECK_THROWS_WITH(checker::Search(model::System<Text>(with(Mistake::starts_beyond)), options()).run(),
                      "the protocol's text is wrong: start of borrower0 leaves books.A.read at 7, beyond its limit of 3");
}

TEST_CASE("a message that cannot be sent is named with the node that it is for") {
    CHECK(error(Mistake::sends_to_nobody) ==
          "act of borrower sends to a node of kind desk (number 1) that no channel leads to on network 0");
    CHECK(error(Mistake::sends_sideways) ==
          "act of borrower sends to a node of kind borrower (number 1) that no channel leads to on network 0");
    CHECK(error(Mistake::sends_two) ==
          "act of borrower sends 2 messages in one step from borrower0 to desk, where the channel holds 1: raise its capacity, "
          "or send one a step");
    CHECK(error(Mistake::asks_for_sender) == "receive of clerk asks for its sender's core, but no node of a core sent this");
}

TEST_CASE("a reference that is kept across a store's change is found where it is written to") {
    CHECK(error(Mistake::writes_after_drop) ==
          "act of borrower writes to books.A, which is not there: it holds a pointer or reference that it got before drop()");
}

TEST_CASE("what a handler throws is told as what it does") {
    CHECK(
        error(Mistake::throws_its_own) ==
        "act of borrower throws \"no such book\": a handler that cannot act says so with ctx.stall(outcome), and throws nothing");
    CHECK(error(Mistake::throws_no_exception).starts_with("act of borrower throws something that is no std::exception"));
    CHECK(error(Mistake::changes_and_stalls) == "act of borrower changes books.A.here to no and then stalls");
}

TEST_CASE("a handler that depends on more than its state is told from one that tells names apart") {
    for (const Mistake mistake : {Mistake::keeps_static, Mistake::draws_lots})
        for (const bool symmetry : {true, false}) {
            std::string said;
            try {
                model::System<Text> system(with(mistake));
                checker::Search(system, options(symmetry)).run();
            } catch (const std::invalid_argument& e) {
                said = e.what();
            }
            CAPTURE(said);
            CHECK(said.starts_with("the protocol's text is wrong: act of borrower, as where borrower"));
            CHECK(said.find("does not do the same when it runs again") != std::string::npos);
            CHECK(said.find("static or global variable") != std::string::npos);
        }
    CHECK_THROWS_WITH_AS(checker::Search(model::System<Text>(with(Mistake::favours_first)), options()).run(),
                         doctest::Contains("the text is not symmetric: act of borrower treats cores 0 and 1 differently"),
                         std::invalid_argument);
}

TEST_CASE("a handler that reads a name that clear_unused has set back is told with the member") {
    std::string said;
    try {
        checker::Search(model::System<Forgetful>(with(Mistake::none)), options()).run();
    } catch (const checker::NotSymmetric& e) {
        said = e.where();
    }
    CHECK(said.starts_with("receive of desk treats cores 0 and 1 differently, as where desk \"receives ask"));
    CHECK(said.find("It reads what `clear_unused` has set back to name 0: last. Such a name can be held as a `Maybe`") !=
          std::string::npos);
}

TEST_CASE("a null pointer is told with what was not found, a recursion and a loop with the handler, on any thread") {
    check_end(
        Mistake::follows_null, 1,
        " (bring_back) follows a null pointer, as of a line or an entry that is not there: `books` has no address A, so test");
    for (const int threads : {1, 4}) {
        check_end(Mistake::recurses, 1, "(bring_back) recurses without end", threads);
        check_end(Mistake::never_ends, 1, "(bring_back) has not ended after 1 seconds", threads);
    }
}

TEST_CASE("what is wrong in a property is told of the property") {
    check_end(Mistake::property_follows_null, 2, "tandem: the property one-reader is wrong: it follows a null pointer");
    check_end(Mistake::property_throws, 98, "the property one-reader is wrong: it throws \"no such book\"");
    check_end(Mistake::property_throws, 98, "the property one-reader is wrong: it throws \"no such book\"", 4);
}

TEST_CASE("a message to a node without receive is an error of who sends it") {
    const model::System<Deaf> system(Config{});
    checker::Search search(system, options());
    const auto result = search.run();
    REQUIRE(result.text_error);
    CHECK(trace_to(search, *result.text_error).steps.back().error ==
          "receive of desk sends to a node of kind clerk, which has no handler receive(message, ctx): the message would wait "
          "forever");
}
