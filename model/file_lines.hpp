// The lines of a file that a user names, one after the other, whatever its length: no more than a line and a block of bytes are
// in memory.
#pragma once

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/file_bytes.hpp"

namespace tandem::model {

class FileLines {
public:
    /// "-" is standard input. A line may have at most so many bytes. Throws Unreadable.
    FileLines(const std::string& path, std::size_t longest)
        : longest_(longest), block_(std::max(std::size_t{1} << 16, 2 * longest)) {
        if (path == "-") file_ = stdin;
        else {
            own_.reset(std::fopen(path.c_str(), "rbe"));
            file_ = own_.get();
        }
        if (file_ == nullptr) throw Unreadable(std::strerror(errno));
        struct stat info {};
        if (fstat(fileno(file_), &info) != 0) throw Unreadable(std::strerror(errno));
        if (S_ISDIR(info.st_mode)) throw Unreadable("it is a folder");
        is_ordinary_ = S_ISREG(info.st_mode);
    }

    /// The next line without its end. False: there is none. Throws Unreadable, also where a line is too long.
    bool next(std::string_view& line) {
        for (;;) {
            const char* begin = block_.data() + from_;
            const void* end = std::memchr(begin, '\n', to_ - from_);
            if (end != nullptr) {
                line = {begin, static_cast<std::size_t>(static_cast<const char*>(end) - begin)};
                from_ += line.size() + 1;
                ++number_;
                if (line.size() > longest_) throw too_long();
                return true;
            }
            if (to_ - from_ > longest_) {
                ++number_;
                throw too_long();
            }
            if (at_end_) {
                if (from_ == to_) return false;
                line = {begin, to_ - from_};
                from_ = to_;
                ++number_;
                open_ended_ = true;
                return true;
            }
            std::memmove(block_.data(), begin, to_ - from_);
            to_ -= from_;
            from_ = 0;
            const std::size_t got = std::fread(block_.data() + to_, 1, block_.size() - to_, file_);
            to_ += got;
            if (got == 0) {
                if (std::ferror(file_)) throw Unreadable(std::strerror(errno));
                at_end_ = true;
            }
        }
    }

    /// Of the line that `next` gave last, from 1 on.
    std::uint32_t number() const { return number_; }
    /// Whether that line had no end: the file may have been cut there.
    bool open_ended() const { return open_ended_; }
    /// Whether it is a file with a size, and no pipe or device.
    bool is_ordinary() const { return is_ordinary_; }

private:
    Unreadable too_long() const { return Unreadable("it has more than " + std::to_string(longest_) + " bytes"); }

    std::size_t longest_;
    std::vector<char> block_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> own_{nullptr, &std::fclose};
    std::FILE* file_ = nullptr;
    std::size_t from_ = 0, to_ = 0;
    std::uint32_t number_ = 0;
    bool at_end_ = false, open_ended_ = false, is_ordinary_ = true;
};

}  // namespace tandem::model
