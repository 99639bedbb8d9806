#include "checker/disk/store_folder.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "model/usage_error.hpp"

namespace tandem::checker {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view file_prefix = "states-";
constexpr std::string_view partial = ".partial";
constexpr std::size_t piece = std::size_t{1} << 20;

/// The number of a file that is called as a store's are.
std::optional<std::uint64_t> number_of(const fs::path& path) {
    const std::string name = path.filename();
    if (!name.starts_with(file_prefix)) return std::nullopt;
    std::uint64_t number = 0;
    const char* const end = name.data() + name.size();
    const auto [to, error] = std::from_chars(name.data() + file_prefix.size(), end, number);
    if (error != std::errc() || to != end || number > std::uint64_t{1} << 60) return std::nullopt;
    return number;
}

bool is_of_store(const fs::directory_entry& entry) {
    std::error_code failed;
    const std::string name = entry.path().filename();
    const std::string whole = name.ends_with(partial) ? name.substr(0, name.size() - partial.size()) : name;
    return entry.is_directory(failed) ? is_checkpoint(whole) : entry.is_regular_file(failed) && number_of(entry.path());
}

}  // namespace

StoreFile::StoreFile(const std::string& path, Open how)
    : path_(path),
      file_(open(path.c_str(), how == Open::anew ? O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0666)) {
    if (file_ < 0) fail(how == Open::anew ? "written" : "read");
    signal(SIGXFSZ, SIG_IGN);  // a file that may grow no further is an error of `write`, as a full disk is
    struct stat status{};
    if (fstat(file_, &status) != 0) fail("read");
    size_ = static_cast<std::uint64_t>(status.st_size);
}

StoreFile::~StoreFile() { close(file_); }

void StoreFile::append(std::span<const std::byte> bytes) {
    size_ += bytes.size();
    while (!bytes.empty()) {
        const auto part = bytes.first(std::min(bytes.size(), piece - buffer_.size()));
        buffer_.insert(buffer_.end(), part.begin(), part.end());
        bytes = bytes.subspan(part.size());
        if (buffer_.size() == piece) write_out();
    }
}

void StoreFile::finish() {
    write_out();
    buffer_.shrink_to_fit();
}

void StoreFile::write_out() {
    sum_.add(buffer_);
    for (std::span<const std::byte> left = buffer_; !left.empty();) {
        const ssize_t written = ::write(file_, left.data(), left.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail("written");
        left = left.subspan(static_cast<std::size_t>(written));
    }
    buffer_.clear();
    synced_ = false;
}

void StoreFile::sync() {
    if (!synced_ && fsync(file_) != 0) fail("written");
    synced_ = true;
}

void StoreFile::read(std::uint64_t from, std::span<std::byte> bytes) const {
    while (!bytes.empty()) {
        errno = 0;
        const ssize_t got = pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(from));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) fail("read");
        bytes = bytes.subspan(static_cast<std::size_t>(got));
        from += static_cast<std::uint64_t>(got);
    }
}

std::uint64_t StoreFile::sum_of_contents() const {
    Checksum sum;
    std::vector<std::byte> some(piece);
    for (std::uint64_t at = 0; at < size_;) {
        const auto part = std::span(some).first(static_cast<std::size_t>(std::min<std::uint64_t>(piece, size_ - at)));
        read(at, part);
        sum.add(part);
        at += part.size();
    }
    return sum.value();
}

void StoreFile::fail(const char* what) const {
    throw CheckpointFailed("'" + path_ + "' could not be " + what + ": " +
                           (errno == 0 ? "it is shorter than it was" : std::strerror(errno)));
}

StoreFolder::StoreFolder(const std::string& path) : path_(path), lock_(-1) {
    std::error_code failed;
    fs::create_directories(path, failed);
    if (!failed && !fs::is_directory(path)) failed = std::make_error_code(std::errc::not_a_directory);
    if (!failed && access(path.c_str(), R_OK | W_OK | X_OK) != 0) failed = std::error_code(errno, std::generic_category());
    if (!failed && (lock_ = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
        failed = std::error_code(errno, std::generic_category());
    if (failed) throw model::UsageError("states cannot be stored in '" + path + "': " + failed.message());
    try {
        if (flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            throw model::UsageError("another search stores its states in '" + path + "': another folder is accepted");
        for (fs::directory_iterator at(path, failed), end; !failed && at != end; at.increment(failed)) {
            if (!is_of_store(*at))
                throw model::UsageError("there is '" + at->path().filename().string() + "' in '" + path +
                                        "', which is of no search: an empty folder is accepted, or one that --store has filled");
            if (const auto number = number_of(at->path())) next_ = std::max(next_, *number + 1);
        }
    } catch (...) {
        close(lock_);
        throw;
    }
}

StoreFolder::~StoreFolder() { close(lock_); }

std::string StoreFolder::file(std::uint64_t number) const {
    return (fs::path(path_) / (std::string(file_prefix) + std::to_string(number))).string();
}

void StoreFolder::keep(std::set<std::uint64_t> named) {
    named_before_ = std::exchange(named_, std::move(named));
    clean({});
}

void StoreFolder::clean(const std::set<std::uint64_t>& live) const {
    std::vector<fs::path> gone;
    std::error_code failed;
    for (fs::directory_iterator at(path_, failed), end; !failed && at != end; at.increment(failed))
        if (const auto number = number_of(at->path());
            number && !named_.contains(*number) && !named_before_.contains(*number) && !live.contains(*number))
            gone.push_back(at->path());
    for (const fs::path& path : gone) fs::remove(path, failed);
}

void StoreFolder::drop(std::uint64_t number) {
    std::error_code failed;
    if (!named_.contains(number) && !named_before_.contains(number)) fs::remove(file(number), failed);
}

}  // namespace tandem::checker
