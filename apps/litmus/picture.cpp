#include "apps/litmus/picture.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "apps/pictures/chart.hpp"
#include "apps/pictures/label_places.hpp"
#include "apps/pictures/svg.hpp"

namespace tandem::apps {

using specs::DrawnEdge, specs::Drawing, specs::Execution;

namespace {

constexpr double box_height = 26;
constexpr const char* on_streak = "the cycle that forbids it";

/// Where events stand: threads are columns, and what is there at first is the row above.
struct Layout {
    std::vector<Box> boxes;  // by event; empty where it is not drawn
    std::vector<Svg::Points> curves;
    std::vector<Box> labels;  // by edge; empty for none
    Box all{1e9, 1e9, -1e9, -1e9};
};

bool is_empty(const Box& box) { return box.right <= box.left; }

/// From box to box, bent so that edges there and back lie apart.
Svg::Points curve_of(const Box& a, const Box& b, bool order) {
    const double ax = (a.left + a.right) / 2, ay = (a.top + a.bottom) / 2, bx = (b.left + b.right) / 2,
                 by = (b.top + b.bottom) / 2;
    const bool same_column = std::abs(ax - bx) < 1;
    if (order && same_column) return {{ax, by > ay ? a.bottom : a.top}, {ax, (ay + by) / 2}, {bx, by > ay ? b.top : b.bottom}};
    const double x1 = same_column || bx > ax ? a.right : a.left, x2 = same_column ? b.right : bx > ax ? b.left : b.right;
    const double side = same_column ? std::max(x1, x2) + 45 - (x1 + x2) / 2 : 0, up = same_column ? 0
                                                                                      : ay == by  ? (bx > ax ? -24 : 24)
                                                                                                  : (bx > ax ? -6 : 6);
    const double cx = (x1 + x2) / 2 + side, cy = (ay + by) / 2 + up;
    Svg::Points points;
    for (int i = 0; i <= 24; ++i) {
        const double t = i / 24.0, u = 1 - t;
        points.emplace_back(u * u * x1 + 2 * u * t * cx + t * t * x2, u * u * ay + 2 * u * t * cy + t * t * by);
    }
    return points;
}

/// With so much room between columns and rows; nothing where some label finds no free place.
std::optional<Layout> laid_out(const specs::Test& test, const Execution& x, const std::vector<DrawnEdge>& edges, double room) {
    Layout layout;
    layout.boxes.resize(x.events.size());
    std::vector<double> width(std::max<std::size_t>(test.threads.size(), x.events.size()), 0);
    std::vector<std::pair<std::size_t, std::size_t>> places(x.events.size());  // column, row
    std::vector<std::size_t> rows(test.threads.size(), 1);
    std::size_t initial = 0;
    for (std::size_t e = 0; e < x.events.size(); ++e) {
        if (!is_drawn(x, edges, static_cast<int>(e))) continue;
        const int thread = x.events[e].thread;
        places[e] = thread < 0 ? std::pair{initial++, std::size_t{0}}
                               : std::pair{static_cast<std::size_t>(thread), rows[static_cast<std::size_t>(thread)]++};
        width[places[e].first] = std::max(width[places[e].first], width_of(drawn_label(test, x.events[e]), Svg::usual_size) + 18);
        layout.boxes[e] = {0, 0, 1, 1};
    }
    const bool first_row = initial > 0;
    for (std::size_t e = 0; e < x.events.size(); ++e) {
        if (is_empty(layout.boxes[e])) continue;
        double left = 0;
        for (std::size_t c = 0; c < places[e].first; ++c) left += width[c] + 64 * room;
        const double top = static_cast<double>(places[e].second - (first_row ? 0 : 1)) * (box_height + 36 * room);
        layout.boxes[e] = {left, top, left + width[places[e].first], top + box_height};
    }
    std::vector<Box> taken;
    for (const Box& box : layout.boxes)
        if (!is_empty(box)) taken.push_back(box), layout.all.reach(box);
    for (const DrawnEdge& edge : edges) {
        const Box &a = layout.boxes[static_cast<std::size_t>(edge.from)], &b = layout.boxes[static_cast<std::size_t>(edge.to)];
        layout.curves.emplace_back();
        layout.labels.emplace_back();
        if (is_empty(a) || is_empty(b)) continue;
        layout.curves.back() = curve_of(a, b, edge.label == "po");
        for (const auto& [px, py] : layout.curves.back()) layout.all.reach({px, py, px, py});
        if (edge.label.empty() || (edge.label == "po" && !edge.forbids))
            continue;  // program order goes downwards, and needs no name
        const auto place = free_place(layout.curves.back(), width_of(edge.label, Svg::usual_size) + 4, 16, taken);
        if (!place) return std::nullopt;
        taken.push_back(*place);
        layout.labels.back() = *place;
        layout.all.reach(*place);
    }
    return layout;
}

/// Returns where the picture goes on below it.
double draw(Svg& svg, const specs::Test& test, const Drawing& drawing, double left, double top) {
    svg.text(left, top + 14, drawing.title, Svg::At::start, 13, true);
    const Execution& x = *drawing.execution;
    const auto edges = drawn_edges(x);
    std::optional<Layout> found;
    for (double room = 1; !found; room *= 1.15) found = laid_out(test, x, edges, room);
    const double dx = left - found->all.left, dy = top + 32 - found->all.top;
    const auto moved = [&](Svg::Points points) {
        for (auto& [px, py] : points) px += dx, py += dy;
        return points;
    };
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (edges[i].forbids && !found->curves[i].empty()) svg.streak(moved(found->curves[i]));
    for (const int e : x.cycle) {
        const Box& b = found->boxes[static_cast<std::size_t>(e)];
        if (!is_empty(b))
            svg.streak(moved({{b.left, b.top}, {b.right, b.top}, {b.right, b.bottom}, {b.left, b.bottom}, {b.left, b.top}}));
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (found->curves[i].empty()) continue;
        draw_arrow(svg, moved(found->curves[i]), specs::colour_of(edges[i]), edges[i].label);
    }
    for (std::size_t e = 0; e < x.events.size(); ++e) {
        const Box& b = found->boxes[e];
        if (is_empty(b)) continue;
        svg.paper(b.left + dx, b.top + dy, b.right - b.left, b.bottom - b.top, true);
        svg.text((b.left + b.right) / 2 + dx, b.top + dy + 17, drawn_label(test, x.events[e]), Svg::At::middle);
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const Box& b = found->labels[i];
        if (is_empty(b)) continue;
        svg.paper(b.left + dx, b.top + dy, b.right - b.left, b.bottom - b.top, false);
        svg.text((b.left + b.right) / 2 + dx, b.top + dy + 12, edges[i].label, Svg::At::middle);
    }
    return found->all.bottom + dy + 40;
}

}  // namespace

std::string as_svg(const specs::Test& test, const std::vector<Drawing>& drawings) {
    Svg svg;
    std::vector<Key> keys;
    for (const char* label : {"po", "rf", "co", "fr"}) keys.push_back({label, specs::colour_of({0, 0, label})});
    keys.push_back({"po with a fence", specs::colour_of({0, 0, "po", true})});
    if (std::any_of(drawings.begin(), drawings.end(), [](const Drawing& d) { return !d.execution->cycle.empty(); }))
        keys.push_back({on_streak, "#f4b0b0"});
    svg.text(20, 28, test.name, Svg::At::start, 15, true);
    double top = draw_legend(svg, 20, 42, 560, keys) + 14;
    for (const Drawing& drawing : drawings) top = draw(svg, test, drawing, 20, top);
    return svg.finish();
}

}  // namespace tandem::apps
