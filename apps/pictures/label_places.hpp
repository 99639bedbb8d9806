// Free places for labels beside curves, and arrows: what graphs have in common.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "apps/pictures/svg.hpp"

namespace tandem::apps {

/// In pixels; empty if its right is not beyond its left.
struct Box {
    double left = 0, top = 0, right = 0, bottom = 0;

    /// Whether two are nearer to each other than three pixels.
    bool meets(const Box& o) const {
        constexpr double clear = 3;
        return left - clear < o.right && o.left - clear < right && top - clear < o.bottom && o.top - clear < bottom;
    }
    bool holds(double x, double y) const { return x >= left && x <= right && y >= top && y <= bottom; }
    /// Grows to hold another.
    void reach(const Box& o) {
        *this = {std::min(left, o.left), std::min(top, o.top), std::max(right, o.right), std::max(bottom, o.bottom)};
    }
};

inline Box around(double x, double y, double width, double height) {
    return {x - width / 2, y - height / 2, x + width / 2, y + height / 2};
}

/// A place on a curve for a label of that size that meets none of these boxes, as near to the middle as there is one. Beyond that
/// each is tried `away` in the direction (outx, outy).
std::optional<Box> free_place(const Svg::Points& curve, double width, double height, const std::vector<Box>& taken,
                              double outx = 0, double outy = 0, double away = 0);

/// The curve, with a head at its end.
void draw_arrow(Svg& svg, const Svg::Points& curve, const std::string& colour, const std::string& tip);

}  // namespace tandem::apps
