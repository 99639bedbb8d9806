// The exact set of visited states, for a parallel breadth-first search.
//
// All keys stand in one array in the order in which they were found. That array is the store, the frontier (a level is a
// range of positions) and what a trace is rebuilt from. A TagIndex of four bytes a slot leads from a key's hash to its
// position, and the key there decides. A random read costs an order more alone than among others, so everything comes in
// batches: prefetch all index lines, then all candidate keys, then decide. Threads append to blocks of their own.
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
#include "checker/tag_index.hpp"
#include "checker/word_hash.hpp"

namespace tandem::checker {

inline constexpr Position no_position = ~Position{0};

enum class StoreStatus {
    ok,
    must_grow,      // the index is full: stop all threads, rebuild, go on
    out_of_memory,  // the store holds all that its limit allows
};

/// A set of keys of W 32-bit words. The key of all ones is reserved.
template <int W, class Hash = WordHash>
class StateStore {
    static_assert(1 <= W && W <= 8);

public:
    using Key = std::array<std::uint32_t, W>;

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

    /// Inserts keys and tells for each its position and whether it is new; of equal keys exactly one is. `visits` must be as
    /// long as `keys`, and is filled as far as `done`. Batches of 32 to 128 keys are best. Any number of threads may insert.
    Progress insert(Writer& writer, std::span<const Key> keys, std::span<Visit> visits);

    /// Writes the position of each key, or no_position. May run beside inserts.
    void find(std::span<const Key> keys, std::span<Position> positions) const;
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

    /// To grow: with all threads stopped, one calls `begin_growth`; then all call `rebuild_part`, then all wait for each other.
    /// Writers keep their blocks. The old index is gone before the new one is touched.
    void begin_growth();
    void rebuild_part(int thread, int threads);

    /// To change the keys' layout: a new store calls `begin_relayout`; then all threads call `relayout_part`, wait for each
    /// other, call `rebuild_part` and wait again. Each state keeps its position, and each hole. `old` is empty of use from
    /// the beginning on; its memory is given back on the way. Writers of `old` must have finished their level.
    /// False if the new store's limit does not suffice; then `old` is untouched.
    template <int V>
    bool begin_relayout(StateStore<V, Hash>& old);
    /// `transform` makes a new key of an old one, and different ones of different ones.
    template <int V, class Transform>
    void relayout_part(StateStore<V, Hash>& old, Transform&& transform, int thread, int threads);

private:
    template <int, class> friend class StateStore;
    static constexpr std::size_t batch = 64;
    using Line = TagIndex::Line;

    // What the prefetching passes learn of a batch.
    struct Probes {
        std::array<std::uint64_t, batch> hash;
        std::array<Position, batch> candidate;  // where the key probably stands, or no_position
    };
    struct Range {
        Position begin, end;
    };

    static std::size_t most_lines(std::size_t limit) {
        const std::size_t most = (std::size_t{no_position} - 1) / TagIndex::keys_per_line;
        return std::min(most, limit / (sizeof(Line) + TagIndex::keys_per_line * sizeof(Key)));
    }

    // Compilers make a library call of comparing arrays whose size is no power of two.
    static bool equal(const Key& a, const Key& b) {
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return ((a[i] ^ b[i]) | ...) == 0;
        }(std::make_index_sequence<W>());
    }

    Key* keys() const { return static_cast<Key*>(array_.data()); }
    void look_ahead(std::span<const Key> keys, Probes& probes) const;
    Position look_up(const Key& key, std::uint64_t hash) const;
    bool place(Writer& writer, const Key& key, std::uint64_t hash, Visit& visit);
    bool reserve(Writer& writer);
    Range share(int thread, int threads) const;

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
    index_.reset(std::min(most_lines_, first_states / TagIndex::keys_per_line + 1));
}

template <int W, class Hash>
void StateStore<W, Hash>::look_ahead(std::span<const Key> keys, Probes& probes) const {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        probes.hash[i] = Hash{}(keys[i]);
        __builtin_prefetch(index_.home(probes.hash[i]));
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
        Line* line = index_.home(probes.hash[i]);
        TagIndex::Scan scan = index_.scan(line, probes.hash[i]);
        if (!scan.matches && !scan.empty) scan = index_.scan(line = index_.next(line), probes.hash[i]);
        probes.candidate[i] = no_position;
        if (!scan.matches) continue;
        probes.candidate[i] = index_.position(line, std::countr_zero(scan.matches));
        const Key& candidate = key(probes.candidate[i]);
        __builtin_prefetch(&candidate.front());
        __builtin_prefetch(&candidate.back());  // it may lie across two lines
    }
}

template <int W, class Hash>
auto StateStore<W, Hash>::insert(Writer& writer, std::span<const Key> keys, std::span<Visit> visits) -> Progress {
    assert(visits.size() >= keys.size());
    Probes probes;
    for (std::size_t from = 0; from < keys.size(); from += batch) {
        const auto part = keys.subspan(from, std::min(batch, keys.size() - from));
        look_ahead(part, probes);
        for (std::size_t i = 0; i < part.size(); ++i) {
            Visit& visit = visits[from + i];
            const Position candidate = probes.candidate[i];
            if (candidate != no_position && equal(key(candidate), part[i])) visit = {candidate, false};
            else if (!place(writer, part[i], probes.hash[i], visit))
                return {index_.lines() < most_lines_ ? StoreStatus::must_grow : StoreStatus::out_of_memory, from + i};
        }
    }
    return {StoreStatus::ok, keys.size()};
}

