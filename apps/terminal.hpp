// Progress on a terminal, Ctrl-C, and files that are written whole or not at all.
#pragma once

#include <atomic>
#include <string>

#include "checker/search.hpp"

namespace tandem::apps {

/// Set by Ctrl-C while one of these lives; a second Ctrl-C ends the program at once.
class InterruptWatch {
public:
    InterruptWatch();
    ~InterruptWatch();
    static const std::atomic<bool>& flag();
};

/// A line on standard error that is overwritten: states, level, rate, memory and the frontier's trend. Silent if standard error
/// is not a terminal.
class ProgressLine {
public:
    ~ProgressLine();
    void show(const checker::Progress& progress);

private:
    double last_seconds_ = -1;
    std::uint64_t last_states_ = 0;
    bool shown_ = false;
};

/// A file that comes into being when `commit` is called. Throws UsageError at once if it cannot be written.
class WholeFile {
public:
    /// Empty: nothing is written. "-": standard output.
    WholeFile(std::string path, const std::string& what);
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;
    bool to_output() const { return path_ == "-"; }
    void commit(const std::string& text);

private:
    std::string path_, partial_;
};

}  // namespace tandem::apps
