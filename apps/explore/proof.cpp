#include "apps/explore/proof.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <vector>

#include "apps/folder/folder.hpp"

namespace tandem::apps {

std::string proof_of(const Protocol& protocol, const std::string& variant, double seconds) {
    // A folder's module is known by the folder.
    const auto folder = folder_of_protocol();
    std::vector<std::string> words{"tandem",
                                   "prove",
                                   folder ? folder->string() : protocol.name,
                                   "--threads",
                                   "1",
                                   "--timeout",
                                   fmt::format("{:.3f}", seconds),
                                   "--progress",
                                   "off"};
    if (!variant.empty()) words.insert(words.end(), {"--variant", variant});
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return "no proof: no pipe could be made";
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        const int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, 0), dup2(nowhere, 1), dup2(ends[1], 2);
        execv("/proc/self/exe", arguments.data());
        _exit(127);
    }
    close(ends[1]);
    std::string complaint;
    char bytes[512];
    for (ssize_t got; child > 0 && ((got = read(ends[0], bytes, sizeof bytes)) > 0 || (got < 0 && errno == EINTR));)
        if (got > 0 && complaint.size() < 4096) complaint.append(bytes, static_cast<std::size_t>(got));
    close(ends[0]);
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    const int code = child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 127;
    if (code == status_holds) return "proved";
    if (code == status_refuted) return "refuted";
    if (code == status_undecided) return "undecided";
    std::string line = complaint.substr(0, complaint.find('\n'));
    if (line.starts_with("tandem: ")) line = line.substr(8);
    return "no proof: " + (line.empty() ? "the prover ended with status " + std::to_string(code) : line);
}

}  // namespace tandem::apps
