// `tandem run`: what compiled tests do on this machine is what a model allows, whatever instruction they have.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "apps/litmus/models.hpp"
#include "apps/run/histogram.hpp"
#include "apps/run/program_text.hpp"
#include "apps/run/toolchain.hpp"
#include "specs/axiomatic/outcomes.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

namespace fs = std::filesystem;

std::string run_written(const fs::path& folder, const std::string& name, const std::string& text) {
    const fs::path file = folder / (name + ".litmus");
    std::ofstream(file) << text;
    return file.string();
}

std::string x86(const std::string& name, const std::string& start, const std::string& cells, const std::string& condition) {
    return "X86 " + name + "\n{" + start + "}\n" + cells + "exists (" + condition + ")\n";
}
const std::string store_buffering =
    x86("SB", "", " P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\n", "0:EAX=0 /\\ 1:EAX=0");

nlohmann::json json_of_run(const std::string& file, std::vector<std::string> more) {
    const TemporaryFolder folder;
    const std::string json = folder.path() / "report.json";
    std::vector<const char*> words{"run", file.c_str(), "--json", json.c_str(), "--progress", "off"};
    for (const std::string& word : more) words.push_back(word.c_str());
    const Run run = tandem(words);
    CAPTURE(run.err);
    CHECK(run.status <= 1);
    std::ifstream in(json);
    nlohmann::json report = nlohmann::json::parse(in);
    report["status"] = run.status;
    return report;
}

}  // namespace

