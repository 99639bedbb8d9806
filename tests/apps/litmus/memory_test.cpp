// A litmus test that needs more memory than there is says nothing: status 3, however it is asked.
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <string>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

/// Eight threads that each read one of seven values, six times: some 120,000 runs a thread, of half a kilobyte or more.
std::string with_many_runs() {
    std::string head, row;
    for (int thread = 0; thread < 8; ++thread) head += (thread ? " | P" : " P") + std::to_string(thread);
    std::string test = "X86 many\n{ }\n" + head + " | P8 ;\n";
    for (const char* to : {"EAX", "EBX", "ECX", "EDX", "ESI", "EDI"}) {
        for (int thread = 0; thread < 8; ++thread) test += std::string(thread ? " | " : " ") + "MOV " + to + ",[x]";
        test += " | MOV [x],$" + std::to_string(1 + row.size()) + " ;\n";
        row += ' ';
    }
    return test + "exists (0:EAX=1 /\\ 7:EDI=6)\n";
}

constexpr std::size_t large_stack = 64'000'000;  // no thread that has ended leaves one of this size for the next

/// What a command ends with where no more addresses can be had than now and so many bytes: its status, and 100 more if it is told
/// neither in one line that names memory nor as a test that is undecided.
int with_bytes_more(rlim_t more, const std::vector<const char*>& words) {
    const pid_t child = fork();
    if (child == 0) {
        rlim_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + more;
        const rlimit limit{most, most};
        setrlimit(RLIMIT_AS, &limit);
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, large_stack);
        pthread_setattr_default_np(&attributes);
        const Run run = tandem(words);
        const auto lines = std::count(run.err.begin(), run.err.end(), '\n');
        const bool told =
            lines == 0 ? run.out.find("\nUndecided ") != run.out.npos : lines == 1 && run.err.find("memory") != run.err.npos;
        _exit(told ? run.status : 100 + run.status);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_SUITE("apps/litmus memory") {
    TEST_CASE("a litmus test for which memory does not suffice is undecided, in a summary too") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "many.litmus", place = folder.path();
        std::ofstream(file) << with_many_runs();
        constexpr rlim_t some = 300'000'000;
        CHECK(with_bytes_more(some, {"litmus", file.c_str(), "--threads", "1"}) == 3);
        CHECK(with_bytes_more(some, {"litmus", place.c_str(), "--summary", "--threads", "1"}) == 3);
        CHECK(with_bytes_more(some, {"litmus", file.c_str(), "--model", "tso", "--threads", "2"}) == 3);
    }

    TEST_CASE("--memory limits what a model takes, and only while tests are decided") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "many.litmus", place = folder.path();
        std::ofstream(file) << with_many_runs();
        const Run run = tandem({"litmus", file.c_str(), "--threads", "1", "--memory", "100M"});
        CHECK(run.status == 3);
        CHECK(run.err.find("memory") != run.err.npos);
        CHECK(tandem({"litmus", place.c_str(), "--summary", "--threads", "1", "--memory", "100M"}).status == 3);
        CHECK(tandem({"litmus", TANDEM_SOURCE_DIR "/tests/litmus/sb.litmus", "--memory", "100M"}).status == 0);
        CHECK(std::string(200'000'000, 'x').size() == 200'000'000);
        check_unusable(tandem({"litmus", file.c_str(), "--memory", "1M"}), "16M or more is accepted");
    }

    TEST_CASE("threads that cannot be had are a lack of memory") {
        const TemporaryFolder folder;
        const std::string file = TANDEM_SOURCE_DIR "/tests/litmus/sb.litmus", place = TANDEM_SOURCE_DIR "/tests/litmus";
        constexpr rlim_t little = large_stack / 2;
        CHECK(with_bytes_more(little, {"litmus", file.c_str()}) == 3);
        CHECK(with_bytes_more(little, {"litmus", place.c_str()}) == 3);
    }
}

}  // namespace tandem::tests
