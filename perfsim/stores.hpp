// The simulator's stores besides caches: warps' registers, MSHR files, bitmaps of warps, queues, and memory.
//
// They are the specialisations for `Timed` of the array-based stores of model/containers.hpp. As there, `each` goes in the order
// of the names wherever a handler's effect could depend on it.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "perfsim/block_index.hpp"
#include "perfsim/timed.hpp"

namespace tandem::perfsim {

/// The maximum number of cores of a machine and of warps of a core: sets of them have 64 bits.
inline constexpr int most_names = 64;

/// Memory by block, as the host and DRAM see it.
using MemoryImage = std::vector<Value>;

/// The bit of a core or warp in a set.
template <model::Sort S>
std::uint64_t bit_of(Name<S> name) {
    if (name.index() >= most_names) [[unlikely]]
        model::no_such_name(model::sort_text(S), static_cast<long>(name.index()), most_names - 1);
    return std::uint64_t(1) << name.index();
}

}  // namespace tandem::perfsim

namespace tandem::model {

using perfsim::Timed;

/// One T for each name; the machine gives their number.
template <Sort S, class T>
struct Array<Timed, S, T> {
    static constexpr Sort sort = S;
    std::vector<T> items;

    T& operator[](typename Timed::Id<S> key) {
        if (key.index() >= items.size()) [[unlikely]]
            no_such_name(sort_text(S), static_cast<long>(key.index()), static_cast<long>(items.size()) - 1);
        return items[key.index()];
    }
    const T& operator[](typename Timed::Id<S> key) const { return const_cast<Array&>(*this)[key]; }
};

/// DRAM's contents. All nodes with memory share one image, in which each has its own blocks.
template <>
struct Array<Timed, Sort::address, perfsim::Value> {
    static constexpr Sort sort = Sort::address;
    perfsim::MemoryImage* image = nullptr;

    perfsim::Value& operator[](perfsim::Block key) {
        if (key.index() >= image->size()) [[unlikely]]
            no_such_name("block", static_cast<long>(key.index()), static_cast<long>(image->size()) - 1);
        return (*image)[key.index()];
    }
    const perfsim::Value& operator[](perfsim::Block key) const { return const_cast<Array&>(*this)[key]; }
};

/// A node's knowledge of each block of memory, as in a directory: an item for each allocated block, made on first use.
template <class T>
struct Array<Timed, Sort::address, T> {
    static constexpr Sort sort = Sort::address;
    const perfsim::MemoryImage* of = nullptr;
    std::vector<T> items;

    T& operator[](perfsim::Block key) {
        if (key.index() >= items.size()) [[unlikely]] make_items(key);
        return items[key.index()];
    }
    const T& operator[](perfsim::Block key) const { return const_cast<Array&>(*this)[key]; }

private:
    [[gnu::noinline]] void make_items(perfsim::Block key) {
        if (key.index() >= of->size()) no_such_name("block", static_cast<long>(key.index()), static_cast<long>(of->size()) - 1);
        items.resize(of->size());
    }
};

/// By warp or core: a bit for each that is present, and their items in the order of the names. Mostly few are present. So a few
/// items are stored here, and a table takes one line of the host's cache. Other items move when one is placed or dropped.
template <Sort S, class T>
struct Table<Timed, S, T> {
    static constexpr Sort sort = S;
    using Key = typename Timed::Id<S>;
    static_assert(std::is_trivially_copyable_v<T>);

    Table() = default;
    Table(const Table& other) { *this = other; }
    Table& operator=(const Table& other) {
        if (other.size() > few) make_room_for_all();
        for (int i = 0; i < other.size(); ++i) items()[i] = other.items()[i];
        present_ = other.present_;
        return *this;
    }