TEST_SUITE("apps/run") {
#if defined(__x86_64__)
    TEST_CASE("each instruction of X86 does alone what the model says") {
        const TemporaryFolder folder;
        // One state each; memory, registers and jumps are in it.
        const std::vector<std::pair<std::string, std::string>> alone{
            {"x=5;", " P0 ;\n MOV EAX,$7 ;\n XCHG [x],EAX ;\n MOV EBX,[x] ;\n"},
            {"x=5;", " P0 ;\n MOV EAX,$3 ;\n LOCK XADD [x],EAX ;\n MOV EBX,[x] ;\n"},
            {"x=5;", " P0 ;\n MOV EAX,$1 ;\n LOCK SUB [x],$2 ;\n MOV EBX,[x] ;\n"},
            {"x=6;", " P0 ;\n MOV EAX,$3 ;\n LOCK AND [x],EAX ;\n MOV EBX,[x] ;\n"},
            {"x=6;", " P0 ;\n MOV EAX,$9 ;\n LOCK OR [x],EAX ;\n MOV EBX,[x] ;\n"},
            {"x=6;", " P0 ;\n MOV EAX,$3 ;\n LOCK XOR [x],EAX ;\n MOV EBX,[x] ;\n"},
            {"x=5;", " P0 ;\n MOV EAX,$5 ;\n MOV EBX,$8 ;\n LOCK CMPXCHG [x],EBX ;\n"},
            {"x=5;", " P0 ;\n MOV EAX,$4 ;\n MOV EBX,$8 ;\n LOCK CMPXCHG [x],EBX ;\n MFENCE ;\n"},
            {"x=5;", " P0 ;\n MOV EAX,[x] ;\n CMP EAX,$5 ;\n JE L0 ;\n MOV [x],$1 ;\n L0: ;\n ADD EAX,$2 ;\n MOV EBX,EAX ;\n"},
            {"x=4;", " P0 ;\n MOV EAX,[x] ;\n CMP EAX,$5 ;\n JGE L0 ;\n MOV [x],$1 ;\n SFENCE ;\n L0: ;\n MOV EBX,[x] ;\n"},
            {"x=-3;", " P0 ;\n MOV EAX,[x] ;\n DEC EAX ;\n MOV EBX,EAX ;\n MOV [x],EBX ;\n LFENCE ;\n"},
            {"0:EBX=x; x=2;", " P0 ;\n MOV EAX,[EBX] ;\n MOV [EBX],$9 ;\n"},
        };
        fs::create_directories(folder.path() / "tests");
        std::vector<std::string> files;
        for (std::size_t i = 0; i < alone.size(); ++i)
            files.push_back(run_written(folder.path() / "tests", "alone" + std::to_string(i),
                                        x86("alone", alone[i].first, alone[i].second, "x=0 /\\ 0:EAX=0 /\\ 0:EBX=0")));
        const auto report = json_of_run(folder.path() / "tests", {"--iterations", "10", "--model", "sc"});
        CHECK(report["status"] == 0);
        const std::size_t tests = report["tests"].size();
        REQUIRE(tests == alone.size());
        for (std::size_t i = 0; i < tests; ++i) {
            const auto& test = report["tests"][i];
            CAPTURE(test.dump());
            REQUIRE(test["states"].size() == 1);
            CHECK(test["states"][0]["count"] == 10);
            CHECK(test["states"][0]["beyond"] == false);
        }
    }

    TEST_CASE("two threads show what TSO allows, each run is counted, and what SC forbids is beyond it") {
        const TemporaryFolder folder;
        const std::string file = run_written(folder.path(), "SB", store_buffering);
        const auto report = json_of_run(file, {"--iterations", "5000", "--model", "sc", "--share"});
        const auto& test = report["tests"][0];
        CHECK(test["runs"] == 5000);
        CHECK(test["positive"].get<int>() + test["negative"].get<int>() == 5000);
        CHECK(test["instructions_found"] == 4);
        bool weak = false;  // whether it is seen is the machine's affair
        for (const auto& state : test["states"]) {
            const bool both = state["state"] == "0:EAX=0; 1:EAX=0;";
            CHECK(state["beyond"] == both);
            weak = weak || both;
        }
        CHECK(report["status"] == (weak ? 1 : 0));
        CHECK(json_of_run(file, {"--iterations", "5000", "--model", "tso", "--share"})["status"] == 0);
    }

    TEST_CASE("what was run is not run again, and other words are") {
        const TemporaryFolder folder;
        const std::string file = run_written(folder.path(), "SB", store_buffering), kept = folder.path() / "results";
        const auto first = json_of_run(file, {"--iterations", "3000", "--share", "--results", kept});
        const auto size = fs::file_size(kept);
        CHECK(json_of_run(file, {"--iterations", "3000", "--share", "--results", kept}) == first);
        CHECK(fs::file_size(kept) == size);
        json_of_run(file, {"--iterations", "3000", "--share", "--results", kept, "--seed", "2"});
        CHECK(fs::file_size(kept) > size);
    }

    TEST_CASE("each combination of incantations is tried, and counted by itself") {
        const TemporaryFolder folder;
        const std::string file = run_written(folder.path(), "SB", store_buffering);
        const auto report = json_of_run(file, {"--iterations", "3200", "--share", "--incantation", "search"});
        const auto& searched = report["tests"][0]["incantations"];
        REQUIRE(searched.size() == 32);
        std::set<std::string> words;
        int positive = 0;
        for (const auto& one : searched) {
            CHECK(one["runs"] == 100);
            words.insert(one["incantations"].get<std::string>());
            positive += one["positive"].get<int>();
        }
        CHECK(words.size() == 32);
        CHECK(positive == report["tests"][0]["positive"].get<int>());
    }

    TEST_CASE("a program that does not end is undecided, and a jump that asks for lost flags is refused") {
        const TemporaryFolder folder;
        const std::string endless = run_written(
            folder.path(), "endless", x86("endless", "", " P0 ;\n L0: ;\n MOV EAX,[x] ;\n CMP EAX,$1 ;\n JNE L0 ;\n", "x=0"));
        const Run run = tandem({"run", endless.c_str(), "--iterations", "10", "--seconds", "0.3"});
        CAPTURE(run.err);
        CHECK(run.status == 3);
        CHECK(run.err.find("did not end within 0.3 s (--seconds)") != std::string::npos);
        const std::string flags = run_written(
            folder.path(), "flags", x86("flags", "", " P0 ;\n LOCK AND [x],$1 ;\n JE L0 ;\n MOV [x],$1 ;\n L0: ;\n", "x=0"));
        check_unusable(tandem({"run", flags.c_str(), "--compile-only"}), "LOCK XADD is accepted");
    }
#endif

    TEST_CASE("C is compiled as it is, with the orders of its atomics") {
        const TemporaryFolder folder;
        const std::string file =
            run_written(folder.path(), "c",
                        "C alone\n{ x = 4; y = 0; }\nP0(atomic_int* x, int* y) {\n"
                        "  int r0 = atomic_fetch_add_explicit(x, 3, memory_order_acq_rel);\n"
                        "  atomic_store_explicit(x, r0 + 10, memory_order_release);\n"
                        "  int r1 = atomic_load(x);\n  if (r1 == 14) { *y = 2; }\n"
                        "  atomic_thread_fence(memory_order_seq_cst);\n}\nexists (0:r0=4 /\\ 0:r1=14 /\\ y=2)\n");
        const auto report = json_of_run(file, {"--iterations", "10"});
        CHECK(report["tests"][0]["positive"] == 10);
    }

    TEST_CASE("a compiled program that lost an instruction, moved or changed one is noticed") {
        const std::string listing =
            "0000 <t0_0_0_17>:\n  10:\tmov    %eax,(%rdi)\n  12:\tret\n0001 <t0_0_1_20>:\n  14:\tmfence\n"
            "0002 <t0_0_2_22>:\n  18:\tmov    (%rsi),%eax\n";
        using apps::lost_in_compilation;
        CHECK(lost_in_compilation(listing, {{"t0_0_0_", "mov"}, {"t0_0_1_", "mfence", true}, {"t0_0_2_", "mov", true}}) == "");
        CHECK(lost_in_compilation(listing, {{"t0_0_3_", "mov"}}) == "the instruction t0_0_3_ is not in the program");
        CHECK(lost_in_compilation(listing, {{"t0_0_1_", "mov"}}) == "the instruction t0_0_1_ is mfence in the program, not mov");
        CHECK(lost_in_compilation(listing, {{"t0_0_1_", "mfence"}, {"t0_0_0_", "mov", true}}) ==
              "the instruction t0_0_0_ is before its predecessor in the program");
    }

    TEST_CASE("a histogram is read whole or not at all, and addresses have their names") {
        const specs::Test test = specs::parse_test("SB", store_buffering);
        std::string card;
        const apps::Histogram read = apps::histogram_of(test, "card Some GPU\n7 -1:0 -1:1\n3 0:0 -1:-2\nend\n", card);
        CHECK(card == "Some GPU");
        CHECK(read.runs() == 10);
        CHECK(read.states.begin()->first.size() == 2);
        CHECK(apps::as_text(test, read).find("\n3       :>0:EAX=x; 1:EAX=-2;\n") != std::string::npos);
        for (const char* cut : {"7 -1:0 -1:1\n", "7 -1:0\nend\n", "", "7 9:0 -1:1\nend\n", "x -1:0 -1:1\nend\n"})
            CHECK_THROWS_AS(apps::histogram_of(test, cut, card), std::runtime_error);
    }

    TEST_CASE("a GPU's atom has the name of its operation once") {
        const specs::Test test =
            specs::parse_test("gpu",
                              "GPU_PTX gpu\n{\n0:.reg .b64 r0 = x;\n0:.reg .s32 r1;\n}\n P0 ;\n atom.exch.b32 r1,[r0],2 ;\n"
                              " atom.cas.b32 r1,[r0],2,4 ;\n atom.add.s32 r1,[r0],1 ;\n"
                              "scopeTree (device (kernel (cta (warp P0))))\nx: global\nexists (0:r1=1)\n");
        const std::string text = apps::program_text({&test}, *apps::ptx_dialect(), apps::Harness::cuda).text;
        for (const char* instruction :
             {"\"atom.exch.b32 %0,[%1],%2;", "\"atom.cas.b32 %0,[%1],%2,%3;", "\"atom.add.u32 %0,[%1],%2;"})
            CHECK(text.find(instruction) != std::string::npos);
    }

    TEST_CASE("CSEL depends on data and jumps nowhere, and an atomic of AArch64 asks for its extension") {
        const specs::Test test = specs::parse_test(
            "chosen",
            "AArch64 chosen\n{ 0:X1=x; }\n P0 ;\n LDADD W0,W5,[X1] ;\n CMP W5,#1 ;\n CSEL W2,W3,W4,EQ ;\nexists (0:X2=0)\n");
        const std::string text = apps::program_text({&test}, *apps::aarch64_dialect(), apps::Harness::cpu).text;
        const std::string thread = text.substr(text.find("void t0_0("), text.find("#undef cell") - text.find("void t0_0("));
        CAPTURE(thread);
        CHECK(thread.find("if (") == std::string::npos);
        CHECK(thread.find("(HIDE(~taken) & r") != std::string::npos);
        CHECK(thread.find(".arch_extension lse") != std::string::npos);
    }

    TEST_CASE("a number of more than 32 bits has room") {
        const auto bytes = [](const std::string& number) {
            return apps::bytes_of_locations(specs::parse_test("n", x86("n", "", " P0 ;\n MOV [x],$" + number + " ;\n", "x=1")));
        };
        CHECK(bytes("2147483647") == 4);
        CHECK(bytes("2147483648") == 8);
    }

    TEST_CASE("GPU tests become a program in CUDA where its compiler is installed") {
        const TemporaryFolder folder;
        const std::string file =
            run_written(folder.path(), "gpu",
                        "GPU_PTX gpu\n{\n0:.reg .b64 r0 = x;\n0:.reg .s32 r1;\n1:.reg .b64 r0 = x;\n1:.reg .s32 r1;\n1:.reg "
                        ".pred p;\n}\n P0 | P1 ;\n"
                        " st.cg.s32 [r0],1 | ld.volatile.s32 r1,[r0] ;\n membar.gl | setp.eq.s32 p,r1,1 ;\n atom.exch.b32 "
                        "r1,[r0],2 | @p st.s32 "
                        "[r0],3 ;\n atom.cas.b32 r1,[r0],2,4 | membar.cta ;\n atom.add.s32 r1,[r0],1 | ;\n"
                        "scopeTree (device (kernel (cta (warp P0)) (cta (warp P1))))\nx: global\nexists (1:r1=1)\n");
        const Run run = tandem({"run", file.c_str(), "--on", "cuda", "--compile-only"});
        CAPTURE(run.err);
        if (run.err.find("nvcc is not installed: NVIDIA's CUDA toolkit is accepted") != std::string::npos) {
            CHECK(run.status == 2);
        } else {
            CHECK(run.status == 0);
            CHECK(run.out == "1 of 1 tests are compiled\n");
        }
        check_unusable(tandem({"run", file.c_str()}), "GPU_PTX with --on cuda");
    }

    TEST_CASE("in a folder only files are tests: a pipe would be waited for") {
        const TemporaryFolder folder;
        const std::string file = run_written(folder.path(), "SB", store_buffering), pipe = folder.path() / "pipe.litmus";
        REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
        const Run run = tandem({"litmus", folder.path().c_str(), "--model", "tso"});
        CHECK(run.status == 0);
        CHECK(run.out.find("Observation SB Sometimes") != std::string::npos);
    }

    TEST_CASE("what cannot be run is said in a line, with what could") {
        const TemporaryFolder folder;
        const std::string sb = run_written(folder.path(), "SB", store_buffering);
        check_unusable(tandem({"run", "nowhere.litmus"}), "there is no file or folder 'nowhere.litmus'");
        check_unusable(tandem({"run", sb.c_str(), "--on", "cuda", "--compile-only"}), "GPU_PTX is accepted with --on cuda");
        check_unusable(tandem({"run", sb.c_str(), "--incantation", "dance"}), "prefetch, flush, pause, order, layout");
        check_unusable(tandem({"run", sb.c_str(), "--incantation", "flush,flush"}), "twice");
        check_unusable(tandem({"run", sb.c_str(), "--keep", folder.path().c_str()}), "a new or an empty one is accepted");
        check_unusable(tandem({"run", sb.c_str(), "--compile-only", "--model", "tso"}), "--compile-only runs nothing");
        check_unusable(tandem({"run", sb.c_str(), "--results", sb.c_str()}), "has something else");
        std::string cells = " P0", stores = " MOV [x],$1";
        for (int t = 1; t < 8; ++t) cells += " | P" + std::to_string(t), stores += " | MOV [x],$1";
        const std::string crowd = run_written(folder.path(), "crowd", x86("crowd", "", cells + " ;\n" + stores + " ;\n", "x=1"));
        if (apps::processors_at_hand().size() < 8) check_unusable(tandem({"run", crowd.c_str()}), "with --share they take turns");
        const std::string nine =
            run_written(folder.path(), "nine", x86("nine", "", cells + " | P8 ;\n" + stores + " | MOV [x],$1 ;\n", "x=1"));
        check_unusable(tandem({"run", nine.c_str(), "--share"}), "at most 8 threads");
        const std::string lisa = run_written(folder.path(), "lisa", "LISA l\n{}\n P0 ;\n w[] x 1 ;\nexists (x=1)\n");
        check_unusable(tandem({"run", lisa.c_str()}), "X86, AArch64, RISCV and C are accepted");
    }
}

}  // namespace tandem::tests
