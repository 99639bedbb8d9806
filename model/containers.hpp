// The stores of the finite engines: total maps, partial maps, sets and FIFOs over sorts.
//
// A protocol text says `lines.find(a)`, `lines.place(a)`, `lines.drop(a)`; here these work on fixed arrays with a present flag,
// and in the simulator on real caches. An absent item always holds its default, so equal contents have equal bits.
#pragma once

#include <array>
#include <type_traits>

#include "model/domain.hpp"
#include "model/running_handler.hpp"

namespace tandem::model {

/// A total map from the names of a sort to T.
template <class D, Sort S, class T>
struct Array {
    static constexpr Sort sort = S;
    std::array<T, room<D>(S)> items{};

    /// The item of `key`, which is always there.
    T& operator[](typename D::template Id<S> key) { return items[key.index(room<D>(S))]; }
    const T& operator[](typename D::template Id<S> key) const { return items[key.index(room<D>(S))]; }
};

/// A partial map from the names of a sort to T: cache lines by address, MSHR entries by address, waiting loads by thread.
template <class D, Sort S, class T>
struct Table {
    static constexpr Sort sort = S;
    using Key = typename D::template Id<S>;
    struct Slot {
        typename D::Flag present{};
        T item{};
    };
    std::array<Slot, room<D>(S)> slots{};

    /// The entry of `key`; null if it is absent.
    T* find(Key key) {
        const std::size_t at = key.index(room<D>(S));
        Slot& slot = slots[at];
        if (slot.present) return &slot.item;
        RunningHandler::note_missed(this, static_cast<unsigned char>(S), static_cast<unsigned char>(at));
        return nullptr;
    }
    const T* find(Key key) const { return const_cast<Table*>(this)->find(key); }

    /// The entry of `key`, made with its default if it was absent.
    T& place(Key key) {
        Slot& slot = slots[key.index(room<D>(S))];
        if (!slot.present) slot = {.present = true, .item = {}};
        return slot.item;
    }
    /// Makes the entry absent.
    void drop(Key key) { slots[key.index(room<D>(S))] = Slot{}; }
    /// Makes all absent.
    void clear() { slots = {}; }

    /// Calls f(key, item) for each present entry, in the order of the names; f may drop that entry.
    template <class F>
    void each(F&& f) {
        for (int i = 0; i < room<D>(S); ++i)
            if (slots[i].present) f(Key(i), slots[i].item);
    }
    template <class F>
    void each(F&& f) const {
        for (int i = 0; i < room<D>(S); ++i)
            if (slots[i].present) f(Key(i), slots[i].item);
    }
    /// Whether no entry is present.
    bool empty() const {
        for (const Slot& slot : slots)
            if (slot.present) return false;
        return true;
    }
};

/// The lines of a cache, by block. In a finite search the table may hold any blocks; in the simulator it holds as many as the
/// cache has room for. A block leaves it by an action of the protocol, which the environment chooses.
template <class D, class T>
struct CacheOf {
    using type = Table<D, Sort::address, T>;
};
template <class D, class T> using Cache = typename CacheOf<D, T>::type;

/// A set of names of one sort.
template <class D, Sort S>
struct Set {
    static constexpr Sort sort = S;
    using Key = typename D::template Id<S>;
    std::array<typename D::Flag, room<D>(S)> members{};

    /// Whether the name is in the set.
    auto contains(Key key) const { return members[key.index(room<D>(S))]; }
    /// Puts the name in, if it is not there.
    void insert(Key key) { members[key.index(room<D>(S))] = true; }
    /// Takes the name out, if it is there.
    void erase(Key key) { members[key.index(room<D>(S))] = false; }
    /// Takes all out.
    void clear() { members = {}; }
    /// Whether no name is in it.
    bool empty() const {
        for (const auto& member : members)
            if (member) return false;
        return true;
    }
    /// Calls f(key) for each name in it, in the order of the names.
    template <class F>
    void each(F&& f) const {
        for (int i = 0; i < room<D>(S); ++i)
            if (members[i]) f(Key(i));
    }
};

/// The set of names that an operation speaks of. A handler may go over it even where there may be any number of names
/// (any_number.hpp).
template <class D, Sort S>
struct SpokenOf {
    using type = Set<D, S>;
};

/// A T or nothing.
template <class D, class T>
struct Maybe {
    typename D::Flag present{};
    T item{};

    /// Whether there is one.
    explicit operator bool() const { return bool(present); }
    /// The item. The caller has checked that there is one.
    const T& operator*() const { return item; }
    /// There is one, this.
    Maybe& operator=(const T& value) {
        present = true;
        item = value;
        return *this;
    }
    /// There is none.
    void reset() { *this = Maybe{}; }
};

/// A queue of at most Capacity items; the head is at index 0.
template <class D, class T, int Capacity>
struct Fifo {
    static constexpr int capacity = Capacity;
    std::array<T, Capacity> items{};
    typename D::template Count<Capacity> size{};

    /// Whether nothing waits.
    bool empty() const { return bool(size == 0); }
    /// Whether nothing more can be pushed.
    bool full() const { return bool(size == Capacity); }
    /// The head. The caller has checked that there is one. Here and below, the finite search throws TextError if the caller has
    /// not.
    const T& front() const {
        must_hold_one();
        return items[0];
    }
    /// Calls f(item) for each item, from the head on.
    template <class F>
    void each(F&& f) {
        for (std::size_t i = 0; i < size.index(); ++i) f(items[i]);
    }
    /// Puts the item at the end. The caller has checked that there is room.
    void push(const T& item) {
        if constexpr (finite<D>)
            if (size.number >= Capacity) [[unlikely]] queue_is_full(size.number);
        items[size.index(Capacity - 1)] = item;
        size += 1;
    }
    /// Takes the head out.
    T pop() {
        must_hold_one();
        T head = items[0];
        for (int i = 0; i + 1 < Capacity; ++i) items[i] = items[i + 1];
        items[Capacity - 1] = T{};
        size -= 1;
        return head;
    }

private:
    /// Symbols do not ask: that would split paths by a question with only one answer in reachable states.
    void must_hold_one() const {
        if constexpr (finite<D>)
            if (size.number <= 0) [[unlikely]] queue_is_empty();
    }
};

}  // namespace tandem::model
