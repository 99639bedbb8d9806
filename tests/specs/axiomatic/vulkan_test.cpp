// Vulkan: how its tests are read, what a model of a few lines sees of them, and what the library's model of Vulkan says.
#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>

#include "smt/axiomatic/outcomes.hpp"
#include "specs/axiomatic/library.hpp"
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

/// What Vulkan says of a test with two threads, by both engines: whether its condition is met, and whether it has a race.
struct Said {
    bool allowed, races;
    friend bool operator==(const Said&, const Said&) = default;
};
Said of_vulkan(const std::string& places, const std::string& first, const std::string& second, const std::string& condition) {
    std::string cells;
    for (std::istringstream a(first), b(second); a || b;) {
        std::string left, right;
        std::getline(a, left, ';');
        std::getline(b, right, ';');
        if (!left.empty() || !right.empty()) cells += " " + left + " | " + right + " ;\n";
    }
    const auto middle = places.find('|');
    const specs::Test test =
        specs::parse_test("t.litmus", "VULKAN t\n{x=0; y=0;}\nP0@" + places.substr(0, middle) + " | P1@" +
                                          places.substr(middle + 1) + " ;\n" + cells + "exists (" + condition + ")\n");
    static const specs::Model vulkan = specs::library_model("vulkan");
    const specs::Outcomes found = outcomes(test, vulkan);
    CHECK((smt::outcomes(test, vulkan).positive > 0) == (found.positive > 0));
    return {found.positive > 0, !found.flags.empty()};
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

    TEST_CASE(
        "Vulkan: a release and an acquire pass on what was made available and is made visible, as far as both scopes reach") {
        const std::string near = "sg 0, wg 0, qf 0|sg 1, wg 0, qf 0", far = "sg 0, wg 0, qf 0|sg 0, wg 1, qf 0";
        const auto passes = [](const std::string& places, const std::string& scope, const std::string& store = "st.av.dv.sc0",
                               const std::string& load = "ld.vis.dv.sc0", const std::string& about = "semsc0") {
            return of_vulkan(
                places, store + " x, 1;st.atom.rel." + scope + ".sc0." + about + " y, 1",
                "ld.atom.acq." + scope + ".sc0." + about + " r0, y;bne r0, 1, END;" + load + " r1, x;END:", "1:r0=1 /\\ 1:r1=0");
        };
        const Said never{false, false}, race{true, true};
        CHECK(passes(near, "wg") == never);
        CHECK(passes(far, "wg") == race);
        CHECK(passes(far, "dv") == never);
        CHECK(passes(near, "wg", "st.av.wg.sc0", "ld.vis.wg.sc0") == never);
        CHECK(passes(far, "dv", "st.av.wg.sc0") == race);  // available in the first's workgroup only
        CHECK(passes(far, "dv", "st.av.dv.sc0", "ld.vis.wg.sc0") == race);
        CHECK(passes(far, "dv", "st.nonpriv.sc0", "ld.nonpriv.sc0") == race);  // nothing makes it available
        CHECK(passes(far, "dv", "st.nonpriv.sc0", "ld.nonpriv.sc0", "semsc0.semav") == race);
        CHECK(passes(far, "dv", "st.av.dv.sc0", "ld.vis.dv.sc0", "semsc1") == race);  // of another storage class
        CHECK(passes(far, "dv", "st.av.dv.sc1", "ld.vis.dv.sc1", "semsc0.semsc1") == never);
    }

    TEST_CASE("Vulkan: coherence of atomics, and of nothing else without an order") {
        const std::string far = "sg 0, wg 0, qf 0|sg 0, wg 1, qf 0";
        const auto twice = [&](const std::string& store, const std::string& load) {
            return of_vulkan(far, store + " x, 1", load + " r0, x;" + load + " r1, x", "1:r0=1 /\\ 1:r1=0");
        };
        CHECK(twice("st.atom.dv.sc0", "ld.atom.dv.sc0") == Said{false, false});
        CHECK(twice("st.atom.wg.sc0", "ld.atom.wg.sc0").races);
        CHECK(twice("st.av.dv.sc0", "ld.vis.dv.sc0").races);
        const auto added = [&](const std::string& scope) {
            return of_vulkan(far, "rmw.atom." + scope + ".sc0.add r0, x, 1", "rmw.atom." + scope + ".sc0.add r0, x, 1",
                             "0:r0=0 /\\ 1:r0=0");
        };
        CHECK(added("dv") == Said{false, false});
        CHECK(added("wg") == Said{true, true});
    }

    TEST_CASE("Vulkan: a barrier between fences passes data on in its workgroup") {
        const auto met = [](const std::string& places, const std::string& barrier) {
            return of_vulkan(places, "st.av.wg.sc0 x, 1;" + barrier + " 0", barrier + " 0;ld.vis.wg.sc0 r0, x", "1:r0=0");
        };
        const std::string near = "sg 0, wg 0, qf 0|sg 1, wg 0, qf 0", far = "sg 0, wg 0, qf 0|sg 0, wg 1, qf 0";
        CHECK(met(near, "cbar.acq_rel.wg.semsc0") == Said{false, false});
        CHECK(met(near, "cbar.wg") == Said{true, true});
        CHECK(met(far, "cbar.acq_rel.wg.semsc0") == Said{true, true});
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
