// Runs code that may end the program in a separate process.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <string>

namespace tandem::mistakes {

struct Ended {
    int status;        // 99 if it returned, 98 if it threw; -1 if a signal killed it
    std::string said;  // on standard error, or by its exception
};

template <class Run>
Ended in_child(Run&& run) {
    int ends[2];
    if (pipe(ends) != 0) return {-2, "no pipe"};
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        try {
            run();
        } catch (const std::exception& error) {
            const std::string what = error.what();
            static_cast<void>(!write(STDERR_FILENO, what.data(), what.size()));
            _exit(98);
        }
        _exit(99);
    }
    close(ends[1]);
    Ended ended{-1, ""};
    char byte;
    while (read(ends[0], &byte, 1) == 1) ended.said += byte;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
    return ended;
}

}  // namespace tandem::mistakes
