// A run: a file of sorted states in blocks (block_code.hpp), found in one level or in some that follow each other.
//
// Where blocks begin is kept in memory, 24 bytes for 1024 states. So a part of a run can be read by itself.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <type_traits>

#include "checker/disk/block_code.hpp"
#include "checker/disk/sieve.hpp"
#include "checker/disk/store_folder.hpp"

namespace tandem::checker {

struct Run {
    struct Block {
        std::uint64_t first = 0;   // mixed bits of its first state
        std::uint64_t offset = 0;  // in the file
        std::uint64_t states = 0;
    };

    std::uint64_t number = 0;  // of its file
    int first_level = 0, last_level = 0;  // its states' tags count levels from the first on; the last is none of them
    std::uint64_t states = 0;
    BlockShape shape;
    std::vector<Block> blocks;
    std::shared_ptr<StoreFile> file;

    std::uint64_t offset_behind(std::size_t block) const {
        return block + 1 < blocks.size() ? blocks[block + 1].offset : file->size();
    }
};
using RunPointer = std::shared_ptr<const Run>;

/// Strings from `first` to `last`: the `number`-th of 2^bits equal shares of all.
struct StringRange {
    StringRange(int bits, std::size_t number)
        : bits(bits),
          first(bits == 0 ? 0 : static_cast<std::uint64_t>(number) << (64 - bits)),
          last(first + (~std::uint64_t{0} >> bits)) {}

    int bits;
    std::uint64_t first, last;
};

/// Reads runs, for one thread.
class RunReader {
public:
    /// What to read besides the mixed bits.
    struct Also {
        bool more = false, tags = false;
    };

    /// Calls visit(list, first, last) for the states of a range, in order: they stand at first..last-1. Blocks with nothing that
    /// `wanted` has, if it is not null, are passed over. Throws CheckpointFailed.
    template <class Visit>
    void read(const Run& run, const StringRange& range, Also also, const Sieve* wanted, Visit&& visit);
    /// The same for blocks first..last-1, whole: visit(block, list), until it returns true, if it returns something.
    template <class Visit>
    void read_blocks(const Run& run, std::size_t first, std::size_t last, Also also, Visit&& visit);

    std::size_t bytes() const { return bytes_.capacity() + list_.bytes(); }

private:
    static constexpr std::uint64_t most_at_once = std::uint64_t{256} << 10;

    std::vector<std::byte> bytes_;
    StateList list_;
};

/// The blocks of a part of a run, and what is told of its states beside it.
struct RunPart {
    std::vector<std::byte> bytes;
    std::vector<Run::Block> blocks;
    std::vector<std::uint32_t> notes;
    std::uint64_t states = 0;

    RunPart() = default;
    RunPart(const BlockShape& shape, const StateList& list, bool with_notes);
};

/// Writes a run in parts that several threads make: each has a turn, and they come in any order. With `notes`, these go to a file
/// of their own. What is not finished leaves no file.
class RunWriter {
public:
    RunWriter(StoreFolder& folder, const BlockShape& shape, bool notes);
    ~RunWriter();
    RunWriter(const RunWriter&) = delete;
    RunWriter& operator=(const RunWriter&) = delete;

    void put(std::size_t turn, RunPart&& part);
    /// All turns have been taken.
    RunPointer finish(int first_level, int last_level);

    std::uint64_t notes_number() const { return notes_number_; }
    std::shared_ptr<StoreFile> notes() const { return notes_; }

private:
    void append(const RunPart& part);

    StoreFolder& folder_;
    std::shared_ptr<Run> run_ = std::make_shared<Run>();
    std::uint64_t notes_number_ = 0;
    std::shared_ptr<StoreFile> notes_;
    bool finished_ = false;
    std::mutex mutex_;
    std::size_t turn_ = 0;
    std::map<std::size_t, RunPart> waiting_;
};

template <class Visit>
void RunReader::read_blocks(const Run& run, std::size_t first, std::size_t last, Also also, Visit&& visit) {
    while (first < last) {
        const std::uint64_t offset = run.blocks[first].offset;
        std::size_t end = first + 1;
        while (end < last && run.offset_behind(end) - offset <= most_at_once) ++end;
        const auto size = static_cast<std::size_t>(run.offset_behind(end - 1) - offset);
        if (bytes_.size() < size + block_padding) bytes_.resize(size + block_padding);
        run.file->read(offset, std::span(bytes_).first(size));
        for (; first < end; ++first) {
            const auto at = static_cast<std::size_t>(run.blocks[first].offset - offset);
            const std::span block(bytes_.data() + at, static_cast<std::size_t>(run.offset_behind(first) - offset) - at);
            if (!decode_block(run.shape, block, run.blocks[first].first, also.more, also.tags, list_) ||
                list_.size() != run.blocks[first].states)
                throw CheckpointFailed("'" + run.file->path() + "' could not be read: its contents have changed");
            if constexpr (std::is_void_v<std::invoke_result_t<Visit&, std::size_t, const StateList&>>) visit(first, list_);
            else if (visit(first, list_)) return;
        }
    }
}

template <class Visit>
void RunReader::read(const Run& run, const StringRange& range, Also also, const Sieve* wanted, Visit&& visit) {
    const auto& blocks = run.blocks;
    // the last block that begins before `mixed`, or at it if it is the first: strings with these bits begin there or later
    const auto block_before = [&](std::uint64_t mixed, std::size_t from) {
        const auto found = std::partition_point(blocks.begin() + static_cast<std::ptrdiff_t>(from), blocks.end(),
                                                [&](const Run::Block& block) { return block.first < mixed; });
        const auto at = static_cast<std::size_t>(found - blocks.begin());
        return at > from ? at - 1 : at;
    };
    const auto starts_within = [&](std::size_t block) { return block < blocks.size() && blocks[block].first <= range.last; };
    std::size_t next_wanted = 0;
    // Whether a block has something wanted; if not, `block` becomes the next that may.
    const auto is_wanted = [&](std::size_t& block) {
        if (!wanted) return true;
        const std::uint64_t* const list = wanted->begin();
        while (next_wanted < wanted->count() && list[next_wanted] < blocks[block].first) ++next_wanted;
        if (next_wanted == wanted->count()) return block = blocks.size(), false;
        if (block + 1 == blocks.size() || list[next_wanted] <= blocks[block + 1].first) return true;
        block = block_before(list[next_wanted], block + 1);
        return false;
    };
    for (std::size_t block = block_before(range.first, 0); starts_within(block);) {
        if (!is_wanted(block)) continue;
        std::size_t end = block + 1;
        for (std::size_t next = end; starts_within(end) && is_wanted(next); next = ++end)
            if (run.offset_behind(end) - blocks[block].offset > most_at_once) break;
        read_blocks(run, block, end, also, [&](std::size_t, const StateList& list) {
            const std::vector<std::uint64_t>& mixed = list.mixed;
            std::size_t first = 0, last = mixed.size();
            if (mixed.front() < range.first)
                first = static_cast<std::size_t>(std::lower_bound(mixed.begin(), mixed.end(), range.first) - mixed.begin());
            if (mixed.back() > range.last)
                last = static_cast<std::size_t>(std::upper_bound(mixed.begin(), mixed.end(), range.last) - mixed.begin());
            if (first < last) visit(list, first, last);
        });
        block = end;
    }
}

}  // namespace tandem::checker
