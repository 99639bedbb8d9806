// What `tandem certificate` refuses in one line, and what may stand in an invariant's file. That forged folders are not of the
// text tests/certificate shows.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "apps/certificate/invariant_form.hpp"
#include "apps/certificate/origin.hpp"
#include "tests/apps/command_line.hpp"

namespace tandem::tests {

namespace fs = std::filesystem;

TEST_SUITE("apps/certificate") {
    TEST_CASE("an origin is read as it was written") {
        const apps::Origin origin{"gtsc", {"rc", "tiny,lease=1/3"}, true, {5, 6, 7}};
        const apps::Origin read = apps::origin_of("; a line before\n" + apps::as_text(origin) + "event 0 1 protocol\n");
        CHECK(apps::as_text(read) == apps::as_text(origin));
        CHECK(read.reset);
        CHECK(read.effort.compared == 6);
    }

    TEST_CASE("an invariant's file defines a function of the text's variables, and does nothing else") {
        const std::string frame = "(define-fun invariant (\n  (|a| Bool)) Bool (and true\n))\n",
                          begin = frame.substr(0, frame.size() - 3);
        CHECK(apps::flaw_of_invariant(frame, frame) == "");
        CHECK(apps::flaw_of_invariant(begin + "  (or |a| (not |a;)|))  ; a or ) not\n  |a|\n))\n", frame) == "");
        CHECK(apps::flaw_of_invariant(begin + "  |a|))\n(assert (and\n))\n", frame) == "line 3 is no clause");
        CHECK(apps::flaw_of_invariant(begin + "  |a|)) (assert false) (define-fun b () Bool (and true\n))\n", frame) ==
              "line 3 is no clause");
        CHECK(apps::flaw_of_invariant(begin + "  |a\n))\n", frame) == "line 3 is no clause");
        CHECK(apps::flaw_of_invariant(begin + "(check-sat)\n))\n", frame) == "line 3 is no clause");
        CHECK(apps::flaw_of_invariant(begin + "  |a|\n", frame).find("does not end") != std::string::npos);
        CHECK(apps::flaw_of_invariant("(assert false)" + frame, frame).find("does not begin") != std::string::npos);
        CHECK(apps::flaw_of_invariant(begin, frame).find("does not end") != std::string::npos);
        CHECK(apps::flaw_of_invariant("", frame).find("does not begin") != std::string::npos);
    }

    TEST_CASE("what is no certificate is refused in one line") {
        const fs::path folder = fs::temp_directory_path() / ("tandem-certificate-" + std::to_string(::getpid()));
        fs::create_directories(folder);
        const std::string whole = apps::as_text(apps::Origin{"gtsc", {"", "tiny"}, false, {}});
        const auto refused = [&](const std::string& contents, const std::string& words) {
            std::ofstream(folder / "contents", std::ios::binary) << contents;
            const Run run = tandem({"certificate", folder.c_str()});
            CAPTURE(run.err);
            CHECK(run.status == 2);
            CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
            CHECK(run.err.find(words) != std::string::npos);
            CHECK(std::none_of(run.err.begin(), run.err.end(),
                               [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n'; }));
        };
        const auto with = [&](const std::string& was, const std::string& is) {
            return std::string(whole).replace(whole.find(was), was.size(), is);
        };
        refused("", "do not say what its protocol is");
        refused(std::string("\0\0\x1b[2J", 6), "do not say what its protocol is");
        refused(whole + "seed 2\n", "say twice what its seed is");
        refused(with("shape tiny", "shape nowhere"), "nowhere");
        refused(with("shape tiny", std::string("shape ti\0ny", 11)), "say of its shape what cannot be one");
        refused(with("shape tiny", "shape " + std::string(1'000'000, '(')), "say of its shape what cannot be one");
        refused(with("gtsc", "/etc"), "which this program does not have");
        refused(with("clock endless", "clock broken"), "which is endless or reset");
        refused(with("compared 4000", "compared -1"), "which is no number up to");
        refused(with("explored 100000", "explored 99999999999999999999"), "which is no number up to");

        fs::remove(folder / "contents");
        CHECK(tandem({"certificate", folder.c_str()}).err.find("'contents' is missing") != std::string::npos);
        for (const char* odd : {"/dev/zero", "/"}) {
            fs::create_symlink(odd, folder / "contents");
            CHECK(tandem({"certificate", folder.c_str()}).err.find("is no ordinary file") != std::string::npos);
            fs::remove(folder / "contents");
        }
        REQUIRE(mkfifo((folder / "contents").c_str(), 0600) == 0);
        CHECK(tandem({"certificate", folder.c_str()}).status == 2);
        fs::remove(folder / "contents");
        fs::create_symlink("contents", folder / "contents");
        CHECK(tandem({"certificate", folder.c_str()}).status == 2);
        fs::remove_all(folder);
        CHECK(tandem({"certificate", folder.c_str()}).status == 2);
    }

    TEST_CASE("an empty folder that names a text lacks everything, and a time limit ends in undecided") {
        const fs::path folder = fs::temp_directory_path() / ("tandem-certificate-" + std::to_string(::getpid()));
        fs::create_directories(folder);
        std::ofstream(folder / "contents") << apps::as_text(
            apps::Origin{"gtsc", {"", "sms=1,warps=1,blocks=1"}, false, {1'000, 100, 1}});
        const Run run = tandem({"certificate", folder.c_str()});
        CHECK(run.status == 1);
        CHECK(run.out.find("flaw: nothing is claimed\n") != std::string::npos);
        CHECK(run.out.find("flaw: check is missing\n") != std::string::npos);
        CHECK(run.out.find("flaw: contents is not what the text gives, from line 1 on\n") != std::string::npos);
        const Run late = tandem({"certificate", folder.c_str(), "--timeout", "0.001"});
        CHECK(late.status == 3);
        CHECK(late.out.find("Undecided: the time limit was reached") != std::string::npos);
        fs::remove_all(folder);
    }
}

}  // namespace tandem::tests
