// `tandem conform` and `tandem litmus --protocol` from outside: statuses, what is printed, what is refused.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

constexpr const char* wrc = TANDEM_SOURCE_DIR "/tests/litmus/wrc+membar.gl.litmus";
constexpr const char* lockstep = TANDEM_SOURCE_DIR "/tests/litmus/lockstep.litmus";
constexpr const char* store_buffering = TANDEM_SOURCE_DIR "/tests/litmus/sb.litmus";

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
        // The idioms SB and R, whose first thread's stores may be exchanges, each on one SM and on two: 2 * (2 + 4).
        CHECK(tso.out.find("not shown, though tso allows it: 12 outcomes of 12 programs, as\n  P0: W x=1; R y | P1: W y=1; R x\n "
                           " 0:r0=0; 1:r0=0;\n") != std::string::npos);
    }

    TEST_CASE("a release and an acquire pass a message, and a release alone lets a later load be old, in rc and on the APU") {
        const auto run = [](const char* name, bool on_apu) {
            const std::string file = TANDEM_SOURCE_DIR "/tests/litmus/" + std::string(name) + "-ordered-fences.litmus";
            std::vector<const char*> words{"litmus", file.c_str(), "--model", "rc"};
            if (on_apu) words.insert(words.end(), {"--protocol", "apu", "--shape", "cpus=0"});
            const Run of = tandem(words);
            CAPTURE(of.err);
            const bool never = of.out.find(" Never") != std::string::npos;
            CHECK((never || of.out.find(" Sometimes") != std::string::npos));
            CHECK(of.out.find("\nBeyond ") == std::string::npos);
            return never ? "Never" : "Sometimes";
        };
        for (const bool on_apu : {false, true}) {
            CHECK(run("mp", on_apu) == std::string("Never"));
            CHECK(run("sb", on_apu) == std::string("Sometimes"));
        }
    }

    TEST_CASE("one that does not ends in 1, with the smallest program, the model's objection and the protocol's run") {
        const Run run = tandem({"conform", "incoherent", "--ops", "2"});
        CHECK(run.status == 1);
        for (const char* part :
             {"the smallest:\n  P0: R x | P1: W x=1; R x\n  0:r0=0; 1:r0=0;\n",
              "sc fails on the cycle P1: W x=1 -po-> P1: R x=0 -fr-> P1: W x=1",
              "In this run A is x; P0 is W0 of SM0, P1 is W1 of SM0", "Shortest trace to 0:r0=0; 1:r0=0;: ", "1. SM0: W"})
            CHECK_MESSAGE(run.out.find(part) != std::string::npos, part);
        CHECK(run.out.find("begins_") == std::string::npos);
        CHECK(run.out.find("monitor") == std::string::npos);
    }

    TEST_CASE(
        "runs of programs are written as files, those that the model forbids first, and are not taken for runs of the system") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "runs.json";
        const auto record = [&] {
            std::ifstream in(file);
            return nlohmann::json::parse(in);
        };
        CHECK(tandem({"conform", "incoherent", "--ops", "2", "--trace", file.c_str()}).status == 1);
        const auto refuted = record();
        REQUIRE(refuted["traces"].size() == 1);
        CHECK(refuted["traces"][0]["property"] == "0:r0=0; 1:r0=0");
        CHECK(refuted["traces"][0]["verdict"] == "shown, and forbidden");
        // The cycle names its edges, and says in which steps of the run its accesses happen.
        const std::string why = refuted["traces"][0]["why"];
        std::smatch steps;
        REQUIRE(std::regex_search(
            why, steps,
            std::regex("sc fails on the cycle P1: W x=1 \\(step (\\d+)\\) -po-> P1: R x=0 \\(step (\\d+)\\) -fr-> ")));
        const auto seen_in = [&](const std::string& step) {
            return refuted["traces"][0]["steps"][std::stoul(step) - 1]["seen"].dump();
        };
        CHECK(seen_in(steps[1]).find("store_performed(core 0, thread 1, address A, value 1") != std::string::npos);
        CHECK(seen_in(steps[2]).find("load_completed(core 0, thread 1, address A, value 0") != std::string::npos);
        check_unusable(tandem({"replay", file.c_str()}), "`tandem check`");
        const Run run = tandem({"litmus", lockstep, "--protocol", "lsc", "--shape", "cpus=0,evictions=0,false_positives=0",
                                "--model", "slsc", "--trace", file.c_str()});
        CHECK(run.status == 1);
        const auto shown = record();
        REQUIRE(shown["traces"].size() == 4);
        for (std::size_t n = 0; n < 4; ++n) CHECK(shown["traces"][n]["verdict"] == (n < 2 ? "shown, and forbidden" : "shown"));
        for (const auto& trace : shown["traces"]) {
            CHECK_FALSE(trace["start"].contains("monitor"));
            CHECK_FALSE(trace["witnesses"].empty());
            for (const auto& step : trace["steps"])
                for (const auto& [node, state] : step["states"].items()) CHECK(trace["start"].contains(node));
        }
        check_unusable(tandem({"litmus", store_buffering, "--trace", file.c_str()}), "--protocol names it");
        check_unusable(tandem({"litmus", store_buffering, wrc, "--protocol", "incoherent", "--trace", file.c_str()}),
                       "of one test, and 2 are named");
    }

    TEST_CASE("where accesses have scopes, programs without heterogeneous races are compared") {
        const Run repaired = tandem({"conform", "rsp", "--variant", "repaired", "--ops", "1", "--atomics", "--json", "-"});
        CHECK(repaired.status == 0);
        const auto report = nlohmann::json::parse(repaired.out);
        CHECK(report["model"] == "hrf-indirect-relaxed-rsp-pairs");
        // One thread: 11 operations. Two threads on one CU and on two: operational_test.cpp counts each.
        CHECK(report["programs"] == 11 + 66 + 66);
        CHECK(report["flagged_programs"] > 20);
        CHECK(report["outcomes"] > 143 - report["flagged_programs"].get<int>());
        // A remote release that locks overtakes an exchange in another L1: findings.md, 23.
        const Run published = tandem({"conform", "rsp", "--ops", "1", "--atomics"});
        CHECK(published.status == 1);
        for (const char* part : {"the smallest:\n  P0: W_rm_rel_cmp x=1 | P1: X_acq_rel_wg x=2\n  1:r0=0; [x]=2;\n",
                                 "atomic fails on the cycle", "store_rm_rel_cmp A := 1"})
            CHECK_MESSAGE(published.out.find(part) != std::string::npos, part);
    }

    TEST_CASE("several components have the system's scope besides, and programs are on one and on two of them") {
        const auto conform = [](const char* variant) {
            return tandem(
                {"conform", "rsp", "--variant", variant, "--shape", "components=2,fetches=0", "--ops", "1", "--atomics"});
        };
        const Run repaired = conform("repaired");
        CHECK(repaired.status == 0);
        // One thread: 17 operations. Two threads on one CU, on two of a component, and on two of two components. Each order is a
        // program, because cores differ.
        CHECK(repaired.out.find("\n" + std::to_string(17 + 3 * 17 * 17) + " programs") != std::string::npos);
        CHECK(repaired.out.find("and it shows all that") != std::string::npos);
        const Run published = conform("published");
        CHECK(published.status == 1);
        CHECK(published.out.find("refuted: 14 programs show 14 outcomes") != std::string::npos);
        CHECK(published.out.find("the smallest:\n  P0: W_rm_rel_cmp x=1 | P1: X_acq_rel_wg x=2\n  1:r0=0; [x]=2;\n") !=
              std::string::npos);
    }

    TEST_CASE("exchanges and three threads are programs too") {
        CHECK(tandem({"conform", "tc", "--ops", "1", "--program-threads", "3", "--shape", "lease=1"}).status == 0);
        CHECK(tandem({"conform", "baseline", "--ops", "2", "--atomics"}).status == 0);
        const Run without = tandem({"conform", "baseline", "--ops", "2", "--no-atomics"});
        CHECK(without.status == 0);
        CHECK(without.out.find("230 programs of up to 2 threads, 2 operations each, 2 locations, without exchanges;") !=
              std::string::npos);
        CHECK(tandem({"conform", "baseline", "--ops", "1", "--program-threads", "4"}).status == 0);
    }

    TEST_CASE("what orders operations stands between them if that is asked for") {
        const Run run = tandem({"conform", "baseline", "--variant", "rc", "--model", "rc", "--ops", "2", "--no-atomics",
                                "--between", "--json", "-"});
        CHECK(run.status == 0);
        const auto report = nlohmann::json::parse(run.out);
        CHECK(report["programs"] == 28 + 2 * 812);  // counted in tests/specs/operational_test.cpp
        CHECK(report["fences_and_dependencies_between"] == true);
        check_unusable(tandem({"conform", "rsp", "--between"}), "--between: accesses have orders and scopes here");
    }

    TEST_CASE("where SMs differ, each order of the threads is tried") {
        // Only an SM whose clock is behind reads old data: the last one.
        const Run run =
            tandem({"conform", "tc", "--variant", "skewed", "--ops", "3", "--shape", "lease=1", "--time", "1", "--json", "-"});
        CHECK(nlohmann::json::parse(run.out)["verdict"] != "conforms");
        CHECK(tandem({"conform", "tc", "--variant", "skewed", "--ops", "1", "--json", "-"}).out.find("\"programs\": 39,") !=
              std::string::npos);
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

    TEST_CASE("programs are made as they are compared, however many there are") {
        const Run many =
            tandem({"conform", "rsp", "--variant", "repaired", "--ops", "6", "--program-threads", "1", "--time", "2"});
        CHECK(many.status == 3);
        CHECK(many.out.find("undecided: the time limit was reached") != std::string::npos);
        CHECK(tandem({"conform", "rsp", "--variant", "repaired", "--program-threads", "1"}).out.find(" 2 operations each") !=
              std::string::npos);
    }

    TEST_CASE("a test on a protocol: its states, a run to each, and what the model says of them") {
        const Run run = tandem({"litmus", store_buffering, "--protocol", "baseline", "--traces"});
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

    TEST_CASE("no final state is never an answer: a program that never ends hangs, in all of its runs or in some") {
        const TemporaryFolder folder;
        const auto decided = [&](const std::string& text, std::vector<const char*> more) {
            const std::string path = folder.path() / "t.litmus";
            std::ofstream(path) << text;
            std::vector<const char*> words{"litmus", path.c_str()};
            words.insert(words.end(), more.begin(), more.end());
            const Run told = tandem(words);
            words.insert(words.end(), {"--json", "-"});
            const Run report = tandem(words);
            CHECK(report.status == told.status);
            CHECK(told.out.find("\nOk\n") == std::string::npos);
            return std::pair(told, nlohmann::json::parse(report.out)["tests"][0]);
        };
        for (const char* condition : {"~exists (0:r0=1)", "exists (0:r0=1)", "forall (0:r0=1)"}) {
            CAPTURE(condition);
            // It waits for a value that nobody writes.
            const std::string spin =
                std::string("LISA spin\n{}\n P0 ;\n L: r[] r0 x ;\n b[] r0 E ;\n b[] L ;\n E: w[] y 1 ;\n") + condition;
            for (const char* protocol : {"baseline", "gtsc", "tc", "rsp"}) {
                const auto [told, report] = decided(spin, {"--protocol", protocol});
                CHECK(told.status == 1);
                CHECK(told.out.find("\nHangs\n") != std::string::npos);
                CHECK(told.out.find("No run ends") != std::string::npos);
                CHECK(report["verdict"] == "Hangs");
                CHECK(report["ok"] == false);
                CHECK(report["observation"] == "Undecided");
            }
            const auto [modelled, report] = decided(spin, {"--model", "sc"});
            CHECK(modelled.status == 3);
            CHECK(modelled.out.find("Undecided: no run ends within so many turns of its loops") != std::string::npos);
            CHECK(report["ok"].is_null());
            const auto [solved, unused] = decided(spin, {"--model", "sc", "--engine", "smt"});
            CHECK(solved.status == 3);
        }
        // It hangs if it reads x too early, although each run that ends meets the condition.
        const auto [half, report] = decided(
            "LISA half\n{}\n P0 | P1 ;\n w[] x 1 | r[] r0 x ;\n | b[] r0 E ;\n | L: r[] r1 y ;\n | b[] r1 E ;\n | b[] L ;\n | E: "
            ";\nforall (1:r0=1)",
            {"--protocol", "tc"});
        CHECK(half.status == 1);
        CHECK(half.out.starts_with("Test half Required\nStates 1\n1:r0=1;\nHangs\n"));
        CHECK(half.out.find("Some runs never end") != std::string::npos);
        CHECK(half.out.find("Shortest trace to a state from which the program never ends") != std::string::npos);
        CHECK(report["protocol"]["stuck"]["steps"].size() == 2);
        // A lock that nobody releases, taken with an atomic that guesses what it will find.
        const auto [lock, locked] = decided(
            "GPU_PTX lock\n{0:.reg .s32 r0; 0:.reg .b64 a = x; 0:.reg .s32 p; x = 1;}\n P0 ;\n L: atom.cas.b32 r0,[a],0,1 ;\n "
            "setp.eq.s32 p,r0,1 ;\n @p bra L ;\n~exists (0:r0=1)",
            {"--protocol", "gtsc"});
        CHECK(lock.status == 1);
        CHECK(locked["verdict"] == "Hangs");
        // A lock that is taken once: of two threads that want it, one waits for ever.
        const auto [once, taken] = decided(
            "GPU_PTX once\n{0:.reg .s32 r0; 0:.reg .b64 a = x; 0:.reg .s32 p; 1:.reg .s32 r0; 1:.reg .b64 a = x; 1:.reg .s32 "
            "p;}\n P0 | P1 ;\n L: atom.cas.b32 r0,[a],0,1 | atom.exch.b32 r0,[a],1 ;\n"
            " setp.eq.s32 p,r0,1 | ;\n @p bra L | ;\nexists (0:r0=0)",
            {"--protocol", "tc"});
        CHECK(once.status == 1);
        CHECK(taken["verdict"] == "Hangs");
        CHECK(once.out.find("Some runs never end") != std::string::npos);
        // The filter excludes everything.
        for (const std::vector<const char*>& of : {std::vector<const char*>{"--protocol", "baseline"}, {"--model", "sc"}}) {
            const auto [none, reported] = decided("LISA none\n{}\n P0 ;\n r[] r0 x ;\nfilter (x=7) ~exists (0:r0=1)", of);
            CHECK(none.status == 3);
            CHECK(none.out.find("\nUndecided\n") != std::string::npos);
            CHECK(reported["ok"].is_null());
        }
    }

    TEST_CASE("what a protocol has no access for is refused, and a remote read-modify-write acquires and releases") {
        const TemporaryFolder folder;
        const auto on_rsp = [&](const std::string& access) {
            const std::string path = folder.path() / "t.litmus";
            std::ofstream(path) << "LISA t\n{}\n P0 ;\n " << access
                                << " ;\n r[] r1 x ;\nscopes: (sys (cmp (wg (wv P0))))\n~exists (0:r1=7)\n";
            return tandem({"litmus", path.c_str(), "--protocol", "rsp", "--variant", "repaired"});
        };
        for (const char* tag : {"rm_acq", "rm_rel", "rm_ar"}) {
            const Run remote = on_rsp("rmw[" + std::string(tag) + ",cmp] r0 1 x");
            CHECK(remote.status == 0);
            CHECK(remote.out.find("States 1\n0:r1=1;\nOk\n") != std::string::npos);
        }
        check_unusable(on_rsp("f[cmp]"), "no fence");
        check_unusable(on_rsp("r[acquire,release,cmp] r0 x"), "two orders");
        check_unusable(on_rsp("r[acquire,wg,cmp] r0 x"), "two scopes");
    }

    TEST_CASE("a protocol that hangs conforms to nothing, and what is compared with nothing is undecided") {
        // Findings, 6: fills that two resets have overtaken, and a deadlock.
        const Run hangs = tandem({"conform", "gtsc", "--variant", "unordered", "--shape", "lease=1,ts=4,capacity=2", "--ops", "2",
                                  "--threads", "2", "--json", "-"});
        CHECK(hangs.status == 1);
        const auto report = nlohmann::json::parse(hangs.out);
        CHECK(report["verdict"] == "refuted");
        CHECK(report["hanging_programs"] > 0);
        CHECK(report["stuck"]["trace"]["steps"].size() > 0);
        const TemporaryFolder folder;
        const std::string races = folder.path() / "races.cat";
        std::ofstream(races) << "flag empty 0 as whatever\n";
        const Run nothing = tandem({"conform", "baseline", "--ops", "1", "--model", races.c_str()});
        CHECK(nothing.status == 3);
        CHECK(nothing.out.find("nothing was compared") != std::string::npos);
        CHECK(nothing.out.find("conforms") == std::string::npos);
        CHECK(nlohmann::json::parse(
                  tandem({"conform", "baseline", "--ops", "1", "--model", races.c_str(), "--json", "-"}).out)["verdict"] ==
              "undecided");
    }

    TEST_CASE("random runs of longer programs show what those that are explored cannot") {
        const Run explored = tandem({"conform", "incoherent", "--ops", "1", "--no-atomics", "--walk-time", "0"});
        CHECK(explored.status == 0);
        CHECK(explored.out.find("random runs") == std::string::npos);
        const Run walked = tandem({"conform", "incoherent", "--ops", "1", "--no-atomics", "--walk-time", "5", "--json", "-"});
        CHECK(walked.status == 1);
        const auto report = nlohmann::json::parse(walked.out);
        CHECK(report["random_runs"]["forbidden"] == true);
        CHECK(report["random_runs"]["operations"] == 2);
        CHECK(report["counterexample"]["trace"]["steps"].size() > 4);
        const Run sound = tandem({"conform", "baseline", "--ops", "1", "--walk-time", "0.5"});
        CHECK(sound.status == 0);
        CHECK(sound.out.find("programs of 2 operations each: ") != std::string::npos);
        CHECK(sound.out.find(", none forbidden") != std::string::npos);
        check_unusable(tandem({"conform", "baseline", "--walk-time", "-1"}), "--walk-time");
    }

    TEST_CASE("witnesses, and files that are no text or have such names") {
        const TemporaryFolder folder;
        const std::string never = folder.path() / "never.litmus", binary = folder.path() / "binary\xff.litmus";
        std::ofstream(never) << "LISA never a store buffer\n{}\n P0 | P1 ;\n w[] x 1 | w[] y 1 ;\n r[] r0 y | r[] r0 x "
                                ";\n~exists (0:r0=0 /\\ 1:r0=0)\n";
        const Run run = tandem({"litmus", never.c_str(), "--model", "tso"});
        CHECK(run.status == 1);
        CHECK(run.out.starts_with("Test never Forbidden\n"));
        CHECK(run.out.find("Positive: 3 Negative: 1\n") != std::string::npos);
        CHECK(run.out.find("Observation never Sometimes 1 3\n") != std::string::npos);
        const auto report =
            nlohmann::json::parse(tandem({"litmus", never.c_str(), "--model", "tso", "--json", "-"}).out)["tests"][0];
        CHECK(report["positive"] == 3);
        CHECK(report["negative"] == 1);
        std::ofstream(binary) << "LISA b\xff\n{}\n P0 ;\n r[] r0 x ;\nexists (0:r0=1)\n";
        check_unusable(tandem({"litmus", binary.c_str()}), "expected text in UTF-8, found the byte 0xff");
        const Run unreadable = tandem({"litmus", binary.c_str(), "--json", "-"});
        CHECK(unreadable.status == 2);
        CHECK(nlohmann::json::parse(unreadable.out)["tests"][0]["error"].get<std::string>().find("found the byte 0xff") !=
              std::string::npos);
        check_unusable(tandem({"litmus", never.c_str(), "--model", binary.c_str()}), "expected text in UTF-8");
        const std::string typo = folder.path() / "typo.litmus";
        std::ofstream(typo) << "LISA typo\n{}\n P0 ;\n w[relase,wg] x 1 ;\nscopes: (sys (cmp (wg (wv P0))))\nexists (x=1)\n";
        check_unusable(tandem({"litmus", typo.c_str(), "--model", "hrf-indirect"}), "the tag relase is not known");
        check_unusable(tandem({"litmus", typo.c_str(), "--protocol", "rsp"}), "the tag relase is not known");
        const std::string own = folder.path() / "own.cat";
        std::ofstream(own) << "let com = rf | co | fr\nacyclic po | com\nempty 'relase & R\n";
        CHECK(tandem({"litmus", typo.c_str(), "--model", own.c_str()}).status == 0);
    }

    TEST_CASE("a model that has left a loop early forbids nothing, and a program that never ends is called so") {
        const TemporaryFolder folder;
        const std::string turns = folder.path() / "turns.litmus", spin = folder.path() / "spin.litmus";
        std::ofstream(turns) << "LISA turns\n{}\n P0 ;\n L: mov r1 (add r1 1) ;\n mov r2 (eq r1 4) ;\n r[] r3 x ;\n b[] r2 E ;\n "
                                "b[] L ;\n E: w[] x 1 ;\nexists (0:r1=4)\n";
        const Run cut = tandem({"litmus", turns.c_str(), "--protocol", "baseline", "--model", "sc"});
        CHECK(cut.status == 3);
        CHECK(cut.out.find("Beyond 0:r1=4; no candidate execution of the model ends so") != std::string::npos);
        CHECK(cut.out.find("--turns") != std::string::npos);
        CHECK(tandem({"litmus", turns.c_str(), "--protocol", "baseline", "--model", "sc", "--turns", "4"}).status == 0);
        std::ofstream(spin) << "LISA spin\n{}\n P0 ;\n L: r[] r0 x ;\n b[] r0 E ;\n b[] L ;\n E: w[] y 1 ;\n~exists (0:r0=1)\n";
        CHECK(tandem({"litmus", spin.c_str(), "--protocol", "baseline"}).out.find("No run ends") != std::string::npos);
    }

    TEST_CASE("what a model calls racy has no meaning in it") {
        const Run racy = tandem({"litmus", TANDEM_SOURCE_DIR "/tests/litmus/hrf-mp-ordinary.litmus", "--protocol", "incoherent",
                                 "--model", "hrf-direct"});
        CHECK(racy.status != 2);
        CHECK(racy.out.find("Flag heterogeneous-race") != std::string::npos);
        CHECK(racy.out.find("Beyond") == std::string::npos);
    }

    TEST_CASE("what is unknown, too large or does not go together ends in one line") {
        check_unusable(tandem({"conform", "msi"}), "gtsc");
        check_unusable(tandem({"conform", "gtsc", "--model", "power"}), "sc");
        check_unusable(tandem({"conform", "gtsc", "--variant", "lost-mem-ts"}), "check only");
        check_unusable(tandem({"conform", "gtsc", "--program-threads", "5"}), "4");
        check_unusable(tandem({"conform", "gtsc", "--atomics", "--no-atomics"}), "--atomics");
        check_unusable(tandem({"conform", "baseline", "--program-threads", "3", "--ops", "3", "--addresses", "1"}),
                       "2 threads of 3");
        check_unusable(tandem({"conform", "baseline", "--ops", "1", "--model", "ptx"}), "scope tree");
        const TemporaryFolder folder;
        const std::string remote = folder.path() / "remote.litmus";
        std::ofstream(remote) << "LISA remote\n{}\n P0 | P1 ;\n r[rm_acq,wg] r0 x | w[release,wg] x 1 ;\nscopes: (sys (cmp (wg "
                                 "P0) (wg P1)))\nexists (0:r0=1)\n";
        check_unusable(tandem({"litmus", remote.c_str(), "--protocol", "rsp"}), "contains no scope but its own");
        check_unusable(tandem({"litmus", store_buffering, "--protocol", "gtsc", "--engine", "smt"}), "--model");
        check_unusable(tandem({"litmus", store_buffering, "--variant", "rc"}), "--protocol");
        check_unusable(tandem({"litmus", store_buffering, "--traces"}), "--protocol");
        check_unusable(tandem({"litmus", store_buffering, "--protocol", "msi"}), "gtsc");
        check_unusable(tandem({"litmus", store_buffering, "--protocol", "gtsc", "--explain"}), "without --protocol");
    }
}

}  // namespace tandem::tests
