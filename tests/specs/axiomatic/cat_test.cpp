// What .cat has beyond sets, relations and checks: functions of every form, choices of text, libraries, and their limits.
#include <doctest/doctest.h>

#include <map>
#include <stdexcept>
#include <string>

#include "specs/axiomatic/outcomes.hpp"
#include "specs/litmus/cursor.hpp"

namespace tandem::tests {

namespace {

specs::Model with_files(const std::string& text, const std::map<std::string, std::string>& files = {}) {
    return specs::Model("m.cat", text, [&](const std::string& name) {
        const auto at = files.find(name);
        if (at == files.end()) throw std::runtime_error("no file " + name);
        return at->second;
    });
}

std::string problem(const std::string& text, const std::map<std::string, std::string>& files = {}) {
    try {
        with_files(text, files);
    } catch (const specs::SyntaxError& e) {
        return e.what();
    }
    return "";
}

/// Whether the model allows store buffering, which it does unless it says something.
bool allows_store_buffering(const std::string& text, const std::map<std::string, std::string>& files = {}) {
    const specs::Test test = specs::parse_test(
        "t.litmus",
        "X86 SB\n{}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n");
    return specs::outcomes(test, with_files(text, files)).positive > 0;
}

}  // namespace

TEST_SUITE("specs/cat") {
    TEST_CASE("functions take their arguments in brackets, one by one, or side by side") {
        for (const char* model :
             {"let both (a, b) = a | b\nacyclic both (po, rf | fr)", "let both a b = a | b\nacyclic both po (rf | fr)",
              "let both = fun a -> fun b -> a | b\nacyclic both po (rf | fr)",
              "let both a b = a | b\nlet po-and = both po\nacyclic po-and (rf | fr)",
              "let once f = f po\nlet with-rf r = r | rf | fr\nacyclic once with-rf"})
            CHECK_FALSE(allows_store_buffering(model));
        CHECK(allows_store_buffering("let first a b = a\nacyclic first po (rf | fr)"));
    }

    TEST_CASE("application binds tighter than any operator") {
        CHECK_FALSE(allows_store_buffering("let id-of r = r\nacyclic id-of po | rf | fr"));
        CHECK(allows_store_buffering("empty domain 0\nempty range po & domain 0"));
    }

    TEST_CASE("names may be local, and several at once") {
        CHECK_FALSE(allows_store_buffering("acyclic let com = rf | fr and p = po in com | p"));
        CHECK_FALSE(allows_store_buffering("let (a, b) = (po, rf | fr)\nacyclic a | b"));
        CHECK_FALSE(allows_store_buffering("acyclic let rec r = po | rf | fr | r ; r in r"));
        CHECK(problem("let a = let b = po in b\nacyclic b") == "m.cat:2:9: 'b' is not defined");
    }

    TEST_CASE("what is not defined is worth its alternative") {
        CHECK_FALSE(allows_store_buffering("acyclic (try nothing-such with po) | rf | fr"));
        CHECK(allows_store_buffering("acyclic (try nothing-such with 0) | rf | fr"));
        CHECK_FALSE(allows_store_buffering("acyclic (try po with 0) | rf | fr"));
        CHECK_FALSE(allows_store_buffering("acyclic (try (let rec r = po | nothing-such in r) with po) | rf | fr"));
        // What was checked on the way is forgotten too.
        CHECK(
            allows_store_buffering("procedure p(r) =\n acyclic r | rf | fr\n empty nothing-such\nend\nlet n = try p(po) with 0"));
    }

    TEST_CASE("no variant is on") {
        CHECK_FALSE(allows_store_buffering("acyclic (if \"some-variant\" then 0 else po) | rf | fr"));
        CHECK_FALSE(allows_store_buffering("acyclic (if not \"a\" && (\"b\" || not \"c\") then po else 0) | rf | fr"));
        CHECK_FALSE(allows_store_buffering("if \"v\"\nacyclic 0\nelse\nacyclic po | rf | fr\nend"));
        CHECK(problem("acyclic if po = rf then po else rf")
                  .ends_with("a condition that compares sets or relations is not supported in models"));
    }

    TEST_CASE("a procedure checks what it is called with") {
        CHECK_FALSE(
            allows_store_buffering("procedure sc(p) =\n let com = rf | fr | co\n acyclic p | com as sc\nend\ncall sc(po)"));
        CHECK(allows_store_buffering("procedure sc(p) = acyclic p | rf | fr end\ncall sc(0)"));
    }

    TEST_CASE("powers, complements, comments and what only shows") {
        CHECK_FALSE(
            allows_store_buffering("# a comment\nlet r = (po | rf | fr)^2 # and one more\nacyclic r\nshow r as two, po\n"));
        CHECK_FALSE(allows_store_buffering("acyclic (po & !0) | rf | fr"));
        CHECK(problem("acyclic po^99").ends_with("a power is from 1 to 64"));
    }

    TEST_CASE("undefined_unless is a flag for where its check fails") {
        const specs::Model model = with_files("undefined_unless empty po as ordered");
        REQUIRE(model.checks().size() == 1);
        CHECK(model.checks()[0].flag);
        CHECK(model.checks()[0].negated);
        CHECK(model.checks()[0].name == "ordered");
    }

    TEST_CASE("coherence is chosen from generate_cos as it is anyway") {
        CHECK_FALSE(
            allows_store_buffering("with co from generate_cos(co0)\nlet fr = (rf^-1 ; co) \\ id\nacyclic po | rf | fr | co"));
        // The chosen order contains what is asked of it: here nobody's.
        CHECK(problem("with gmo from linearisations(M, po)")
                  .ends_with("a choice is supported from generate_cos and generate_orders only: executions choose rf and co"));
    }

    TEST_CASE("an order to choose from that goes against what is asked for is none") {
        const specs::Test test = specs::parse_test("t.litmus", "X86 T\n{}\n P0 ;\n MOV [x],$1 ;\n MOV [x],$2 ;\nexists (x=1)\n");
        CHECK(specs::outcomes(test, with_files("acyclic rf")).positive == 1);
        CHECK(specs::outcomes(test, with_files("with co from generate_cos(co0 | po-loc & (W * W))")).positive == 0);
        CHECK(specs::outcomes(test, with_files("with co from generate_cos(co0)")).positive == 1);
    }

    TEST_CASE("tags of a bell are sets, and forall goes through them") {
        CHECK_FALSE(allows_store_buffering(
            "enum fences = 'mfence || 'lfence\nforall f in {'mfence, 'lfence} do\n let r = po | rf | fr | fencerel(f)\n"
            " acyclic r\nend"));
        CHECK(problem("enum orders = 'once || 'twice\nempty Once & Twice").empty());
        CHECK(
            problem("forall x in po do\n acyclic x\nend").ends_with("forall is supported over what is enumerated, as {'a, 'b}"));
    }

    TEST_CASE("a match goes through what is enumerated, and knows what is empty") {
        const std::string map = "let rec all f s = match s with || {} -> 0 || e ++ es -> f e | all f es end\n";
        CHECK_FALSE(allows_store_buffering(map + "acyclic all (fun r -> r) {po, rf, fr}"));
        CHECK_FALSE(allows_store_buffering(map + "acyclic all (fun r -> r) (po ++ rf ++ fr ++ {})"));
        CHECK(allows_store_buffering(map + "acyclic all (fun r -> r) ((0 & po) ; rf)"));
        CHECK_FALSE(allows_store_buffering(
            "let order tag = match tag with || 'none -> 0 || 'all -> po || other -> rf end\nacyclic order 'all | rf | fr"));
        CHECK_FALSE(allows_store_buffering("with p from {po}\nacyclic p | rf | fr"));
        CHECK(problem("acyclic po ++ rf").ends_with("++ adds an element to an enumeration, and this is none"));
    }

    TEST_CASE("a library may define what no model can use, until one does") {
        const std::map<std::string, std::string> files{{"lib.cat",
                                                        "let map f = let rec go s = match s with || {} -> {} || e ++ es -> f e "
                                                        "++ go es end in go\nlet odd = unheard-of W\n"}};
        CHECK_FALSE(allows_store_buffering("include \"lib.cat\"\nacyclic po | rf | fr", files));
        CHECK(problem("include \"lib.cat\"\nacyclic odd", files) == "lib.cat:2:11: 'unheard-of' is not defined");
        CHECK(problem("include \"lib.cat\"\nlet twice r = r\nacyclic map twice po", files) ==
              "lib.cat:1:28: no clause of this match fits what is known before there is an execution");
        CHECK(problem("let odd = unheard-of W\nacyclic po") == "m.cat:1:11: 'unheard-of' is not defined");
    }

    TEST_CASE("what herd has and executions here have not is an error only for a model whose checks need it") {
        const std::string lacking = "let gpr = [Wreg] ; loc ; [Rreg]\nlet rec way = gpr | way ; way\n";
        CHECK_FALSE(allows_store_buffering(lacking + "acyclic po | rf | fr"));
        CHECK(problem(lacking + "acyclic way | po") ==
              "m.cat:1:12: 'Wreg' is of events of registers, which executions here do not have");
        CHECK(problem("acyclic rf-reg").ends_with("'rf-reg' is of events of registers, which executions here do not have"));
        CHECK(problem("let a = same-instr\nlet b = a | po\nacyclic b").find("'same-instr'") != std::string::npos);
        CHECK(problem("let a = same-insrt\nacyclic po") == "m.cat:1:9: 'same-insrt' is not defined");
        // Of page tables there are none, so nothing is the same of them.
        CHECK(allows_store_buffering("acyclic same-oa(TTD * TTD) | at-least-one-writable(PTE, co^-1) | rf | fr"));
    }

    TEST_CASE("memalloy's models have no initial writes, orders that include stronger ones, and fences as relations") {
        const std::string dead = "deadness_requires empty co \\ co as Forced\n";
        const auto allowed = [&](const std::string& text, const char* order) {
            const specs::Test test = specs::parse_test(
                "t.litmus",
                std::string("C MP\n{}\nP0 (int* x, atomic_int* y) {\n  *x = 1;\n  atomic_store_explicit(y, 1, memory_order_") +
                    order +
                    ");\n}\nP1 (int* x, atomic_int* y) {\n  int r0 = atomic_load_explicit(y, memory_order_acquire);\n  int "
                    "r1 = *x;\n}\nexists (1:r0=1 /\\ 1:r1=0)\n");
            return specs::outcomes(test, with_files(text)).positive > 0;
        };
        const std::string hb = "let hb' = (sb | [REL & W] ; rf ; [R & ACQ])+\nirreflexive hb' ; (rf | co | fr)+? as coherence\n";
        CHECK(allowed("\"C\"\n" + hb + dead, "relaxed"));
        CHECK_FALSE(allowed("\"C\"\n" + hb + dead, "release"));
        CHECK_FALSE(allowed("\"C\"\n" + hb + dead, "seq_cst"));  // which is a release too
        CHECK(allowed("\"C\"\nlet sb = po\n" + hb, "seq_cst"));  // and without memalloy's statement is not
        CHECK(allows_store_buffering(dead + "empty [W] ; co ; [W] \\ co\nempty IW & W\nempty [EV & IW]"));
        CHECK(allows_store_buffering(dead + "acyclic mfence | rf | co | fr"));
        CHECK(problem("\"C\" withsc\nacyclic po").ends_with("a choice of an order of SC is not supported"));
        // There a read-modify-write is one event, which it is not here.
        const specs::Test increments =
            specs::parse_test("t.litmus", "C T\n{}\nP0 (atomic_int* x) {\n  atomic_fetch_add(x, 1);\n}\nexists (x=1)\n");
        CHECK(specs::outcomes(increments, with_files("\"C\"\nacyclic sb\n" + dead))
                  .flags.contains("read-modify-write-of-two-events"));
        CHECK(specs::outcomes(increments, with_files("\"HW\"\nacyclic sb\n" + dead)).flags.empty());
    }

    TEST_CASE("hostile models end in one line") {
        std::string doubling = "let f0 r = r ; r\n", deep = "let d0 r = r | r\n";
        for (int i = 1; i < 30; ++i) {
            const std::string n = std::to_string(i), before = std::to_string(i - 1);
            doubling += "let f" + n + " r = f" + before + " (f" + before + " r)\n";
        }
        CHECK(problem(doubling + "acyclic f29 po").ends_with("the functions of a model are applied more than 10000 times"));
        CHECK(problem("let rec f x = f x\nacyclic f po").ends_with("expressions are within each other"));
        for (int i = 1; i < 3000; ++i) deep += "let d" + std::to_string(i) + " r = d" + std::to_string(i - 1) + " r\n";
        CHECK(problem(deep + "acyclic d2999 po").ends_with("expressions are within each other"));
        CHECK(problem("acyclic " + std::string(5000, '(')).ends_with("more than 400 parts are within each other"));
        CHECK(problem("include \"m.cat\"", {{"m.cat", "include \"m.cat\""}}).ends_with("models include each other without end"));
        CHECK(problem("let rec f = po and g x = x").ends_with("functions and relations cannot be recursive together"));
        CHECK(problem("let rec r = (let rec s = r | s in s)\nacyclic r")
                  .ends_with("a recursion inside a recursion is not supported"));
        CHECK(problem("acyclic (po, rf)").ends_with("expected a set or relation, found several values"));
        CHECK(problem("acyclic po rf").ends_with("'po' is no function"));
        CHECK(problem("procedure p() =\n").ends_with("expected 'end', found the end"));
        CHECK(problem("if \"a\" acyclic po").ends_with("expected 'end', found the end"));
    }
}

}  // namespace tandem::tests
