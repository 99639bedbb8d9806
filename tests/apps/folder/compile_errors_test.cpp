// Mistakes that do not compile. Each file of tests/mistakes/compiled has one, and gives in its first line the first thing that
// its author is told. That message is made from the output of the compiler that has built these tests.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "apps/folder/compile_errors.hpp"
#include "tests/temporary_folder.hpp"

namespace {

using tandem::apps::compile_errors;
namespace fs = std::filesystem;

const std::string folder = TANDEM_SOURCE_DIR "/tests/mistakes/compiled";

std::string first_line(std::istream& in) {
    std::string line;
    std::getline(in, line);
    return line;
}

/// Whether `line` says it; a * stands for anything.
bool says(const std::string& line, const std::string& wanted) {
    const std::size_t star = wanted.find('*');
    if (star == std::string::npos) return line.find(wanted) != std::string::npos;
    const std::size_t at = line.find(wanted.substr(0, star));
    return at != std::string::npos && line.find(wanted.substr(star + 1), at + star) != std::string::npos;
}

std::string told(const std::string& log, const std::string& of = "/home/me/toy") {
    std::istringstream in(log);
    return compile_errors(in, of);
}

}  // namespace

TEST_CASE("a text that does not compile is told in the words of its author, in one line, of the node and the member") {
    const tandem::tests::TemporaryFolder folder_of_test;
    const fs::path& place = folder_of_test.path();
    const std::string flags = std::string(" -std=c++20 -w ") + TANDEM_VIEWS, all = (place / "all.hpp").string(),
                      compiler = TANDEM_COMPILER;
    std::ofstream(all) << "#include \"model/system.hpp\"\n#include \"smt/symbolic_system.hpp\"\n";
    REQUIRE(std::system((compiler + flags + " -x c++-header " + all + " -o " + all +
                         (compiler.find("clang") == std::string::npos ? ".gch" : ".pch"))
                            .c_str()) == 0);
    int mistakes = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".cpp") continue;
        CAPTURE(entry.path().filename().string());
        std::ifstream file(entry.path());
        const std::string wanted = first_line(file).substr(3), log = (place / "log").string();
        const int status = std::system(("LC_ALL=C " + compiler + flags + " -include " + all + " -fsyntax-only " +
                                        entry.path().string() + " >" + log + " 2>&1")
                                           .c_str());
        std::ifstream in(log);
        const std::string text = compile_errors(in, folder);
        CAPTURE(text);
        if (wanted == "right") {
            CHECK(status == 0);
            CHECK(text.empty());
            continue;
        }
        ++mistakes;
        CHECK(status != 0);
        CHECK(says(text.substr(0, text.find('\n')), wanted));
        CHECK(std::count(text.begin(), text.end(), '\n') <= 2);
    }
    CHECK(mistakes >= 20);
}

TEST_CASE("errors in the author's files come before those elsewhere, each once, and generated files are nobody's") {
    const std::string log =
        "[1/2] Building CXX object\n"
        "/usr/include/tandem/model/a.hpp:7:3: error: no matching function\n"
        "/home/me/toy/build/protocols/toy/bind_check.cpp:4:1: note: in instantiation of function template specialization 'f' "
        "requested here\n"
        "/home/me/toy/cache.hpp:12:5: error: no member named 'vald' in 'toy::Line<tandem::model::Concrete>'\n"
        "/home/me/toy/cache.hpp:12:5: error: no member named 'vald' in 'toy::Line<tandem::smt::Symbolic>'\n"
        "/home/me/toy/cache.hpp:20:5: warning: unused variable 'x'\n";
    CHECK(told(log) == "cache.hpp:12:5: error: no member named 'vald' in 'toy::Line<tandem::model::Concrete>'\n");
}

TEST_CASE("an error in the library is told of the author's line that led there") {
    const std::string clang =
        "/usr/include/tandem/model/containers.hpp:7:3: error: cannot convert\n"
        "/usr/include/tandem/model/other.hpp:9:3: note: in instantiation of member function 'g' requested here\n"
        "/home/me/toy/cache.hpp:12:5: note: in instantiation of member function 'f' requested here\n";
    CHECK(told(clang) == "cache.hpp:12:5: error: cannot convert\n");
    const std::string gcc =
        "In file included from /home/me/toy/cache.hpp:3,\n"
        "/usr/include/tandem/model/containers.hpp: In instantiation of 'void f() [with D = int]':\n"
        "/home/me/toy/cache.hpp:12:5:   required from here\n"
        "/usr/include/tandem/model/containers.hpp:7:3: error: cannot convert\n";
    CHECK(told(gcc) == "cache.hpp:12:5: error: cannot convert\n");
}

TEST_CASE("what CMake and the linker say is told too") {
    CHECK(told("CMake Error at CMakeLists.txt:3 (find_package):\n  Could not find a package configuration file provided by "
               "\"tandm\"\n") == "CMakeLists.txt:3: error: Could not find a package configuration file provided by \"tandm\"\n");
    CHECK(told("CMake Error at /usr/lib/cmake/tandem/protocol.cmake:32 (message):\n  the protocol toy has no description.hpp "
               "in\n  /home/toy\n"
               "Call Stack (most recent call first):\n  CMakeLists.txt:4 (tandem_protocol)\n\n\n-- Configuring incomplete, "
               "errors occurred!\n") == "error: the protocol toy has no description.hpp in /home/toy\n");
    CHECK(told("CMake Error at CMakeLists.txt:3 (find_package):\n  Could not find tandm.\n\n  Add the prefix.\n") ==
          "CMakeLists.txt:3: error: Could not find tandm.\n");
    CHECK(told("CMake Error: The source directory does not exist.\n") == "error: The source directory does not exist.\n");
    CHECK(told("/usr/bin/ld: x.o: in function `f':\nx.cpp:(.text+0x1): undefined reference to `toy::helper()'\n") ==
          "error: undefined reference to `toy::helper()'\n");
    CHECK(told("ninja: build stopped\n").empty());
}

TEST_CASE("warnings are told of the author's own files, once a place") {
    std::istringstream log(
        "/home/me/toy/cache.hpp:12:5: warning: variable 'x' is uninitialized when used here [-Wuninitialized]\n"
        "/usr/include/tandem/model/system.hpp:1:1: warning: of no interest here [-Wall]\n"
        "/home/me/toy/cache.hpp:12:5: warning: variable 'x' is uninitialized when used here [-Wuninitialized]\n"
        "/home/me/toy/build/protocols/bind_check.cpp:1:1: warning: nor here [-Wall]\n"
        "/home/me/toy/cache.hpp:14:5: error: expected ';'\n");
    CHECK(tandem::apps::compile_warnings(log, "/home/me/toy") ==
          std::vector<std::string>{"cache.hpp:12:5: warning: variable 'x' is uninitialized when used here [-Wuninitialized]"});
}
