#include "checker/checkpoint.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "model/hash.hpp"
#include "model/usage_error.hpp"

namespace tandem::checker {

namespace fs = std::filesystem;
using model::UsageError;

namespace {

constexpr std::string_view first_line = "Tandem checkpoint, format 1\n";
constexpr std::string_view partial_suffix = ".partial";
constexpr std::string_view level_prefix = "level-";
constexpr std::size_t block = std::size_t{1} << 20;

/// The level of a folder that is called as a checkpoint is.
std::optional<int> level_of(const fs::path& path) {
    const std::string name = path.has_filename() ? path.filename() : path.parent_path().filename();
    if (!name.starts_with(level_prefix)) return std::nullopt;
    const std::string digits = name.substr(level_prefix.size());
    if (digits.empty() || digits.size() > 9 ||
        !std::all_of(digits.begin(), digits.end(), [](char c) { return '0' <= c && c <= '9'; }))
        return std::nullopt;
    return std::stoi(digits);
}

/// The checkpoints in a folder, the last one first.
std::vector<std::pair<int, fs::path>> checkpoints_in(const fs::path& folder) {
    std::vector<std::pair<int, fs::path>> found;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
        if (const auto level = level_of(at->path()); level && fs::is_directory(at->path(), failed))
            found.emplace_back(*level, at->path());
    std::sort(found.rbegin(), found.rend());
    return found;
}

void sync_folder(const fs::path& folder) {
    const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file);
    close(file);
}

[[noreturn]] void cannot_write(const std::string& path, const std::string& why) {
    throw CheckpointFailed("'" + path + "' could not be written: " + why);
}

std::string header(const std::vector<Fact>& facts) {
    std::string text(first_line);
    for (const auto& [name, value] : facts) text += name + ": " + value + "\n";
    return text + "\n";
}

/// The first fact of which a checkpoint's header says something else.
const Fact* other_fact(const std::string& found, const std::vector<Fact>& facts, std::string& says) {
    for (const Fact& fact : facts) {
        const std::string start = "\n" + fact.first + ": ";
        const std::size_t at = found.find(start);
        if (at == std::string::npos) return says = "nothing", &fact;
        const std::size_t value = at + start.size();
        says = found.substr(value, found.find('\n', value) - value);
        if (says != fact.second) return &fact;
    }
    return nullptr;
}

}  // namespace

void Checksum::add(std::span<const std::byte> bytes) {
    std::uint64_t sum = value_;
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data(), 8);
        sum = model::hash_with(sum, word);
    }
    for (const std::byte byte : bytes) sum = model::hash_with(sum, static_cast<std::uint64_t>(byte));
    value_ = sum;
}

CheckpointWriter::CheckpointWriter(const std::string& path, const std::vector<Fact>& facts)
    : path_(path), file_(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (file_ < 0) fail();
    signal(SIGXFSZ, SIG_IGN);  // a file that may grow no further is an error of `write`, as a full disk is
    const std::string text = header(facts);
    write(std::as_bytes(std::span(text)));
}

CheckpointWriter::~CheckpointWriter() {
    if (file_ >= 0) close(file_);
}

void CheckpointWriter::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        if (buffer_.empty() && bytes.size() >= block) {
            const auto whole = bytes.first(bytes.size() / block * block);
            sum_.add(whole);
            write_out(whole);
            bytes = bytes.subspan(whole.size());
            continue;
        }
        const auto part = bytes.first(std::min(bytes.size(), block - buffer_.size()));
        buffer_.insert(buffer_.end(), part.begin(), part.end());
        bytes = bytes.subspan(part.size());
        if (buffer_.size() == block) flush();
    }
}

void CheckpointWriter::finish() {
    flush();
    const std::uint64_t sum = sum_.value();
    write_out(std::as_bytes(std::span(&sum, 1)));
    if (fsync(file_) != 0) fail();
    if (close(std::exchange(file_, -1)) != 0) fail();
}

void CheckpointWriter::flush() {
    sum_.add(buffer_);
    write_out(buffer_);
    buffer_.clear();
}

