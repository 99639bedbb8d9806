// The exact set of visited states, for a parallel breadth-first search.
//
// All keys stand in one array in the order in which they were found. That array is the store, the frontier (a level is a
// range of positions) and what a trace is rebuilt from. A TagIndex of four bytes a slot leads from a key's hash to its
// position, and the key there decides. A random read costs an order more alone than among others, so everything comes in
// batches: whoever makes a key has its index line fetched, and a batch fetches all candidate keys before it decides. Threads
// append to blocks of their own.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "checker/memory_map.hpp"
#include "checker/tag_index_growth.hpp"
#include "checker/word_hash.hpp"

namespace tandem::checker {

inline constexpr Position no_position = ~Position{0};

enum class StoreStatus {
    ok,
    must_grow,      // the index is full: stop all threads, `grow`, go on
    out_of_memory,  // the store holds all that its limit allows
};

/// A set of keys of W 32-bit words. The key of all ones is reserved.
template <int W, class Hash = WordHash>
class StateStore {
    static_assert(1 <= W && W <= 8);

public:
    static constexpr bool compact = false;
    static constexpr bool delayed = false;  // it tells at once whether a state is new
    static constexpr int words = W;
    template <int V>
    using Of = StateStore<V, Hash>;
    using Key = std::array<std::uint32_t, W>;
    struct Hashed {
        Key key;
        std::uint64_t hash;

        explicit Hashed(const Key& key) : Hashed(key, hash_of(key)) {}
        Hashed(const Key& key, std::uint64_t hash) : key(key), hash(hash) {}
    };
    static std::uint64_t hash_of(const Key& key) { return Hash{}(key); }

    /// What stands at a reserved position that holds no state.
    static constexpr Key hole = [] { Key key{}; key.fill(~std::uint32_t{0}); return key; }();

    /// How many positions a thread reserves at once.
    static constexpr Position block = 64;

    /// One thread's private block of positions. It belongs to one store and one thread.
    class Writer {
        friend StateStore;
        Position next_ = 0;
        Position end_ = 0;
    };

    struct Visit {
        Position position = no_position;
        bool added = false;
    };
    struct Progress {
        StoreStatus status;
        std::size_t done;  // how many keys were handled: all, unless the status says why not
    };

    /// Keeps `bytes()` within `limit` bytes, and has room for about `first_states` states before it must grow.
    explicit StateStore(std::size_t limit, std::size_t first_states = 50'000);

    /// Fetches what `insert` reads first; best called well before it.
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(index_.home(hash)); }

    /// Inserts keys and tells for each its position and whether it is new; of equal keys exactly one is. `visits` must be as
    /// long as `keys`, and is filled as far as `done`. Batches of 32 to 128 keys are best. Any number of threads may insert.
    Progress insert(Writer& writer, std::span<const Hashed> keys, std::span<Visit> visits);

    /// Where `key` stands. May run beside inserts.
    std::optional<Position> find(const Key& key) const;

    /// Ends a level for this writer, so that what it inserts afterwards stands behind all that was inserted so far by writers
    /// that have finished too. What its block has left becomes holes, or is given back if nothing stands behind it.
    void finish_level(Writer& writer);

    /// All positions are below `end()`. Between levels it is where the next level starts.
    Position end() const { return reserved_.load(std::memory_order_relaxed); }
    const Key& key(Position position) const { return keys()[position]; }
    bool is_hole(Position position) const { return equal(key(position), hole); }
    /// The number of states, when every writer has finished its level.
    Position states() const { return end() - holes_.load(std::memory_order_relaxed); }

    /// Bytes of keys and index in use, without the rest of the last page.
    std::size_t bytes() const { return std::size_t{end()} * sizeof(Key) + index_.bytes(); }

    /// Makes room for twice as many states, with `threads` threads; all others are stopped. Writers keep their blocks.
    void grow(int threads);

    /// Fills this new store with the states of `old`, whose keys have another layout: `transform` makes a new key of an old one,
    /// and different ones of different ones. Each state keeps its position, and each hole. The memory of `old`, whose writers
    /// have finished their level, is given back on the way. False if this store's limit does not suffice; then `old` is
    /// untouched.
    template <int V, class Transform>
    bool take_over(StateStore<V, Hash>& old, Transform&& transform, int threads);

    /// The keys of positions 0..end-1, and holes, as bytes.
    std::span<const std::byte> key_bytes(Position end) const {
        return {static_cast<const std::byte*>(array_.data()), std::size_t{end} * sizeof(Key)};
    }
    /// Fills this new store with what `key_bytes` gave of another: read(bytes) reads it. `states` of the positions below `end`
    /// hold a state. False if the limit does not suffice; then nothing has been read.
    template <class Read>
    bool restore(Position end, Position states, Read&& read, int threads);

private:
    template <int, class> friend class StateStore;
    /// Puts all keys into the index, which has room and is empty.
    void index_all(int threads);
    static constexpr std::size_t batch = 64;
    using Line = TagIndex::Line;

    static std::size_t most_lines(std::size_t limit) {
        const std::size_t most = (std::size_t{no_position} - 1) / TagIndex::keys_per_line;
        return std::min(most, limit / (sizeof(Line) + TagIndex::keys_per_line * sizeof(Key)));
    }
    /// The fewest lines for `states` states from which doubling leads to the most that there may be.
    std::size_t lines_for(std::size_t states) const {
        constexpr std::size_t few = 64;  // no fewer, or halving and rounding loses some of the most
        const std::size_t least = std::max(few, states / TagIndex::keys_per_line + 1);
        std::size_t lines = most_lines_;
        while (lines / 2 >= least) lines /= 2;
        return lines;
    }

