// The temperature of a chip after a step, computed from its power: the explicit scheme of hotspot.cpp and flat_hotspot.cpp, and
// the same on a host.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tandem::perfsim {

inline float updated(float here, float north, float south, float east, float west, float power) {
    constexpr float ambient = 80.0f, along = 0.1f, across = 0.1f, up = 0.05f, heating = 0.5f;
    return here + heating * (power + (north + south - 2.0f * here) * along + (east + west - 2.0f * here) * across +
                             (ambient - here) * up);
}

/// The neighbour before and after row or column i of n; the edge is its own neighbour.
inline std::uint32_t before(std::uint32_t i) { return i == 0 ? 0 : i - 1; }
inline std::uint32_t behind(std::uint32_t i, std::uint32_t n) { return i + 1 == n ? i : i + 1; }

/// The temperatures of n x n cells after so many steps.
inline std::vector<float> heated(std::vector<float> now, const std::vector<float>& power, std::uint32_t n, int steps) {
    std::vector<float> next(now.size());
    for (int step = 0; step < steps; ++step) {
        for (std::uint32_t r = 0; r < n; ++r)
            for (std::uint32_t c = 0; c < n; ++c) {
                const auto at = [&](std::uint32_t row, std::uint32_t column) { return now[row * n + column]; };
                next[r * n + c] = updated(at(r, c), at(before(r), c), at(behind(r, n), c), at(r, behind(c, n)), at(r, before(c)),
                                          power[r * n + c]);
            }
        std::swap(now, next);
    }
    return now;
}

}  // namespace tandem::perfsim
