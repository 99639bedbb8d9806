// The command line from outside: statuses, one clear line for a mistake that a user can fix, and no half-written files.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

constexpr const char* little = "sms=1,warps=1,blocks=1,lease=1,ts=3";

}  // namespace

TEST_SUITE("apps/commands") {
    TEST_CASE("what is unknown or unusable ends in one line that names what is accepted") {
        check_unusable(tandem({"check", "msi"}), "gtsc");
        check_unusable(tandem({"check", "gtsc", "--variant", "tso"}), "keep-old");
        check_unusable(tandem({"check", "gtsc", "--shape", "huge"}), "small");
        check_unusable(tandem({"check", "gtsc", "--shape", "sms=9"}), "1 to 4");
        check_unusable(tandem({"check", "gtsc", "--shape", "sms=4,warps=4"}), "4 warps");
        check_unusable(tandem({"check", "gtsc", "--shape", "lease=4,ts=7"}), "ts=9");
        check_unusable(tandem({"check", "gtsc", "--shape", "lanes=2"}), "capacity=2");
        check_unusable(tandem({"check", "gtsc", "--property", "tso"}), "single-writer");
        check_unusable(tandem({"check", "gtsc", "--memory", "1K"}), "16M");
        check_unusable(tandem({"check", "gtsc", "--trace", "/no/such/folder/trace"}), "folder");
        check_unusable(tandem({"check"}), "protocol");
        check_unusable(tandem({"prove", "tc", "--bits", "3"}), "largest timestamp");
        check_unusable(tandem({"prove", "gtsc", "--bits", "3", "--method", "bmc"}), "ts=");
        check_unusable(tandem({"prove", "gtsc", "--bits", "13"}), "12");
        check_unusable(tandem({"prove", "gtsc", "--bits", "2", "--shape", "lease=2"}), "ts=5");
        check_unusable(tandem({"export", "gtsc", "--format", "promela"}), "murphi, tla");
        check_unusable(tandem({"export", "gtsc", "--format", "tla", "--output", "/no/such/folder/Gtsc.tla"}), "folder");
        check_unusable(tandem({"litmus", "/no/such.litmus"}), "no file or folder");
        check_unusable(tandem({"litmus", TANDEM_SOURCE_DIR "/tests/litmus", "--model", "power"}),
                       "lsc, ptx-asplos15, ptx, ptx6, ptx75, rc, rmo, sc, slsc, tc-weak, tso, vulkan");
        check_unusable(tandem({"litmus", TANDEM_SOURCE_DIR "/docs"}), "no *.litmus");
        check_unusable(tandem({"litmus", TANDEM_SOURCE_DIR "/tests/litmus", "--svg", "/tmp/x.svg"}), "one test");
        check_unusable(tandem({"litmus", TANDEM_SOURCE_DIR "/tests/litmus/sb.litmus", "--engine", "smt", "--explain"}),
                       "enumeration");
        check_unusable(tandem({"prove-it"}), "help");
    }

    TEST_CASE("what is said twice is refused by every command, for the later would win silently") {
        for (const char* command : {"check", "prove", "conform", "export", "step"}) {
            CAPTURE(command);
            check_unusable(tandem({command, "gtsc", "--shape", "sms=2,sms=3"}), "'sms' twice");
            check_unusable(tandem({command, "gtsc", "--variant", "rc,rc"}), "'rc' twice");
            check_unusable(tandem({command, "gtsc", "--shape", "sms=2,tiny"}), "first");
            check_unusable(tandem({command, "gtsc", "--shape", "tiny", "--shape", "small"}), "--shape");
        }
        check_unusable(tandem({"check", "gtsc", "--shape", "lease=1/1"}), "'1' twice");
        check_unusable(tandem({"check", "rsp", "--shape", "sharing=local/local"}), "'local' twice");
        for (const char* command : {"check", "prove"})
            check_unusable(tandem({command, "gtsc", "--property", "load-value", "--property", "load-value"}),
                           "'load-value' twice");
        const std::string test = TANDEM_SOURCE_DIR "/tests/litmus/sb.litmus";
        check_unusable(tandem({"litmus", test.c_str(), "--protocol", "gtsc", "--shape", "lease=1,lease=2"}), "'lease' twice");
        check_unusable(tandem({"litmus", test.c_str(), "--protocol", "gtsc", "--variant", "sc,sc"}), "'sc' twice");
        for (const char* what : {"--relaxations", "--scopes", "--regions"})
            check_unusable(tandem({"litmus", "--generate", "--output", "/no/such/folder", what, "gl,gl"}), "twice");
        for (const char* command : {"sim", "compare"})
            check_unusable(tandem({command, "gtsc", "--workload", "bfs", "--graph", "mesh:9", "--graph", "mesh:8"}), "--graph");
        check_unusable(tandem({"sim", "gtsc", "--variant", "rc,rc", "--workload", "hash"}), "'rc' twice");
        check_unusable(tandem({"sim", "gtsc", "--workload", "hash", "--sweep", "l1.ways=2,4,2"}), "2 twice");
        check_unusable(
            tandem({"sim", "gtsc", "--workload", "hash", "--timeline", "/no/such/t.svg", "--timeline", "/no/such/t.svg"}),
            "'/no/such/t.svg' twice");
        check_unusable(tandem({"compare", "gtsc", "gtsc", "--workload", "hash"}), "itself");
        check_unusable(tandem({"compare", "gtsc:rc,rc", "tc", "--workload", "hash"}), "'rc' twice");
    }

    TEST_CASE("what bmc refutes is told why and replayed, and what induction leaves open says what to try") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "run.json";
        const Run bmc = tandem({"prove", "incoherent", "--method", "bmc", "--property", "single-writer", "--compared", "100",
                                "--trace", file.c_str()});
        CHECK(bmc.status == 1);
        CHECK(bmc.out.find("\nWhy: After step ") != std::string::npos);
        const Run replayed = tandem({"replay", file.c_str()});
        CHECK(replayed.status == 1);
        CHECK(replayed.out.find("still refutes single-writer") != std::string::npos);
        const std::string step = folder.path() / "step.json";
        // It holds, and so few states say too little for an invariant. Of release consistency there are no lemmas.
        const Run open = tandem({"prove", "baseline", "--variant", "rc", "--property", "load-value", "--samples", "100",
                                 "--explored", "0", "--compared", "100", "--threads", "1", "--trace", step.c_str()});
        CHECK(open.status == 3);
        std::ifstream written(step);
        const std::string record((std::istreambuf_iterator<char>(written)), {});
        CHECK(record.find("\"not inductive\"") != std::string::npos);
        CHECK(record.find("is broken by this step, from a state that no candidate excludes. After it this does not hold: ") !=
              std::string::npos);
        CHECK(record.find("Try: none of 143 reached states is like it.") != std::string::npos);
        CHECK(open.out.find("\nTry: none of 143 reached states is like it.") != std::string::npos);
        check_unusable(tandem({"prove", "gtsc", "--method", "k-induction", "--trace", "x.html"}), "--method bmc");
    }

    TEST_CASE("a property that holds ends in 0, one that is refuted in 1 with its trace in the file") {
        const TemporaryFolder folder;
        const std::string trace = folder.path() / "trace";
        CHECK(tandem({"check", "gtsc", "--shape", little, "--property", "single-writer"}).status == 0);
        const Run run = tandem({"check", "gtsc", "--variant", "literal", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=5",
                                "--property", "single-writer", "--trace", trace.c_str()});
        CHECK(run.status == 1);
        std::ifstream file(trace);
        std::string first;
        std::getline(file, first);
        CHECK(first == "Shortest trace to a violation of single-writer: 8 steps");
    }

    TEST_CASE("too little time or memory ends in 3 and is never called holds") {
        const Run time = tandem({"check", "gtsc", "--shape", "blocks", "--time", "0.2", "--json", "-"});
        CHECK(time.status == 3);
        CHECK(nlohmann::json::parse(time.out)["verdict"] == "undecided");
        const Run memory = tandem({"check", "gtsc", "--shape", "blocks", "--memory", "16M", "--json", "-"});
        CHECK(memory.status == 3);
        CHECK(nlohmann::json::parse(memory.out)["verdict"] == "undecided");
    }

    TEST_CASE("the JSON report has the facts that are printed, and nothing else goes to standard output") {
        const Run run = tandem({"check", "gtsc", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=5", "--property", "load-value",
                                "--property", "can-happen", "--json", "-"});
        CHECK(run.status == 0);
        const auto report = nlohmann::json::parse(run.out);
        CHECK(report["verdict"] == "holds");
        for (const char* key : {"states", "transitions", "levels", "seconds", "bytes"}) CHECK(report[key].is_number());
        CHECK(report["properties"].size() > 6);
    }

    TEST_CASE("what is judged on cycles alone reports the states that were searched for them") {
        const Run run =
            tandem({"check", "baseline", "--shape", "sms=1,warps=2,blocks=1", "--property", "access-completes", "--json", "-"});
        CHECK(run.status == 0);
        const auto report = nlohmann::json::parse(run.out);
        CHECK(report["states"] > 100);
        CHECK(report["states"] == report["liveness_states"]);
        CHECK(report["transitions"] > report["states"]);
        CHECK(report["bytes"] > 0);
    }

    TEST_CASE("where cycles are looked for, states that differ in data alone are one, and as many in all as without") {
        const auto judged = [](const char* symmetry) {
            const Run run = tandem({"check", "baseline", "--shape", "sms=1,warps=2,blocks=1,values=3", "--property",
                                    "access-completes", "--property", "access-accepted", "--symmetry", symmetry, "--json", "-"});
            CHECK(run.status == 0);
            return nlohmann::json::parse(run.out);
        };
        const auto all = judged("off"), up_to_data = judged("on");
        CHECK(all["liveness_states"] == all["all_liveness_states"]);
        CHECK(up_to_data["all_liveness_states"] == all["liveness_states"]);
        CHECK(2 * up_to_data["liveness_states"].get<int>() < all["liveness_states"].get<int>());
    }

    TEST_CASE(
        "of remote-scope promotion what is proved ends with 0, what is left undecided with 3, and a broken text is refused") {
        const char* shape = "cus=1,sharing=global,passing=lock,values=2";
        const Run proved = tandem({"prove", "rsp", "--variant", "repaired", "--shape", shape, "--property", "dirty-in-fifo",
                                   "--samples", "50000", "--threads", "1"});
        CHECK(proved.status == 0);
        CHECK(proved.out.find("dirty-in-fifo      proved") != std::string::npos);
        CHECK(tandem({"prove", "rsp", "--variant", "published", "--shape", shape, "--method", "bmc", "--depth", "2"}).status ==
              3);
        check_unusable(tandem({"prove", "rsp", "--variant", "still-dirty"}), "check only");
        check_unusable(tandem({"prove", "rsp", "--shape", "components=2"}), "one component");
    }

    TEST_CASE("compute units are divided evenly among components, whose L2s have one bank and memory behind them") {
        check_unusable(tandem({"check", "rsp", "--shape", "cus=3,components=2"}), "components=2");
        check_unusable(tandem({"check", "rsp", "--shape", "components=2,banks=2"}), "banks");
        check_unusable(tandem({"check", "rsp", "--shape", "sharing=component"}), "sharing=component");
        const Run exported = tandem({"export", "rsp", "--variant", "repaired", "--shape",
                                     "components=2,values=2,writes=1,fetches=0,evictions=0", "--format", "murphi"});
        CHECK(exported.status == 0);
        CHECK(exported.out.find("memory") != std::string::npos);
    }

    TEST_CASE("random walks find what the search finds, and prove nothing") {
        const Run found = tandem({"check", "gtsc", "--variant", "literal", "--shape", "sms=1,warps=2,blocks=1,lease=1,ts=5",
                                  "--walks", "50", "--depth", "2000", "--property", "single-writer"});
        CHECK(found.status == 1);
        const Run none =
            tandem({"check", "gtsc", "--shape", little, "--walks", "5", "--depth", "100", "--property", "single-writer"});
        CHECK(none.status == 3);
    }

    TEST_CASE("a TLA+ module is called like its file, and what TLC is to do stands beside it") {
        const TemporaryFolder folder;
        const std::string module = folder.path() / "Small.tla", bad = folder.path() / "2.tla";
        CHECK(tandem({"export", "gtsc", "--shape", little, "--format", "tla", "--output", module.c_str()}).status == 0);
        std::ifstream text(module), config(folder.path() / "Small.cfg");
        std::string first, all{std::istreambuf_iterator<char>(config), {}};
        std::getline(text, first);
        CHECK(first == "---- MODULE Small ----");
        CHECK(all.find("SPECIFICATION Spec") != std::string::npos);
        check_unusable(tandem({"export", "gtsc", "--format", "tla", "--output", bad.c_str()}), "letter");
        CHECK(!std::filesystem::exists(bad));
        CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
        const Run both = tandem({"export", "gtsc", "--shape", little, "--format", "tla"});
        CHECK(both.out.starts_with("---- MODULE Gtsc ----"));
        CHECK(both.out.find("INVARIANT TypeOK") > both.out.find("===="));
    }

    TEST_CASE("--all goes on after the first refutation") {
        const auto refuted = [](const std::string& out) {
            int n = 0;
            for (std::size_t at = out.find(" refuted\n"); at != std::string::npos; at = out.find(" refuted\n", at + 1)) ++n;
            return n;
        };
        CHECK(refuted(tandem({"check", "incoherent"}).out) == 1);
        CHECK(refuted(tandem({"check", "incoherent", "--all"}).out) == 2);
    }

    TEST_CASE("where a state is refuted, what must happen in the end is judged only if all is asked for") {
        const std::vector<const char*> words{"check",  "rsp", "--variant", "published", "--shape", "tiny,sharing=global,values=2",
                                             "--json", "-"};
        const auto verdict_of = [&](std::vector<const char*> more) {
            more.insert(more.begin(), words.begin(), words.end());
            const auto report = nlohmann::json::parse(tandem(more).out);
            CHECK(report["verdict"] == "refuted");
            for (const auto& p : report["properties"])
                if (p["name"] == "access-accepted") return p["verdict"].get<std::string>();
            return std::string("not stated");
        };
        CHECK(verdict_of({}) == "undecided");
        CHECK(verdict_of({"--all"}) == "holds");
        CHECK(verdict_of({"--property", "access-accepted", "--property", "message-passing"}) == "holds");
    }

    TEST_CASE("what is free has no monitor: check explores what export writes, and both say so") {
        const char* shape = "tiny,values=2,writes=1,fetches=0,evictions=0,wavefronts=1,blocks=1";
        const Run free = tandem({"check", "rsp", "--variant", "repaired", "--shape", shape, "--free", "--symmetry", "off"});
        CHECK(free.status == 0);
        CHECK(free.out.find("evictions=0  free\n") != std::string::npos);
        CHECK(free.out.find("sharing") == std::string::npos);
        CHECK(tandem({"check", "rsp", "--variant", "repaired", "--shape", shape}).status == 2);  // blocks=1 has no data to share
        const Run written = tandem({"export", "rsp", "--variant", "repaired", "--shape", shape, "--free"});
        CHECK(written.status == 0);
        CHECK(written.out.starts_with(
            "-- rsp repaired,keeps-writes,arrival  "
            "cus=2,wavefronts=1,blocks=1,values=2,writes=1,capacity=1,banks=1,fetches=0,evictions=0  free\n"));
        CHECK(written.out.find("\n  monitor_") == std::string::npos);
        const Run shared = tandem({"export", "rsp", "--variant", "repaired", "--shape", "tiny,fetches=0"});
        CHECK(shared.status == 0);
        CHECK(shared.out.find("sharing=local,passing=lock/turns") != std::string::npos);
        CHECK(shared.out.find("\n  monitor_owned: boolean;") != std::string::npos);
        check_unusable(tandem({"check", "rsp", "--shape", "sharing=global", "--free"}), "without --free");
        check_unusable(tandem({"check", "gtsc", "--free", "--property", "load-value"}), "single-writer");
        check_unusable(tandem({"check", "gtsc", "--free", "--variant", "lost-mem-ts"}), "without --free");
        check_unusable(tandem({"export", "gtsc", "--free", "--format", "smt2"}), "without --free");
        check_unusable(tandem({"export", "gtsc", "--scalarsets"}), "with --free");
        for (const char* protocol : {"gtsc", "tc", "baseline", "incoherent"}) {
            CAPTURE(protocol);
            const Run checked =
                tandem({"check", protocol, "--free", "--property", "no-deadlock", "--shape", "sms=1,warps=1,blocks=1,values=1"});
            CHECK(checked.status == 0);
            CHECK(checked.out.find("  free\n") != std::string::npos);
            const Run exported = tandem({"export", protocol, "--free", "--shape", "sms=1,warps=1,blocks=1,values=1"});
            CHECK(exported.out.find("  free\n-- Written by Tandem. The free system") != std::string::npos);
        }
    }

    TEST_CASE("list names variants, shapes and properties, and export writes a program") {
        const Run list = tandem({"list"});
        CHECK(list.status == 0);
        for (const char* name : {"gtsc", "keep-old", "small", "load-value"}) CHECK(list.out.find(name) != std::string::npos);
        const Run one = tandem({"list", "tc"});
        CHECK(one.status == 0);
        CHECK(one.out.starts_with("tc: "));
        CHECK(list.out.find(one.out) != std::string::npos);
        CHECK(one.out.find("workloads") == std::string::npos);
        check_unusable(tandem({"list", "tcc"}), "did you mean tc?");
        const Run program = tandem({"export", "gtsc", "--shape", little});
        CHECK(program.status == 0);
        CHECK(program.out.find("startstate") != std::string::npos);
    }
}

}  // namespace tandem::tests
