// Data in the simulator: the real words of a block. A wrong protocol computes wrong results with them.
//
// Protocol texts copy data from message to cache to memory and never look at it. So a value here is a counted reference to a
// datum, which is immutable while shared. A datum is either a block or an operation. A block's mask says which words it names: a
// store may name some, a cache or memory holds all. An operation is what an atomic performs on a block, with a word for each lane
// of a warp. The words of an answer to an atomic are by lane as well. The data of an instruction for several blocks is a list of
// data. References belong to one thread.
//
// A run that is to be judged (sim --audit) also follows which store each word is of: its *writer*, a number that the one who asks
// gives to each lane of each store. Data without writers hold words that were there at first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tandem::perfsim {

/// Of the largest block, which most machines have; MachineDescription gives a machine's block size. Words have 32 bits.
inline constexpr int words_per_block = 32;
inline constexpr int block_bytes = 4 * words_per_block;
inline constexpr int lane_count = 32;  // of a warp
inline constexpr int most_lanes = 64;  // of a wavefront
inline constexpr std::uint32_t all_words = 0xffffffff;
/// The words that a block of so many bytes lacks. They count as named in every block's mask and are 0. So a whole block is one
/// that names `all_words`, whatever its size.
constexpr std::uint32_t beyond_block(int bytes) { return bytes >= block_bytes ? 0 : all_words << bytes / 4; }

enum class AtomicOperation : std::uint8_t { add, minimum, maximum, bitwise_or, exchange, compare_and_swap };

/// The fields of data that are used most. Heads lie apart from the words, many of them in one line of the host's cache. So
/// copying a reference, or asking for a message's size, brings no unread words into the cache.
struct DatumHead {
    std::uint32_t references = 0;
    std::uint32_t mask = 0;  // block: the words that it names; operation: the lanes that take part
    bool is_operation = false;  // or an answer to one: its words are by lane
    AtomicOperation operation{};
};

class Value;

/// An instruction's data in parts: the blocks that the parts belong to, in order.
struct DataParts {
    const std::uint32_t* blocks = nullptr;
    const Value* values = nullptr;
    int count = 0;  // 0 once the instruction is over
};

struct alignas(64) Datum {
    std::array<std::uint32_t, words_per_block> words{};   // block: by word; operation and answer: by lane
    std::array<std::uint8_t, lane_count> word_of{};       // operation: the word of the block that each lane works on
    Datum* compared = nullptr;                            // compare_and_swap: what each lane expects
    Datum* writers = nullptr;                             // in its words, of each of these; null: 0, or nobody asks
    const DataParts* parts = nullptr;
    std::uint32_t beyond = 0;  // operation: the words that its block lacks

    DatumHead& head();
    const DatumHead& head() const { return const_cast<Datum*>(this)->head(); }
};

/// A store and a newer one whose word has taken the place of its word: in a copy, in memory, or where it waited.
struct Replaced {
    std::uint32_t older, newer;  // writers; none is 0
};
/// Where this thread notes them from now on; null: nowhere.
void note_replaced(std::vector<Replaced>* to);

/// Data are made in slabs, aligned to their size, so that a datum finds its head.
struct DatumSlab {
    static constexpr std::size_t bytes = std::size_t(1) << 18;
    static constexpr std::size_t count = (bytes - alignof(Datum)) / (sizeof(DatumHead) + sizeof(Datum));

    alignas(bytes) std::array<DatumHead, count> heads;
    std::array<Datum, count> data;
};
static_assert(sizeof(DatumSlab) == DatumSlab::bytes);

inline DatumHead& Datum::head() {
    const auto at = reinterpret_cast<std::uintptr_t>(this);
    auto* const slab = reinterpret_cast<DatumSlab*>(at & ~(DatumSlab::bytes - 1));
    return slab->heads[static_cast<std::uint32_t>(at - reinterpret_cast<std::uintptr_t>(slab->data.data())) / sizeof(Datum)];
}

/// A datum without references, with its old content.
Datum* new_datum();
void recycle(Datum* datum);

/// The source of a thread's data, and the place for data without references. A pool can be handed from thread to thread, with the
/// data made from it.
class DataPool {
public:
    /// The calling thread uses this pool from now on; its former one is stored here.
    void exchange();
    /// The calling thread takes over all of its data.
    void give_up();

private:
    Datum* free_ = nullptr;
    std::vector<std::unique_ptr<DatumSlab>> slabs_;
};

