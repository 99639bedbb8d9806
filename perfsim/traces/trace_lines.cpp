#include "perfsim/traces/trace_lines.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "perfsim/workload.hpp"

namespace tandem::perfsim {

namespace {

/// The first characters of the text found, printable on one line.
std::string shown(std::string_view found) {
    constexpr std::size_t most = 40;
    std::string text(found.substr(0, most));
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
    return "'" + text + (found.size() > most ? "...'" : "'");
}

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

TraceFile::TraceFile(std::string path) : path_(std::move(path)), descriptor_(open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status {};
    if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
        const std::string why = std::strerror(errno);
        if (descriptor_ >= 0) close(descriptor_);
        throw WorkloadError(fmt::format("the trace file '{}' cannot be read: {}", path_, why));
    }
    if (!S_ISREG(status.st_mode)) {  // it is read from many places at once
        close(descriptor_);
        throw WorkloadError(fmt::format(
            "the trace file '{}' is no file that can be read from any place: a kernelslist.g or a .traceg on disk is accepted",
            path_));
    }
}

TraceFile::~TraceFile() { close(descriptor_); }

std::size_t TraceFile::read(std::uint64_t offset, char* to, std::size_t bytes) const {
    for (;;) {
        const ssize_t got = pread(descriptor_, to, bytes, static_cast<off_t>(offset));
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR)
            throw WorkloadError(fmt::format("the trace file '{}' cannot be read to its end: {}", path_, std::strerror(errno)));
    }
}

TraceLines::TraceLines(std::shared_ptr<const TraceFile> file, std::uint64_t offset, std::uint64_t line, std::size_t ahead)
    : file_(std::move(file)), buffer_offset_(offset), ahead_(ahead), line_offset_(offset), number_(line - 1) {}

bool TraceLines::read_more() {
    // The text before the next line is not needed any more.
    buffer_.erase(0, next_);
    buffer_offset_ += next_;
    next_ = 0;
    const std::size_t had = buffer_.size();
    buffer_.resize(had + ahead_);
    const std::size_t got = file_->read(buffer_offset_ + had, buffer_.data() + had, ahead_);
    buffer_.resize(had + got);
    return got > 0;
}

bool TraceLines::next() {
    if (std::exchange(again_, false)) {
        left_ = line_;
        return true;
    }
    constexpr std::size_t longest = std::size_t(1) << 20;  // mangled names of kernels are long
    for (;;) {
        std::size_t end = buffer_.find('\n', next_);
        for (std::size_t searched = buffer_.size() - next_; end == std::string::npos; searched = buffer_.size()) {
            if (searched > longest)
                throw WorkloadError(
                    fmt::format("{}:{}: the line is longer than a megabyte: this is no trace", file_->path(), number_ + 1));
            if (!read_more()) break;
            end = buffer_.find('\n', searched);
        }
        if (end == std::string::npos) end = buffer_.size();
        if (next_ == end && end == buffer_.size()) return false;
        line_offset_ = buffer_offset_ + next_;
        ++number_;
        left_ = std::string_view(buffer_).substr(next_, end - next_);
        next_ = std::min(end + 1, buffer_.size());
        while (!left_.empty() && blank(left_.back())) left_.remove_suffix(1);
        skip_blanks();
        line_ = left_;
        if (!left_.empty()) return true;
    }
}

void TraceLines::skip_blanks() {
    while (!left_.empty() && blank(left_.front())) left_.remove_prefix(1);
}

bool TraceLines::take(std::string_view words) {
    if (!left_.starts_with(words)) return false;
    left_.remove_prefix(words.size());
    skip_blanks();
    return true;
}

std::string_view TraceLines::word() {
    const auto end = std::find_if(left_.begin(), left_.end(), blank);
    const std::string_view word = left_.substr(0, static_cast<std::size_t>(end - left_.begin()));
    left_.remove_prefix(word.size());
    skip_blanks();
    return word;
}

std::uint64_t TraceLines::number(const std::string& what, std::uint64_t least, std::uint64_t most) {
    const std::string_view found = word();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
    if (error != std::errc{} || end != found.data() + found.size() || value < least || value > most)
        fail(fmt::format("{}, a whole number from {} to {}", what, least, most), found);
    return value;
}

std::int64_t TraceLines::signed_number(const std::string& what) {
    const std::string_view found = word();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
    if (error != std::errc{} || end != found.data() + found.size()) fail(what + ", a whole number", found);
    return value;
}

std::uint64_t TraceLines::hexadecimal(const std::string& what, std::uint64_t most) {
    const std::string_view found = word(), digits = found.starts_with("0x") ? found.substr(2) : found;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc{} || end != digits.data() + digits.size() || value > most)
        fail(fmt::format("{}, a hexadecimal number up to {:x}", what, most), found);
    return value;
}

void TraceLines::fail(const std::string& expected, std::string_view found) const {
    complain(fmt::format("{} expected, and there is {}", expected, found.empty() ? "the end of the line" : shown(found)));
}

void TraceLines::fail_at_end(const std::string& expected) const {
    complain_at(number_ + 1, expected + " expected, and the file ends");
}

void TraceLines::complain_at(std::uint64_t line, const std::string& what) const {
    throw WorkloadError(fmt::format("{}:{}: {}", file_->path(), line, what));
}

}  // namespace tandem::perfsim
