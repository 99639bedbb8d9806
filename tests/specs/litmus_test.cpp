// Litmus tests and models: what is read, what is refused and where, the litmus paper's verdicts, and agreement with independently
// computed outcomes.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "smt/axiomatic/outcomes.hpp"
#include "specs/axiomatic/library.hpp"
#include "specs/axiomatic/text.hpp"

namespace tandem::tests {

namespace {

namespace fs = std::filesystem;
using specs::Model;
using specs::Outcomes;
using specs::Test;

const fs::path source = TANDEM_SOURCE_DIR;

std::string contents(const fs::path& path) {
    std::ifstream in(path);
    REQUIRE_MESSAGE(in, path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

Model model(const std::string& name) { return specs::library_model(name); }

Model of_text(const std::string& text) {
    return Model("m.cat", text, [](const std::string& name) -> std::string { throw std::runtime_error("no file " + name); });
}

std::string error_of_model(const std::string& text) {
    try {
        of_text(text);
    } catch (const specs::SyntaxError& e) {
        return e.what();
    }
    return "";
}

std::string error_of_test(const std::string& text) {
    try {
        specs::parse_test("t.litmus", text);
    } catch (const specs::SyntaxError& e) {
        return e.what();
    }
    return "";
}

Outcomes decide(const std::string& test, const std::string& model_name) {
    return outcomes(specs::parse_test("t.litmus", test), model(model_name));
}

constexpr const char* store_buffering =
    "X86 SB\n{}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n";

}  // namespace

TEST_SUITE("specs/litmus") {
    TEST_CASE("numbers wrap around, as in registers of 64 bits") {
        using Op = specs::Expression::Op;
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
        CHECK(specs::computed(Op::add, specs::Value::of(most), specs::Value::of(1)) == specs::Value::of(least));
        CHECK(specs::computed(Op::sub, specs::Value::of(least), specs::Value::of(1)) == specs::Value::of(most));
    }

    TEST_CASE("a recursion that need not come to an end is refused, and so are functions of exponential size") {
        CHECK(error_of_model("let rec a = ~a\nacyclic a").starts_with("m.cat:1:1: a recursive relation stands below ~"));
        CHECK(error_of_model("let rec a = po \\ (a | rf)\nacyclic a")
                  .starts_with("m.cat:1:1: a recursive relation stands below ~"));
        CHECK(error_of_model("let rec a = po | (a; b) and b = co \\ (po; a)\nacyclic a")
                  .starts_with("m.cat:1:1: a recursive relation"));
        CHECK(error_of_model("let rec a = (po \\ rf) | (a; a) | ~co\nacyclic a") == "");
        std::string functions = "let f0(x) = x\n";
        for (int i = 1; i < 40; ++i)
            functions +=
                "let f" + std::to_string(i) + "(x) = f" + std::to_string(i - 1) + "(f" + std::to_string(i - 1) + "(x))\n";
        CHECK(error_of_model(functions + "acyclic f39(po)")
                  .ends_with("the functions of a model are applied more than 10000 times"));
    }

    TEST_CASE("a text that a terminal would obey is no test") {
        for (const char* hidden : {"\xC2\x9B", "\xE2\x80\xAE", "\x1b", "\x07"}) {
            std::string text = store_buffering;
            text.insert(6, hidden);
            CHECK(error_of_test(text).starts_with("t.litmus:1:7: expected text in UTF-8"));
        }
    }

    TEST_CASE("a syntax error says where it is and what was expected") {
        CHECK(error_of_test("ARM SB\n") ==
              "t.litmus:1:1: expected one of the languages X86, X86_64, AArch64, RISCV, PPC, C, OPENCL, LISA, GPU_PTX, "
              "PTX, VULKAN, found 'ARM SB'");
        CHECK(error_of_test("X86 T\n{}\n P0 ;\n MOV [x];\nexists (x=1)") == "t.litmus:4:9: expected ',', found ';'");
        CHECK(error_of_test("X86 T\n{}\n P0 ;\n PAUSE ;\nexists (x=1)")
                  .starts_with("t.litmus:4:2: the X86 instruction PAUSE is not known: MOV"));
        CHECK(error_of_test("X86 T\n{}\n P0 ;\n MOV [x],$1 ;\nexists (y=1)") == "t.litmus:5:9: the test has no location y");
        CHECK(error_of_test("X86 T\n{}\n P0 ;\n MOV [x],$1 ;\nexists (1:EAX=1)") == "t.litmus:5:9: there is no such thread");
        CHECK(error_of_test("X86 T\n{}\n P0 | P1 ;\n MOV [x],$1 ;\nexists (x=1)").starts_with("t.litmus:4:13: expected '|'"));
        CHECK(error_of_test("X86 T\n{}\n P0 ;\n MOV [x],$1 ;\nexists (x=1") == "t.litmus:5:12: expected ')', found the end");
        CHECK(error_of_test("LISA T\n{}\n P0 | P1 ;\n w[] x 1 | r[] r0 x ;\nscopes: (sys (cta P0))\nexists (1:r0=1)") ==
              "t.litmus:5:1: the scope tree misses thread P1");
        CHECK(error_of_test("LISA T\n{}\n P0 ;\n b[] r0 L ;\nexists (0:r0=1)") ==
              "t.litmus:4:11: there is no label L in this thread");
        CHECK(error_of_test("GPU_PTX T\n{0:.reg .s32 r0;}\n P0 ;\n mov.s32 r1,1 ;\nexists (0:r0=1)") ==
              "t.litmus:4:10: the register r1 is not declared for this thread");
        CHECK(error_of_test("X86 T\n{ (* no end") == "t.litmus:2:3: the comment has no end");
    }

    TEST_CASE("a test's name is the first word after the language, and line 1 has both") {
        CHECK(specs::parse_test("t", "X86 SB+mfences  two stores, two loads\n{}\n P0 ;\n MOV [x],$1 ;\nexists (x=1)").name ==
              "SB+mfences");
        CHECK(error_of_test("X86\n{}\n P0 ;\n MOV [x],$1 ;\nexists (x=1)") ==
              "t.litmus:1:1: expected a language and a name for the test, found 'X86'");
    }

    TEST_CASE("what is no text is refused by the place of its first byte that is none, in tests and models") {
        CHECK(error_of_test(std::string("X86 T\0", 6)) == "t.litmus:1:6: expected text in UTF-8, found the byte 0x00");
        CHECK(error_of_test("\x7f"
                            "ELF\x02\x01") == "t.litmus:1:1: expected text in UTF-8, found the byte 0x7f");
        CHECK(error_of_test("X86 b\xff\n{}\n") == "t.litmus:1:6: expected text in UTF-8, found the byte 0xff");
        CHECK(error_of_test("X86 T\n\"\xc0\xaf\"") ==
              "t.litmus:2:2: expected text in UTF-8, found the byte 0xc0");  // overlong code
        CHECK(error_of_test("X86 T\n\"\xed\xa0\x80\"") ==
              "t.litmus:2:2: expected text in UTF-8, found the byte 0xed");                                        // half a pair
        CHECK(error_of_test("X86 T\n\"\xe2\x82") == "t.litmus:2:2: expected text in UTF-8, found the byte 0xe2");  // cut off
        CHECK(error_of_model("\"M\x01\"") == "m.cat:1:3: expected text in UTF-8, found the byte 0x01");
        CHECK(specs::parse_test("t",
                                "X86 T\n\"stores \xe2\x82\xac and \xf0\x9f\x98\x80\"\r\n{}\n P0 ;\n\tMOV [x],$1 ;\nexists (x=1)")
                  .threads.size() == 1);
        // The text found is shown in whole characters.
        CHECK(error_of_test("X86 T\n{}\n P0 ;\n JMP ;\n") != "");
        CHECK(error_of_test("aaaaaaaaaaaaaaaaaaa\xe2\x82\xac T") ==
              "t.litmus:1:1: expected one of the languages X86, X86_64, AArch64, RISCV, PPC, C, OPENCL, LISA, GPU_PTX, "
              "PTX, VULKAN, found "
              "'aaaaaaaaaaaaaaaaaaa\xe2\x82\xac'");
    }

    TEST_CASE("a tag or a scope that nobody knows is refused, and a model's own tags are known") {
        const auto lisa = [](const std::string& access) {
            return "LISA T\n{}\n P0 ;\n " + access + " ;\nscopes: (sys (cmp (wg (wv P0))))\nexists (x=1)";
        };
        CHECK(error_of_test(lisa("w[relase,wg] x 1"))
                  .starts_with("t.litmus:4:4: the tag relase is not known: relaxed, acquire, release, "));
        CHECK(error_of_test(lisa("w[release,work-group] x 1")).starts_with("t.litmus:4:12: the tag work-group is not known"));
        CHECK(error_of_test(lisa("r[aquire,wg] r0 x")).starts_with("t.litmus:4:4: the tag aquire is not known"));
        CHECK(error_of_test(lisa("rmw[acqrel,wg] r0 1 x")).starts_with("t.litmus:4:6: the tag acqrel is not known"));
        CHECK(error_of_test(lisa("f[system]")).starts_with("t.litmus:4:4: the tag system is not known"));
        CHECK(error_of_test(lisa("w[release,wg] x 1")).empty());
        CHECK(error_of_test("LISA T\n{}\n P0 ;\n w[] x 1 ;\nscopes: (sys (ctaa P0))\nexists (x=1)")
                  .starts_with("t.litmus:5:14: the scope ctaa is not known: wi, wv, "));
        const std::string ptx = "GPU_PTX T\n{0:.reg .s32 r0;\n0:.reg .b64 a = x;}\n P0 ;\n ";
        CHECK(error_of_test(ptx + "ld.cgg.s32 r0,[a] ;\nexists (0:r0=1)").starts_with("t.litmus:5:2: the tag cgg is not known"));
        CHECK(error_of_test(ptx + "atom.global.relaxed.exch.b32 r0,[a],1 ;\nexists (0:r0=1)").empty());
        const Model own =
            of_text("acyclic po | rf | co as sc\nempty ['marked] ; po ; ['marked] as once\nempty membar.half as halves");
        CHECK(own.tags() == std::set<std::string>{"half", "marked"});
        CHECK(specs::parse_test("t", lisa("w[marked] x 1"), own.tags()).threads[0].instructions[0].tags ==
              std::vector<std::string>{"marked"});
    }

    TEST_CASE("global memory is the device's: kernels on one device pass messages, and so do CTAs that no kernel is named for") {
        const auto positive = [](const std::string& tree) {
            return decide("LISA MP\n{}\n P0 | P1 ;\n w[] x 1 | r[] r0 y ;\n f[gl] | f[gl] ;\n w[] y 1 | r[] r1 x ;\nscopes: " +
                              tree + "\nexists (1:r0=1 /\\ 1:r1=0)",
                          "ptx")
                .positive;
        };
        CHECK(positive("(device (kernel (cta P0)) (kernel (cta P1)))") == 0);
        CHECK(positive("(device (kernel (cta P0) (cta P1)))") == 0);
        CHECK(positive("(device (cta P0) (cta P1))") == 0);
        CHECK(positive("(grid (cta P0) (cta P1))") == 0);  // as the paper writes it
        CHECK(positive("(sys (gl (cta P0) (cta P1)))") == 0);
        CHECK(positive("(device (kernel (cta P0))) (device (kernel (cta P1)))") == 1);
        CHECK(positive("(sys (device (cta P0)) (device (cta P1)))") == 1);
        CHECK(positive("(sys (gl (cta P0)) (gl (cta P1)))") == 1);
        const Test two = specs::parse_test(
            "t",
            "LISA T\n{}\n P0 | P1 ;\n w[] x 1 | w[] x 2 ;\nscopes: (device (kernel (cta P0)) (kernel (cta P1)))\nexists (x=1)");
        CHECK(two.scopes.at("gl")[0] == two.scopes.at("gl")[1]);
        CHECK(two.scopes.at("dev")[0] == two.scopes.at("dev")[1]);
        CHECK(two.scopes.at("kernel")[0] != two.scopes.at("kernel")[1]);
        CHECK(outcomes(two, of_text("empty co & ext & kernel & (_ \\ IW) * _")).allowed.size() == 2);  // models can ask for it
    }

    TEST_CASE("shared memory is one CTA's") {
        const auto with = [](const std::string& tree) {
            return error_of_test("LISA T\n{}\n P0 | P1 ;\n w[] x 1 | r[] r0 x ;\nscopes: " + tree +
                                 "\nx: shared\nexists (1:r0=1)");
        };
        CHECK(with("(gl (cta P0) (cta P1))") ==
              "t.litmus:6:1: x lies in the shared memory of one cta, and P0 and P1 of two of them name it");
        CHECK(with("(cmp (wg P0) (wg P1))").ends_with("of one wg, and P0 and P1 of two of them name it"));
        CHECK(with("(gl (cta P0 P1))").empty());
        CHECK(error_of_test("GPU_PTX T\n{0:.reg .s32 r0; 0:.reg .b64 a = x; 1:.reg .s32 r0; 1:.reg .b64 a = x;}\n P0 | P1 ;\n "
                            "ld.cg.s32 r0,[a] | ld.cg.s32 r0,[a] ;\n"
                            "scopeTree(grid (cta P0) (cta P1))\nx: shared\nexists (0:r0=1)")
                  .ends_with("of two of them name it"));
    }

    TEST_CASE("a model's title, and atomics that are atomic unless the paper's text is asked for by name") {
        const std::string both =
            "GPU_PTX both\n{0:.reg .s32 r0; 0:.reg .b64 a = x; 1:.reg .s32 r0; 1:.reg .b64 a = x;}\n P0 | P1 ;\n atom.exch.b32 "
            "r0,[a],1 | atom.exch.b32 r0,[a],2 ;\n"
            "scopeTree(grid (cta (warp P0)) (cta (warp P1)))\nx: global\nexists (0:r0=0 /\\ 1:r0=0)";
        CHECK(decide(both, "ptx").positive == 0);
        CHECK(decide(both, "ptx").negative == 2);
        CHECK(decide(both, "ptx-asplos15").positive == 2);
        CHECK(model("ptx").title() == "PTX: RMO per scope");
        // Every other model shows it as well: those for GPUs without scopes, and those of CPUs.
        const std::string plain =
            "LISA both\n{}\n P0 | P1 ;\n rmw[acq_rel,sys] r0 1 x | rmw[acq_rel,sys] r0 2 x ;\nscopes: (sys (cmp (gl (cta (wg (wv "
            "P0)))) (gl (cta (wg (wv P1))))))\nexists (0:r0=0 /\\ 1:r0=0)";
        for (const auto& known : specs::model_library()) {
            CAPTURE(known.name);
            // PTX 6's and Vulkan's speak of orders and scopes that are not LISA's.
            if (model(known.name).orders_fences() || known.name == "vulkan")
                CHECK_THROWS_AS(decide(plain, known.name), std::invalid_argument);
            else CHECK((decide(plain, known.name).positive > 0) == (known.name == "ptx-asplos15"));
        }
    }

    TEST_CASE("witnesses are of the proposition with its quantifier, and of no state nothing is true") {
        const auto counted = [](const std::string& condition) {
            const Test test = specs::parse_test(
                "t",
                std::string("X86 SB\n{}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\n") + condition);
            return outcomes(test, model("tso")).witnesses(test.quantifier);
        };
        using Pair = std::pair<std::uint64_t, std::uint64_t>;
        CHECK(counted("exists (0:EAX=0 /\\ 1:EAX=0)") == Pair{1, 3});
        CHECK(counted("~exists (0:EAX=0 /\\ 1:EAX=0)") == Pair{3, 1});
        CHECK(counted("forall (0:EAX=0 /\\ 1:EAX=0)") == Pair{1, 3});
        for (const char* condition : {"exists (x=1)", "~exists (x=1)", "forall (x=1)"}) {
            const Test none =
                specs::parse_test("t", std::string("X86 NONE\n{}\n P0 ;\n MOV [x],$1 ;\nfilter (x=7) ") + condition);
            CHECK_FALSE(outcomes(none, model("sc")).ok(none.quantifier));
            CHECK_FALSE(outcomes(none, model("sc")).contradicts(none.quantifier));
        }
    }

    TEST_CASE("a model's error says where it is") {
        CHECK(error_of_model("let a = po | nothing-such\n") == "m.cat:1:14: 'nothing-such' is not defined");
        CHECK(error_of_model("let a = po | R\n") == "m.cat:1:12: one operand is a relation and the other a set of events");
        CHECK(error_of_model("acyclic R as r") == "m.cat:1:9: expected a relation, found a set of events");
        CHECK(error_of_model("let f(r) = r ; R\nacyclic f(po)") == "m.cat:1:16: expected a relation, found a set of events");
        CHECK(error_of_model("let f(r) = r\nacyclic f(po, rf)") == "m.cat:2:9: 'f' takes 1 argument");
        CHECK(error_of_model("acyclic match po with || {} -> po end") ==
              "m.cat:1:9: no clause of this match fits what is known before there is an execution");
        CHECK(error_of_model("include \"x.cat\"\n") == "m.cat:1:1: no file x.cat");
        CHECK(error_of_model("\"Title\"\nacyclic po").empty());
    }

    TEST_CASE("conditions ask whether, never and always") {
        const auto asks = [](const std::string& condition) {
            const Test test = specs::parse_test(
                "t",
                std::string("X86 SB\n{}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\n") + condition);
            return outcomes(test, model("sc")).ok(test.quantifier);
        };
        CHECK_FALSE(asks("exists (0:EAX=0 /\\ 1:EAX=0)"));
        CHECK(asks("~exists (0:EAX=0 /\\ 1:EAX=0)"));
        CHECK(asks("forall (0:EAX=1 \\/ 1:EAX=1)"));
        CHECK_FALSE(asks("forall (0:EAX=1)"));
        CHECK(asks("filter (1:EAX=0) forall (0:EAX=1)"));
        CHECK(asks("forall (0:EAX=0 => 1:EAX=1)"));
        CHECK(asks("exists (not (0:EAX=0) /\\ [x]=1)"));
    }

    TEST_CASE("a store buffer shows under x86-TSO and not under SC, and why not is a cycle") {
        const Test test = specs::parse_test("t.litmus", store_buffering);
        CHECK(outcomes(test, model("tso")).allowed.size() == 4);
        const Outcomes sc = outcomes(test, model("sc"), {2, true});
        CHECK(sc.allowed.size() == 3);
        REQUIRE(sc.forbidden.size() == 1);
        CHECK(text(test, sc.forbidden.begin()->first) == "0:EAX=0; 1:EAX=0;");
        CHECK(sc.forbidden.begin()->second.check == "sc");
        CHECK(sc.forbidden.begin()->second.execution.cycle.size() == 4);
    }

    TEST_CASE("exchanges are atomic, and six of them on one location are decided at once") {
        const std::string locks =
            "X86 LOCK\n{0:EAX=1; 1:EAX=1;}\n P0 | P1 ;\n XCHG [x],EAX | XCHG [x],EAX ;\nexists (0:EAX=0 /\\ 1:EAX=0)";
        CHECK(decide(locks, "tso").positive == 0);
        CHECK(decide(locks, "sc").negative == 2);
        const std::string six =
            "X86 SIX\n{0:EAX=1;0:EBX=2;0:ECX=3;1:EAX=4;1:EBX=5;1:ECX=6;}\n P0 | P1 ;\n XCHG [x],EAX | XCHG [x],EAX ;\n"
            " XCHG [x],EBX | XCHG [x],EBX ;\n XCHG [x],ECX | XCHG [x],ECX ;\nlocations "
            "[0:EAX;0:EBX;0:ECX;1:EAX;1:EBX;1:ECX]\nexists (x=3)";
        const Outcomes found = decide(six, "tso");
        CHECK(found.positive == 10);  // of the 20 ways to merge two threads of three, half end with the first
        CHECK(found.negative == 10);
    }

    TEST_CASE("recursion, loops and values that depend on values") {
        const Test test = specs::parse_test("t.litmus", store_buffering);
        CHECK(outcomes(test, of_text("let rec r = po | rf | co | fr | (r ; r)\nirreflexive r as sc")).allowed.size() == 3);
        CHECK(outcomes(test, of_text("flag ~empty (fr \\ int) as reads-before\nacyclic po | rf")).flags ==
              std::set<std::string>{"reads-before"});
        const std::string loop =
            "LISA SPIN\n{}\n P0 | P1 ;\n w[] x 1 | L: ;\n w[] y 1 | r[] r0 y ;\n | mov r1 (eq r0 0) ;\n | b[] r1 L ;\n | r[] r2 "
            "x ;\nexists (1:r2=0)";
        const Outcomes spun = decide(loop, "sc");
        CHECK(spun.cut);
        CHECK(spun.positive == 0);
        CHECK(spun.negative > 0);
        const std::string chain =
            "LISA CHAIN\n{}\n P0 | P1 | P2 ;\n w[] x 5 | r[] r0 x | r[] r0 y ;\n | mov r1 (add r0 1) | mov r1 (add r0 1) ;\n | "
            "w[] y r1 | w[] z r1 ;\nexists ([z]=7)";
        CHECK(decide(chain, "sc").positive == 1);
    }

    TEST_CASE("the paper's tests have the verdicts of the paper's model, with and without its fences") {
        const Model ptx = model("ptx-asplos15"), atomic = model("ptx");
        int forbidden = 0, tests = 0;
        for (const auto& entry : fs::directory_iterator(source / "tests/litmus")) {
            const Test test = specs::parse_test(entry.path().string(), contents(entry.path()));
            if (test.language != "GPU_PTX" || test.name.starts_with("wrc")) continue;  // not the paper's
            CAPTURE(test.name);
            // Fences of too small a scope do not help: Fig. 3 has its threads in two CTAs.
            const bool fenced = test.name.find('+') != std::string::npos && test.name != "mp-L1+membar.cta";
            CHECK((outcomes(test, ptx).positive == 0) == fenced);
            CHECK((outcomes(test, atomic).positive == 0) == fenced);
            ++tests;
            forbidden += fenced;
        }
        CHECK(tests == 23);
        CHECK(forbidden == 12);
    }

    TEST_CASE("lockstep SC is neither SC of threads nor SC of wavefronts") {
        using Pairs = std::set<std::pair<std::int64_t, std::int64_t>>;
        const auto states = [](const char* test_name, const char* model_name) {
            const Test test = specs::parse_test(test_name, contents(source / "tests/litmus" / test_name));
            std::pair<Pairs, Pairs> pairs;  // what t0 and t1 load, and what t2 and t3 load
            for (const auto& [state, count] : outcomes(test, model(model_name)).allowed) {
                pairs.first.emplace(state[0].number, state[1].number);
                pairs.second.emplace(state[2].number, state[3].number);
            }
            return pairs;
        };
        const Pairs all{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
        CHECK(states("lockstep.litmus", "sc") == std::pair(Pairs{{0, 0}, {0, 1}, {1, 0}}, all));
        for (const char* lsc : {"lsc", "lsc-unordered"}) CHECK(states("lockstep.litmus", lsc) == std::pair(Pairs{{0, 0}}, all));
        CHECK(states("lockstep.litmus", "slsc") == std::pair(Pairs{{0, 0}}, Pairs{{0, 0}, {1, 1}}));
        for (const char* name : {"lockstep-flag.litmus", "lockstep-branches.litmus"}) {
            const Test test = specs::parse_test(name, contents(source / "tests/litmus" / name));
            CHECK(outcomes(test, model("sc")).positive > 0);
            for (const char* lsc : {"lsc", "lsc-unordered", "slsc"}) CHECK(outcomes(test, model(lsc)).positive == 0);
        }
        // The readings differ if two lanes exchange with one location in one instruction.
        const Test exchange =
            specs::parse_test("lockstep-exchange.litmus", contents(source / "tests/litmus/lockstep-exchange.litmus"));
        CHECK(outcomes(exchange, model("lsc")).positive == 0);
        CHECK(outcomes(exchange, model("slsc")).positive > 0);
        CHECK(outcomes(exchange, model("lsc-unordered")).positive > 0);
    }

    TEST_CASE("Z3 allows the same states, with every construct of the language of models") {
        const auto agree = [](const Test& test, const Model& judge) {
            const Outcomes found = outcomes(test, judge);
            std::set<specs::FinalState> states;
            for (const auto& [state, count] : found.allowed) states.insert(state);
            const smt::SymbolicOutcomes other = smt::outcomes(test, judge);
            CAPTURE(test.name);
            CHECK(other.allowed == states);
            CHECK(other.positive == (found.positive > 0));
            CHECK(other.negative == (found.negative > 0));
        };
        for (const auto& entry : fs::directory_iterator(source / "tests/litmus")) {
            const Test test = specs::parse_test(entry.path().string(), contents(entry.path()));
            for (const char* name : {"sc", "rmo", test.scopes.contains("cta") ? "ptx" : "slsc"}) agree(test, model(name));
            if (test.scopes.contains("cta")) agree(test, model("ptx6"));
        }
        const Test test = specs::parse_test("t.litmus", store_buffering);
        for (const char* text :
             {"let rec r = po | rf | co | fr | (r ; r)\nirreflexive r",
              "let rec r = po | (r ; (rf | co | fr)) and s = r | s\nirreflexive s ; s", "~empty fr & ext",
              "~acyclic po | rf | co | fr", "empty ([W] ; po ; [R]) \\ (po ; rf?) & 0", "irreflexive (rf^-1 ; co)+",
              "let internal(r) = r & int\nacyclic internal(po) | ~(ext) & co | (fr* ; co)", "empty range(rf) & domain(po ; [F])",
              "let x = W * R & po\nacyclic x | rfe | (fre ; coe?)", "empty (_ * IW) & co"})
            agree(test, of_text(text));
        int compared = 0;
        for (const auto& [folder, name] : {std::pair("x86", "tso"), {"lisa-ptx", "ptx"}}) {
            const fs::path corpus = source.parent_path() / "shared/litmus" / folder;
            if (!fs::exists(corpus)) continue;
            std::vector<fs::path> files;
            for (const auto& entry : fs::directory_iterator(corpus))
                if (entry.path().extension() == ".litmus") files.push_back(entry.path());
            std::sort(files.begin(), files.end());
            for (std::size_t i = 0; i < files.size(); i += 40, ++compared)
                agree(specs::parse_test(files[i].string(), contents(files[i])), model(name));
        }
        MESSAGE("of the corpora " << compared);
    }

    TEST_CASE("the corpora give the expected verdicts, witnesses and final states, where they are at hand") {
        struct Corpus {
            const char *folder, *model;
        };
        for (const auto& [folder, name] : {Corpus{"x86", "tso"},
                                           {"x86", "sc"},
                                           {"lisa-ptx", "ptx"},
                                           {"lisa-ptx", "sc"},
                                           {"gpu_ptx", "ptx"},
                                           {"gpu_ptx", "sc"}}) {
            const fs::path corpus = source.parent_path() / "shared/litmus" / folder;
            if (!fs::exists(corpus)) {
                MESSAGE("not at hand: " << folder);
                continue;
            }
            const Model judge = model(name);
            std::ifstream expected(corpus / (std::string("expected-") + name + ".tsv"));
            std::string line;
            int tests = 0, wrong = 0;
            while (std::getline(expected, line)) {
                if (line.starts_with("#")) continue;
                std::istringstream fields(line);
                std::string test_name, verdict, observation, positive, negative, states;
                for (std::string* field : {&test_name, &verdict, &observation, &positive, &negative, &states})
                    std::getline(fields, *field, '\t');
                const Test test = specs::parse_test(test_name, contents(corpus / (test_name + ".litmus")));
                const Outcomes found = outcomes(test, judge);
                std::vector<std::string> mine, theirs;
                for (const auto& [state, count] : found.allowed) {
                    std::string shown = text(test, state);
                    std::erase_if(shown, [](char c) { return c == '[' || c == ']'; });
                    mine.push_back(shown);
                }
                for (std::size_t from = 0; from < states.size();) {
                    const std::size_t to = std::min(states.find(" | ", from), states.size());
                    theirs.push_back(states.substr(from, to - from));
                    from = to + 3;
                }
                std::sort(mine.begin(), mine.end());
                std::sort(theirs.begin(), theirs.end());
                const bool same = mine == theirs && found.ok(test.quantifier) == (verdict == "Ok") &&
                                  std::to_string(found.positive) == positive && std::to_string(found.negative) == negative;
                if (!same && ++wrong <= 3) MESSAGE(folder << " under " << name << ": " << test_name);
                ++tests;
            }
            CHECK(wrong == 0);
            CHECK(tests == (std::string(folder) == "x86" ? 829 : 2571));
        }
    }
}

}  // namespace tandem::tests