    // Compilers make a library call of comparing arrays whose size is no power of two.
    static bool equal(const Key& a, const Key& b) {
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return ((a[i] ^ b[i]) | ...) == 0;
        }(std::make_index_sequence<W>());
    }

    Key* keys() const { return static_cast<Key*>(array_.data()); }
    void prefetch_key(Position position) const {
        __builtin_prefetch(&key(position).front());
        if constexpr (64 % sizeof(Key) != 0) __builtin_prefetch(&key(position).back());  // it may lie across two lines
    }
    Position candidate(std::uint64_t hash) const;
    bool place(Writer& writer, const Hashed& wanted, Visit& visit);
    bool reserve(Writer& writer);

    std::size_t most_lines_;
    MemoryMap array_;
    TagIndex index_;
    // Every position below it holds a key that is in the index or being inserted, or a hole.
    alignas(64) std::atomic<Position> reserved_ = 0;
    std::atomic<Position> holes_ = 0;
};

template <int W, class Hash>
StateStore<W, Hash>::StateStore(std::size_t limit, std::size_t first_states)
    : most_lines_(most_lines(limit)), array_(most_lines_ * TagIndex::keys_per_line * sizeof(Key)), index_(most_lines_) {
    index_.start(lines_for(first_states));
}

/// Where the key probably stands, or no_position.
template <int W, class Hash>
Position StateStore<W, Hash>::candidate(std::uint64_t hash) const {
    Line* line = index_.home(hash);
    TagIndex::Scan scan = index_.scan(line, hash);
    if (!scan.matches && !scan.empty) scan = index_.scan(line = index_.next(line), hash);
    return scan.matches ? index_.position(line, std::countr_zero(scan.matches)) : no_position;
}

template <int W, class Hash>
auto StateStore<W, Hash>::insert(Writer& writer, std::span<const Hashed> keys, std::span<Visit> visits) -> Progress {
    assert(visits.size() >= keys.size());
    if (index_.lines() == 0) return {StoreStatus::out_of_memory, 0};
    std::array<Position, batch> candidates;
    for (std::size_t from = 0; from < keys.size(); from += batch) {
        const auto part = keys.subspan(from, std::min(batch, keys.size() - from));
        for (std::size_t i = 0; i < part.size(); ++i)
            if ((candidates[i] = candidate(part[i].hash)) != no_position) prefetch_key(candidates[i]);
        for (std::size_t i = 0; i < part.size(); ++i) {
            Visit& visit = visits[from + i];
            if (candidates[i] != no_position && equal(key(candidates[i]), part[i].key)) visit = {candidates[i], false};
            else if (!place(writer, part[i], visit))
                return {2 * index_.lines() <= most_lines_ ? StoreStatus::must_grow : StoreStatus::out_of_memory, from + i};
        }
    }
    return {StoreStatus::ok, keys.size()};
}

/// Finds or adds one key; false if it is new and there is no room.
template <int W, class Hash>
bool StateStore<W, Hash>::place(Writer& writer, const Hashed& wanted, Visit& visit) {
    assert(wanted.key != hole);
    for (Line* line = index_.home(wanted.hash);;) {
        const TagIndex::Scan scan = index_.scan(line, wanted.hash);
        for (std::uint32_t matches = scan.matches; matches; matches &= matches - 1) {
            const Position position = index_.position(line, std::countr_zero(matches));
            if (!equal(key(position), wanted.key)) continue;
            visit = {position, false};
            return true;
        }
        if (!scan.empty) {
            line = index_.next(line);
            continue;
        }
        if (writer.next_ == writer.end_ && !reserve(writer)) return false;
        keys()[writer.next_] = wanted.key;
        if (index_.claim(line, std::countr_zero(scan.empty), wanted.hash, writer.next_)) {
            visit = {writer.next_++, true};
            return true;
        }
        // Another thread took the slot, perhaps for this very key: look at the line again.
        keys()[writer.next_] = hole;
    }
}

/// Gives the writer a new block, of holes; false if the index may hold no more.
template <int W, class Hash>
bool StateStore<W, Hash>::reserve(Writer& writer) {
    const auto capacity = static_cast<Position>(index_.capacity());
    Position begin = reserved_.load(std::memory_order_relaxed), size;
    do {
        size = std::min(block, capacity - begin);
        if (size == 0) return false;
    } while (!reserved_.compare_exchange_weak(begin, begin + size, std::memory_order_relaxed));
    std::fill_n(keys() + begin, size, hole);
    writer.next_ = begin;
    writer.end_ = begin + size;
    return true;
}

template <int W, class Hash>
void StateStore<W, Hash>::finish_level(Writer& writer) {
    Position end = writer.end_;
    if (!reserved_.compare_exchange_strong(end, writer.next_, std::memory_order_relaxed))
        holes_.fetch_add(writer.end_ - writer.next_, std::memory_order_relaxed);
    writer = {};
}

template <int W, class Hash>
auto StateStore<W, Hash>::find(const Key& wanted) const -> std::optional<Position> {
    if (index_.lines() == 0) return std::nullopt;
    const std::uint64_t hash = hash_of(wanted);
    for (Line* line = index_.home(hash);; line = index_.next(line)) {
        const TagIndex::Scan scan = index_.scan(line, hash);
        for (std::uint32_t matches = scan.matches; matches; matches &= matches - 1) {
            const Position position = index_.position(line, std::countr_zero(matches));
            if (equal(key(position), wanted)) return position;
        }
        if (scan.empty) return std::nullopt;
    }
}

template <int W, class Hash>
void StateStore<W, Hash>::grow(int threads) {
    index_.double_lines(threads, [&](Position p) { prefetch_key(p); }, [&](Position p) { return hash_of(key(p)); });
}

}  // namespace tandem::checker

#include "checker/state_store_relayout.hpp"