    T* find(Key key) { return present_ & bit(key) ? &items()[before(key)] : nullptr; }
    const T* find(Key key) const { return const_cast<Table*>(this)->find(key); }
    T& place(Key key) {
        if (T* item = find(key)) return *item;
        const int last = size();
        if (last >= few) make_room_for_all();
        T* const items = this->items();
        const int at = before(key);
        for (int i = last; i > at; --i) items[i] = items[i - 1];
        present_ |= bit(key);
        return items[at] = T{};
    }
    void drop(Key key) {
        if (!(present_ & bit(key))) return;
        T* const items = this->items();
        for (int i = before(key), last = size() - 1; i < last; ++i) items[i] = items[i + 1];
        present_ &= ~bit(key);
    }
    void clear() { present_ = 0; }
    template <class F>
    void each(F&& f) {
        for (std::uint64_t left = present_; left != 0; left &= left - 1) {
            const Key key(std::countr_zero(left));
            f(key, items()[before(key)]);  // f may drop it
        }
    }
    template <class F>
    void each(F&& f) const {
        const_cast<Table*>(this)->each([&](Key key, const T& item) { f(key, item); });
    }
    bool empty() const { return present_ == 0; }

private:
    static constexpr int few = 6;

    static std::uint64_t bit(Key key) { return perfsim::bit_of(key); }
    int size() const { return std::popcount(present_); }
    /// The number of present names before it.
    int before(Key key) const { return std::popcount(present_ & (bit(key) - 1)); }
    T* items() { return all_ ? all_->data() : few_.data(); }
    const T* items() const { return const_cast<Table*>(this)->items(); }
    void make_room_for_all() {
        if (all_) return;
        auto all = std::make_unique<std::array<T, perfsim::most_names>>();
        std::copy_n(items(), size(), all->begin());
        all_ = std::move(all);
    }

    std::uint64_t present_ = 0;
    std::unique_ptr<std::array<T, perfsim::most_names>> all_;  // null while there were never more than a few
    std::array<T, few> few_;
};

/// An MSHR file: entries that stay at their addresses, found by block through an index. The machine ensures that no more entries
/// wait for data than the file has.
template <class T>
struct Table<Timed, Sort::address, T> {
    static constexpr Sort sort = Sort::address;
    using Key = perfsim::Block;

    T* find(Key key) {
        Entry* const entry = entry_of(key);
        return entry ? &entry->item : nullptr;
    }
    const T* find(Key key) const { return const_cast<Table*>(this)->find(key); }
    T& place(Key key) {
        if (T* item = find(key)) return *item;
        if (free_.empty()) make_entries();
        const int place = free_.back();
        free_.pop_back();
        index_.insert(key.number, place);
        known_ = key;
        known_entry_ = &entry(place);
        return known_entry_->item;
    }
    void drop(Key key) {
        const int place = index_.erase(key.number);
        if (place < 0) return;
        known_ = key;
        known_entry_ = nullptr;
        vacate(place);
    }
    void clear() {
        known_entry_ = nullptr;
        index_.each([&](std::uint32_t, int place) { vacate(place); });
        index_.clear();
    }
    /// In no particular order; f may drop no entry.
    template <class F>
    void each(F&& f) {
        index_.each([&](std::uint32_t block, int place) { f(Key(block), entry(place).item); });
    }
    template <class F>
    void each(F&& f) const {
        const_cast<Table*>(this)->each([&](Key key, const T& item) { f(key, item); });
    }
    bool empty() const { return index_.size() == 0; }

    // ---- for the machine

    /// Entries that wait for data. Code that changes one calls `recount`.
    int awaiting() const { return awaiting_; }
    /// Whether all entries wait for data.
    bool all_await() const { return awaiting_ == index_.size(); }
    void recount(Key key) {
        Entry* const e = entry_of(key);
        if (!e) return;
        awaiting_ -= e->counted;
        e->counted = e->item.awaits_data();
        awaiting_ += e->counted;
    }

private:
    struct alignas(64) Entry {
        bool counted = false;  // among those that wait for data
        T item{};
    };
    static constexpr int chunk = 64;
    /// Handlers look up one block again and again. So it is remembered whether the last block has an entry, and which.
    Entry* entry_of(Key key) {
        if (known_ == key) return known_entry_;
        const int place = index_.find(key.number);
        known_ = key;
        return known_entry_ = place < 0 ? nullptr : &entry(place);
    }
    Entry& entry(int place) {
        return (*entries_[static_cast<std::size_t>(place / chunk)])[static_cast<std::size_t>(place % chunk)];
    }
    [[gnu::noinline]] void make_entries() {
        const int places = chunk * static_cast<int>(entries_.size());
        entries_.push_back(std::make_unique<std::array<Entry, chunk>>());
        for (int i = chunk; i-- > 0;) free_.push_back(places + i);
    }
    void vacate(int place) {
        awaiting_ -= entry(place).counted;
        entry(place) = Entry{};
        free_.push_back(place);
    }

