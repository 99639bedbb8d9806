// An output that cannot be written ends in one line and status 2: full devices, files that may not grow, results that go to
// standard output.
#include "apps/common/output.hpp"

#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "apps/common/usage_error.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

/// Runs with a standard output that cannot be written.
Run into_full_device(std::vector<const char*> words) {
    words.insert(words.begin(), "tandem");
    std::filebuf full;
    full.open("/dev/full", std::ios::out);
    std::ostringstream err;
    auto* old_out = std::cout.rdbuf(&full);
    auto* old_err = std::cerr.rdbuf(err.rdbuf());
    const int status = apps::run(static_cast<int>(words.size()), words.data());
    std::cout.rdbuf(old_out);
    std::cout.clear();
    std::cerr.rdbuf(old_err);
    return {status, "", err.str()};
}

/// While it lives no file may grow beyond so many bytes, as on a full disk.
class SmallDisk {
public:
    explicit SmallDisk(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &before_);
        rlimit small = before_;
        small.rlim_cur = bytes;
        old_ = std::signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, old_);
    }

private:
    rlimit before_{};
    void (*old_)(int);
};

void check_unwritten(const Run& run, const std::string& what) {
    CAPTURE(run.err);
    CHECK(run.status == 2);
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.err.find("could not be written to its end") != std::string::npos);
    CHECK(run.err.find(what) != std::string::npos);
}

const char* const buffering = TANDEM_SOURCE_DIR "/tests/litmus/sb.litmus";

}  // namespace

TEST_CASE("a full standard output is noticed by every command") {
    check_unwritten(into_full_device({"list"}), "standard output");
    check_unwritten(into_full_device({"list", "--json", "-"}), "standard output");
    check_unwritten(into_full_device({"--help"}), "standard output");
    check_unwritten(into_full_device({"check", "--help"}), "standard output");
    check_unwritten(into_full_device({"--version"}), "standard output");
    check_unwritten(into_full_device({"check", "baseline", "--shape", "sms=1,warps=1,blocks=1"}), "standard output");
    check_unwritten(into_full_device({"check", "baseline", "--shape", "sms=1,warps=1,blocks=1", "--json", "-"}),
                    "standard output");
    check_unwritten(into_full_device({"export", "baseline"}), "standard output");
    check_unwritten(into_full_device({"litmus", buffering}), "standard output");
    check_unwritten(into_full_device({"conform", "baseline", "--ops", "1"}), "standard output");
    check_unwritten(into_full_device({"sim", "baseline", "--workload", "triad"}), "standard output");
}

TEST_CASE("a full device as a file is written to as it is, and its error is told") {
    check_unwritten(tandem({"list", "--json", "/dev/full"}), "/dev/full");
    check_unwritten(tandem({"check", "baseline", "--shape", "sms=1,warps=1,blocks=1", "--json", "/dev/full"}), "JSON");
    check_unwritten(tandem({"export", "baseline", "--output", "/dev/full"}), "/dev/full");
    CHECK(std::filesystem::is_character_file("/dev/full"));
    CHECK(tandem({"check", "baseline", "--shape", "sms=1,warps=1,blocks=1", "--property", "single-writer", "--json", "/dev/null"})
              .status == 0);
    CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a full disk leaves no half of a file and is told") {
    const TemporaryFolder folder;
    const std::string json = folder.path() / "list.json", murphi = folder.path() / "system.m", tests = folder.path() / "tests";
    Run listed, exported, generated;
    {
        const SmallDisk disk(64);
        listed = tandem({"list", "--json", json.c_str()});
        exported = tandem({"export", "baseline", "--output", murphi.c_str()});
        generated = tandem({"litmus", "--generate", "--language", "X86", "--relaxations", "Rfe,Fre,Pod**", "--cycle-size", "4",
                            "--output", tests.c_str()});
    }
    check_unwritten(listed, json);
    check_unwritten(exported, murphi);
    check_unwritten(generated, tests);
    CHECK_FALSE(std::filesystem::exists(json));
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) CHECK(entry.path().extension() != ".partial");
    CHECK_FALSE(std::filesystem::exists(murphi));
    CHECK(listed.out.size() > 1000);  // what can be written is written
}

TEST_CASE("a link keeps being one, and its file gets the text") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "file", link = folder.path() / "link";
    std::ofstream(file) << "old";
    std::filesystem::create_symlink(file, link);
    apps::WholeFile(link, "text").commit("new");
    CHECK(std::filesystem::is_symlink(link));
    std::string text;
    std::ifstream(file) >> text;
    CHECK(text == "new");
}

TEST_CASE("a link to no file yet keeps being one, and a private file stays private") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "file", link = folder.path() / "link";
    std::filesystem::create_symlink("file", link);
    apps::WholeFile(link, "text").commit("new");
    CHECK(std::filesystem::is_symlink(link));
    CHECK(std::filesystem::exists(file));
    using std::filesystem::perms;
    std::filesystem::permissions(file, perms::owner_read | perms::owner_write);
    apps::WholeFile(file, "text").commit("newer");
    CHECK(std::filesystem::status(file).permissions() == (perms::owner_read | perms::owner_write));
}

TEST_CASE("links that lead to each other lead to no file, and stay") {
    const TemporaryFolder folder;
    const auto one = folder.path() / "one", other = folder.path() / "other";
    std::filesystem::create_symlink("other", one);
    std::filesystem::create_symlink("one", other);
    CHECK_THROWS_AS(apps::WholeFile(one, "text").commit("new"), apps::UsageError);
    CHECK(std::filesystem::is_symlink(one));
    CHECK(std::filesystem::is_symlink(other));
}

TEST_CASE("of several writes all are tried, and the first failure is told") {
    int done = 0;
    CHECK_THROWS_WITH_AS(apps::deliver({[&] { ++done; }, [] { throw std::runtime_error("first"); },
                                        [] { throw std::runtime_error("second"); }, [&] { ++done; }}),
                         "first", std::runtime_error);
    CHECK(done == 2);
}

}  // namespace tandem::tests
