// The folder of a search on disk: checkpoints (checkpoint.hpp), each of which names files with states, and these files.
//
// A file is written once, under its number, and never changed. It is removed when no checkpoint names it any more. One search
// works in a folder at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "checker/checkpoint.hpp"

namespace tandem::checker {

/// A file of a store, open to be read anywhere, by any thread. What it reads or writes in vain throws CheckpointFailed.
class StoreFile {
public:
    enum class Open { to_read, anew };

    StoreFile(const std::string& path, Open how);
    ~StoreFile();
    StoreFile(const StoreFile&) = delete;
    StoreFile& operator=(const StoreFile&) = delete;

    /// Appends bytes, perhaps later: `finish` writes what is left.
    void append(std::span<const std::byte> bytes);
    void finish();
    /// Waits until the disk has all.
    void sync();
    void read(std::uint64_t from, std::span<std::byte> bytes) const;

    const std::string& path() const { return path_; }
    std::uint64_t size() const { return size_; }  // of what was appended, or of the file
    std::uint64_t sum() const { return sum_.value(); }          // of what was written
    void believe(std::uint64_t sum) { sum_ = Checksum(sum); }  // of a file that is read: it has this sum
    /// Of the whole file, as it is read again.
    std::uint64_t sum_of_contents() const;

private:
    void write_out();
    [[noreturn]] void fail(const char* what) const;

    std::string path_;
    int file_;
    bool synced_ = true;
    std::uint64_t size_ = 0;
    Checksum sum_;
    std::vector<std::byte> buffer_;
};

class StoreFolder {
public:
    /// Throws UsageError, in one line, if no search can work there.
    explicit StoreFolder(const std::string& path);
    ~StoreFolder();
    StoreFolder(const StoreFolder&) = delete;
    StoreFolder& operator=(const StoreFolder&) = delete;

    const std::string& path() const { return path_; }
    std::string file(std::uint64_t number) const;
    /// A number that no file has.
    std::uint64_t next_number() { return next_++; }

    /// A checkpoint names these files from now on, and so did the one before it; all others go.
    void keep(std::set<std::uint64_t> named);
    /// Removes all files but these, and those that the last two checkpoints name.
    void clean(const std::set<std::uint64_t>& live) const;
    /// Removes a file, unless the last two checkpoints name it.
    void drop(std::uint64_t number);

private:
    std::string path_;
    int lock_;
    std::uint64_t next_ = 0;
    std::set<std::uint64_t> named_, named_before_;
};

}  // namespace tandem::checker
