// What `tandem check FOLDER --sanitize` asks of the searches that sanitizers watch, and what it reads of their output. That the
// sanitizers find something is tested from outside (tests/folder/run).
#include <doctest/doctest.h>

#include "apps/folder/sanitized.hpp"
#include "tests/apps/command_line.hpp"

namespace tandem::tests {

TEST_SUITE("apps/folder/sanitized") {
    TEST_CASE("a sanitized search is asked for the same system, and writes no files") {
        const std::vector<std::string> asked{"check",  "toy",       "--sanitize", "--shape",        "cores=3",
                                             "--json", "-",         "--all",      "--trace=t.html", "--map",
                                             "m.svg",  "--threads", "1"};
        CHECK(apps::words_of_sanitized(asked) ==
              std::vector<std::string>{"check", "toy", "--shape", "cores=3", "--all", "--threads", "1", "--walk-time", "0"});
        CHECK(apps::words_of_sanitized({"check", "toy", "--walk-time=3"}) ==
              std::vector<std::string>{"check", "toy", "--walk-time=3"});
    }

    TEST_CASE("what an author reads is the handler, and what a sanitizer has found") {
        const std::string wrong = "tandem: the protocol's text is wrong: receive of SM0 (Data) does what C++ leaves undefined\n";
        CHECK(apps::found_by_sanitizer("toy sc  cores=2\n35 states, 71 transitions\nAll properties hold.\n", "/home/me/toy") ==
              "");
        CHECK(apps::found_by_sanitizer("unset: `hint` of Cache::receive\n" + wrong, "/home/me/toy") ==
              wrong + "tandem: it decides by `hint` in Cache::receive, of which something is not set\n");
        const std::string log =
            "==7==ERROR: AddressSanitizer: stack-use-after-scope on address 0x7f\n"
            "    #0 0x7f in std::min<int>(int const&) /usr/include/c++/12/bits/stl_algobase.h:233:15\n"
            "    #1 0x7f in bind /home/me/toy/build/protocols/toy/bind_check.cpp:7:1\n"
            "    #2 0x7f in void toy::Cache<D>::receive<C>(toy::Message<D> const&, C&) /home/me/toy/protocol.hpp:91:17\n"
            "SUMMARY: AddressSanitizer: stack-use-after-scope /usr/include/c++/12/bits/stl_algobase.h:233:15 in std::min\n";
        CHECK(apps::found_by_sanitizer(log + wrong, "/home/me/toy") ==
              wrong + "tandem: stack-use-after-scope at protocol.hpp:91:17\n");
        // Outside a handler nobody says where it was, and what commands a terminal is not told.
        CHECK(apps::found_by_sanitizer("unset: `x\033[2J` of f\n", "/home/me/toy").find('\033') == std::string::npos);
        CHECK(apps::found_by_sanitizer(log, "/home/me/toy").starts_with("tandem: the protocol's text is wrong\n"));
    }

    TEST_CASE("two searches are compared by what they have counted") {
        CHECK(
            apps::counted_in("toy sc  cores=2\n4970 states up to symmetry, 9833 in all, 22410 transitions, 31 levels, 0.1 s\n") ==
            "4970 states up to symmetry, 9833 in all, 22410 transitions");
        CHECK(apps::counted_in("All properties hold.\n") == "");
    }

    TEST_CASE("what is compiled already is not sanitized, and one line says so") {
        check_unusable(tandem({"check", "moesi", "--sanitize"}), "a folder is accepted");
        check_unusable(tandem({"check", "nosuch", "--sanitize"}), "nosuch");
        check_unusable(tandem({"check", "moesi", "--sanitize", "--thorough"}), "--thorough");
    }
}

}  // namespace tandem::tests
