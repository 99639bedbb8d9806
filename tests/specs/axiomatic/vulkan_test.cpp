// Vulkan: how its tests are read, and what a model sees of them. The model is a few lines, for Vulkan's own is not ours to ship.
#include <doctest/doctest.h>

#include <string>

#include "smt/axiomatic/outcomes.hpp"
#include "specs/axiomatic/outcomes.hpp"
#include "specs/litmus/cursor.hpp"

namespace tandem::tests {

namespace {

specs::Model vulkan_model(const std::string& text) {
    return specs::Model("m.cat", text,
                        [](const std::string& name) -> std::string { throw std::runtime_error("no file " + name); });
}

const char* const release_acquire =
    "let inscope = (DV * DV) | (sqf & (QF * QF)) | (swg & (WG * WG)) | (ssg & (SG * SG))\n"
    "let hb = (po | ([REL & ATOM] ; (rf & inscope) ; [ACQ & ATOM]) | ssw | ([REL & F] ; (syncbar \\ id) ; [ACQ & F]))+\n"
    "irreflexive hb\nirreflexive fr ; hb\nirreflexive co ; hb\n";

bool vulkan_allows(const std::string& initial, const std::string& table, const std::string& condition,
                   const std::string& model = release_acquire) {
    const specs::Test test = specs::parse_test("t.litmus", "VULKAN t\n{" + initial + "}\n" + table + "\n" + condition + "\n");
    const specs::Model judge = vulkan_model(model);
    const specs::Outcomes found = outcomes(test, judge);
    std::set<specs::FinalState> states;
    for (const auto& [state, count] : found.allowed) states.insert(state);
    CHECK(smt::outcomes(test, judge).allowed == states);
    return found.positive > 0;
}

/// Whether some execution has no event of the set.
bool none_of_set(const std::string& line, const std::string& set) {
    return vulkan_allows("x=0;", "P0@sg 0, wg 0, qf 0 ;\n " + line + " ;", "exists (x=0)", "empty " + set + "\n");
}

std::string vulkan_refusal(const std::string& initial, const std::string& line) {
    try {
        specs::parse_test("t.litmus", "VULKAN t\n{" + initial + "}\n P0@sg 0,wg 0,qf 0 ;\n " + line + " ;\nexists (x=1)\n");
    } catch (const specs::SyntaxError& e) {
        return e.what();
    }
    return "";
}

}  // namespace

TEST_SUITE("Vulkan") {
    TEST_CASE("a release is acquired by those whom both scopes have") {
        const auto stale = [](const std::string& places, const std::string& scope) {
            return vulkan_allows("x=0; y=0; 1:r0=0; 1:r1=0;",
                                 places + ";\n st.av.dv.sc0 x, 1 | ld.atom.acq." + scope + ".sc0.semsc0 r0, y ;\n st.atom.rel." +
                                     scope + ".sc0.semsc0 y, 1 | ld.vis.dv.sc0 r1, x ;",
                                 "exists (1:r0=1 /\\ 1:r1=0)");
        };
        CHECK_FALSE(stale("P0@sg 0, wg 0, qf 0 | P1@sg 1, wg 0, qf 0", "wg"));
        CHECK(stale("P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0", "wg"));
        CHECK(stale("P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0", "sg"));  // subgroup 0 of another workgroup is another one
        CHECK_FALSE(stale("P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0", "qf"));
        CHECK_FALSE(stale("P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 0, qf 1", "dv"));
    }

    TEST_CASE("what the system orders comes in that order, and no other") {
        const auto seen = [](const char* order) {
            return vulkan_allows("x=0; 1:r0=0;} {" + std::string(order),
                                 "P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 0, qf 1 ;\n st.sc0 x, 1 | ld.sc0 r0, x ;", "exists (1:r0=0)");
        };
        CHECK(seen(""));
        CHECK_FALSE(seen("ssw 0 1;"));
        CHECK(seen("ssw 1 0;"));
    }

    TEST_CASE("a barrier synchronizes its workgroup if it has an order") {
        const auto stale = [](const std::string& barrier, const std::string& places) {
            return vulkan_allows("x=0; 1:r0=0;",
                                 places + ";\n st.sc0 x, 1 | " + barrier + " ;\n " + barrier + " | ld.sc0 r0, x ;",
                                 "exists (1:r0=0)");
        };
        const std::string near = "P0@sg 0, wg 0, qf 0 | P1@sg 1, wg 0, qf 0";
        CHECK_FALSE(stale("cbar.acq_rel.wg.semsc0 1", near));
        CHECK(stale("cbar.wg 1", near));
        CHECK(stale("cbar.acq_rel.wg.semsc0 1", "P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0"));
    }

    TEST_CASE("events are in the sets of their words") {
        CHECK(none_of_set("cbar.wg 0", "F"));
        CHECK_FALSE(none_of_set("cbar.wg 0", "CBAR"));
        CHECK_FALSE(none_of_set("cbar.acq.wg.semsc1 0", "F & ACQ & SEMSC1"));
        CHECK(none_of_set("avdevice", "F"));
        CHECK_FALSE(none_of_set("avdevice", "AVDEVICE"));
        CHECK_FALSE(none_of_set("membar.acq_rel.qf.semsc0.semav", "F & ACQ & REL & QF & SEMAV"));
        CHECK(none_of_set("ld.sc0 r0, x", "NONPRIV"));
        CHECK_FALSE(none_of_set("ld.vis.qf.sc0 r0, x", "R & VIS & QF & NONPRIV"));
        CHECK_FALSE(none_of_set("rmw.atom.acq.dv.sc0.semsc0.add r0, x, 0", "R & ACQ & VIS & SEMSC0 & RMW"));
        CHECK(none_of_set("rmw.atom.acq.dv.sc0.semsc0.add r0, x, 0", "W & (ACQ | REL | SEMSC0) \\ IW"));
    }

    TEST_CASE("accesses by two names of a location are of one place and not of one reference") {
        const std::string table = "P0@sg 0, wg 0, qf 0 ;\n st.sc0 x, 1 ;\n ld.sc0 r0, y ;";
        CHECK(vulkan_allows("x=0; y aliases x; 0:r0=0;", table, "exists (0:r0=0)", "irreflexive fr ; (po & vloc)\n"));
        CHECK_FALSE(vulkan_allows("x=0; y aliases x; 0:r0=0;", table, "exists (0:r0=0)", "irreflexive fr ; (po & loc)\n"));
    }

    TEST_CASE("what says too little or too much is refused") {
        const auto refuses = [](const std::string& line, const char* why) {
            const std::string said = vulkan_refusal("x=0;", line);
            CAPTURE(line);
            CAPTURE(said);
            CHECK(said.find(why) != said.npos);
        };
        refuses("ld r0, x", "ld here has one storage class");
        refuses("ld.atom.sc0 r0, x", "has one scope");
        refuses("ld.dv.sc0 r0, x", "has no scope");
        refuses("ld.acq.dv.sc0.semsc0 r0, x", "is not atomic");
        refuses("ld.atom.rel.dv.sc0.semsc0 r0, x", "has no such order");
        refuses("st.atom.rel.dv.sc0 x, 1", "says for which storage classes");
        refuses("st.atom.dv.sc0.semsc0 x, 1", "synchronizes nothing");
        refuses("st.atom.dv.dv.sc0 x, 1", "the modifier dv stands twice");
        refuses("st.atom.gl.sc0 x, 1", "the modifier gl is not known");
        refuses("rmw.dv.sc0 r0, x, 1", "is atomic: .atom is missing");
        refuses("membar.dv", "has one order");
        refuses("cbar.wg 1, 1, 4", "waits for so many threads is not supported");
        refuses("fence.sc.gpu", "the Vulkan instruction fence is not known");
        CHECK_THROWS_AS(specs::parse_test("t.litmus", "C t\n{x=0;} {ssw 0 5;}\nP0 (int* x) { *x = 1; }\nexists (x=1)\n"),
                        specs::SyntaxError);
        CHECK(vulkan_refusal("x=0;} {ssw 0 5;", "ld.sc0 r0, x").find("each thread that ssw names") != std::string::npos);
    }
}

}  // namespace tandem::tests
