// `tandem litmus DIR --summary` from outside.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

namespace fs = std::filesystem;

Run summary(const fs::path& folder, const std::vector<std::string>& words = {}) {
    std::vector<const char*> all{"litmus", folder.c_str(), "--summary"};
    for (const auto& word : words) all.push_back(word.c_str());
    return tandem(all);
}

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

std::string buffering(const std::string& name, const std::string& between = "MFENCE") {
    return "X86 " + name + "\n{}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n " + between + " | " + between +
           " ;\n MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n";
}

}  // namespace

TEST_SUITE("apps/litmus summary") {
    TEST_CASE("it counts what loads in folders within folders, and why others do not, the most frequent reason first") {
        const TemporaryFolder folder;
        write(folder.path() / "a.litmus", buffering("a"));
        write(folder.path() / "one/two/b.litmus", buffering("b"));
        write(folder.path() / "c.litmus", buffering("c", "PAUSE"));
        write(folder.path() / "one/d.litmus", buffering("d", "PAUSE"));
        write(folder.path() / "e.litmus", "MIPS e\n{}\n");
        const Run run = summary(folder.path());
        CHECK(run.status == 2);
        CHECK(run.out.starts_with(
            "5 tests: 2 load, 3 do not\n2 decided by SC, 0 undecided in 10 s each, 3 refused\nRefused      2 the X86 "
            "instruction PAUSE is not known"));
        CHECK(run.out.find("\nRefused      1 expected one of the languages X86") != run.out.npos);
        CHECK(run.err.empty());
    }

    TEST_CASE("verdicts are compared with the lists that lie there, by the end of a path or by a name") {
        const TemporaryFolder folder;
        write(folder.path() / "x/a.litmus", buffering("a"));
        write(folder.path() / "x/b.litmus", buffering("b", "MOV EBX,$0"));
        write(folder.path() / "expected.tsv",
              "# test\tmodel\tholds\nx/a.litmus\ttso\t0\nx/a.litmus\tsc\t1\nx/b.litmus\ttso\t1\n");
        CHECK(summary(folder.path(), {"--model", "tso"}).status == 0);
        const Run wrong = summary(folder.path(), {"--model", "sc"});
        CHECK(wrong.status == 1);
        CHECK(wrong.out.find("1 verdicts are expected here: 0 agree, 1 differ\n") != wrong.out.npos);
        CHECK(wrong.out.find("x/a.litmus is No, Ok is expected\n") != wrong.out.npos);
        fs::remove(folder.path() / "expected.tsv");
        write(folder.path() / "expected-tso.tsv", "a\tNo\tNever\nb\tNo\tNever\n");
        write(folder.path() / "expected-sc.tsv", "a\tOk\n");
        CHECK(summary(folder.path(), {"--model", "tso"}).out.find("2 verdicts are expected here: 1 agree, 1 differ") !=
              std::string::npos);
        const fs::path elsewhere = folder.path() / "elsewhere/TSO-expected.csv";
        write(elsewhere, "litmus/x/b.litmus,1\nx/a.litmus,0\n");
        const Run named = summary(folder.path() / "x", {"--model", "tso", "--expected", elsewhere, "--json", "-"});
        CHECK(nlohmann::json::parse(named.out).at("agree") == 1);  // nothing here ends with litmus/x/b.litmus
    }

    TEST_CASE("a model may include what lies in a folder that is named") {
        const TemporaryFolder folder;
        write(folder.path() / "t/a.litmus", buffering("a"));
        write(folder.path() / "m/own.cat", "include \"order.cat\"\nacyclic order | rf | fr\n");
        write(folder.path() / "lib/order.cat", "include \"more.cat\"\nlet order = po | more\n");
        write(folder.path() / "lib/more.cat", "let more = co\n");
        const std::string model = folder.path() / "m/own.cat", lib = folder.path() / "lib", tests = folder.path() / "t";
        const auto decided = [&](const std::vector<std::string>& words) {
            std::vector<std::string> all{"--model", model};
            all.insert(all.end(), words.begin(), words.end());
            return summary(tests, all);
        };
        CHECK(decided({"--include", lib}).out.starts_with("1 tests: 1 load, 0 do not\n1 decided by"));
        check_unusable(decided({}), "there is no 'order.cat' beside the model, nor in the library");
        check_unusable(decided({"--include", lib + "/nowhere"}), "is no folder");
        check_unusable(decided({"--include", tests}), "there is no 'order.cat'");
        // A file of the model's own folder comes first, and no include leaves a folder.
        write(folder.path() / "m/order.cat", "let order = nowhere-defined\n");
        check_unusable(decided({"--include", lib}), "'nowhere-defined' is not defined");
        write(folder.path() / "m/own.cat", "include \"../lib/order.cat\"\n");
        check_unusable(decided({"--include", lib}), "is not in the model's folder");
    }

    TEST_CASE("a test that takes too long is undecided, and the others are not") {
        const TemporaryFolder folder;
        std::string table = " P0 | P1 ;\n";
        for (const char* reg : {"EAX", "EBX", "ECX", "EDX", "ESI", "EDI"})
            table += std::string(" XCHG [x],") + reg + " | XCHG [x]," + reg +
                     " ;\n MOV [y],$1 | MOV [y],$2 ;\n MOV [z],$1 | MOV [z],$2 ;\n";
        write(folder.path() / "long.litmus", "X86 long\n{}\n" + table + "exists (x=1)\n");
        write(folder.path() / "short.litmus", buffering("short"));
        const Run run = summary(folder.path(), {"--seconds", "0.2", "--json", "-"});
        CHECK(run.status == 3);
        const auto report = nlohmann::json::parse(run.out);
        CHECK(report.at("load") == 2);
        CHECK(report.at("decided") == 1);
        CHECK(report.at("undecided").size() == 1);
    }

    TEST_CASE("what it cannot use ends in one line") {
        const TemporaryFolder folder;
        check_unusable(summary(folder.path()), "found no *.litmus");
        check_unusable(summary(folder.path() / "nowhere"), "there is no file or folder");
        write(folder.path() / "a.litmus", buffering("a"));
        check_unusable(summary(folder.path(), {"--protocol", "gtsc"}), "--summary counts verdicts of a model");
        write(folder.path() / "expected.tsv", "a.litmus\tsc\tperhaps\n");
        check_unusable(summary(folder.path()), "expected.tsv:1: a verdict is 1, 0, Ok or No");
        check_unusable(summary(folder.path(), {"--seconds", "0"}), "--seconds");
        check_unusable(tandem({"litmus", "x", "--seconds", "3"}), "--summary");
    }

    TEST_CASE("a binary file and a folder that is called like a test are no crash") {
        const TemporaryFolder folder;
        write(folder.path() / "a.litmus", buffering("a"));
        write(folder.path() / "b.litmus", std::string("\x7f"
                                                      "ELF\0\x01",
                                                      6));
        fs::create_directories(folder.path() / "c.litmus");
        const Run run = summary(folder.path());
        CHECK(run.status == 2);
        CHECK(run.out.starts_with("2 tests: 1 load, 1 do not\n"));
    }
}

}  // namespace tandem::tests
