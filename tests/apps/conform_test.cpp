// `tandem conform` and `tandem litmus --protocol` from outside: statuses, what is printed, what is refused.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

constexpr const char* wrc = TANDEM_SOURCE_DIR "/tests/litmus/wrc+membar.gl.litmus";
constexpr const char* buffering = TANDEM_SOURCE_DIR "/tests/litmus/sb.litmus";

}  // namespace

TEST_SUITE("apps/conform") {
    TEST_CASE("a protocol that conforms ends in 0, and says what it never shows") {
        const Run sc = tandem({"conform", "gtsc", "--ops", "2", "--shape", "lease=1,ts=4", "--json", "-"});
        CHECK(sc.status == 0);
        const auto report = nlohmann::json::parse(sc.out);
        CHECK(report["programs"] == 21 + 2 * 462);  // counted in tests/specs/operational_test.cpp
        CHECK(report["exchanges_in_threads_of_up_to"] == 2);
        CHECK(report["outcomes"] == 2457);
        CHECK(report["forbidden"] == 0);
        CHECK(report["not_shown"] == 0);
        const Run tso = tandem({"conform", "baseline", "--ops", "2", "--model", "tso"});
        CHECK(tso.status == 0);
        CHECK(tso.out.find("conforms to tso") != std::string::npos);
        // The idioms SB and R, in which the first thread's stores may be exchanges, each on one SM and on two: 2 * (2 + 4).
        CHECK(tso.out.find("not shown, though tso allows it: 12 outcomes of 12 programs, as\n  P0: W x=1; R y | P1: W y=1; R x\n  0:r0=0; 1:r0=0;\n") != std::string::npos);
    }

    TEST_CASE("one that does not ends in 1, with the smallest program, the model's objection and the protocol's run") {
        const Run run = tandem({"conform", "incoherent", "--ops", "2"});
        CHECK(run.status == 1);
        for (const char* part : {"the smallest:\n  P0: R x | P1: W x=1; R x\n  0:r0=0; 1:r0=0;\n", "sc fails on the cycle P1: W x=1 -> P1: R x=0 -> P1: W x=1",
                                 "In this run A is x; P0 is W0 of SM0, P1 is W1 of SM0", "Shortest trace to 0:r0=0; 1:r0=0;: ", "1. SM0: W"})
            CHECK_MESSAGE(run.out.find(part) != std::string::npos, part);
        CHECK(run.out.find("begins_") == std::string::npos);
        CHECK(run.out.find("monitor") == std::string::npos);
    }

    TEST_CASE("where accesses have scopes, programs without heterogeneous races are compared") {
        const Run repaired = tandem({"conform", "rsp", "--variant", "repaired", "--ops", "1", "--atomics", "--json", "-"});
        CHECK(repaired.status == 0);
        const auto report = nlohmann::json::parse(repaired.out);
        CHECK(report["model"] == "hrf-indirect-relaxed-rsp-pairs");
        // One thread: 11 operations; two on one CU and on two: as many as operational_test.cpp counts each.
        CHECK(report["programs"] == 11 + 66 + 66);
        CHECK(report["flagged_programs"] > 20);
        CHECK(report["outcomes"] > 143 - report["flagged_programs"].get<int>());
        // A remote release that locks overtakes an exchange in another L1: findings.md, 23.
        const Run published = tandem({"conform", "rsp", "--ops", "1", "--atomics"});
        CHECK(published.status == 1);
        for (const char* part : {"the smallest:\n  P0: W_rm_rel_cmp x=1 | P1: X_acq_rel_wg x=2\n  1:r0=0; [x]=2;\n", "atomic fails on the cycle", "store_rm_rel_cmp A := 1"})
            CHECK_MESSAGE(published.out.find(part) != std::string::npos, part);
    }

    TEST_CASE("several components have the system's scope besides, and programs are on one and on two of them") {
        const auto conform = [](const char* variant) { return tandem({"conform", "rsp", "--variant", variant, "--shape", "components=2,fetches=0", "--ops", "1", "--atomics"}); };
        const Run repaired = conform("repaired");
        CHECK(repaired.status == 0);
        // One thread: 17 operations; two on one CU, on two of a component, and on two of two, where each order is a program, for cores differ.
        CHECK(repaired.out.find("\n" +std::to_string(17 + 3 * 17 * 17) + " programs") != std::string::npos);
        CHECK(repaired.out.find("and it shows all that") != std::string::npos);
        const Run published = conform("published");
        CHECK(published.status == 1);
        CHECK(published.out.find("refuted: 14 programs show 14 outcomes") != std::string::npos);
        CHECK(published.out.find("the smallest:\n  P0: W_rm_rel_cmp x=1 | P1: X_acq_rel_wg x=2\n  1:r0=0; [x]=2;\n") != std::string::npos);
    }

    TEST_CASE("exchanges and three threads are programs too") {
        CHECK(tandem({"conform", "tc", "--ops", "1", "--threads", "3", "--shape", "lease=1"}).status == 0);
        CHECK(tandem({"conform", "baseline", "--ops", "2", "--atomics"}).status == 0);
        const Run without = tandem({"conform", "baseline", "--ops", "2", "--no-atomics"});
        CHECK(without.status == 0);
        CHECK(without.out.find("230 programs of up to 2 threads, 2 operations each, 2 locations, without exchanges;") != std::string::npos);
        CHECK(tandem({"conform", "baseline", "--ops", "1", "--threads", "4"}).status == 0);
    }

    TEST_CASE("where SMs differ, each order of the threads is tried") {
        // Only an SM whose clock is behind reads old data: the last one.
        const Run run = tandem({"conform", "tc", "--variant", "skewed", "--ops", "3", "--shape", "lease=1", "--time", "1", "--json", "-"});
        CHECK(nlohmann::json::parse(run.out)["verdict"] != "conforms");
        CHECK(tandem({"conform", "tc", "--variant", "skewed", "--ops", "1", "--json", "-"}).out.find("\"programs\": 39,") != std::string::npos);
    }

    TEST_CASE("too little time or memory ends in 3 and is never called conforming") {
        const Run time = tandem({"conform", "gtsc", "--time", "0.2"});
        CHECK(time.status == 3);
        CHECK(time.out.find("conforms") == std::string::npos);
        CHECK(nlohmann::json::parse(tandem({"conform", "gtsc", "--time", "0.2", "--json", "-"}).out)["verdict"] == "undecided");
        CHECK(time.out.find("undecided: the time limit was reached") != std::string::npos);
        CHECK(tandem({"conform", "gtsc", "--memory", "16M"}).status == 3);
        const Run test = tandem({"litmus", wrc, "--protocol", "gtsc", "--shape", "lease=2/3/4,ts=12", "--memory", "16M"});
        CHECK(test.status == 3);
        CHECK(test.out.find("Undecided: the memory limit was reached") != std::string::npos);
    }

    TEST_CASE("a test on a protocol: its states, a run to each, and what the model says of them") {
        const Run run = tandem({"litmus", buffering, "--protocol", "baseline", "--traces"});
        CHECK(run.status == 0);
        CHECK(run.out.starts_with("Test sb Allowed\nStates 3\n"));
        CHECK(run.out.find("Observation sb Never\n") != std::string::npos);
        CHECK(run.out.find("Shortest trace to 0:r2=1; 1:r2=1;: ") != std::string::npos);
        const Run weak = tandem({"litmus", wrc, "--protocol", "incoherent", "--model", "sc", "--json", "-"});
        CHECK(weak.status == 1);
        const auto report = nlohmann::json::parse(weak.out)["tests"][0];
        CHECK(report["observation"] == "Sometimes");
        CHECK(report["protocol"]["beyond"].size() > 0);
    }

    TEST_CASE("a model that has left a loop early forbids nothing, and a program that never ends is called so") {
        const TemporaryFolder folder;
        const std::string turns = folder.path() / "turns.litmus", spin = folder.path() / "spin.litmus";
        std::ofstream(turns) << "LISA turns\n{}\n P0 ;\n L: mov r1 (add r1 1) ;\n mov r2 (eq r1 4) ;\n r[] r3 x ;\n b[] r2 E ;\n b[] L ;\n E: w[] x 1 ;\nexists (0:r1=4)\n";
        const Run cut = tandem({"litmus", turns.c_str(), "--protocol", "baseline", "--model", "sc"});
        CHECK(cut.status == 3);
        CHECK(cut.out.find("Beyond 0:r1=4; no candidate execution of the model ends so") != std::string::npos);
        CHECK(cut.out.find("--turns") != std::string::npos);
        CHECK(tandem({"litmus", turns.c_str(), "--protocol", "baseline", "--model", "sc", "--turns", "4"}).status == 0);
        std::ofstream(spin) << "LISA spin\n{}\n P0 ;\n L: r[] r0 x ;\n b[] r0 E ;\n b[] L ;\n E: w[] y 1 ;\n~exists (0:r0=1)\n";
        CHECK(tandem({"litmus", spin.c_str(), "--protocol", "baseline"}).out.find("No run ends") != std::string::npos);
    }

    TEST_CASE("what a model calls racy has no meaning in it") {
        const Run racy = tandem({"litmus", TANDEM_SOURCE_DIR "/tests/litmus/hrf-mp-ordinary.litmus", "--protocol", "incoherent", "--model", "hrf-direct"});
        CHECK(racy.status != 2);
        CHECK(racy.out.find("Flag heterogeneous-race") != std::string::npos);
        CHECK(racy.out.find("Beyond") == std::string::npos);
    }

    TEST_CASE("what is unknown, too large or does not go together ends in one line") {
        check_unusable(tandem({"conform", "msi"}), "gtsc");
        check_unusable(tandem({"conform", "gtsc", "--model", "power"}), "sc");
        check_unusable(tandem({"conform", "gtsc", "--variant", "lost-mem-ts"}), "check only");
        check_unusable(tandem({"conform", "gtsc", "--threads", "5"}), "4");
        check_unusable(tandem({"conform", "gtsc", "--atomics", "--no-atomics"}), "--atomics");
        check_unusable(tandem({"conform", "baseline", "--threads", "3", "--ops", "3", "--addresses", "1"}), "2 threads of 3");
        check_unusable(tandem({"conform", "baseline", "--ops", "1", "--model", "ptx"}), "scope tree");
        const TemporaryFolder folder;
        const std::string remote = folder.path() / "remote.litmus";
        std::ofstream(remote) << "LISA remote\n{}\n P0 | P1 ;\n r[rm_acq,wg] r0 x | w[release,wg] x 1 ;\nscopes: (sys (cmp (wg P0) (wg P1)))\nexists (0:r0=1)\n";
        check_unusable(tandem({"litmus", remote.c_str(), "--protocol", "rsp"}), "contains no scope but its own");
        check_unusable(tandem({"litmus", buffering, "--memory", "1G"}), "--protocol");
        check_unusable(tandem({"litmus", buffering, "--protocol", "gtsc", "--engine", "smt"}), "--model");
        check_unusable(tandem({"litmus", buffering, "--variant", "rc"}), "--protocol");
        check_unusable(tandem({"litmus", buffering, "--traces"}), "--protocol");
        check_unusable(tandem({"litmus", buffering, "--protocol", "msi"}), "gtsc");
        check_unusable(tandem({"litmus", buffering, "--protocol", "gtsc", "--explain"}), "without --protocol");
    }
}

}  // namespace tandem::tests
