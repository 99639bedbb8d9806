// The condition before an outcome that no run reaches, read off a source.
#include "apps/check/unopened.hpp"
#include "tests/apps/command_line.hpp"

namespace tandem::tests {

TEST_SUITE("apps/check/unopened") {
    const std::vector<std::string> source{
        "void receive(const Message& m, auto& ctx) {",     // 1
        "    // did(late)",                                // 2
        "    if (full()) return ctx.stall(Outcome::full);",  // 3
        "    if (line && line->pending ||",                // 4
        "        m.late) {",                               // 5
        "        count += 1;",                             // 6
        "        ctx.did(",                                // 7
        "            Outcome::late);",                     // 8
        "    }",                                           // 9
        "    ctx.did(m.hit ? Outcome::hit : Outcome::miss);",  // 10
        "    ctx.did(Outcome::always);",                   // 11
        "}",                                               // 12
        "void only(auto& ctx) {",                          // 13
        "    ctx.did(Outcome::only);",                     // 14
        "}",                                               // 15
        "void either(auto& ctx) {",                        // 16
        "    if (line) {",                                 // 17
        "        ctx.did(Outcome::one);",                  // 18
        "    } else {",                                    // 19
        "        ctx.did(Outcome::other);",                // 20
        "    }",                                           // 21
        "}"};
    const auto guard = [](const char* outcome) { return apps::unopened_guard_in(source, "l1.hpp", outcome); };

    TEST_CASE("it is the one around, that in the line, or the one that returns before") {
        CHECK(guard("full") == "l1.hpp:3: if (full()) return ctx.stall(Outcome::full);");
        CHECK(guard("hit") == "l1.hpp:10: ctx.did(m.hit ? Outcome::hit : Outcome::miss);");
        CHECK(guard("always") == "l1.hpp:3: if (full()) return ctx.stall(Outcome::full);");
        CHECK(guard("other") == "l1.hpp:19: else, after if (line)");
        CHECK(guard("late") == "l1.hpp:4: if (line && line->pending ||");
    }
    TEST_CASE("a member, a function or another enumeration with the outcome's name is not the outcome") {
        const std::vector<std::string> other{
            "    if (line.busy) ctx.did(line.busy ? Outcome::kept : Outcome::gone);",  // 1
            "    if (m) ctx.did(state == State::busy ? Outcome::kept : Outcome::gone);",  // 2
            "    if (ctx.did(Outcome::kept); m->busy) busy();",                        // 3
            "    if (busy) return ctx.stall(Outcome::busy);"};                         // 4
        CHECK(apps::unopened_guard_in(other, "l1.hpp", "busy") == "l1.hpp:4: if (busy) return ctx.stall(Outcome::busy);");
        CHECK(apps::unopened_guard_in({"    if (first) ctx.did(busy);"}, "l1.hpp", "busy") ==
              "l1.hpp:1: if (first) ctx.did(busy);");
    }
    TEST_CASE("nothing is said of a function without conditions, of a comment, or of part of a word") {
        CHECK(guard("only") == "");
        CHECK(guard("mis") == "");
        CHECK(apps::unopened_guard_in({"// ctx.did(Outcome::gone)"}, "l1.hpp", "gone") == "");
        CHECK(apps::unopened_guard_in({}, "l1.hpp", "gone") == "");
    }
}

}  // namespace tandem::tests
