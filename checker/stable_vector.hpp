// A growing array whose elements never move, so that other threads may read them while it grows.
//
// Elements stand in chunks behind atomic pointers. One thread grows it at a time (under its owner's lock); whoever has
// learnt of an index through a release/acquire pair may read that element.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

namespace tandem::checker {

template <class T>
class StableVector {
    static constexpr std::size_t chunk = 1024, chunks = 1 << 16;

public:
    StableVector() : chunks_(std::make_unique<std::atomic<T*>[]>(chunks)) {}
    StableVector(const StableVector&) = delete;
    StableVector& operator=(const StableVector&) = delete;
    ~StableVector() {
        for (std::size_t i = 0; i < chunks; ++i) delete[] chunks_[i].load(std::memory_order_relaxed);
    }

    T& operator[](std::size_t i) { return chunks_[i / chunk].load(std::memory_order_acquire)[i % chunk]; }
    const T& operator[](std::size_t i) const { return chunks_[i / chunk].load(std::memory_order_acquire)[i % chunk]; }
    std::size_t size() const { return size_.load(std::memory_order_acquire); }

    /// Makes room for elements 0..size-1; new ones are value-initialised.
    void grow_to(std::size_t size) {
        for (std::size_t c = (size_.load(std::memory_order_relaxed) + chunk - 1) / chunk; c * chunk < size; ++c)
            chunks_[c].store(new T[chunk]{}, std::memory_order_release);
        if (size > size_.load(std::memory_order_relaxed)) size_.store(size, std::memory_order_release);
    }

    /// Bytes of the elements, not of what they point to.
    std::size_t bytes() const { return (size() + chunk - 1) / chunk * chunk * sizeof(T); }

private:
    std::unique_ptr<std::atomic<T*>[]> chunks_;
    std::atomic<std::size_t> size_ = 0;
};

}  // namespace tandem::checker