/// A reference to a datum. The default stands for a block of zeros.
class Value {
public:
    Value() = default;
    /// A block whose words are all `word`.
    Value(int word);
    explicit Value(Datum* datum) : datum_(datum) { ++datum_->head().references; }
    Value(const Value& other) : datum_(other.datum_) {
        if (datum_) ++datum_->head().references;
    }
    Value(Value&& other) noexcept : datum_(std::exchange(other.datum_, nullptr)) {}
    Value& operator=(const Value& other) {
        Value copy(other);
        std::swap(datum_, copy.datum_);
        return *this;
    }
    Value& operator=(Value&& other) noexcept {
        std::swap(datum_, other.datum_);
        return *this;
    }
    ~Value() {
        if (datum_ && --datum_->head().references == 0) recycle(datum_);
    }

    /// The data of an instruction for several blocks, in the order of the blocks; they must outlive it. A single part is used as
    /// it is.
    static Value parts(const DataParts& parts);

    const Datum* datum() const { return datum_; }
    std::uint32_t word(int i) const { return datum_ ? datum_->words[static_cast<std::size_t>(i)] : 0; }
    /// The number of the store that the word is of; 0 for one that was there at first, and where nobody asks.
    std::uint32_t writer(int i) const {
        return datum_ && datum_->writers ? datum_->writers->words[static_cast<std::size_t>(i)] : 0;
    }
    void set_writer(int i, std::uint32_t number) { writers_of(own()).words[static_cast<std::size_t>(i)] = number; }
    /// Copies all words of a largest block.
    void copy_words(std::uint32_t* to) const {
        if (datum_) std::copy_n(datum_->words.begin(), words_per_block, to);
        else std::fill_n(to, words_per_block, 0);
    }
    /// The words will be used soon.
    void prefetch() const {
        if (!datum_) return;
        constexpr std::size_t words = alignof(Datum) / sizeof(std::uint32_t);  // words in a line
        for (std::size_t i = 0; i < words_per_block; i += words) __builtin_prefetch(&datum_->words[i]);
    }
    /// The bytes that it takes in a message: the words named, of blocks of `block` bytes, or an operand (or two) for each lane.
    int bytes(int block) const;
    /// The lanes of an operation, 0 for other data.
    int operands() const {
        return datum_ && datum_->head().is_operation ? std::popcount(datum_->head().mask) : 0;
    }
    /// Appends it to numbers that another thread reads; nothing that it refers to is shared. Not for the data of several blocks.
    void write(std::vector<std::uint32_t>& to) const;
    /// Reads it from such numbers; `from` is then behind them.
    static Value read(const std::uint32_t*& from);
    /// The datum for writing, with no other reference: a copy, if it is shared.
    Datum& own();

    /// The same words, ignoring those that a block does not name.
    friend bool operator==(const Value& a, const Value& b);
    friend bool same_datum(const Value& a, const Value& b) { return a.datum_ == b.datum_; }

    // The operations of protocol texts on data, see model/domain.hpp. They throw model::TextError for a value that is not an
    // operation, and for a block without parts.
    static void overwrite(Value& block, const Value& stored);
    static Value perform(Value& block, const Value& operation);
    static void combine(Value& earlier, const Value& later);
    static bool covers_block(const Value& written) { return !written.datum_ || written.datum_->head().mask == all_words; }
    static Value named_by(const Value& request, const Value& block);
    template <class Block>
    static Value part_for(const Block& block, const Value& data) {
        if (!data.datum_ || !data.datum_->parts) return data;
        const DataParts& parts = *data.datum_->parts;
        int i = 0;
        while (i < parts.count && parts.blocks[i] != block.number) ++i;
        if (i == parts.count) [[unlikely]] no_part(block.number);
        return parts.values[i];
    }

    /// The writers of a datum that is not shared, for writing.
    static Datum& writers_of(Datum& datum);

private:
    [[noreturn]] static void no_part(std::uint32_t block);
    /// The operation that it is. Throws model::TextError if it is not one.
    const Datum& operation() const;

    Datum* datum_ = nullptr;
};

}  // namespace tandem::perfsim