    perfsim::BlockIndex index_;
    std::vector<std::unique_ptr<std::array<Entry, chunk>>> entries_;  // they stay at their addresses
    std::vector<int> free_;
    int awaiting_ = 0;
    Key known_;
    Entry* known_entry_ = nullptr;
};

/// A set of warps or cores.
template <Sort S>
struct Set<Timed, S> {
    static constexpr Sort sort = S;
    using Key = typename Timed::Id<S>;
    std::uint64_t members = 0;

    bool contains(Key key) const { return (members & perfsim::bit_of(key)) != 0; }
    void insert(Key key) { members |= perfsim::bit_of(key); }
    void erase(Key key) { members &= ~perfsim::bit_of(key); }
    void clear() { members = 0; }
    bool empty() const { return members == 0; }
    template <class F>
    void each(F&& f) const {
        for (std::uint64_t left = members; left != 0; left &= left - 1) f(Key(std::countr_zero(left)));
    }
};

/// The blocks of an instruction, at most one for each lane, inserted in their order.
template <>
struct Set<Timed, Sort::address> {
    static constexpr Sort sort = Sort::address;
    using Key = perfsim::Block;
    int count = 0;
    std::array<std::uint32_t, perfsim::most_lanes> blocks;

    bool contains(Key key) const {
        for (int i = 0; i < count; ++i)
            if (blocks[static_cast<std::size_t>(i)] == key.number) return true;
        return false;
    }
    void insert(Key key) {
        assert(count == 0 || blocks[static_cast<std::size_t>(count - 1)] < key.number);
        if (count == perfsim::most_lanes) [[unlikely]] queue_is_full(count);
        blocks[static_cast<std::size_t>(count++)] = key.number;
    }
    void clear() { count = 0; }
    bool empty() const { return count == 0; }
    template <class F>
    void each(F&& f) const {
        for (int i = 0; i < count; ++i) f(Key(blocks[static_cast<std::size_t>(i)]));
    }
};

/// A queue with room for a request of every warp, as docs/findings.md (3) asks for.
template <class T, int Capacity>
struct Fifo<Timed, T, Capacity> {
    static constexpr int capacity = Capacity;
    /// By place; the head is at 0.
    struct Items {
        std::vector<T> all;
        std::size_t head = 0;  // those before it have left

        T& operator[](std::size_t i) { return all[head + i]; }
        const T& operator[](std::size_t i) const { return all[head + i]; }
    };
    Items items;
    perfsim::Tally size;

    bool empty() const { return size.number == 0; }
    bool full() const { return false; }
    const T& front() const {
        if (empty()) [[unlikely]] queue_is_empty();
        return items[0];
    }
    template <class F>
    void each(F&& f) {
        for (std::size_t i = 0; i < size.index(); ++i) f(items[i]);
    }
    template <class F>
    void each(F&& f) const {
        for (std::size_t i = 0; i < size.index(); ++i) f(items[i]);
    }
    void push(const T& item) {
        items.all.push_back(item);
        size += 1;
    }
    T pop() {
        if (empty()) [[unlikely]] queue_is_empty();
        T head = std::move(items[0]);
        ++items.head;
        size -= 1;
        if (empty() || items.head == 1024) {
            items.all.erase(items.all.begin(), items.all.begin() + static_cast<std::ptrdiff_t>(items.head));
            items.head = 0;
        }
        return head;
    }
};

}  // namespace tandem::model
