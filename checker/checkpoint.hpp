// Checkpoints: a search as it stood at the end of a level, in files that another run of the program can go on from.
//
// A checkpoint is a folder level-N in the folder that the user names. It is written under another name, synced to the disk and
// then renamed; and the one before it is kept until the next is begun. So whenever the program is killed, the last one that has
// its name is whole. Each file begins with the facts that must be the same to go on (version, program, system, options), readable
// with `head`, and ends with a checksum of all of it, which is verified before anything is believed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tandem::checker {

/// What must be the same for a search to go on from a checkpoint: {"version", "0.1.0"}. In one line each.
using Fact = std::pair<std::string, std::string>;

struct Checkpoints {
    std::string folder;       // where they are written; empty: none are
    std::string resume;       // the folder (or one of its checkpoints) to go on from; empty: begin anew
    double every = 600;       // seconds between two, at least; 0: at each level's end
    std::vector<Fact> facts;
};

/// A checkpoint could not be written: what the system says of it.
struct CheckpointFailed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A sum of a file's bytes, by which one that was cut off or changed is known. It guards against accidents, not against malice.
class Checksum {
public:
    Checksum() = default;
    explicit Checksum(std::uint64_t value) : value_(value) {}

    void add(std::span<const std::byte> bytes);  // a multiple of eight bytes, but for the last piece
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0x2d358dccaa6c78a5;
};

/// Writes one file of a checkpoint. Throws CheckpointFailed.
class CheckpointWriter {
public:
    CheckpointWriter(const std::string& path, const std::vector<Fact>& facts);
    ~CheckpointWriter();
    CheckpointWriter(const CheckpointWriter&) = delete;
    CheckpointWriter& operator=(const CheckpointWriter&) = delete;

    void write(std::span<const std::byte> bytes);
    template <class T>
        requires std::is_trivially_copyable_v<T>
    void put(const T& value) { write(std::as_bytes(std::span(&value, 1))); }
    template <class T>
    void put(const std::vector<T>& values) {
        put(std::uint64_t{values.size()});
        write(std::as_bytes(std::span(values)));
    }
    /// Writes what is left, and the checksum, and waits until the disk has all.
    void finish();

private:
    void flush();
    void write_out(std::span<const std::byte> bytes);
    [[noreturn]] void fail() const;

    std::string path_;
    int file_;
    Checksum sum_;
    std::vector<std::byte> buffer_;
};

/// Reads one file of a checkpoint. The constructor throws UsageError if the file is damaged or states other facts; reading, if it
/// ends too early.
class CheckpointReader {
public:
    /// `store`: the search keeps its states on disk, so it goes on without being told from where.
    CheckpointReader(const std::string& path, const std::vector<Fact>& facts, bool store = false);
    ~CheckpointReader();
    CheckpointReader(const CheckpointReader&) = delete;
    CheckpointReader& operator=(const CheckpointReader&) = delete;

    /// Reads so many bytes; the large pieces go straight to where they belong.
    void read(std::span<std::byte> bytes);
    template <class T>
        requires std::is_trivially_copyable_v<T>
    T get() {
        T value;
        read(std::as_writable_bytes(std::span(&value, 1)));
        return value;
    }
    template <class T>
    std::vector<T> get_vector() {
        const auto size = get<std::uint64_t>();
        require(size, sizeof(T));
        std::vector<T> values(size);
        read(std::as_writable_bytes(std::span(values)));
        return values;
    }

private:
    /// Throws unless so many elements may still follow.
    void require(std::uint64_t count, std::size_t bytes_each) const;
    void read_file(std::span<std::byte> bytes);
    void start_at(std::uint64_t offset, std::uint64_t end);
    [[noreturn]] void damaged() const;

    std::string path_;
    const bool store_;
    int file_;
    std::uint64_t left_ = 0;  // bytes before the checksum, those in the buffer among them
    std::vector<std::byte> buffer_;
    std::size_t taken_ = 0;  // of the buffer
};

/// Where a checkpoint of the search after `level` levels is written: the folder "level-N.partial" in `folder`, empty. Checkpoints
/// but that of level `last`, which is known to be whole, are removed, and what others were writing when they ended. Throws
/// CheckpointFailed.
std::string begin_checkpoint(const std::string& folder, int level, int last);
/// Removes all checkpoints but that of level `last`, and what was being written.
void keep_only_checkpoint(const std::string& folder, int last);
/// Gives the folder that `begin_checkpoint` has made its final name.
void commit_checkpoint(const std::string& partial);
/// Removes it, for it takes room and is of no use. Empty: there is none.
void abandon_checkpoint(const std::string& partial);

/// The file of a checkpoint that holds the search.
std::string part_of_checkpoint(const std::string& checkpoint);

/// Whether a folder is called as a checkpoint is.
bool is_checkpoint(const std::string& folder);
/// The last checkpoint in `folder`, or `folder` itself if it is one. Throws UsageError if there is none.
std::string last_checkpoint(const std::string& folder);
/// Whether there is a checkpoint in `folder`.
bool has_checkpoint(const std::string& folder);

}  // namespace tandem::checker
