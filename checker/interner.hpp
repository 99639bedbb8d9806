// Small integers for packed values: equal values get equal numbers, counted from 0 in the order of their discovery.
#pragma once

#include <concepts>
#include <mutex>
#include <utility>
#include <vector>

#include "checker/spin_lock.hpp"
#include "checker/stable_vector.hpp"
#include "model/hash.hpp"
#include "model/reflect.hpp"

namespace tandem::checker {

using model::Packed;

/// What each block of the heap takes besides its content, about.
inline constexpr std::size_t heap_overhead = 16;

/// `Entry` is what is kept for each value, with the value itself as its `packed`; `held_bytes`, if it has that, is the memory
/// that it points to otherwise.
template <class Entry>
requires std::same_as<decltype(Entry::packed), Packed>
class Interner {
public:
    /// The number of `value`; `make()` gives the rest of the entry if it is new.
    template <class Make>
    std::uint32_t number(const Packed& value, Make&& make) {
        const std::uint32_t hash = hash_of(value);
        if (std::lock_guard lock(lock_); const std::uint32_t known = slots_[find(value, hash)]) return number_in(known);
        Entry entry = make();  // without the lock; another thread may be making it too
        entry.packed = value;
        std::lock_guard lock(lock_);
        if (2 * (entries_.size() + 1) > slots_.size()) rehash();
        const std::size_t slot = find(value, hash);
        if (slots_[slot] != 0) return number_in(slots_[slot]);
        const auto number = static_cast<std::uint32_t>(entries_.size());
        held_bytes_ += value.size() * sizeof(value[0]) + heap_overhead;
        if constexpr (requires { entry.held_bytes(); }) held_bytes_ += entry.held_bytes();
        entries_.grow_to(number + 1u);
        entries_[number] = std::move(entry);
        slots_[slot] = tag(hash) | (number + 1);
        return number;
    }
    const Entry& operator[](std::uint32_t number) const { return entries_[number]; }
    /// How many there are, all of which may be read.
    std::uint32_t size() const {
        std::lock_guard lock(lock_);
        return static_cast<std::uint32_t>(entries_.size());
    }
    /// Entries, what they point to and the table that finds them.
    std::size_t bytes() const {
        std::lock_guard lock(lock_);
        return entries_.bytes() + held_bytes_ + slots_.size() * sizeof(slots_[0]);
    }

private:
    static std::uint32_t hash_of(const Packed& words) {
        std::uint64_t h = words.size();
        for (const std::uint32_t word : words) h = model::hash_with(h, word);
        return static_cast<std::uint32_t>(h >> 32);
    }
    std::uint32_t number_mask() const { return static_cast<std::uint32_t>(slots_.size() - 1); }
    std::uint32_t tag(std::uint32_t hash) const { return hash & ~number_mask(); }
    std::uint32_t number_in(std::uint32_t slot) const { return (slot & number_mask()) - 1; }
    /// The slot where `value` is, or an empty one where it belongs.
    std::size_t find(const Packed& value, std::uint32_t hash) const {
        std::size_t slot = hash & number_mask();
        for (const std::uint32_t mine = tag(hash); slots_[slot] != 0; slot = (slot + 1) & number_mask())
            if (tag(slots_[slot]) == mine && entries_[number_in(slots_[slot])].packed == value) break;
        return slot;
    }
    void rehash() {
        slots_.assign(2 * slots_.size(), 0);
        for (std::uint32_t n = 0; n < entries_.size(); ++n) {
            const Packed& value = entries_[n].packed;
            const std::uint32_t hash = hash_of(value);
            slots_[find(value, hash)] = tag(hash) | (n + 1);
        }
    }

    mutable SpinLock lock_;
    // open addressing: number + 1 in as many bits as the table needs, and the hash's other bits above as a tag; or 0
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64);
    StableVector<Entry> entries_;
    std::size_t held_bytes_ = 0;
};

}  // namespace tandem::checker
