// Small integers for packed values: equal values get equal numbers, counted from 0 in the order of their discovery.
#pragma once

#include <concepts>
#include <mutex>
#include <utility>
#include <vector>

#include "checker/stable_vector.hpp"
#include "model/reflect.hpp"

namespace tandem::checker {

using model::Packed;

/// What each block of the heap takes besides its content, about.
inline constexpr std::size_t heap_overhead = 16;

/// `Entry` is what is kept for each value, with the value itself as its `packed`; `held_bytes`, if it has that, is the memory that it
/// points to otherwise.
template <class Entry>
    requires std::same_as<decltype(Entry::packed), Packed>
class Interner {
public:
    /// The number of `value`; `make()` gives the rest of the entry if it is new.
    template <class Make>
    std::uint32_t number(const Packed& value, Make&& make) {
        std::lock_guard lock(mutex_);
        if (2 * (entries_.size() + 1) > slots_.size()) rehash();
        std::size_t slot = home(value);
        for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1))
            if (entries_[slots_[slot] - 1].packed == value) return slots_[slot] - 1;
        const auto number = static_cast<std::uint32_t>(entries_.size());
        Entry entry = make();
        entry.packed = value;
        held_bytes_ += value.size() * sizeof(value[0]) + heap_overhead;
        if constexpr (requires { entry.held_bytes(); }) held_bytes_ += entry.held_bytes();
        entries_.grow_to(number + 1u);
        entries_[number] = std::move(entry);
        slots_[slot] = number + 1;
        return number;
    }
    const Entry& operator[](std::uint32_t number) const { return entries_[number]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }
    /// Entries, what they point to and the table that finds them.
    std::size_t bytes() const {
        std::lock_guard lock(mutex_);
        return entries_.bytes() + held_bytes_ + slots_.size() * sizeof(slots_[0]);
    }

private:
    std::size_t home(const Packed& words) const {
        std::uint64_t h = words.size();
        for (const std::uint32_t word : words) h = (h ^ word) * 0x9e3779b97f4a7c15u, h ^= h >> 32;
        return static_cast<std::size_t>(h) & (slots_.size() - 1);
    }
    void rehash() {
        slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
        for (std::uint32_t n = 0; n < size(); ++n) {
            std::size_t slot = home(entries_[n].packed);
            while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = n + 1;
        }
    }

    mutable std::mutex mutex_;
    std::vector<std::uint32_t> slots_;  // open addressing: number + 1, or 0
    StableVector<Entry> entries_;
    std::size_t held_bytes_ = 0;
};

}  // namespace tandem::checker
