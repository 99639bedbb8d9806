// An exact set of visited states, and the frontier of the search: about nine bytes a state, with all else that a search holds.
//
// It has the calls of StateStore. But keys stand in one array only while their level is expanded or found. Of all others a
// PackedTable keeps the bits that numbers use, less those that a slot's place tells, and the level. So a trace is found
// backwards by a look at the whole table for each level. A key is looked up with one random read, where StateStore needs two.
// The table grows by about a quarter, in the order of memory, and gives back what it has read (compact_store_growth.hpp).
#pragma once

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "checker/in_parallel.hpp"
#include "checker/packed_table.hpp"
#include "checker/state_store.hpp"
#include "checker/used_bits.hpp"

namespace tandem::checker {

template <int W>
class CompactStore {
public:
    static constexpr bool compact = true;
    static constexpr bool delayed = false;
    static constexpr int words = W;
    template <int V>
    using Of = CompactStore<V>;
    using Key = std::array<std::uint32_t, W>;
    using Bits = UsedBits<W>;
    using Quads = typename Bits::Quads;
    struct Hashed {
        Key key;
        std::uint64_t hash;

        Hashed(const Key& key, std::uint64_t hash) : key(key), hash(hash) {}
    };
    using Visit = typename StateStore<W>::Visit;  // of what was known, without a position
    using Progress = typename StateStore<W>::Progress;
    static constexpr Key hole = StateStore<W>::hole;

    /// One thread's private block of positions in the next level.
    class Writer {
        friend CompactStore;
        Position next_ = 0;
        Position end_ = 0;
    };

    /// Keeps `bytes()` within `limit` bytes. It has no room before `use`.
    explicit CompactStore(std::size_t limit);

    /// Whether the key has none but the bits of the last `use`: else it must not be inserted or sought.
    bool covers(const Key& key) const { return bits_.covers(KeyBits<W>(key)); }
    /// Makes room for keys with these bits as well; others are stopped, and hashes may be others afterwards. False if the limit
    /// does not suffice; then nothing has changed.
    bool use(const Quads& used, int threads);

    /// The high bits depend on all bits of the key.
    std::uint64_t hash_of(const Key& key) const { return mixed(KeyBits<W>(key)) << (64 - mixed_bits_); }
    void prefetch(std::uint64_t hash) const { table_->prefetch(hash >> (64 - mixed_bits_)); }

    /// As StateStore does.
    Progress insert(Writer& writer, std::span<const Hashed> keys, std::span<Visit> visits);
    bool has(const Key& key) const {
        if (!covers(key)) return false;
        const String string = string_of(KeyBits<W>(key));
        return table_->find(string) || is_stray(string);
    }
    void finish_level(Writer& writer);
    void grow(int threads) { grow_to(next_size(), threads); }

    /// What was found so far is expanded next, at positions below `end`: what is inserted afterwards is of the next level. False
    /// if the limit does not suffice for its number.
    bool begin_level(Position end, int threads);

    Position end() const { return reserved_.load(std::memory_order_relaxed); }
    Position states() const { return end() - holes_.load(std::memory_order_relaxed); }
    /// Of a position of the level that is expanded.
    const Key& key(Position position) const { return frontier(0)[position - begin_[0]]; }
    bool is_hole(Position position) const { return key(position) == hole; }

    /// Keeps the key at a position of the level that is expanded for good. Any thread may do so.
    void remember(Position position) { remember(position, key(position)); }
    void remember(Position position, const Key& key) {
        std::lock_guard lock(remembering_);
        remembered_.emplace(position, key);
    }
    /// The key at a position of the level that is expanded, or at one that is remembered.
    std::optional<Key> known_key(Position position) const;

    std::size_t bytes() const { return (table_ ? table_->bytes() : 0) + frontier_bytes(); }

