#include "apps/folder/run_quietly.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>

namespace tandem::apps {

int run_quietly(const std::vector<std::string>& words, const std::filesystem::path& log,
                const std::map<std::string, std::string>& environment, const std::function<bool()>& give_up) {
    const pid_t child = fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "cannot start " + words.at(0));  // kill(-1) is for all
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0644);
        dup2(out, 1), dup2(out, 2);
        setenv("LC_ALL", "C", 1);  // what is read from the log is English
        for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
        std::vector<char*> arguments;
        for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        execvp(arguments[0], arguments.data());
        dprintf(2, "error: cannot run %s: %s\n", arguments[0], std::strerror(errno));
        _exit(127);
    }
    int status = 0;
    for (pid_t ended = 0; ended == 0 || (ended < 0 && errno == EINTR);) {
        ended = waitpid(child, &status, give_up ? WNOHANG : 0);
        if (ended != 0) continue;
        if (give_up()) kill(child, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace tandem::apps
