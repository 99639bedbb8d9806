// The models for heterogeneous-race-free programs (rsp.txt) on the paper's patterns: which of them race, derived from the
// definitions by hand, and by both engines.
#include <doctest/doctest.h>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "smt/axiomatic/outcomes.hpp"
#include "specs/axiomatic/library.hpp"
#include "specs/axiomatic/text.hpp"

namespace tandem::tests {

namespace {

using specs::Test;
using Flags = std::set<std::string>;

constexpr std::array models{"hrf-direct", "hrf-indirect", "hrf-indirect-relaxed", "hrf-indirect-relaxed-rsp",
                            "hrf-indirect-relaxed-rsp-pairs"};

Test shipped(const std::string& name) {
    const auto path = std::filesystem::path(TANDEM_SOURCE_DIR) / "tests/litmus" / (name + ".litmus");
    std::ifstream in(path);
    REQUIRE_MESSAGE(in, path);
    std::ostringstream text;
    text << in.rdbuf();
    return specs::parse_test(path.string(), text.str());
}

/// The raised flags; by default those of both engines.
Flags flags(const Test& test, const std::string& model_name, bool both = true) {
    const specs::Model model = specs::library_model(model_name);
    const specs::Outcomes found = outcomes(test, model);
    CAPTURE(test.name);
    CAPTURE(model_name);
    CHECK(found.positive == 0);  // the tests ask for what SC forbids
    if (!both) return found.flags;
    const smt::SymbolicOutcomes other = smt::outcomes(test, model);
    CHECK(other.flags == found.flags);
    CHECK_FALSE(other.positive);
    return found.flags;
}

}  // namespace

TEST_SUITE("specs/hrf") {
    TEST_CASE("which of the paper's patterns race under which model") {
        // "o": ordinary accesses race; "s": atomic ones race whose scopes do not go together; in the order of `models`.
        struct Expected {
            const char* test;
            std::array<const char*, 5> races;
        };
        const Expected table[] = {
            {"hrf-mp-wg", {"", "", "", "", ""}},
            {"hrf-mp-cmp-apart", {"", "", "", "", ""}},
            {"hrf-mp-wg-apart", {"os", "os", "os", "os", "os"}},
            {"hrf-mp-sys", {"", "", "", "", ""}},
            {"hrf-mp-cmp-of-two", {"os", "os", "os", "os", "os"}},
            {"rsp-steal-sys", {"os", "os", "os", "", ""}},
            {"rsp-own-write", {"", "", "", "", ""}},
            {"hrf-mp-one-sided", {"os", "os", "os", "os", "os"}},
            {"hrf-mp-ordinary", {"o", "o", "o", "o", "o"}},
            {"hrf-mp-relaxed", {"o", "o", "o", "o", "o"}},
            {"hrf-mp-inclusive", {"os", "os", "", "", ""}},
            {"hrf-transitive", {"o", "", "", "", ""}},
            {"hrf-transitive-one-location", {"os", "s", "s", "s", "s"}},
            {"rsp-acquire", {"os", "os", "os", "", ""}},
            {"rsp-acquire-too-near", {"os", "os", "os", "os", "os"}},
            {"rsp-release", {"os", "os", "os", "", ""}},
            {"rsp-release-without", {"os", "os", "os", "os", "os"}},
            {"rsp-steal", {"os", "os", "os", "", ""}},
            {"rsp-steal-without", {"os", "os", "os", "os", "os"}},
            {"rsp-atomicity", {"s", "s", "s", "", ""}},
            // Fig. 13 taken literally, and 4.2
            {"rsp-promoted-for-others", {"os", "os", "os", "", "os"}},
            {"rsp-last-release", {"os", "os", "os", "o", ""}},
            {"rsp-last-release-chain", {"os", "os", "os", "", ""}},
            {"rsp-next-acquire", {"os", "os", "os", "o", ""}},
        };
        for (const Expected& row : table)
            for (std::size_t m = 0; m < models.size(); ++m) {
                Flags expected;
                for (const char c : std::string(row.races[m]))
                    expected.insert(c == 'o' ? "heterogeneous-race" : "synchronization-race");
                CAPTURE(row.test);
                CAPTURE(models[m]);
                CHECK(flags(shipped(row.test), models[m]) == expected);
            }
    }

    TEST_CASE("messages pass through two scopes as each model's rule for a pair says") {
        const std::array scopes{"wi", "wv", "wg", "cmp", "sys"};
        // By the smallest scope that includes both work-items.
        const std::array trees{"", "(sys (cmp (wg (wv P0 P1))))", "(sys (cmp (wg (wv P0) (wv P1))))",
                               "(sys (cmp (wg (wv P0)) (wg (wv P1))))", "(sys (cmp (wg (wv P0))) (cmp (wg (wv P1))))"};
        int asked = 0;
        const auto passes = [&](const std::string& release, const std::string& acquire, std::size_t common, const char* model) {
            const std::string text =
                "LISA MP\n{}\n P0 | P1 ;\n w[] x 1 | r[" + acquire + "] r0 y ;\n w[" + release +
                "] y 1 | mov r1 (eq r0 0) ;\n | b[] r1 END ;\n | r[] r2 x ;\n | END: ;\nscopes: " + trees[common] +
                "\nexists (1:r0=1 /\\ 1:r2=0)";
            const Flags raised = flags(specs::parse_test("mp", text), model, asked++ % 13 == 0);
            CHECK((raised.empty() || raised == Flags{"heterogeneous-race", "synchronization-race"}));
            return raised.empty();
        };
        int passed = 0;
        for (std::size_t common = 1; common < trees.size(); ++common)
            for (std::size_t r = 0; r < scopes.size(); ++r)
                for (std::size_t a = 0; a < scopes.size(); ++a) {
                    const std::string release = scopes[r], acquire = scopes[a];
                    const bool reaches = r >= common, reached = a >= common;
                    CAPTURE(release);
                    CAPTURE(acquire);
                    CAPTURE(trees[common]);
                    CHECK(passes("release," + release, "acquire," + acquire, common, "hrf-direct") == (r == a && reaches));
                    CHECK(passes("release," + release, "acquire," + acquire, common, "hrf-indirect") == (r == a && reaches));
                    CHECK(passes("release," + release, "acquire," + acquire, common, "hrf-indirect-relaxed") ==
                          (reaches && reached));
                    for (const char* rsp : {"hrf-indirect-relaxed-rsp", "hrf-indirect-relaxed-rsp-pairs"}) {
                        CHECK(passes("release," + release, "acquire," + acquire, common, rsp) == (reaches && reached));
                        CHECK(passes("release," + release, "rm_acq," + acquire, common, rsp) == reached);
                        CHECK(passes("rm_rel," + release, "acquire," + acquire, common, rsp) == reaches);
                        CHECK(passes("rm_rel," + release, "rm_acq," + acquire, common, rsp) == (reaches || reached));
                    }
                    passed += reaches && reached;
                }
        CHECK(passed == 16 + 9 + 4 + 1);
    }

    TEST_CASE("what the definitions say nothing about is flagged") {
        const auto raised = [](const std::string& instruction) {
            const Test test = specs::parse_test(
                "t", "LISA T\n{}\n P0 ;\n " + instruction + " ;\n r[] r0 x ;\nscopes: (sys (cmp (wg (wv P0))))\nexists (0:r0=7)");
            return flags(test, "hrf-indirect-relaxed");
        };
        CHECK(raised("w[release,cmp] x 1").empty());
        CHECK(raised("w[release] x 1") == Flags{"atomic-without-scope"});
        CHECK(raised("rmw[] r1 1 x") == Flags{"atomic-without-scope"});
        CHECK(raised("f[acq_rel,cmp]") == Flags{"fence-without-meaning"});
    }

    TEST_CASE("a flag in one memory does not order data in the other") {
        const auto raised = [](const std::string& regions, const char* model) {
            const std::string text =
                "LISA MP\n{}\n P0 | P1 ;\n w[] x 1 | r[acquire,wg] r0 y ;\n w[release,wg] y 1 | mov r1 (eq r0 0) ;\n | b[] r1 "
                "END ;\n | r[] r2 x ;\n | END: ;\n"
                "scopes: (sys (cmp (wg (wv P0) (wv P1))))\n" +
                regions + "\nexists (1:r0=1 /\\ 1:r2=0)";
            return flags(specs::parse_test("mp", text), model);
        };
        for (const char* model : models) {
            CAPTURE(model);
            CHECK(raised("x: global, y: shared", model) == Flags{"race-between-memories"});
            CHECK(raised("x: shared, y: global", model) == Flags{"race-between-memories"});
            CHECK(raised("x: shared, y: shared", model).empty());
            CHECK(raised("x: global, y: global", model).empty());
            CHECK(raised("y: global", model).empty());
        }
    }

    TEST_CASE("a flag is explained by the accesses that race") {
        const Test test = shipped("hrf-mp-one-sided");
        const specs::Outcomes found = outcomes(test, specs::library_model("hrf-indirect-relaxed"), {2, true});
        const auto accesses = [&](const char* flag) {
            const specs::Execution& execution = found.flagged.at(flag);
            std::set<std::string> names;
            for (const int e : execution.cycle) names.insert(text(test, execution.events[static_cast<std::size_t>(e)]));
            return names;
        };
        CHECK(accesses("heterogeneous-race") == std::set<std::string>{"P0: W x=1", "P1: R x=1"});
        CHECK(accesses("synchronization-race").size() == 2);
        const specs::Outcomes fence =
            outcomes(specs::parse_test("t", "LISA T\n{}\n P0 ;\n f[cmp] ;\nscopes: (sys (cmp (wg (wv P0))))\nexists (true)"),
                     specs::library_model("hrf"), {2, true});
        CHECK(fence.flagged.at("fence-without-meaning").cycle.size() == 1);
    }

    TEST_CASE("both engines raise flags only where the filter holds") {
        const std::string mp =
            "LISA MP\n{}\n P0 | P1 ;\n w[] x 1 | r[acquire,wg] r0 y ;\n w[release,wg] y 1 | mov r1 (eq r0 0) ;\n | b[] r1 END "
            ";\n | r[] r2 x ;\n | END: ;\n"
            "scopes: (sys (cmp (wg (wv P0)) (wg (wv P1))))\nfilter (1:r0=0 /\\ [x]=1 /\\ not (1:r2=1 \\/ false => false) => "
            "true)\nexists (1:r0=1 /\\ 1:r2=0)";
        CHECK(flags(specs::parse_test("mp", mp), "hrf-indirect") == Flags{"heterogeneous-race", "synchronization-race"});
        std::string unread = mp;
        unread.replace(unread.find("filter"), unread.find("exists") - unread.find("filter"), "filter (1:r0=0 /\\ [y]=1)\n");
        CHECK(flags(specs::parse_test("mp", unread), "hrf-indirect") == Flags{"synchronization-race"});
    }

    TEST_CASE("models include each other, level by level, and a file that includes itself ends in an error") {
        const auto load = [](const std::string& name) -> std::string {
            if (name == "top.cat") return "include \"middle.cat\"\nlet ordered = hb | co";
            if (name == "middle.cat") return "include \"bottom.cat\"\nlet twice(r) = r ; r\nlet hb = rename(po) | rf";
            if (name == "bottom.cat") return "let rename(r) = r\nempty rmw & (fre ; coe) as atomic";
            if (name == "self.cat") return "include \"self.cat\"";
            if (name == "bad.cat") return "let a = po\nlet b = nothing-such";
            throw std::runtime_error("there is no " + name);
        };
        const specs::Model model("m.cat", "include \"top.cat\"\nacyclic ordered | fr as sc\nacyclic twice(po) as po", load);
        REQUIRE(model.checks().size() == 3);
        CHECK(model.checks()[0].name == "atomic");
        for (const char* name : {"hrf-mp-wg", "rsp-steal"}) {
            const specs::Outcomes found = outcomes(shipped(name), model),
                                  sc = outcomes(shipped(name), specs::library_model("sc"));
            CHECK(found.allowed == sc.allowed);
            CHECK(!found.allowed.empty());
        }
        const auto error = [&](const std::string& text) -> std::string {
            try {
                specs::Model("m.cat", text, load);
            } catch (const specs::SyntaxError& e) {
                return e.what();
            }
            return "";
        };
        CHECK(error("include \"bad.cat\"\nacyclic a").empty());  // a library may define more than can be read
        CHECK(error("include \"bad.cat\"\nacyclic b") == "bad.cat:2:9: 'nothing-such' is not defined");
        CHECK(error("include \"top.cat\"\nacyclic bottom") == "m.cat:2:9: 'bottom' is not defined");
        CHECK(error("include \"self.cat\"") == "self.cat:1:1: models include each other without end");
    }
}

}  // namespace tandem::tests
