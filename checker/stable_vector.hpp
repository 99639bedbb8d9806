// A growing array whose elements never move, so that other threads may read them while it grows.
//
// Elements stand in chunks behind atomic pointers, each chunk as large as all before it: few pointers, and an element is two
// reads away. A chunk's memory is touched only as far as elements exist. One thread grows the array at a time (under its
// owner's lock); whoever has learnt of an index through a release/acquire pair may read that element.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>
#include <new>

namespace tandem::checker {

template <class T>
class StableVector {
    static constexpr std::size_t first_chunk = 64;
    static constexpr int chunks = 32;

public:
    StableVector() = default;
    StableVector(const StableVector&) = delete;
    StableVector& operator=(const StableVector&) = delete;
    ~StableVector() {
        for (std::size_t i = 0; i < size(); ++i) std::destroy_at(&(*this)[i]);
        for (auto& chunk : chunks_) ::operator delete(chunk.load(std::memory_order_relaxed));
    }

    T& operator[](std::size_t i) { return *at(i); }
    const T& operator[](std::size_t i) const { return *at(i); }
    std::size_t size() const { return size_.load(std::memory_order_acquire); }

    /// Makes room for elements 0..size-1; new ones are value-initialised.
    void grow_to(std::size_t size) {
        std::size_t i = size_.load(std::memory_order_relaxed);
        if (size <= i) return;
        for (; i < size; ++i) {
            auto& chunk = chunks_[chunk_of(i)];
            if (!chunk.load(std::memory_order_relaxed))
                chunk.store(static_cast<T*>(::operator new((first_chunk << chunk_of(i)) * sizeof(T))), std::memory_order_release);
            ::new (static_cast<void*>(at(i))) T{};
        }
        size_.store(size, std::memory_order_release);
    }

    /// Bytes of the elements, not of what they point to.
    std::size_t bytes() const { return sizeof(*this) + size() * sizeof(T); }

private:
    static std::size_t chunk_of(std::size_t i) { return static_cast<std::size_t>(std::bit_width(i / first_chunk + 1)) - 1; }
    T* at(std::size_t i) const {
        const std::size_t c = chunk_of(i);
        return chunks_[c].load(std::memory_order_acquire) + (i + first_chunk - (first_chunk << c));
    }

    std::array<std::atomic<T*>, chunks> chunks_{};
    std::atomic<std::size_t> size_ = 0;
};

}  // namespace tandem::checker
