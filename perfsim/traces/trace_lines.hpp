// The lines of a trace file, read on request from any place, and the words and numbers on each. Traces have gigabytes, so only
// one line and the text read ahead of it are kept.
//
// Errors give the file, the line and what was expected there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tandem::perfsim {

/// An open file for several readers, each at its own place. Throws WorkloadError.
class TraceFile {
public:
    explicit TraceFile(std::string path);
    ~TraceFile();
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    const std::string& path() const { return path_; }
    /// Reads at most so many bytes from `offset` on; returns 0 at the end of the file.
    std::size_t read(std::uint64_t offset, char* to, std::size_t bytes) const;

private:
    std::string path_;
    int descriptor_;
};

class TraceLines {
public:
    /// Begins at byte `offset`, at the start of line number `line`; lines count from 1. It reads so many bytes ahead.
    explicit TraceLines(std::shared_ptr<const TraceFile> file, std::uint64_t offset = 0, std::uint64_t line = 1,
                        std::size_t ahead = 16384);

    /// Goes to the next line that is not blank, if there is one.
    bool next();
    void next(const std::string& expected) {
        if (!next()) fail_at_end(expected);
    }
    /// Goes back to the start of the line, so that `next` gives it again.
    void again() { again_ = true; }
    /// Where the line begins, and its number.
    std::uint64_t offset() const { return line_offset_; }
    std::uint64_t line() const { return number_; }

    // ---- the rest of the line, without leading blanks
    std::string_view rest() const { return left_; }
    bool ended() const { return left_.empty(); }
    /// Takes `words` if they come next on the line.
    bool take(std::string_view words);
    std::string_view word();
    /// Whole numbers from `least` to `most`; `what` names them.
    std::uint64_t number(const std::string& what, std::uint64_t least, std::uint64_t most);
    std::int64_t signed_number(const std::string& what);
    /// With or without 0x.
    std::uint64_t hexadecimal(const std::string& what, std::uint64_t most);
    void end_of_line(const char* after) {
        if (!ended()) fail(std::string("nothing after ") + after, left_);
    }

    [[noreturn]] void fail(const std::string& expected, std::string_view found) const;
    [[noreturn]] void fail_at_end(const std::string& expected) const;
    /// "file:line: what".
    [[noreturn]] void complain(const std::string& what) const { complain_at(number_, what); }
    [[noreturn]] void complain_at(std::uint64_t line, const std::string& what) const;

private:
    /// Reads more; false at the end of the file.
    bool read_more();
    void skip_blanks();

    std::shared_ptr<const TraceFile> file_;
    std::string buffer_;              // of the file, from buffer_offset_ on
    std::uint64_t buffer_offset_;
    std::size_t next_ = 0, ahead_;    // where the next line begins in it
    std::uint64_t line_offset_, number_;
    bool again_ = false;
    std::string_view line_, left_;
};

}  // namespace tandem::perfsim
