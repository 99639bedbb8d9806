// A concurrent map from 64-bit keys to 64-bit values for results that are computed once and looked up very often.
//
// Readers never wait, and nobody waits for a result to be computed: two threads may compute the same one, and the first that puts
// it there decides. When the table fills, a larger one is published and the old one kept for readers that still look at it,
// until `forget_old_tables`.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "checker/memory_map.hpp"
#include "checker/spin_lock.hpp"
#include "model/hash.hpp"

namespace tandem::checker {

class Memo {
public:
    Memo() { publish(64); }
    Memo(const Memo&) = delete;
    Memo& operator=(const Memo&) = delete;

    void prefetch(std::uint64_t key) const {
        const Table& table = *current_.load(std::memory_order_acquire);
        __builtin_prefetch(&table.slots[slot_of(key) & table.mask]);
    }

    /// The value of `key`, which `compute()` gives if nobody has computed it yet; equal computations count as one. `key` is not
    /// the greatest integer.
    template <class Compute>
    std::uint64_t get(std::uint64_t key, Compute&& compute) {
        const Slot& slot = find(key);
        if (slot.key.load(std::memory_order_acquire) == key) [[likely]] return slot.value.load(std::memory_order_relaxed);
        return make(key, compute);
    }

    /// Frees what growth has left behind; no other thread may be reading.
    void forget_old_tables() { tables_.erase(tables_.begin(), tables_.end() - 1); }

    std::size_t bytes() const {
        std::lock_guard lock(lock_);
        std::size_t sum = 0;
        for (const auto& table : tables_) sum += (table->mask + 1) * sizeof(Slot);
        return sum;
    }

private:
    static constexpr std::uint64_t empty = ~std::uint64_t{0};
    struct Slot {
        std::atomic<std::uint64_t> key{empty}, value{0};
    };
    struct Table {
        explicit Table(std::size_t size)
            : mask(size - 1), memory(size * sizeof(Slot), MemoryMap::Use::all), slots(static_cast<Slot*>(memory.data())) {
            std::uninitialized_default_construct_n(slots, size);
        }
        std::size_t mask;
        MemoryMap memory;  // a look-up is a random read, and huge pages halve its cost
        Slot* slots;
    };

    static std::size_t slot_of(std::uint64_t key) { return static_cast<std::size_t>(model::hash_with(0, key)); }
    /// The slot that holds `key`, or an empty one.
    const Slot& find(std::uint64_t key) const {
        const Table& table = *current_.load(std::memory_order_acquire);
        for (std::size_t i = slot_of(key) & table.mask;; i = (i + 1) & table.mask) {
            const std::uint64_t found = table.slots[i].key.load(std::memory_order_acquire);
            if (found == key || found == empty) return table.slots[i];
        }
    }
    template <class Compute>
    [[gnu::noinline]] std::uint64_t make(std::uint64_t key, Compute&& compute) {
        const std::uint64_t value = compute();
        std::lock_guard lock(lock_);
        if (const Slot& slot = find(key); slot.key.load(std::memory_order_relaxed) == key)
            return slot.value.load(std::memory_order_relaxed);
        if (++entries_ * 2 > tables_.back()->mask) publish((tables_.back()->mask + 1) * 2);
        put(*tables_.back(), key, value);
        return value;
    }
    static void put(Table& table, std::uint64_t key, std::uint64_t value) {
        std::size_t i = slot_of(key) & table.mask;
        while (table.slots[i].key.load(std::memory_order_relaxed) != empty) i = (i + 1) & table.mask;
        table.slots[i].value.store(value, std::memory_order_relaxed);
        table.slots[i].key.store(key, std::memory_order_release);
    }
    void publish(std::size_t size) {
        auto table = std::make_unique<Table>(size);
        if (!tables_.empty()) {
            const Table& old = *tables_.back();
            for (std::size_t i = 0; i <= old.mask; ++i)
                if (const auto key = old.slots[i].key.load(std::memory_order_relaxed); key != empty)
                    put(*table, key, old.slots[i].value.load(std::memory_order_relaxed));
        }
        current_.store(table.get(), std::memory_order_release);
        tables_.push_back(std::move(table));
    }

    std::atomic<Table*> current_{nullptr};
    mutable SpinLock lock_;
    std::vector<std::unique_ptr<Table>> tables_;
    std::size_t entries_ = 0;
};

}  // namespace tandem::checker
