// A queue in a ring buffer, which grows when it must.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace tandem::perfsim {

template <class T>
class Ring {
public:
    bool empty() const { return size_ == 0; }
    int size() const { return static_cast<int>(size_); }
    T& front() { return items_[head_]; }
    const T& front() const { return items_[head_]; }
    T& operator[](int i) { return items_[(head_ + static_cast<std::uint32_t>(i)) & mask_]; }
    void push(T item) {
        if (size_ == mask_ + 1) [[unlikely]] grow();
        items_[(head_ + size_++) & mask_] = std::move(item);
    }
    T pop() {
        T item = std::move(items_[head_]);
        head_ = (head_ + 1) & mask_;
        --size_;
        return item;
    }
    /// Takes out the item at place i; those behind it move up.
    T take(int i) {
        T item = std::move((*this)[i]);
        for (int k = i; k + 1 < size(); ++k) (*this)[k] = std::move((*this)[k + 1]);
        --size_;
        return item;
    }

private:
    [[gnu::noinline]] void grow() {
        const std::uint32_t room = items_ ? 2 * size_ : 8;
        auto larger = std::make_unique<T[]>(room);
        for (std::uint32_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[static_cast<int>(i)]);
        items_ = std::move(larger);
        mask_ = room - 1;
        head_ = 0;
    }

    std::unique_ptr<T[]> items_;  // a power of two: mask_ + 1, initially 0
    std::uint32_t head_ = 0, size_ = 0, mask_ = ~std::uint32_t(0);
};

}  // namespace tandem::perfsim
