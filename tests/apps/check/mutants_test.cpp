// Lists of mutants: what is read, what is refused, and which line is meant. `tests/folder/run` builds and searches some.
#include "apps/check/mutant_list.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "apps/common/usage_error.hpp"
#include "tests/temporary_folder.hpp"

using namespace tandem;

namespace {

std::vector<apps::Mutant> read(const std::string& text) {
    const tests::TemporaryFolder folder;
    const std::string file = (folder.path() / "list").string();
    std::ofstream(file, std::ios::binary) << text;
    return apps::read_mutants(file);
}
std::string refusal(const std::string& text) {
    try {
        read(text);
    } catch (const apps::UsageError& error) {
        const std::string said = error.what();
        CHECK(said.find('\n') == std::string::npos);
        for (const unsigned char c : said) CHECK(c >= 32);
        return said.substr(said.find("/list") + 5);
    }
    return "accepted";
}
apps::Mutant changes(const std::string& line, const std::string& becomes, const std::string& in = "") {
    apps::Mutant m;
    m.in = in, m.line = line, m.becomes = becomes;
    return m;
}

}  // namespace

TEST_CASE("a list of mutants is read as CMake reads it") {
    const auto list = read(
        "# a comment (with [[ and \" in it\n"
        "mutant(lost cache.hpp\n  LINE [=[if (a[b[0]]) return;]=]\n  SO \"a \\\"fill\\\" is lost\" REFUTES load-value VARIANT rc "
        "SHAPE sms=1,warps=2 STEPS 5)\n"
        "mutant(twice sub/l2.hpp IN [=[f(]]);]=] LINE x; BECOMES [[]] SO y)");
    REQUIRE(list.size() == 2);
    CHECK(list[0].name == "lost");
    CHECK(list[0].file == "cache.hpp");
    CHECK(list[0].line == "if (a[b[0]]) return;");
    CHECK(list[0].becomes.empty());
    CHECK(list[0].meaning == "a \"fill\" is lost");
    CHECK(list[0].property == "load-value");
    CHECK(list[0].variant == "rc");
    CHECK(list[0].shape == "sms=1,warps=2");
    CHECK(list[0].steps == 5);
    CHECK(list[0].at == 2);
    CHECK(list[1].in == "f(]]);");
    CHECK(list[1].at == 5);
}

TEST_CASE("what is no list of mutants is refused in a line, with its place") {
    CHECK(refusal("") == "' lists no mutant");
    CHECK(refusal("set(x y)") == ":1: 'set' is no call of a list of mutants: `mutant(...)` is accepted");
    CHECK(refusal("mutant(a b.hpp LINE x") == ":1: the list ends within a call");
    CHECK(refusal("\n\nmutant(a b.hpp LINE [[x") == ":3: the [[ that begins here does not end");
    CHECK(refusal("mutant(a b.hpp SO \"x") == ":1: the quotation that begins here does not end");
    CHECK(refusal("mutant(a b.hpp SO x)") == ":1: the mutant a has no LINE: a whole line of b.hpp is accepted");
    CHECK(refusal("mutant(a b.hpp LINE x STEPS many)") == ":1: STEPS 'many' is no number of steps");
    CHECK(refusal("mutant(a b.hpp LINE x STEPS 99999999999)") == ":1: STEPS '99999999999' is no number of steps");
    CHECK(refusal("mutant(a b.hpp LYNE x)").starts_with(":1: 'LYNE' is no word of a mutant: "));
    CHECK(refusal("mutant(a/b b.hpp LINE x)").starts_with(":1: 'a/b' is no name for a mutant"));
    CHECK(refusal("mutant(a ../b.hpp LINE x)") == ":1: '../b.hpp' is no file of the folder: its name is accepted");
    CHECK(refusal("mutant(a /etc/passwd LINE x)") == ":1: '/etc/passwd' is no file of the folder: its name is accepted");
    CHECK(refusal("mutant(a b.hpp LINE x)\nmutant(a b.hpp LINE y)") == ":2: there is a mutant a already");
    CHECK(refusal(std::string("mutant(a\0b", 10)) == "' has a NUL byte: a list of mutants is text");
    CHECK(refusal("mutant(\033[2J b.hpp LINE x)").find("is no name for a mutant") != std::string::npos);
    CHECK(refusal("mutant(a \033[2Jb.hpp LINE x)") == ":1: '?[2Jb.hpp' is no file of the folder: its name is accepted");
    CHECK(read("mutant(a b.hpp LINE x SO \"\033]0;title\")").at(0).meaning == "?]0;title");
    CHECK(refusal(std::string(200'000, '(')).starts_with(":1: a word is due here"));
    CHECK_THROWS_AS(apps::read_mutants("/dev/zero"), apps::UsageError);
    CHECK_THROWS_AS(apps::read_mutants("/"), apps::UsageError);
}

TEST_CASE("a mutant changes one whole line") {
    const std::string text =
        "void f() {\n    a = 1;\n    b = a = 1;\n}\nvoid g() {\n    c = 2;\n    d = 3;\n}\nvoid h() {\n    c = 2;\n}";
    CHECK(apps::mutated(text, changes("a = 1;", "a = 2;")) ==
          "void f() {\n    a = 2;\n    b = a = 1;\n}\nvoid g() {\n    c = 2;\n    d = 3;\n}\nvoid h() {\n    c = 2;\n}");
    CHECK(!apps::mutated(text, changes("a = 1", "a = 2")));   // a part of a line
    CHECK(!apps::mutated(text, changes("c = 2;", "")));       // twice
    CHECK(!apps::mutated(text, changes("e = 5;", "")));       // nowhere
    CHECK(!apps::mutated(text, changes("d = 3;", "", "void h() {")));
    CHECK(apps::mutated(text, changes("c = 2;", "", "void g() {"))->find("void g() {\n    \n    d = 3;") != std::string::npos);
    CHECK(apps::mutated("x;", changes("x;", "y;")) == "y;");
}
