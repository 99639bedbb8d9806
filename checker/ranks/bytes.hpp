// Values as bytes of a message and back. All ranks are the same program on machines of one kind.
#pragma once

#include <cstdint>
#include <cstring>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "checker/ranks/transport.hpp"

namespace tandem::checker {

/// What is its own bytes, and does not refer to others.
template <class T>
concept Plain = std::is_trivially_copyable_v<T> && !std::ranges::borrowed_range<T> && !std::is_pointer_v<T>;

template <Plain T>
void put(Bytes& bytes, std::span<const T> values) {
    const auto from = std::as_bytes(values);
    bytes.insert(bytes.end(), from.begin(), from.end());
}
template <Plain T>
void put(Bytes& bytes, const T& value) { put(bytes, std::span<const T>(&value, 1)); }
template <Plain T>
void put(Bytes& bytes, const std::vector<T>& values) {
    put(bytes, std::uint32_t(values.size()));
    put(bytes, std::span<const T>(values));
}
inline void put(Bytes& bytes, const std::string& text) { put(bytes, std::vector<char>(text.begin(), text.end())); }

/// Takes a message's values in the order in which they were put there.
class BytesReader {
public:
    explicit BytesReader(std::span<const std::byte> bytes) : left_(bytes) {}

    template <Plain T>
    T get() {
        T value;
        std::memcpy(static_cast<void*>(&value), take(sizeof value), sizeof value);
        return value;
    }
    template <Plain T>
    std::vector<T> get_vector() {
        const std::size_t count = get<std::uint32_t>();
        require(count * sizeof(T));  // before there is memory taken for them
        std::vector<T> values(count);
        if (!values.empty())
            std::memcpy(static_cast<void*>(values.data()), take(values.size() * sizeof(T)), values.size() * sizeof(T));
        return values;
    }
    std::string get_text() {
        const auto letters = get_vector<char>();
        return {letters.begin(), letters.end()};
    }
    std::size_t left() const { return left_.size(); }
    std::span<const std::byte> rest() const { return left_; }

private:
    void require(std::size_t bytes) const {
        if (bytes > left_.size()) throw std::logic_error("a message of another rank is cut off");
    }
    const std::byte* take(std::size_t bytes) {
        require(bytes);
        const std::byte* at = left_.data();
        left_ = left_.subspan(bytes);
        return at;
    }

    std::span<const std::byte> left_;
};

}  // namespace tandem::checker
