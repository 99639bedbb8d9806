// The simulator's stores besides caches: warps' registers, MSHR files, bitmaps of warps, queues, and memory.
//
// They are the specialisations for `Timed` of what model/containers.hpp makes of arrays. `each` goes in the order of the names
// wherever a handler's effect could depend on it, as it does there.
#pragma once

#include <cassert>
#include <stdexcept>
#include <string>
#include <vector>

#include "perfsim/timed.hpp"

namespace tandem::perfsim {

/// The most cores of a machine and warps of a core: sets of them are 64 bits.
inline constexpr int most_names = 64;

/// Memory by block, as the host and DRAM see it.
using MemoryImage = std::vector<Value>;

}  // namespace tandem::perfsim

namespace tandem::model {

using perfsim::Timed;

/// One T for each name; the machine says how many there are.
template <Sort S, class T>
struct Array<Timed, S, T> {
    static constexpr Sort sort = S;
    std::vector<T> items;

    T& operator[](typename Timed::Id<S> key) { return items[key.index()]; }
    const T& operator[](typename Timed::Id<S> key) const { return items[key.index()]; }
};

/// DRAM's contents; all nodes with memory share one image, in which each has its blocks.
template <class T>
struct Array<Timed, Sort::address, T> {
    static constexpr Sort sort = Sort::address;
    perfsim::MemoryImage* image = nullptr;

    T& operator[](perfsim::Block key) { return (*image)[key.index()]; }
    const T& operator[](perfsim::Block key) const { return (*image)[key.index()]; }
};

/// By warp or core: a bit for each that is present.
template <Sort S, class T>
struct Table<Timed, S, T> {
    static constexpr Sort sort = S;
    using Key = typename Timed::Id<S>;
    std::uint64_t present = 0;
    std::array<T, perfsim::most_names> items;

    T* find(Key key) { return present >> key.index() & 1 ? &items[key.index()] : nullptr; }
    const T* find(Key key) const { return const_cast<Table*>(this)->find(key); }
    T& place(Key key) {
        T& item = items[key.index()];
        if (!(present >> key.index() & 1)) item = T{};
        present |= std::uint64_t(1) << key.index();
        return item;
    }
    void drop(Key key) { present &= ~(std::uint64_t(1) << key.index()); }
    void clear() { present = 0; }
    template <class F>
    void each(F&& f) {
        for (std::uint64_t left = present; left != 0; left &= left - 1) f(Key(std::countr_zero(left)), items[static_cast<std::size_t>(std::countr_zero(left))]);
    }
    template <class F>
    void each(F&& f) const {
        const_cast<Table*>(this)->each([&](Key key, const T& item) { f(key, item); });
    }
    bool empty() const { return present == 0; }
};

/// An MSHR file: few entries, found by block. The machine sees to it that there are no more than it has.
template <class T>
struct Table<Timed, Sort::address, T> {
    static constexpr Sort sort = Sort::address;
    using Key = perfsim::Block;

    T* find(Key key) {
        for (std::size_t i = 0; i < used_; ++i)
            if (tags_[i] == key.number) return &entries_[i];
        return nullptr;
    }
    const T* find(Key key) const { return const_cast<Table*>(this)->find(key); }
    T& place(Key key) {
        if (T* entry = find(key)) return *entry;
        if (used_ == tags_.size()) {
            tags_.push_back(0);
            entries_.emplace_back();
        }
        tags_[used_] = key.number;
        entries_[used_] = T{};
        return entries_[used_++];
    }
    void drop(Key key) {
        for (std::size_t i = 0; i < used_; ++i) {
            if (tags_[i] != key.number) continue;
            --used_;
            tags_[i] = tags_[used_];
            std::swap(entries_[i], entries_[used_]);
            return;
        }
    }
    void clear() { used_ = 0; }
    /// In no particular order; f may drop that entry.
    template <class F>
    void each(F&& f) {
        for (std::size_t i = used_; i-- > 0;) f(Key(tags_[i]), entries_[i]);
    }
    template <class F>
    void each(F&& f) const {
        for (std::size_t i = used_; i-- > 0;) f(Key(tags_[i]), entries_[i]);
    }
    bool empty() const { return used_ == 0; }
    int size() const { return static_cast<int>(used_); }

private:
    std::vector<std::uint32_t> tags_;
    std::vector<T> entries_;
    std::size_t used_ = 0;
};

/// A set of warps or cores.
template <Sort S>
struct Set<Timed, S> {
    static constexpr Sort sort = S;
    using Key = typename Timed::Id<S>;
    std::uint64_t members = 0;

    bool contains(Key key) const { return members >> key.index() & 1; }
    void insert(Key key) { members |= std::uint64_t(1) << key.index(); }
    void erase(Key key) { members &= ~(std::uint64_t(1) << key.index()); }
    void clear() { members = 0; }
    bool empty() const { return members == 0; }
    template <class F>
    void each(F&& f) const {
        for (std::uint64_t left = members; left != 0; left &= left - 1) f(Key(std::countr_zero(left)));
    }
};

/// The blocks of an instruction, at most one for each lane, put in in their order.
template <>
struct Set<Timed, Sort::address> {
    static constexpr Sort sort = Sort::address;
    using Key = perfsim::Block;
    int count = 0;
    std::array<std::uint32_t, perfsim::lane_count> blocks;

    bool contains(Key key) const {
        for (int i = 0; i < count; ++i)
            if (blocks[static_cast<std::size_t>(i)] == key.number) return true;
        return false;
    }
    void insert(Key key) {
        assert(count == 0 || blocks[static_cast<std::size_t>(count - 1)] < key.number);
        blocks[static_cast<std::size_t>(count++)] = key.number;
    }
    void clear() { count = 0; }
    bool empty() const { return count == 0; }
    template <class F>
    void each(F&& f) const {
        for (int i = 0; i < count; ++i) f(Key(blocks[static_cast<std::size_t>(i)]));
    }
};

/// A queue with room for a request of every warp there is, as docs/findings.md (3) asks for.
template <class T, int Capacity>
struct Fifo<Timed, T, Capacity> {
    static constexpr int capacity = Capacity;

    bool empty() const { return head_ == items_.size(); }
    bool full() const { return false; }
    const T& front() const { return items_[head_]; }
    template <class F>
    void each(F&& f) {
        for (std::size_t i = head_; i < items_.size(); ++i) f(items_[i]);
    }
    template <class F>
    void each(F&& f) const {
        for (std::size_t i = head_; i < items_.size(); ++i) f(items_[i]);
    }
    void push(const T& item) { items_.push_back(item); }
    T pop() {
        T head = std::move(items_[head_++]);
        if (head_ == items_.size()) {
            items_.clear();
            head_ = 0;
        }
        return head;
    }

private:
    std::vector<T> items_;
    std::size_t head_ = 0;
};

}  // namespace tandem::model
