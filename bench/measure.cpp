// Runs a command and says what it cost: "WALL USER SYS PEAK", in seconds, and the peak of its resident memory in bytes.
//
//   measure FILE COMMAND ARGUMENT...    writes that line to FILE and ends with the command's status
#include <chrono>
#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        std::perror(argv[2]);
        _exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) != child) return 2;
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
    std::FILE* out = std::fopen(argv[1], "w");
    if (!out) return 2;
    std::fprintf(out, "%.3f %.3f %.3f %ld\n", wall.count(), seconds(used.ru_utime), seconds(used.ru_stime),
                 used.ru_maxrss * 1024);
    std::fclose(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
