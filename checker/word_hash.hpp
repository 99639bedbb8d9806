// A hash of a few 32-bit words: multiply to 128 bits and fold, pair by pair, then once more.
//
// Packed states differ in few, low bits, and the index takes its line from the high bits of the hash and its tag from the
// low ones. One folding lets each input bit reach the middle; the last one brings all of them to both ends. The scheme is
// that of wyhash (Wang Yi); the constants are odd and have balanced bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/hash.hpp"

namespace tandem::checker {

struct WordHash {
    template <std::size_t W>
    constexpr std::uint64_t operator()(const std::array<std::uint32_t, W>& words) const {
        const auto pair = [&](std::size_t i) {
            return (i < W ? std::uint64_t{words[i]} : 0) | (i + 1 < W ? std::uint64_t{words[i + 1]} << 32 : 0);
        };
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < W; i += 4) sum ^= model::folded_product(pair(i) ^ salt[i / 2], pair(i + 2) ^ salt[i / 2 + 1]);
        return model::folded_product(sum ^ salt[4], salt[5]);
    }

private:
    static constexpr std::array<std::uint64_t, 6> salt{0x2d358dccaa6c78a5, 0x8bb84b93962eacc9, 0x4b33a62ed433d4a3,
                                                       0x4d5a2da51de1aa47, 0xa0761d6478bd642f, 0xe7037ed1a0b428db};
};

}  // namespace tandem::checker
