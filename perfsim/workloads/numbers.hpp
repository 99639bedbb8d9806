// Numbers as words of memory, random data, and a check's message for a wrong word.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "perfsim/memory.hpp"

namespace tandem::perfsim {

inline std::uint32_t word(float f) { return std::bit_cast<std::uint32_t>(f); }
inline float number(std::uint32_t w) { return std::bit_cast<float>(w); }

inline std::vector<std::uint32_t> words(const std::vector<float>& floats) {
    std::vector<std::uint32_t> result;
    result.reserve(floats.size());
    for (const float f : floats) result.push_back(word(f));
    return result;
}

/// In [0, 1), in steps that floats represent, the same on every machine.
inline std::vector<float> random_floats(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<float> result(count);
    for (float& f : result) f = static_cast<float>(random() >> 48) / 65536.0f;
    return result;
}

/// Whether they differ by at most `part` of the expected value, or by `least`.
inline bool near(double found, double expected, double part, double least = 0) {
    return std::abs(found - expected) <= std::max(part * std::abs(expected), least);
}

template <class T>
std::string mismatch(const std::string& array, std::size_t index, T found, T expected) {
    return fmt::format("{}[{}] is {}, and {} is right", array, index, found, expected);
}

}  // namespace tandem::perfsim
