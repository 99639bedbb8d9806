// A queue in a ring of memory, which grows when it must.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace tandem::perfsim {

template <class T>
class Ring {
public:
    bool empty() const { return size_ == 0; }
    int size() const { return static_cast<int>(size_); }
    T& front() { return items_[head_]; }
    const T& front() const { return items_[head_]; }
    T& operator[](int i) { return items_[(head_ + static_cast<std::size_t>(i)) & mask_]; }
    void push(T item) {
        if (size_ == items_.size()) [[unlikely]] grow();
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
        std::vector<T> larger(items_.empty() ? 8 : 2 * items_.size());
        for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[static_cast<int>(i)]);
        items_ = std::move(larger);
        mask_ = items_.size() - 1;
        head_ = 0;
    }

    std::vector<T> items_;  // as many as a power of two
    std::size_t head_ = 0, size_ = 0, mask_ = 0;
};

}  // namespace tandem::perfsim
