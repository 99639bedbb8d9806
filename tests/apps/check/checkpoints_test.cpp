// Checkpoints from the command line: what is refused, and what a run that has ended too early reports.
#include "apps/check/checkpoints.hpp"

#include <filesystem>
#include <fstream>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

constexpr const char* tiny = "sms=1,warps=1,blocks=1,lease=1,ts=3";

/// The counts of a report.
std::string counts(const Run& run) {
    const std::size_t start = run.out.find('\n') + 1;
    return run.out.substr(start, run.out.find(" levels") - start);
}

}  // namespace

TEST_SUITE("apps/check/checkpoints") {
    TEST_CASE("a search goes on from its folder, cycles and all, and says the same") {
        const TemporaryFolder folder;
        const std::string at = folder.path() / "kept";
        const Run plain = tandem({"check", "gtsc", "--shape", tiny});
        CHECK(counts(tandem({"check", "gtsc", "--shape", tiny, "--checkpoint", at.c_str(), "--every", "0"})) == counts(plain));
        CHECK(std::filesystem::exists(at + "/cycles"));
        const Run again = tandem({"check", "gtsc", "--shape", tiny, "--resume", at.c_str(), "--threads", "2"});
        CHECK(again.status == plain.status);
        CHECK(counts(again) == counts(plain));
        for (const auto& entry : std::filesystem::directory_iterator(at))
            if (entry.path() != checker::last_checkpoint(at) && entry.path().filename() != "cycles")
                CHECK(counts(tandem({"check", "gtsc", "--shape", tiny, "--resume", entry.path().c_str()})) == counts(plain));
    }

    TEST_CASE("other options, another shape and a folder that is in use are refused in one line") {
        const TemporaryFolder folder;
        const std::string at = folder.path() / "kept";
        CHECK(tandem({"check", "gtsc", "--shape", tiny, "--checkpoint", at.c_str(), "--every", "0"}).status == 0);
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--checkpoint", at.c_str()}), "--resume " + at);
        check_unusable(tandem({"check", "gtsc", "--shape", "tiny", "--resume", at.c_str()}), "of another system");
        check_unusable(tandem({"check", "tc", "--resume", at.c_str()}), "of another protocol");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--resume", at.c_str(), "--symmetry", "off"}),
                       "of another symmetry");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--resume", at.c_str(), "--property", "single-writer"}),
                       "of another ");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--resume", (at + "-mistyped").c_str()}),
                       "there is no checkpoint");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--resume", "/etc/passwd"}), "there is no checkpoint");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--resume", ""}), "--resume: it is empty");
        CHECK_FALSE(std::filesystem::exists(at + "-mistyped"));
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--every", "1"}), "--checkpoint");
        check_unusable(tandem({"check", "gtsc", "--thorough", "--checkpoint", at.c_str()}), "--thorough");
    }

    TEST_CASE("a folder that cannot be written is refused before anything is searched, not when the first checkpoint is due") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "file";
        std::ofstream(file) << "something else";
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--checkpoint", "/proc/nowhere"}),
                       "checkpoints cannot be written to '/proc/nowhere': ");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--checkpoint", file.c_str()}),
                       "checkpoints cannot be written to '" + file + "': ");
    }

    TEST_CASE("what ends too early says what to type") {
        const TemporaryFolder folder;
        const std::string at = folder.path() / "kept";
        const Run run = tandem({"check", "gtsc", "--checkpoint", at.c_str(), "--time", "0.001"});
        CHECK(run.status == 3);
        CHECK(run.out.find("the time limit was reached (--time); the same command with `--resume " + at +
                           "` in the place of --checkpoint goes on from level ") != std::string::npos);
    }

    TEST_CASE("a search that keeps its states in a folder says the same, and again when it is asked again") {
        const TemporaryFolder folder;
        const std::string at = folder.path() / "states";
        const Run plain = tandem({"check", "gtsc", "--shape", tiny});
        for (const char* threads : {"1", "2"}) {
            const Run run = tandem({"check", "gtsc", "--shape", tiny, "--store", at.c_str(), "--threads", threads});
            CHECK(run.status == plain.status);
            CHECK(counts(run) == counts(plain));
            CHECK(run.out.find(" on disk") != std::string::npos);
        }
        const Run json = tandem({"check", "gtsc", "--shape", tiny, "--store", at.c_str(), "--json", "-"});
        CHECK(json.out.find("\"disk_bytes\"") != std::string::npos);
    }

    TEST_CASE("a folder of another search, or that none can keep states in, is refused in one line") {
        const TemporaryFolder folder;
        const std::string at = folder.path() / "states", full = folder.path() / "full", file = full + "/letter";
        CHECK(tandem({"check", "gtsc", "--shape", tiny, "--store", at.c_str()}).status == 0);
        check_unusable(tandem({"check", "gtsc", "--shape", "tiny", "--store", at.c_str()}), "of another system");
        check_unusable(tandem({"check", "tc", "--store", at.c_str()}), "of another protocol");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--store", at.c_str(), "--symmetry", "off"}),
                       "of another symmetry");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--resume", at.c_str()}), "of another store");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--checkpoint", at.c_str()}), "there is a checkpoint");
        std::filesystem::create_directories(full);
        std::ofstream(file) << "something else";
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--store", full.c_str()}), "there is 'letter' in");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--store", file.c_str()}), "states cannot be stored in");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--store", "/dev/null"}),
                       "states cannot be stored in '/dev/null'");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--store", "/proc/nowhere"}), "states cannot be stored in");
        check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--store", ""}), "--store: it is empty");
        check_unusable(tandem({"check", "gtsc", "--store", at.c_str(), "--thorough"}), "--store");
        for (const char* other : {"--lazy", "--compact", "--shrink", "--lemmas"})
            check_unusable(tandem({"check", "gtsc", "--shape", tiny, "--store", at.c_str(), other}), "--store");
    }

    TEST_CASE("a search on disk that ends too early goes on with the same command") {
        const TemporaryFolder folder;
        const std::string at = folder.path() / "states";
        const Run run = tandem({"check", "gtsc", "--store", at.c_str(), "--time", "0.001"});
        CHECK(run.status == 3);
        CHECK(run.out.find("the time limit was reached (--time); the same command goes on from level ") != std::string::npos);
    }
}

}  // namespace tandem::tests
