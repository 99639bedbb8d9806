#include "apps/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "apps/usage_error.hpp"

namespace tandem::apps {

namespace {
std::atomic<bool> interrupted{false};
}

InterruptWatch::InterruptWatch() {
    interrupted = false;
    std::signal(SIGINT, [](int) {
        interrupted = true;
        std::signal(SIGINT, SIG_DFL);
    });
}
InterruptWatch::~InterruptWatch() { std::signal(SIGINT, SIG_DFL); }
const std::atomic<bool>& InterruptWatch::flag() { return interrupted; }

ProgressLine::~ProgressLine() {
    if (shown_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(const checker::Progress& p) {
    if (!isatty(STDERR_FILENO)) return;
    const double since = p.seconds - last_seconds_;
    if (last_seconds_ >= 0 && since < 0.3) return;
    const double rate = since > 0 ? static_cast<double>(p.states - last_states_) / since : 0;
    last_seconds_ = p.seconds;
    last_states_ = p.states;
    const char* trend = p.level_done * 2 < p.level_states ? "" : p.next_states * p.level_states > p.level_states * p.level_done ? ", growing" : ", shrinking";
    std::fputs(fmt::format("\r\033[K{:.2f} M states, level {} ({}% of {}{}), {:.2f} M states/s, {} MB, {:.0f} s", static_cast<double>(p.states) / 1e6, p.level,
                           p.level_states ? 100 * p.level_done / p.level_states : 100, p.level_states, trend, rate / 1e6, p.bytes / 1'000'000, p.seconds)
                   .c_str(),
               stderr);
    shown_ = true;
}

WholeFile::WholeFile(std::string path, const std::string& what) : path_(std::move(path)) {
    if (path_.empty() || to_output()) return;
    partial_ = path_ + ".partial";
    std::error_code ignored;
    if (std::filesystem::is_directory(path_, ignored) || !std::ofstream(partial_)) {
        partial_.clear();
        throw UsageError("the " + what + " file '" + path_ + "' cannot be written: a file name in a folder that exists and may be written to is accepted");
    }
}

WholeFile::~WholeFile() {
    std::error_code ignored;
    if (!partial_.empty()) std::filesystem::remove(partial_, ignored);
}

void WholeFile::commit(const std::string& text) {
    if (path_.empty()) return;
    if (to_output()) {
        std::cout << text << std::flush;
        return;
    }
    {
        std::ofstream file(partial_, std::ios::trunc);
        file << text << std::flush;
        if (!file) throw std::runtime_error("'" + path_ + "' could not be written");
    }
    std::filesystem::rename(partial_, path_);
    partial_.clear();
}

}  // namespace tandem::apps
