// The keys that one thread has met last, to drop most repetitions before they cost a look-up in memory.
//
// States found one after the other have successors in common (two independent steps, taken in either order), and those come
// up within a short time. The cache forgets; it never lies: a key that it knows has been met by this thread before.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tandem::checker {

template <int W>
class RecentKeys {
public:
    using Key = std::array<std::uint32_t, W>;

    /// Whether `key`, which is not all ones, has been met lately; from now on it has.
    bool met(const Key& key, std::uint64_t hash) {
        Key& last = keys_[hash >> (64 - bits)];
        if (last == key) return true;
        last = key;
        return false;
    }

private:
    static constexpr int bits = 12;  // the nearest cache has room for them beside all else
    static constexpr Key nothing = [] { Key key{}; key.fill(~std::uint32_t{0}); return key; }();
    std::vector<Key> keys_ = std::vector<Key>(std::size_t{1} << bits, nothing);
};

}  // namespace tandem::checker