/// Finds or adds one key; false if it is new and there is no room.
template <int W, class Hash>
bool StateStore<W, Hash>::place(Writer& writer, const Key& wanted, std::uint64_t hash, Visit& visit) {
    assert(wanted != hole);
    for (Line* line = index_.home(hash);;) {
        const TagIndex::Scan scan = index_.scan(line, hash);
        for (std::uint32_t matches = scan.matches; matches; matches &= matches - 1) {
            const Position position = index_.position(line, std::countr_zero(matches));
            if (!equal(key(position), wanted)) continue;
            visit = {position, false};
            return true;
        }
        if (!scan.empty) {
            line = index_.next(line);
            continue;
        }
        if (writer.next_ == writer.end_ && !reserve(writer)) return false;
        keys()[writer.next_] = wanted;
        if (index_.claim(line, std::countr_zero(scan.empty), hash, writer.next_)) {
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
void StateStore<W, Hash>::find(std::span<const Key> keys, std::span<Position> positions) const {
    assert(positions.size() >= keys.size());
    Probes probes;
    for (std::size_t from = 0; from < keys.size(); from += batch) {
        const auto part = keys.subspan(from, std::min(batch, keys.size() - from));
        look_ahead(part, probes);
        for (std::size_t i = 0; i < part.size(); ++i) {
            const Position candidate = probes.candidate[i];
            const bool hit = candidate != no_position && equal(key(candidate), part[i]);
            positions[from + i] = hit ? candidate : look_up(part[i], probes.hash[i]);
        }
    }
}

template <int W, class Hash>
auto StateStore<W, Hash>::find(const Key& wanted) const -> std::optional<Position> {
    const Position position = look_up(wanted, Hash{}(wanted));
    return position == no_position ? std::nullopt : std::optional(position);
}

template <int W, class Hash>
Position StateStore<W, Hash>::look_up(const Key& wanted, std::uint64_t hash) const {
    for (Line* line = index_.home(hash);; line = index_.next(line)) {
        const TagIndex::Scan scan = index_.scan(line, hash);
        for (std::uint32_t matches = scan.matches; matches; matches &= matches - 1) {
            const Position position = index_.position(line, std::countr_zero(matches));
            if (equal(key(position), wanted)) return position;
        }
        if (scan.empty) return no_position;
    }
}

template <int W, class Hash>
void StateStore<W, Hash>::begin_growth() {
    // The last step goes to the limit at once, rather than rebuild again for a few more.
    const std::size_t wanted = index_.lines() * 7 / 4 + 1;
    index_.reset(wanted + wanted / 4 > most_lines_ ? most_lines_ : wanted);
}

template <int W, class Hash>
void StateStore<W, Hash>::rebuild_part(int thread, int threads) {
    const Range range = share(thread, threads);
    std::array<std::uint64_t, batch> hash;
    for (Position begin = range.begin; begin < range.end;) {
        const Position end = begin + std::min<Position>(batch, range.end - begin);
        for (Position p = begin; p < end; ++p) __builtin_prefetch(index_.home(hash[p - begin] = Hash{}(key(p))), 1);
        for (Position p = begin; p < end; ++p)
            if (!is_hole(p)) index_.add(hash[p - begin], p);
        begin = end;
    }
}

/// This thread's share of all positions.
template <int W, class Hash>
auto StateStore<W, Hash>::share(int thread, int threads) const -> Range {
    const auto part = [&](int i) { return static_cast<Position>(std::uint64_t{end()} * i / threads); };
    return {part(thread), part(thread + 1)};
}

template <int W, class Hash>
template <int V>
bool StateStore<W, Hash>::begin_relayout(StateStore<V, Hash>& old) {
    assert(end() == 0);
    const std::size_t wanted = old.index_.lines() < most_lines_ ? old.index_.lines() : most_lines_;
    if (old.end() > wanted * TagIndex::keys_per_line) return false;
    reserved_.store(old.end(), std::memory_order_relaxed);
    holes_.store(old.holes_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    old.index_.reset(0);
    index_.reset(wanted);
    return true;
}

template <int W, class Hash>
template <int V, class Transform>
void StateStore<W, Hash>::relayout_part(StateStore<V, Hash>& old, Transform&& transform, int thread, int threads) {
    constexpr Position stride = Position{1} << 20;
    const Range range = share(thread, threads);
    for (Position begin = range.begin; begin < range.end;) {
        const Position end = begin + std::min(stride, range.end - begin);
        for (Position p = begin; p < end; ++p) keys()[p] = old.is_hole(p) ? hole : transform(old.key(p));
        old.array_.release(begin * sizeof(old.key(0)), end * sizeof(old.key(0)));
        begin = end;
    }
}

}  // namespace tandem::checker
