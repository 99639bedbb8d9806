#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "apps/audit/told.hpp"
#include "apps/pictures/label_places.hpp"
#include "apps/pictures/svg.hpp"

namespace tandem::apps {

using namespace audit;

namespace {

constexpr double row_height = 58, column_gap = 150, cell_height = 26;

const char* short_name(Why why) {
    switch (why) {
        case Why::program_order:
            return "order of the thread";
        case Why::answered:
            return "answered before";
        case Why::reads_from:
            return "is read";
        case Why::own_store:
            return "own store, older";
        case Why::reads_initial:
            return "reads the first value";
        case Why::final_value:
            return "not the last";
        case Why::from_read:
            return "reads an older store";
        case Why::stores_order:
            return "stores' order";
        case Why::otherwise_none:
            return "not after";
        case Why::coherence:
            return "older store";
    }
    return "";
}

}  // namespace

std::string as_svg(const ForbiddenPart& r, const ToldCycle& told, const std::string& title) {
    const Trace& trace = r.part.trace;
    Svg svg;
    svg.part_texts_from_lines();
    svg.text(0, 14, title, Svg::At::start, 13, true);
    // A column for each thread that has operations here.
    std::map<std::uint32_t, double> width;
    for (Id id = 0; id < trace.operations.size(); ++id) {
        const Operation& o = trace.operations[id];
        const std::string words = fmt::format("{}  line {}", as_shown(trace, id, r.names), o.line);
        width[o.thread] = std::max(width[o.thread], width_of(words, Svg::usual_size) + 18);
    }
    std::map<std::uint32_t, double> left;
    double at = 0;
    for (const auto& [thread, w] : width) {
        left[thread] = at;
        svg.text(at + w / 2, 42, fmt::format("thread {}", r.names.threads[thread]), Svg::At::middle, Svg::usual_size, true);
        at += w + column_gap;
    }
    std::map<std::uint32_t, int> rows;
    std::vector<Box> boxes;
    std::vector<Box> taken;
    for (const Operation& o : trace.operations) {
        const double top = 56 + row_height * rows[o.thread]++;
        boxes.push_back({left[o.thread], top, left[o.thread] + width[o.thread], top + cell_height});
        taken.push_back(boxes.back());
    }
    std::vector<Svg::Points> curves;
    for (const ToldEdge& e : told.cycle) {
        const Box &a = boxes[e.from], &b = boxes[e.to];
        const double ax = (a.left + a.right) / 2, bx = (b.left + b.right) / 2, ay = (a.top + a.bottom) / 2,
                     by = (b.top + b.bottom) / 2;
        const bool same = std::abs(ax - bx) < 1;
        const bool next_row = same && std::abs(std::abs(by - ay) - row_height) < 1;
        Svg::Points points;
        if (next_row) {
            points = {{ax, by > ay ? a.bottom : a.top}, {ax, (ay + by) / 2}, {bx, by > ay ? b.top : b.bottom}};
        } else {
            const double x1 = same || bx > ax ? a.right : a.left, x2 = same ? b.right : bx > ax ? b.left : b.right;
            const double cx = same ? std::max(x1, x2) + 60 : (x1 + x2) / 2, cy = (ay + by) / 2 + (same ? 0 : bx > ax ? -10 : 10);
            for (int i = 0; i <= 24; ++i) {
                const double t = i / 24.0, u = 1 - t;
                points.emplace_back(u * u * x1 + 2 * u * t * cx + t * t * x2, u * u * ay + 2 * u * t * cy + t * t * by);
            }
        }
        curves.push_back(std::move(points));
        svg.streak(curves.back());
    }
    std::vector<std::pair<Box, std::string>> labels;
    for (std::size_t i = 0; i < told.cycle.size(); ++i) {
        draw_arrow(svg, curves[i], "#c0392b", told.cycle[i].why);
        const std::string label = short_name(r.proof.edges[r.proof.cycle[i]].why);
        if (const auto place = free_place(curves[i], width_of(label, 11) + 4, 15, taken)) {
            taken.push_back(*place);
            labels.push_back({*place, label});
        }
    }
    for (Id id = 0; id < trace.operations.size(); ++id) {
        const Box& b = boxes[id];
        svg.paper(b.left, b.top, b.right - b.left, b.bottom - b.top, true);
        svg.text((b.left + b.right) / 2, b.top + 17,
                 fmt::format("{}  line {}", as_shown(trace, id, r.names), trace.operations[id].line), Svg::At::middle);
    }
    for (const auto& [box, label] : labels) svg.text((box.left + box.right) / 2, box.bottom - 4, label, Svg::At::middle, 11);
    return svg.finish();
}

}  // namespace tandem::apps