    /// Calls visit(key, level) for each `stride`-th state of levels first..last-1, until that returns false; then it does so,
    /// too.
    template <class Visit>
    bool for_each(std::uint32_t first, std::uint32_t last, Position stride, Visit&& visit) const {
        Position until_next = 1;
        const auto look_at = [&](std::uint32_t level, auto&& string) {
            if (level < first || level >= last || --until_next != 0) return true;
            until_next = stride;
            return visit(key_of(string()).key(), level);
        };
        return table_->for_each(0, table_->lines(), look_at) && std::all_of(strays_.begin(), strays_.end(), [&](const Stray& s) {
                   return look_at(s.level, [&]() -> const String& { return s.string; });
               });
    }

    /// Fills this new store, which uses all bits that the keys will have, with the states of `old`, as StateStore does. While it
    /// works, both tables are in memory. False if the limit does not suffice for both; then `old` is untouched.
    template <int V, class Transform>
    bool take_over(CompactStore<V>& old, Transform&& transform, int threads);

    /// The keys of the level that is expanded, and holes, as bytes.
    std::span<const std::byte> frontier_keys() const {
        return {reinterpret_cast<const std::byte*>(frontier(0)), std::size_t{begin_[1] - begin_[0]} * sizeof(Key)};
    }
    /// Of a new store: its positions begin..end-1 are of the level that is expanded next, with the keys that read(bytes) reads.
    /// `states` of the positions below `end` hold a state. False if the limit does not suffice. What was found is added
    /// afterwards.
    template <class Read>
    bool restore(Position begin, Position end, Position states, std::uint32_t level, Read&& read, int threads);
    /// Adds a state of a checkpoint; false if it is there already, or no search can have so many with no place in a table.
    bool add_known(const Key& key, std::uint32_t level, int threads);

private:
    template <int>
    friend class CompactStore;
    using Table = PackedTable<Bits::quads>;
    using String = typename Table::String;
    static constexpr Position block = StateStore<W>::block;
    static constexpr int least_mixed_bits = 36;
    static constexpr std::size_t few_bytes = std::size_t{32} << 20;  // a table of fewer doubles
    static constexpr std::size_t spare_bytes = std::size_t{4} << 20; // one of fewer has room for more levels
    static constexpr std::size_t few_states = 1 << 16;               // these are mixed anew without more ado

    std::uint64_t change(const KeyBits<W>& key) const {
        return bits_.stored_bits() == 0 ? 0 : bits_.hash(key) >> (64 - mixed_bits_);
    }
    std::uint64_t mixed(const KeyBits<W>& key) const { return mixing_.mix(bits_.to_mix(key)) ^ change(key); }
    String string_of(const KeyBits<W>& key) const { return {mixed(key), bits_.stored(key)}; }
    KeyBits<W> key_of(const String& string) const {
        KeyBits<W> key = bits_.with_stored(string.stored);
        bits_.set_mixed(key, mixing_.unmix(string.mixed ^ change(key)));
        return key;
    }

    // Growth (compact_store_growth.hpp).
    struct Stray {
        String string;
        std::uint32_t level;
    };
    bool is_stray(const String& string) const {
        return std::any_of(strays_.begin(), strays_.end(), [&](const Stray& stray) {
            return stray.string.mixed == string.mixed && stray.string.stored == string.stored;
        });
    }
    TableSize next_size() const;
    TableSize size_for(std::size_t states, const Bits& bits, TableSize least) const;
    SlotShape shape_for(TableSize size, const Bits& bits, int mixed_bits) const;
    /// Whether there is memory for so many lines, and numbers of so many mixed bits tell them apart.
    bool fits(TableSize size, int mixed_bits, std::size_t beside = 0) const {
        return size.line_bits <= Quotient::most_line_bits(mixed_bits) &&
               size.lines() * sizeof(SlotLine) + frontier_bytes() + beside <= limit_;
    }
    bool can_grow() const { return has_positions() && fits(next_size(), mixed_bits_); }
    void grow_to(TableSize size, int threads);
    Table start_table(TableSize size, const Bits& bits, int mixed_bits);
    void install(const Table& table, const std::vector<Stray>& strays, int threads);
    void settle_strays(int threads);
    template <int V, class Convert>
    std::vector<Stray> fill(Table& table, CompactStore<V>& old, Convert&& convert, bool in_order, int threads);

