// PTX 6: how its tests are read, what the model says of them, and that both engines say the same. Coherence is partial there, and
// the order of fences is chosen.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "smt/axiomatic/outcomes.hpp"
#include "specs/axiomatic/library.hpp"
#include "specs/axiomatic/partial_orders.hpp"

namespace tandem::tests {

namespace {

specs::Test ptx6_test(const std::string& initial, const std::string& table, const std::string& condition) {
    return specs::parse_test("t.litmus", "PTX t\n{" + initial + "}\n" + table + "\n" + condition + "\n");
}

/// Whether the condition's formula can hold; Z3 is asked too.
bool can_hold(const specs::Test& test, const specs::Model& model) {
    const specs::Outcomes found = outcomes(test, model);
    std::set<specs::FinalState> states;
    for (const auto& [state, count] : found.allowed) states.insert(state);
    CHECK_FALSE(states.empty());
    CHECK(smt::outcomes(test, model).allowed == states);
    return found.positive > 0;
}

std::string refusal_of_ptx6(const std::string& text) {
    try {
        specs::parse_test("t.litmus", text);
    } catch (const specs::SyntaxError& e) {
        return e.what();
    }
    return "";
}

}  // namespace

TEST_SUITE("PTX 6") {
    TEST_CASE("there are as many partial orders as are known, and each is one") {
        const std::vector<std::size_t> known{1, 1, 3, 19, 219, 4231};  // OEIS A001035
        for (std::size_t n = 0; n < known.size(); ++n) {
            const auto& orders = specs::partial_orders(n);
            CHECK(orders.size() == known[n]);
            for (const auto& order : orders)
                for (std::size_t i = 0; i < n; ++i) {
                    CHECK_FALSE((order[i] >> i & 1));
                    for (std::size_t k = 0; k < n; ++k)
                        if (order[i] >> k & 1) CHECK((order[k] & ~order[i]) == 0);
                }
            auto sorted = orders;
            std::sort(sorted.begin(), sorted.end());
            CHECK(std::unique(sorted.begin(), sorted.end()) == sorted.end());
        }
        CHECK_THROWS_AS(specs::partial_orders(6), std::length_error);
    }

    TEST_CASE("a release and an acquire hand a message over, if each one's scope has the other's thread") {
        const specs::Model model = specs::library_model("ptx6");
        const auto stale = [&](const char* places, const std::string& release, const std::string& acquire) {
            return can_hold(ptx6_test("x=0; y=0;",
                                      std::string(places) + ";\n st.weak x, 1 | ld." + acquire + " r0, y ;\n st." + release +
                                          " y, 1 | ld.weak r1, x ;",
                                      "exists (1:r0=1 /\\ 1:r1=0)"),
                            model);
        };
        const char *near = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0", *far = "P0@cta 0,gpu 0 | P1@cta 1,gpu 0",
                   *other_gpu = "P0@cta 0,gpu 0 | P1@cta 0,gpu 1";
        CHECK_FALSE(stale(near, "release.cta", "acquire.cta"));
        CHECK(stale(far, "release.cta", "acquire.cta"));
        CHECK(stale(far, "release.gpu", "acquire.cta"));
        CHECK_FALSE(stale(far, "release.gpu", "acquire.gpu"));
        CHECK(stale(other_gpu, "release.gpu", "acquire.gpu"));
        CHECK(stale(other_gpu, "release.cta", "acquire.cta"));  // CTA 0 of another GPU is another CTA
        CHECK_FALSE(stale(other_gpu, "release.sys", "acquire.sys"));
        CHECK(stale(near, "relaxed.cta", "acquire.cta"));
        CHECK(stale(near, "release.cta", "weak"));
    }

    TEST_CASE("fences of SC forbid store buffering, and those of acquire and release do not") {
        const specs::Model model = specs::library_model("ptx6");
        const auto buffered = [&](const char* fence, const char* places) {
            return can_hold(ptx6_test("x=0; y=0;",
                                      std::string(places) + ";\n st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 ;\n " + fence + " | " +
                                          fence + " ;\n ld.relaxed.gpu r0, y | ld.relaxed.gpu r0, x ;",
                                      "exists (0:r0=0 /\\ 1:r0=0)"),
                            model);
        };
        const char* far = "P0@cta 0,gpu 0 | P1@cta 1,gpu 0";
        CHECK_FALSE(buffered("fence.sc.gpu", far));
        CHECK(buffered("fence.acq_rel.gpu", far));
        CHECK(buffered("fence.sc.cta", far));
        CHECK_FALSE(buffered("fence.sc.cta", "P0@cta 3,gpu 0 | P1@cta 3,gpu 0"));
    }

    TEST_CASE("weak writes need no order, so a third thread and a fourth may see them in two") {
        const specs::Model model = specs::library_model("ptx6");
        const auto two_orders = [&](const char* store, const char* load) {
            const std::string read = std::string(load);
            return can_hold(ptx6_test("x=0;",
                                      "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;\n " +
                                          std::string(store) + " x, 1 | " + store + " x, 2 | " + read + " r0, x | " + read +
                                          " r0, x ;\n | | " + read + " r1, x | " + read + " r1, x ;",
                                      "exists (2:r0=1 /\\ 2:r1=2 /\\ 3:r0=2 /\\ 3:r1=1)"),
                            model);
        };
        CHECK(two_orders("st.weak", "ld.weak"));
        CHECK_FALSE(two_orders("st.relaxed.gpu", "ld.relaxed.gpu"));
    }

    TEST_CASE("of two writes that no order relates each may be the last") {
        const specs::Test test =
            ptx6_test("x=0;", "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | st.weak x, 2 ;", "exists (x=1)");
        CHECK(outcomes(test, specs::library_model("ptx6")).allowed.size() == 2);
        CHECK(can_hold(test, specs::library_model("ptx6")));
    }

    TEST_CASE("a barrier hands a message over within its CTA, by the number and the resource that both name") {
        const specs::Model model = specs::library_model("ptx6");
        const auto stale = [&](const char* places, const char* one, const char* other) {
            return can_hold(ptx6_test("x=0; 0:r2=5; 1:r2=5; 1:r3=6;",
                                      std::string(places) + ";\n st.weak x, 1 | bar.cta." + other + " ;\n bar.cta." + one +
                                          " | ld.weak r0, x ;",
                                      "exists (1:r0=0)"),
                            model);
        };
        const char* near = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0";
        CHECK_FALSE(stale(near, "sync 1", "sync 1"));
        CHECK(stale(near, "sync 1", "sync 2"));
        CHECK_FALSE(stale(near, "arrive 1", "sync 1"));
        CHECK(stale(near, "sync 1", "arrive 1"));
        CHECK_FALSE(stale(near, "sync 1, r2", "sync 1, r2"));
        CHECK(stale(near, "sync 1, r2", "sync 1, r3"));
        CHECK(stale("P0@cta 0,gpu 0 | P1@cta 1,gpu 0", "sync 1", "sync 1"));
    }

    TEST_CASE("who waits at a barrier that the other never reaches goes no further") {
        const specs::Test test = ptx6_test("x=0; 1:r1=1;",
                                           "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.cta.sync 1 | ld.relaxed.cta r0, x ;\n"
                                           " st.relaxed.cta x, 1 | bne r0, 0, LC0 ;\n | bar.cta.sync 1 ;\n | LC0: ;",
                                           "exists (1:r0=1)");
        CHECK_FALSE(can_hold(test, specs::library_model("ptx6")));
    }

    TEST_CASE("who only arrives at a barrier does not wait there") {
        const specs::Test test = ptx6_test("x=0;",
                                           "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.relaxed.cta x, 1 | ld.relaxed.cta r0, x ;\n"
                                           " bar.cta.arrive 1 | bne r0, 0, LC0 ;\n | bar.cta.sync 1 ;\n | LC0: ;",
                                           "exists (1:r0=1)");
        CHECK(can_hold(test, specs::library_model("ptx6")));
    }

    TEST_CASE("a barrier that threads come to twice hands over twice") {
        for (const char* name : {"ptx6", "ptx75"}) {
            const specs::Model model = specs::library_model(name);
            const auto sees = [&](const std::string& between, const std::string& after, const char* value) {
                const std::string table =
                    "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.cta.sync 0 | bar.cta.sync 0 ;\n st.weak x, 1 | " + between +
                    " ;\n bar.cta.sync 0 | bar.cta.sync 0 ;\n | " + after + " ;";
                return can_hold(ptx6_test("x=0;", table, std::string("exists (1:r0=") + value + ")"), model);
            };
            CHECK_FALSE(sees("", "ld.weak r0, x", "0"));
            CHECK(sees("", "ld.weak r0, x", "1"));
            CHECK(sees("ld.weak r0, x", "", "0"));
            CHECK(sees("ld.weak r0, x", "", "1"));
        }
    }

    TEST_CASE("an atomic is one step for those whose scope it includes, and a chain of them hands a message on") {
        const specs::Model model = specs::library_model("ptx6");
        const auto both_first = [&](const char* scope) {
            const std::string add = std::string("atom.relaxed.") + scope + ".add r0, x, 1";
            return can_hold(ptx6_test("x=0;", "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n " + add + " | " + add + " ;",
                                      "exists (0:r0=0 /\\ 1:r0=0)"),
                            model);
        };
        CHECK_FALSE(both_first("gpu"));
        CHECK(both_first("cta"));
        CHECK_FALSE(can_hold(ptx6_test("x=0; y=0;",
                                       "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
                                       " st.weak x, 1 | atom.relaxed.gpu.add r0, y, 1 | ld.acquire.gpu r0, y ;\n"
                                       " st.release.gpu y, 1 | | ld.weak r1, x ;",
                                       "exists (2:r0=2 /\\ 2:r1=0)"),
                             model));
    }

    TEST_CASE("compare and swap stores what it has read where it compares otherwise") {
        const auto left = [](const char* compared) {
            return can_hold(ptx6_test("x=3;", std::string("P0@cta 0,gpu 0 ;\n atom.relaxed.gpu.cas r0, x, ") + compared + ", 7 ;",
                                      "exists (x=7 /\\ 0:r0=3)"),
                            specs::library_model("ptx6"));
        };
        CHECK(left("3"));
        CHECK_FALSE(left("4"));
    }

    TEST_CASE("instructions of 2015 are read as PTX 6 reads them") {
        const auto passed = [](const char* fence, const char* level) {
            const std::string text =
                std::string(
                    "GPU_PTX t\n{0:.reg .b64 r0 = x; 0:.reg .b64 r1 = y; 1:.reg .b64 r0 = x; 1:.reg .b64 "
                    "r1 = y; 1:.reg .s32 r2; 1:.reg .s32 r3;}\n P0 | P1 ;\n st.cg.s32 [r0],1 | "
                    "ld.cg.s32 r2,[r1] ;\n membar.") +
                fence + " | membar." + fence + " ;\n st.cg.s32 [r1],1 | ld.cg.s32 r3,[r0] ;\nscopeTree (device (kernel " +
                (std::strcmp(level, "cta") == 0 ? "(cta (warp P0) (warp P1))" : "(cta (warp P0)) (cta (warp P1))") +
                "))\nexists (1:r2=1 /\\ 1:r3=0)\n";
            return !can_hold(specs::parse_test("t.litmus", text), specs::library_model("ptx6"));
        };
        CHECK(passed("cta", "cta"));
        CHECK_FALSE(passed("cta", "gl"));
        CHECK(passed("gl", "gl"));
        CHECK(passed("sys", "cta"));
    }

    TEST_CASE("a location has its aliases' accesses, and its own name is still free for none of them") {
        const specs::Test test = ptx6_test(
            "x=0; t @ texture aliases x; y @ generic aliases x; s @ surface aliases y;",
            "P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n tld.weak r0, t ;\n ld.weak r1, y ;\n suld.weak r2, s ;", "exists (y=1)");
        REQUIRE(test.locations.size() == 1);
        const auto& program = test.threads[0].instructions;
        CHECK(program[0].reference == program[1].reference);
        CHECK(program[2].reference != program[0].reference);
        CHECK(program[3].reference == program[2].reference);
    }

    TEST_CASE("what a proxy wrote is seen by the generic one after a fence of that proxy, near it") {
        const specs::Model model = specs::library_model("ptx75");
        const char* names = "x=0; flag=0; s @ surface aliases x;";
        const auto stale = [&](const char* fence) {
            return can_hold(
                ptx6_test(names, std::string("P0@cta 0,gpu 0 ;\n sust.weak s, 1 ;\n ") + fence + " ;\n ld.weak r0, x ;",
                          "exists (0:r0=0)"),
                model);
        };
        CHECK(stale(""));
        CHECK_FALSE(stale("fence.proxy.surface"));
        CHECK(stale("fence.proxy.texture"));
        CHECK(stale("fence.proxy.alias"));
        CHECK(stale("fence.sc.sys"));
        const auto passed = [&](const char* here, const char* there) {
            return !can_hold(
                ptx6_test(names,
                          std::string("P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n sust.weak s, 1 | ld.acquire.gpu r0, flag ;\n ") +
                              here + " | " + there + " ;\n st.release.gpu flag, 1 | ld.weak r1, x ;",
                          "exists (1:r0=1 /\\ 1:r1=0)"),
                model);
        };
        CHECK_FALSE(passed("", ""));
        CHECK(passed("fence.proxy.surface", ""));
        CHECK_FALSE(passed("", "fence.proxy.surface"));  // another CTA's
    }

    TEST_CASE("two names of a location are kept apart until a fence of aliases") {
        const specs::Model model = specs::library_model("ptx75");
        const auto stale = [&](const char* fence) {
            return can_hold(ptx6_test("x=0; y @ generic aliases x;",
                                      std::string("P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n ") + fence + " ;\n ld.weak r0, y ;",
                                      "exists (0:r0=0)"),
                            model);
        };
        CHECK(stale(""));
        CHECK_FALSE(stale("fence.proxy.alias"));
        CHECK(stale("fence.sc.sys"));
    }

    TEST_CASE("without proxies the two versions say the same") {
        const std::vector<std::string> tables{
            "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.acquire.gpu r0, y ;\n st.release.gpu y, 1 | ld.weak r1, x ;",
            "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.relaxed.gpu r0, y ;\n st.relaxed.gpu y, 1 | ld.weak r1, x ;",
            "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ;\n st.relaxed.gpu x, 2 | "
            "ld.relaxed.gpu r1, x ;",
            "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n ld.relaxed.gpu r0, x | ld.relaxed.gpu r1, y ;\n st.relaxed.gpu y, r0 | "
            "st.relaxed.gpu x, r1 ;"};
        for (const std::string& table : tables) {
            const specs::Test test =
                ptx6_test("x=0; y=0; 0:r0=0; 1:r0=0; 1:r1=0;", table, "exists (0:r0=1 \\/ 1:r0=1 /\\ 1:r1=0)");
            const auto six = outcomes(test, specs::library_model("ptx6")), later = outcomes(test, specs::library_model("ptx75"));
            std::vector<specs::FinalState> of_six, of_later;
            for (const auto& [state, count] : six.allowed) of_six.push_back(state);
            for (const auto& [state, count] : later.allowed) of_later.push_back(state);
            CHECK(of_six == of_later);
        }
    }

    TEST_CASE("what is no test of PTX 6 is refused where it stands") {
        const auto refuses = [](const std::string& initial, const std::string& line, const char* why) {
            const std::string said =
                refusal_of_ptx6("PTX t\n{" + initial + "}\n P0@cta 0,gpu 0 ;\n " + line + " ;\nexists (x=1)\n");
            CAPTURE(said);
            CHECK(said.find(why) != said.npos);
        };
        refuses("x=0;", "ld.release.gpu r0, x", "has no such order");
        refuses("x=0;", "ld.relaxed.grid r0, x", "'grid' is not a scope: cta, gpu, sys are");
        refuses("x=0;", "ld.weak x, x", "expected a register, as r0, found x");
        refuses("x=0;", "st.weak r0, 1", "an address is a location's name");
        refuses("x=0;", "fence.rlx.gpu", "a fence is sc, acq_rel or proxy, and not rlx");
        refuses("x=0;", "bar.cta.sync 1, 1, 4", "a barrier that waits for so many threads is not supported");
        refuses("x=0;", "bar.cta.sync -1", "a barrier's number is from 0");
        refuses("x=0;", "red.relaxed.gpu.cas x, 1", "'cas' is no operation of red");
        refuses("x=0;", "membar.gl", "the PTX instruction membar is not known");
        refuses("x=0; x @ texture aliases x;", "ld.weak r0, x", "x has a location already");
        refuses("x=0; t @ texture aliases t;", "ld.weak r0, x", "t has no other name");
        refuses("x=0; t @ paper aliases x;", "ld.weak r0, x", "the proxy paper is not known");
        CHECK(refusal_of_ptx6("PTX t\n{}\n P0@cta 0,gpu 0 | P1 ;\n ld.weak r0, x | ;\nexists (x=1)\n")
                  .find("for each thread or for none") != std::string::npos);
        CHECK(refusal_of_ptx6("PTX t\n{}\n P0@wave 0 ;\n ld.weak r0, x ;\nexists (x=1)\n")
                  .find("a thread is of no wave: it has a place in cta, gpu") != std::string::npos);
        for (const char* place : {"gpu 0,cta 0", "cta 0,cta 1", "gpu 0,gpu 0"}) {
            CAPTURE(place);
            CHECK(refusal_of_ptx6(std::string("PTX t\n{}\n P0@") + place + " ;\n ld.weak r0, x ;\nexists (x=1)\n")
                      .find("a place is named from the inside") != std::string::npos);
        }
        CHECK(refusal_of_ptx6("PTX t\n{}\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nscopeTree (device (cta P0))\nexists (x=1)\n")
                  .find("the threads say where they run already") != std::string::npos);
    }
}

}  // namespace tandem::tests
