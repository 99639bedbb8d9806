// `tandem litmus --generate` from outside: what it writes, what it refuses, and that `tandem litmus` decides what it writes.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

Run litmus(const std::vector<std::string>& words) {
    std::vector<const char*> all{"litmus"};
    for (const auto& word : words) all.push_back(word.c_str());
    return tandem(all);
}

std::size_t files_in(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

}  // namespace

TEST_SUITE("apps/generate") {
    TEST_CASE("a folder of tests is written, and each is decided") {
        const TemporaryFolder folder;
        const std::string output = folder.path() / "tests";
        const Run run =
            litmus({"--generate", "--relaxations", "Rfe,Fre,Pod**,MembarGld**", "--cycle-size", "4", "--output", output});
        CHECK(run.status == 0);
        // Three shapes of two threads (MP, SB, LB), a fence or none in each, in one cta or two; SB and LB look the same from both
        // threads.
        CHECK(run.out == "20 tests in " + output + "\n");
        CHECK(files_in(output) == 20);
        for (const char* name : {"MP+cta", "SB+gl", "LB+membar.gl+membar.gl+gl", "MP+po+membar.gl+cta"})
            CHECK(std::filesystem::exists(output + "/" + name + ".litmus"));
        const Run sc = litmus({output, "--model", "sc", "--json", "-"});
        CHECK(sc.status == 0);
        const auto tests = nlohmann::json::parse(sc.out).at("tests");
        CHECK(tests.size() == 20);
        for (const auto& test : tests) CHECK(test.at("observation") == "Never");
    }

    TEST_CASE("the report names each test, its cycle and its file") {
        const TemporaryFolder folder;
        const Run run =
            litmus({"--generate", "--language", "X86", "--relaxations", "PodWR,Fre", "--output", folder.path(), "--json", "-"});
        const auto report = nlohmann::json::parse(run.out);
        CHECK(report.at("count") == 1);
        CHECK(report.at("all") == true);
        CHECK(report.at("tests").at(0).at("name") == "SB");
        CHECK(report.at("tests").at(0).at("cycle") == "PodWR Fre PodWR Fre");
        std::ifstream file(report.at("tests").at(0).at("file").get<std::string>());
        std::ostringstream text;
        text << file.rdbuf();
        CHECK(text.str() ==
              "X86 SB\n\"PodWR Fre PodWR Fre\"\n{\n}\n P0          | P1          ;\n MOV [x],$1  | MOV [y],$1  ;\n MOV EAX,[y] | "
              "MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n");
    }

    TEST_CASE("a limit that cuts is told, by the status too") {
        const TemporaryFolder folder;
        const Run run = litmus({"--generate", "--limit", "3", "--output", folder.path()});
        CHECK(run.status == 3);
        CHECK(run.out.find("there are more") != std::string::npos);
        CHECK(files_in(folder.path()) == 3);
    }

    TEST_CASE("unusable input ends in one line") {
        const TemporaryFolder folder;
        const std::string output = folder.path() / "tests";
        const auto refused = [&](const std::vector<std::string>& words, const std::string& accepted) {
            check_unusable(litmus(words), accepted);
            CHECK_FALSE(std::filesystem::exists(output));
        };
        refused({"--generate", "--output", output, "--relaxations", "Rfe,PodXX"}, "'PodXX' in this language: Rfe, Fre, Coe");
        refused({"--generate", "--output", output, "--language", "X86", "--relaxations", "DpAddrdR"},
                "Pos**, MFenced**, MFences** are accepted");
        refused({"--generate", "--output", output, "--relaxations", ","}, "has an empty word");
        refused({"--generate", "--output", output, "--cycle-size", "0"}, "from 3 to 12");
        refused({"--generate", "--output", output, "--cycle-size", "13"}, "from 3 to 12");
        refused({"--generate", "--output", output, "--language", "ARM"}, "GPU_PTX, PTX, LISA, X86");
        refused({"--generate", "--output", output, "--scopes", "wg"}, "warp, cta, gl, sys");
        refused({"--generate", "--output", output, "--language", "LISA", "--scopes", "wg,cta"}, "wv, wg, cmp, sys are accepted");
        refused({"--generate", "--output", output, "--language", "PTX", "--scopes", "warp"}, "cta, gpu, sys are accepted");
        refused({"--generate", "--output", output, "--accesses", "cg,weak"}, "'weak' in this language: cg, ca, plain, volatile");
        refused({"--generate", "--output", output, "--accesses", "ca"}, "none of the accesses writes: cg does");
        refused({"--generate", "--output", output, "--accesses", "cg,,atom"}, "has an empty word");
        refused({"--generate", "--output", output, "--regions", "local"}, "global, shared");
        refused({"--generate", "--output", "/dev/null/tests"}, "a folder that may be written to");
        refused({"--generate"}, "--output DIR");
        refused({"--generate", "--output", TANDEM_SOURCE_DIR "/docs"}, "a new or an empty folder");
        refused({"--generate", "--output", TANDEM_SOURCE_DIR "/README.md"}, "a new or an empty folder");
        refused({"--generate", TANDEM_SOURCE_DIR "/tests/litmus", "--output", output}, "tests does not go with --generate");
        refused({"--generate", "--model", "tso", "--output", output}, "--model does not go with --generate");
        refused({"--output", output, TANDEM_SOURCE_DIR "/tests/litmus"}, "--generate");
        refused({}, "--generate");
    }

    TEST_CASE("the smallest test on which two models differ is told, with what forbids it") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "found.litmus";
        const Run run = litmus({"--compare", "sc", "tso", "--language", "X86", "--output", file});
        CAPTURE(run.out);
        CHECK(run.status == 1);
        CHECK(run.out.starts_with("X86 SB\n"));
        CHECK(run.out.find("\nsc and tso differ on this test, the first of ") != std::string::npos);
        CHECK(run.out.find("\nOnly tso allows 0:EAX=0; 1:EAX=0; The other: ") != std::string::npos);
        CHECK(run.out.find(" fails on the cycle ") != std::string::npos);
        CHECK(run.out.find("\nIn tso it is P1: R x=0 from initially x=0; P0: R y=0 from initially y=0\n") != std::string::npos);
        CHECK(litmus({file, "--model", "tso"}).out.find("Sometimes") != std::string::npos);
        // The same the other way round, and of nothing that buffers stores.
        const auto report = nlohmann::json::parse(litmus({"--compare", "tso", "sc", "--language", "X86", "--json", "-"}).out);
        CHECK(report.at("name") == "SB");
        CHECK(report.at("differences").size() == 1);
        CHECK(report.at("differences").at(0).at("only") == "tso");
        const Run alike =
            litmus({"--compare", "sc", "tso", "--language", "X86", "--relaxations", "Rfe,Fre,Coe,PodWW,PodRR,PodRW"});
        CHECK(alike.status == 0);
        CHECK(alike.out.starts_with("sc and tso agree on all "));
        CHECK(litmus({"--compare", "sc", "tso", "--language", "X86", "--relaxations", "Rfe,PodWW,PodRR,Fre,Coe", "--limit", "1"})
                  .status == 3);
    }

    TEST_CASE("orders, scopes and read-modify-writes tell models apart that agree on plain accesses") {
        const auto compare = [](const std::vector<std::string>& words) {
            std::vector<std::string> all{"--compare"};
            all.insert(all.end(), words.begin(), words.end());
            all.insert(all.end(), {"--json", "-"});
            const Run run = litmus(all);
            CAPTURE(run.err);
            auto report = nlohmann::json::parse(run.out);
            report["status"] = run.status;
            return report;
        };
        // rsp.txt, 2.2: a chain of two pairs at two scopes orders under HRF-indirect only.
        const std::vector<std::string> hrf{"--language", "LISA", "--scopes", "wg", "--relaxations", "Rfe,Fre,If**"};
        const auto with_hrf = [&](std::vector<std::string> words) {
            words.insert(words.end(), hrf.begin(), hrf.end());
            return compare(words);
        };
        const auto chain = with_hrf({"hrf-direct", "hrf-indirect", "--cycle-size", "5", "--accesses",
                                     "plain,acquire.wg,acquire.cmp,release.wg,release.cmp"});
        CHECK(chain.at("cycle") == "Rfe IfdW Rfe IfdR Fre");
        CHECK(chain.at("differences").at(0).at("only") == "hrf-direct");
        CHECK(chain.at("differences").at(0).at("why").get<std::string>().starts_with("flag heterogeneous-race on P"));
        // With all pairs at one scope they agree.
        CHECK(with_hrf({"hrf-direct", "hrf-indirect", "--cycle-size", "5", "--accesses", "plain,acquire.wg,release.wg"})
                  .at("status") == 0);
        // A scope within the other is enough for scope inclusion.
        CHECK(with_hrf({"hrf-indirect", "hrf-indirect-relaxed", "--accesses", "plain,acquire.cmp,release.wg"}).at("name") ==
              "CoRR+if-loc+release.wg+acquire.cmp,plain+wg");
        // Nothing makes the paper's atomics atomic.
        const std::vector<std::string> one_place{"ptx", "ptx-asplos15", "--relaxations", "Rfe,Fre,PosRR", "--scopes", "cta"};
        auto atomic = one_place;
        atomic.insert(atomic.end(), {"--accesses", "atom"});
        CHECK(compare(atomic).at("differences").at(0).at("only") == "ptx-asplos15");
        CHECK(compare(one_place).at("status") == 0);
        // An acquire of the CTA's scope does not reach beyond it, which the weaker model does not ask.
        CHECK(compare({"ptx6", "ptx75", "--language", "PTX", "--accesses", "weak,*.gpu", "--relaxations", "Rfe,Fre,PodWW,PodRR",
                       "--scopes", "gpu"})
                  .at("status") == 0);
    }

    TEST_CASE("what does not go with two models is refused") {
        check_unusable(litmus({"--compare", "sc", "sc"}), "twice");
        check_unusable(litmus({"--compare", "sc", "nowhere"}), "there is no model 'nowhere'");
        check_unusable(litmus({"--compare", "sc", "tso", "--model", "sc"}), "does not go with --compare");
        check_unusable(litmus({"--compare", "hrf-direct", "hrf-indirect", "--language", "LISA"}), "--language and --scopes say");
        check_unusable(litmus({"--cycle-size", "4"}), "is of --generate and --compare");
        CHECK(litmus({"--compare", "sc"}).status == 2);
        CHECK(litmus({"--compare", "sc", "tso", "--generate"}).status == 2);
    }
}

}  // namespace tandem::tests