    /// Whether there is a block of positions left, and room for its keys.
    bool has_positions() const {
        return end() < no_position - 2 * block && end() - begin_[1] + block <= frontiers_[0].size() / sizeof(Key) &&
               bytes() + block * sizeof(Key) <= limit_;
    }
    bool reserve(Writer& writer);
    Key* frontier(std::size_t level) const { return static_cast<Key*>(frontiers_[(current_ + level) % 2].data()); }
    std::size_t frontier_bytes() const { return sizeof(Key) * std::size_t{end() - begin_[0]}; }

    std::size_t limit_;
    Bits bits_;
    int mixed_bits_ = least_mixed_bits;
    Mixing mixing_{least_mixed_bits};
    std::array<MemoryMap, 2> tables_;  // one is in use; the table grows into the other
    std::size_t used_table_ = 0;
    std::optional<Table> table_;
    std::uint32_t level_ = 0;  // of what is inserted
    // States that found no room when the table grew for the last time that memory allows. While there are any nothing is added.
    std::vector<Stray> strays_;

    std::array<MemoryMap, 2> frontiers_;
    std::size_t current_ = 0;          // which of them holds the level that is expanded
    std::array<Position, 2> begin_{};  // of that level and of the next

    std::map<Position, Key> remembered_;
    std::mutex remembering_;
    alignas(64) std::atomic<Position> reserved_ = 0;
    std::atomic<Position> holes_ = 0;
};

template <int W>
CompactStore<W>::CompactStore(std::size_t limit)
    : limit_(limit), tables_{MemoryMap(limit), MemoryMap(limit)}, frontiers_{MemoryMap(limit / 2), MemoryMap(limit / 2)} {}

template <int W>
auto CompactStore<W>::insert(Writer& writer, std::span<const Hashed> keys, std::span<Visit> visits) -> Progress {
    assert(visits.size() >= keys.size());
    if (!table_ || !strays_.empty()) return {StoreStatus::out_of_memory, 0};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Key& key = keys[i].key;
        const auto adding = table_->add({keys[i].hash >> (64 - mixed_bits_), bits_.stored(KeyBits<W>(key))}, level_, [&] {
            if (writer.next_ == writer.end_ && !reserve(writer)) return false;
            frontier(1)[writer.next_ - begin_[1]] = key;
            return true;
        });
        if (adding == Table::Adding::no_room) return {can_grow() ? StoreStatus::must_grow : StoreStatus::out_of_memory, i};
        const bool added = adding == Table::Adding::added;
        visits[i] = {added ? writer.next_++ : no_position, added};
    }
    return {StoreStatus::ok, keys.size()};
}

/// Gives the writer a new block, of holes; false if the table should hold no more.
template <int W>
bool CompactStore<W>::reserve(Writer& writer) {
    Position begin = reserved_.load(std::memory_order_relaxed);
    do {
        if (states() >= table_->capacity() || !has_positions()) return false;
    } while (!reserved_.compare_exchange_weak(begin, begin + block, std::memory_order_relaxed));
    std::fill_n(frontier(1) + (begin - begin_[1]), block, hole);
    writer.next_ = begin;
    writer.end_ = begin + block;
    return true;
}

template <int W>
void CompactStore<W>::finish_level(Writer& writer) {
    Position end = writer.end_;
    if (!reserved_.compare_exchange_strong(end, writer.next_, std::memory_order_relaxed))
        holes_.fetch_add(writer.end_ - writer.next_, std::memory_order_relaxed);
    writer = {};
}

template <int W>
auto CompactStore<W>::known_key(Position position) const -> std::optional<Key> {
    if (const auto found = remembered_.find(position); found != remembered_.end()) return found->second;
    if (position < begin_[0] || position >= begin_[1] || is_hole(position)) return std::nullopt;
    return key(position);
}

}  // namespace tandem::checker

#include "checker/compact_store_growth.hpp"
