// The reference, the manual and a shell's completions are made from the command line itself.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "apps/help/typed_line.hpp"
#include "tests/apps/command_line.hpp"

namespace tandem::tests {

using apps::typed_line;

TEST_SUITE("apps/reference") {
    TEST_CASE("docs/reference.md is what the program says of itself") {
        const Run made = tandem({"reference"});
        CHECK(made.status == 0);
        std::stringstream page;
        page << std::ifstream(TANDEM_SOURCE_DIR "/docs/reference.md").rdbuf();
        INFO("make the page anew: ./tandem reference --output docs/reference.md");
        CHECK((page.str() == made.out));
    }

    TEST_CASE("the reference has each option with its default and limits, and each setting with its meaning") {
        const std::string page = tandem({"reference"}).out;
        const auto has = [&](const char* line) { return page.find(line) != std::string::npos; };
        CHECK(has("\n| `--threads INT` | As many as there are processors by default. From 1 to 256. |\n"));
        CHECK(has("Accepted: `induction`, `k-induction`, `bmc`. Default: `induction`. |\n"));
        CHECK(has("Only with `--map`. |\n"));
        CHECK(has("\n| `sms=` | 1 to 4 |\n"));
        CHECK(has("\n| `store-in-the-lease` | "));
        CHECK_FALSE(has("tandem complete"));
    }

    TEST_CASE("the manual has the same commands, and no line of it is a request that was not meant") {
        const Run made = tandem({"reference", "--format", "man"});
        CHECK(made.status == 0);
        CHECK(made.out.find("\n.SS conform\n") != std::string::npos);
        std::istringstream lines(made.out);
        std::string line;
        for (int number = 1; std::getline(lines, line); ++number) {
            CAPTURE(number);
            CAPTURE(line);
            const bool request =
                line.starts_with(".TH ") || line.starts_with(".SH ") || line.starts_with(".SS ") || line.starts_with(".\\\"");
            const bool alone = line == ".PP" || line == ".TP" || line == ".nf" || line == ".fi" || line == ".RS" ||
                               line == ".RE" || line == ".br";
            CHECK((request || alone || !(line.starts_with(".") || line.starts_with("'"))));
        }
    }
}

TEST_SUITE("apps/typed_line") {
    using Words = std::vector<std::string>;

    TEST_CASE("quotes and backslashes are the shell's") {
        const auto line = typed_line(R"(tandem 'a b' "c \" \d" e\ f' g)", "=");
        CHECK((line.words == Words{"tandem", "a b", "c \" \\d"}));
        CHECK(line.last == "e f g");
        CHECK(line.kept == 3);
    }

    TEST_CASE("what stands before the last break is kept, but not within quotes") {
        CHECK(typed_line("tandem check --shape=sms=2,w", "=:").kept == 12);
        CHECK(typed_line("tandem check \"--shape=sms=2,w", "=:").kept == 0);
        CHECK(typed_line("tandem check --shape=sms=2,w", "").kept == 0);
        CHECK(typed_line("tandem check a=b ", "=").kept == 0);
    }

    TEST_CASE("other commands, assignments and redirections are no part of the command") {
        CHECK((typed_line("cd /; CXX=g++ tandem 2>/dev/null check x", "").words == Words{"tandem", "check"}));
        CHECK((typed_line("tandem check <in &>out ", "").words == Words{"tandem", "check"}));
        CHECK((typed_line("tandem check 2>&1 ", "").words == Words{"tandem", "check"}));
        CHECK(typed_line("tandem check >", "").redirected);
        CHECK_FALSE(typed_line("tandem check >a b", "").redirected);
        CHECK(typed_line("tandem 'check >", "").last == "check >");
    }
}

}  // namespace tandem::tests