void CheckpointWriter::write_out(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail();
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

void CheckpointWriter::fail() const { cannot_write(path_, std::strerror(errno)); }

CheckpointReader::CheckpointReader(const std::string& path, const std::vector<Fact>& facts, bool store)
    : path_(path), store_(store), file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ < 0) throw UsageError("the checkpoint '" + path_ + "' cannot be read: " + std::strerror(errno));
    struct stat status{};
    if (fstat(file_, &status) != 0 || status.st_size < static_cast<off_t>(first_line.size() + 8)) damaged();
    const auto size = static_cast<std::uint64_t>(status.st_size);
    std::string text(std::min<std::uint64_t>(size, 1 << 16), '\0');
    read_file(std::as_writable_bytes(std::span(text)));
    if (!text.starts_with("Tandem checkpoint, format "))
        throw UsageError("'" + path_ +
                         "' is no checkpoint: a folder that `tandem check --checkpoint FOLDER` has filled is accepted");
    std::string says;
    if (const Fact* other = other_fact(text.substr(0, text.find("\n\n") + 1), facts, says);
        other || !text.starts_with(first_line)) {
        const std::string what = other ? other->first : "format";
        throw UsageError("the checkpoint '" + path_ + "' is of another " + what +
                         (other ? " ('" + says + "', here '" + other->second + "')" : "") +
                         ": the same command with the same program is accepted, or " +
                         (store ? "with another folder" : "without --resume") + " it begins anew");
    }
    const std::uint64_t start = header(facts).size();
    if (!text.starts_with(header(facts)) || size < start + 8) damaged();

    // All of it is verified first: what is read later builds tables, which must not be led astray.
    start_at(0, size - 8);
    Checksum sum;
    std::vector<std::byte> piece(block);
    for (std::uint64_t to_go = left_; to_go > 0;) {
        const std::span part = std::span(piece).first(std::min<std::uint64_t>(to_go, block));
        read_file(part);
        sum.add(part);
        to_go -= part.size();
    }
    std::uint64_t stated = 0;
    read_file(std::as_writable_bytes(std::span(&stated, 1)));
    if (stated != sum.value()) damaged();
    start_at(start, size - 8);
}

CheckpointReader::~CheckpointReader() {
    if (file_ >= 0) close(file_);
}

void CheckpointReader::start_at(std::uint64_t offset, std::uint64_t end) {
    if (lseek(file_, static_cast<off_t>(offset), SEEK_SET) < 0) damaged();
    left_ = end - offset;
}

void CheckpointReader::read_file(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t got = ::read(file_, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) damaged();
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
}

void CheckpointReader::read(std::span<std::byte> bytes) {
    if (bytes.size() > left_) damaged();
    while (!bytes.empty()) {
        if (taken_ == buffer_.size()) {
            taken_ = 0;
            if (bytes.size() >= block) {
                buffer_.clear();
                left_ -= bytes.size();
                return read_file(bytes);
            }
            buffer_.resize(std::min<std::uint64_t>(left_, block));
            read_file(buffer_);
        }
        const std::size_t part = std::min(bytes.size(), buffer_.size() - taken_);
        std::memcpy(bytes.data(), buffer_.data() + taken_, part);
        bytes = bytes.subspan(part);
        taken_ += part;
        left_ -= part;
    }
}

void CheckpointReader::require(std::uint64_t count, std::size_t bytes_each) const {
    if (count > left_ / bytes_each) damaged();
}

void CheckpointReader::damaged() const {
    const fs::path folder = fs::path(path_).parent_path();
    std::string other;
    for (const auto& [level, path] : checkpoints_in(folder.parent_path()))
        if (path != folder && other.empty()) other = path;
    if (store_)
        throw UsageError("the checkpoint '" + path_ + "' is damaged: " +
                         (other.empty() ? "with another folder the search begins anew"
                                        : "without '" + folder.string() + "' the search goes on from '" + other + "'"));
    throw UsageError(
        "the checkpoint '" + path_ + "' is damaged: " +
        (other.empty() ? "without --resume the search begins anew" : "`--resume " + other + "` goes on from another"));
}

void keep_only_checkpoint(const std::string& folder, int last) {
    std::error_code failed;
    for (const auto& [other, path] : checkpoints_in(folder))
        if (other != last) fs::remove_all(path, failed);
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
        if (const std::string name = at->path().filename(); name.starts_with(level_prefix) && name.ends_with(partial_suffix))
            fs::remove_all(at->path(), failed);
}

std::string begin_checkpoint(const std::string& folder, int level, int last) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    keep_only_checkpoint(folder, last);
    const std::string partial =
        (fs::path(folder) / (std::string(level_prefix) + std::to_string(level))).string() + std::string(partial_suffix);
    if (!fs::create_directory(partial, failed)) cannot_write(partial, failed ? failed.message() : "it is there already");
    return partial;
}

void commit_checkpoint(const std::string& partial) {
    const fs::path final_name = partial.substr(0, partial.size() - partial_suffix.size());
    sync_folder(partial);
    std::error_code failed;
    fs::rename(partial, final_name, failed);
    if (failed) cannot_write(final_name, failed.message());
    sync_folder(final_name.parent_path());
}

std::string part_of_checkpoint(const std::string& checkpoint) { return fs::path(checkpoint) / "states"; }

void abandon_checkpoint(const std::string& partial) {
    std::error_code ignored;
    if (!partial.empty()) fs::remove_all(partial, ignored);
}

bool is_checkpoint(const std::string& folder) { return level_of(fs::path(folder).lexically_normal()).has_value(); }

std::string last_checkpoint(const std::string& folder) {
    if (is_checkpoint(folder)) return folder;
    const auto found = checkpoints_in(folder);
    if (found.empty())
        throw UsageError("there is no checkpoint in '" + folder +
                         "': a folder that `tandem check --checkpoint FOLDER` has filled is accepted");
    return found[0].second;
}

bool has_checkpoint(const std::string& folder) { return !checkpoints_in(folder).empty(); }

}  // namespace tandem::checker
