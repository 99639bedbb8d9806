// Small integers for packed values: equal values get equal numbers, counted from 0 in the order of their discovery.
#pragma once

#include <mutex>
#include <unordered_map>

#include "checker/stable_vector.hpp"
#include "model/reflect.hpp"

namespace tandem::checker {

using model::Packed;

struct PackedHash {
    std::size_t operator()(const Packed& words) const {
        std::uint64_t h = words.size();
        for (const std::uint32_t word : words) h = (h ^ word) * 0x9e3779b97f4a7c15u, h ^= h >> 32;
        return static_cast<std::size_t>(h);
    }
};

/// `Entry` is what is kept for each value; `make(packed)` gives it for a new value.
template <class Entry>
class Interner {
public:
    template <class Make>
    std::uint32_t number(const Packed& value, Make&& make) {
        std::lock_guard lock(mutex_);
        const auto [at, added] = numbers_.try_emplace(value, static_cast<std::uint32_t>(numbers_.size()));
        if (added) {
            entries_.grow_to(at->second + 1);
            entries_[at->second] = make(value);
            payload_bytes_ += 2 * value.size() * sizeof(value[0]) + 64;
        }
        return at->second;
    }
    const Entry& operator[](std::uint32_t number) const { return entries_[number]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }
    /// Entries, keys and their hash nodes; what entries point to is not counted.
    std::size_t bytes() const {
        std::lock_guard lock(mutex_);
        return entries_.bytes() + payload_bytes_ + numbers_.bucket_count() * sizeof(void*);
    }

private:
    mutable std::mutex mutex_;
    std::unordered_map<Packed, std::uint32_t, PackedHash> numbers_;
    StableVector<Entry> entries_;
    std::size_t payload_bytes_ = 0;
};

}  // namespace tandem::checker
