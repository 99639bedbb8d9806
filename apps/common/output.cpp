#include "apps/common/output.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <random>
#include <system_error>

#include "apps/common/streamed_file.hpp"
#include "apps/common/usage_error.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace fs = std::filesystem;

namespace {

/// Why the last write failed, as the system has it.
std::string reason() { return errno == 0 ? "" : std::string(": ") + std::strerror(errno); }

[[noreturn]] void not_openable(const std::string& path, const std::string& what) {
    throw UsageError("the " + what + " file '" + path +
                     "' cannot be written: a file name in a folder that exists and may be written to is accepted");
}

/// What is being written under names that nobody has asked for; null where nothing is.
std::array<std::atomic<const char*>, 8> partial_files{};

}  // namespace

/// A file that lives under this name no longer than this object, unless it is renamed.
class PartialFile {
public:
    explicit PartialFile(const std::string& path) : path_(path) {
        for (auto& place : partial_files) {
            const char* nothing = nullptr;
            if (!place.compare_exchange_strong(nothing, path_.c_str())) continue;
            place_ = &place;
            break;
        }
    }
    ~PartialFile() {
        unlink(path_.c_str());
        if (place_) *place_ = nullptr;
    }
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

private:
    std::string path_;
    std::atomic<const char*>* place_ = nullptr;  // null: more are written at once than anybody writes
};

namespace {

/// Whether a file is there that a rename must not replace.
bool is_special(const std::string& path) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// The file that a path leads to, whether it is there or not.
std::string end_of_links(const std::string& named, const std::string& what) {
    std::error_code failed;
    fs::path path = named;
    constexpr int most = 40;  // the system follows as many
    for (int links = 0; fs::is_symlink(path, failed); ++links) {
        if (links == most) not_openable(named, what);  // they lead to each other
        path = path.parent_path() / fs::read_symlink(path, failed);
    }
    return path.string();
}

/// `named` is what the user calls it.
void write(const std::string& path, const std::string& text, const std::string& what, const std::string& named) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    if (!file) not_openable(named, what);
    errno = 0;
    file.write(text.data(), static_cast<std::streamsize>(text.size())).flush();
    const std::string why = reason();
    file.close();  // some disks say only here that they are full
    if (!file)
        throw UsageError("the " + what + " file '" + named + "' could not be written to its end" +
                         (why.empty() ? reason() : why));
}

/// Several processes, and several machines, may write one file: each has a partial one of its own, and the last that is renamed
/// stays.
std::string partial_name(const std::string& target) {
    static std::random_device random;
    return fmt::format("{}.{:08x}.partial", target, random());
}

/// Gives what has been written its name. A file that was private stays private with its new contents.
void put_in_place(const std::string& partial, const std::string& target, const std::string& what, const std::string& named) {
    std::error_code failed;
    if (const fs::file_status before = fs::status(target, failed); fs::is_regular_file(before))
        fs::permissions(partial, before.permissions(), failed);
    fs::rename(partial, target, failed);
    if (failed) throw UsageError("the " + what + " file '" + named + "' could not be written: " + failed.message());
}

}  // namespace

void say(const std::string& text) {
    const std::string shown = model::cleaned(text);
    errno = 0;
    std::cout.write(shown.data(), static_cast<std::streamsize>(shown.size())).flush();
    if (std::cout) return;
    const std::string why = reason();
    std::cout.clear();
    throw UsageError("standard output could not be written to its end" + why);
}

void deliver(std::initializer_list<std::function<void()>> writes) {
    std::exception_ptr first;
    for (const auto& write : writes) {
        try {
            write();
        } catch (...) {
            if (!first) first = std::current_exception();
        }
    }
    if (first) std::rethrow_exception(first);
}

WholeFile::WholeFile(std::string path, const std::string& what) : path_(std::move(path)), what_(what) {
    if (path_.empty() || to_output()) return;
    std::error_code ignored;
    if (fs::is_directory(path_, ignored)) not_openable(path_, what_);
    if (is_special(path_)) {
        if (!std::ofstream(path_)) not_openable(path_, what_);
        return;
    }
    target_ = end_of_links(path_, what_);
    partial_ = partial_name(target_);
    // A program that ends early, or is killed, leaves nothing there: the file appears when there is something to write.
    const PartialFile tried(partial_);
    if (!std::ofstream(partial_)) not_openable(path_, what_);
}

void WholeFile::commit(const std::string& text) {
    if (path_.empty()) return;
    if (to_output()) return say(text);
    if (partial_.empty()) return write(path_, text, what_, path_);
    const PartialFile writing(partial_);
    write(partial_, text, what_, path_);
    put_in_place(partial_, target_, what_, path_);
}

class StreamedFile::Open {
public:
    Open(const std::string& named, const std::string& what) : special_(is_special(named)) {
        if (special_) {
            path_ = named;
        } else {
            target_ = end_of_links(named, what);
            path_ = partial_name(target_);
            partial_.emplace(path_);
        }
        stream_.open(path_, std::ios::binary | std::ios::trunc);
        if (!stream_) not_openable(named, what);
    }
    void write(std::string_view text, const std::string& named, const std::string& what) {
        errno = 0;
        stream_.write(text.data(), static_cast<std::streamsize>(text.size()));
        check(named, what);
    }
    void commit(const std::string& named, const std::string& what) {
        errno = 0;
        stream_.flush();
        check(named, what);
        stream_.close();
        check(named, what);
        if (!special_) put_in_place(path_, target_, what, named);
    }

private:
    void check(const std::string& named, const std::string& what) const {
        if (!stream_) throw UsageError("the " + what + " file '" + named + "' could not be written to its end" + reason());
    }

    bool special_;
    std::string path_, target_;
    std::optional<PartialFile> partial_;  // deletes the file if it still has that name
    std::ofstream stream_;
};

StreamedFile::StreamedFile(std::string path, const std::string& what) : path_(std::move(path)), what_(what) {
    if (to_output()) return;
    std::error_code ignored;
    if (fs::is_directory(path_, ignored)) not_openable(path_, what_);
    open_ = std::make_unique<Open>(path_, what_);
}

StreamedFile::~StreamedFile() = default;

void StreamedFile::write(std::string_view text) {
    if (to_output()) say(std::string(text));
    else open_->write(text, path_, what_);
}

void StreamedFile::commit() {
    if (!to_output()) open_->commit(path_, what_);
}

void write_file(const std::string& path, const std::string& text, const std::string& what) { WholeFile(path, what).commit(text); }

void drop_partial_file() {
    for (const auto& place : partial_files)
        if (const char* path = place) unlink(path);
}

}  // namespace tandem::apps
