#include "apps/pictures/label_places.hpp"

#include <cmath>

namespace tandem::apps {

std::optional<Box> free_place(const Svg::Points& curve, double width, double height, const std::vector<Box>& taken, double outx,
                              double outy, double away) {
    for (const double steps : {0.0, 1.0, 2.0}) {
        if (steps > 0 && away == 0) break;
        for (const double t : {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82}) {
            const double at = t * static_cast<double>(curve.size() - 1);
            const auto i = std::min(static_cast<std::size_t>(at), curve.size() - 2);
            const double part = at - static_cast<double>(i);
            const double x = curve[i].first + part * (curve[i + 1].first - curve[i].first),
                         y = curve[i].second + part * (curve[i + 1].second - curve[i].second);
            const Box label = around(x + outx * steps * away, y + outy * steps * away, width, height);
            if (std::none_of(taken.begin(), taken.end(), [&](const Box& other) { return other.meets(label); })) return label;
        }
    }
    return std::nullopt;
}

void draw_arrow(Svg& svg, const Svg::Points& curve, const std::string& colour, const std::string& tip) {
    const auto [x, y] = curve.back();
    const auto [ox, oy] = curve[curve.size() - 2];
    const double length = std::hypot(x - ox, y - oy), ux = (x - ox) / length, uy = (y - oy) / length;
    svg.curve(curve, colour, "");
    svg.area({{x, y}, {x - 9 * ux - 4 * uy, y - 9 * uy + 4 * ux}, {x - 9 * ux + 4 * uy, y - 9 * uy - 4 * ux}}, colour, "", tip);
}

}  // namespace tandem::apps
