#include "apps/pictures/graph.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "apps/pictures/label_places.hpp"

namespace tandem::apps {

namespace {

using Point = std::pair<double, double>;

constexpr double letters = 11, line_height = 14;  // of labels: their size, and from one line to the next; pixels
constexpr double stretch = 1.7;                      // words lie, so the ring is wider than high
constexpr int pieces = 32;                            // of a curve
constexpr const char* ink = "#7a7f87";                // of arrows, on light and on dark paper

struct Drawn {
    std::vector<Box> vertices;
    struct Arrow {
        Svg::Points curve;  // from edge to edge
        Box label;
    };
    std::vector<Arrow> arrows;
};

Point bezier(const Point& a, const Point& b, const Point& c, const Point& d, double t) {
    const double u = 1 - t, p = u * u * u, q = 3 * u * u * t, r = 3 * u * t * t, s = t * t * t;
    return {p * a.first + q * b.first + r * c.first + s * d.first, p * a.second + q * b.second + r * c.second + s * d.second};
}

/// The ring with this radius, or nothing where a label finds no free place.
std::optional<Drawn> in_ring(const Graph& graph, double radius) {
    Drawn drawn;
    std::vector<Point> middles;
    const std::size_t n = graph.vertices.size();
    for (std::size_t v = 0; v < n; ++v) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(v) / static_cast<double>(n) - std::numbers::pi / 2;
        middles.emplace_back(n == 1 ? 0 : stretch * radius * std::cos(angle), n == 1 ? 0 : radius * std::sin(angle));
        drawn.vertices.push_back(
            around(middles.back().first, middles.back().second, width_of(graph.vertices[v], Svg::usual_size) * 1.1 + 20, 26));
        for (std::size_t w = 0; w < v; ++w)
            if (drawn.vertices[w].meets(drawn.vertices[v])) return std::nullopt;
    }
    std::vector<Box> taken = drawn.vertices;
    for (const Graph::Arrow& arrow : graph.arrows) {
        const Point a = middles[arrow.from], d = middles[arrow.to];
        const Box &source = drawn.vertices[arrow.from], &target = drawn.vertices[arrow.to];
        Point b, c, out{0, -1};  // `out`: where the label moves to, away from the curve
        if (arrow.from == arrow.to) {
            const double length = std::hypot(a.first / stretch, a.second);
            if (length > 1) out = {a.first / stretch / length, a.second / length};
            const double reach = 62, half = 0.75;  // of the loop, and the angle between its ends
            const auto turned = [&](double by) {
                return Point{a.first + (reach + (source.right - source.left) / 2 * std::abs(out.first)) *
                                           (out.first * std::cos(by) - out.second * std::sin(by)),
                             a.second + reach * (out.first * std::sin(by) + out.second * std::cos(by))};
            };
            b = turned(-half), c = turned(half);
        } else {
            const Point along{d.first - a.first, d.second - a.second};
            const double length = std::hypot(along.first, along.second), bend = 0.16 * length;
            out = {along.second / length, -along.first / length};
            b = {a.first + along.first * 0.3 + out.first * bend, a.second + along.second * 0.3 + out.second * bend};
            c = {a.first + along.first * 0.7 + out.first * bend, a.second + along.second * 0.7 + out.second * bend};
        }
        Drawn::Arrow found;
        for (int i = 0; i <= pieces; ++i) {
            const Point p = bezier(a, b, c, d, static_cast<double>(i) / pieces);
            const bool inside = arrow.from == arrow.to ? source.holds(p.first, p.second)
                                                       : source.holds(p.first, p.second) || target.holds(p.first, p.second);
            if (!inside) found.curve.push_back(p);
        }
        if (found.curve.size() < 3) return std::nullopt;
        double width = 0;
        for (const auto& words : arrow.words) width = std::max(width, width_of(words, letters));
        const double height = line_height * static_cast<double>(arrow.words.size());
        // A loop's label stands beyond it, another's on its curve.
        Svg::Points whole;
        const bool loop = arrow.from == arrow.to;
        const double beyond = loop ? 4 + std::abs(out.first) * width / 2 + std::abs(out.second) * height / 2 : 0;
        for (int i = 0; i <= pieces; ++i) {
            const Point on = bezier(a, b, c, d, static_cast<double>(i) / pieces);
            whole.emplace_back(on.first + out.first * beyond, on.second + out.second * beyond);
        }
        const auto place = free_place(whole, width, height, taken, out.first, out.second, 12);
        if (!place) return std::nullopt;
        found.label = *place;
        taken.push_back(found.label);
        drawn.arrows.push_back(std::move(found));
    }
    return drawn;
}

}  // namespace

double draw_graph(Svg& svg, const Graph& graph, double left, double top) {
    std::optional<Drawn> drawn;
    for (double radius = 60 + 12 * static_cast<double>(graph.vertices.size()); !drawn; radius *= 1.1)
        drawn = in_ring(graph, radius);  // labels keep their size, so a wide enough ring has room for them
    Box all{1e9, 1e9, -1e9, -1e9};
    for (const Box& box : drawn->vertices) all.reach(box);
    for (const auto& arrow : drawn->arrows) {
        all.reach(arrow.label);
        for (const auto& [x, y] : arrow.curve) all.reach({x, y, x, y});
    }
    const double dx = left - all.left, dy = top - all.top;
    for (std::size_t i = 0; i < drawn->arrows.size(); ++i) {
        Svg::Points curve = drawn->arrows[i].curve;
        for (auto& [x, y] : curve) x += dx, y += dy;
        draw_arrow(svg, curve, ink, graph.arrows[i].tip);
    }
    for (std::size_t v = 0; v < graph.vertices.size(); ++v) {
        const Box& box = drawn->vertices[v];
        svg.paper(box.left + dx, box.top + dy, box.right - box.left, box.bottom - box.top, true);
        svg.text((box.left + box.right) / 2 + dx, box.top + dy + 17, graph.vertices[v], Svg::At::middle, Svg::usual_size, true);
    }
    for (std::size_t i = 0; i < drawn->arrows.size(); ++i) {
        const Box& box = drawn->arrows[i].label;
        svg.paper(box.left + dx, box.top + dy, box.right - box.left, box.bottom - box.top, false);
        double y = box.top + dy + line_height - 3;
        for (const auto& words : graph.arrows[i].words) {
            svg.text((box.left + box.right) / 2 + dx, y, words, Svg::At::middle, letters);
            y += line_height;
        }
    }
    return all.bottom + dy;
}

}  // namespace tandem::apps
