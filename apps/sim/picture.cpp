#include "apps/sim/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/pictures/chart.hpp"
#include "apps/pictures/colours.hpp"

namespace tandem::apps {

namespace {

struct Bar {
    std::string name;
    double amount;
};

constexpr double row = 22, left = 170, longest = 430;

/// Horizontal bars under a heading, from `y` on; returns where the picture goes on below them.
double chart(Svg& svg, const std::string& heading, std::vector<Bar> bars, const std::string& unit, const std::string& colour,
             double y) {
    std::erase_if(bars, [](const Bar& bar) { return bar.amount <= 0; });
    double sum = 0, most = 0;
    for (const Bar& bar : bars) {
        sum += bar.amount;
        most = std::max(most, bar.amount);
    }
    svg.text(14, y, fmt::format("{}: {} {} in all", heading, notation(sum), unit), Svg::At::start, Svg::usual_size, true);
    if (bars.empty()) return y + row;
    const double top = y + 10, bottom = top + row * static_cast<double>(bars.size());
    const Axis axis(most, left, left + longest);
    draw_across(svg, axis, top, bottom, unit);
    y = top;
    for (const Bar& bar : bars) {
        svg.text(left - 8, y + 15, bar.name, Svg::At::end);
        svg.box(left, y + 4, axis.place(bar.amount) - left, row - 8, colour, "",
                bar.name + ": " + notation(bar.amount) + " " + unit);
        svg.text(axis.place(bar.amount) + 6, y + 15, fmt::format("{} ({:.1f}%)", notation(bar.amount), 100 * bar.amount / sum));
        y += row;
    }
    return bottom + 66;
}

}  // namespace

std::string title_of(const SimReport& report) {
    return fmt::format("{}: {} (size {}, seed {}) on machine {}", report.system(), report.workload, report.options.size,
                       report.options.seed, report.machine);
}

std::string as_svg(const SimReport& report) {
    const auto& s = report.statistics;
    std::vector<Bar> cycles, flits, energy;
    for (const auto& c : s.stalled) cycles.push_back({c.name == "none" ? "issuing" : c.name, static_cast<double>(c.count)});
    for (const auto& t : s.traffic) flits.push_back({t.name, static_cast<double>(t.flits)});
    for (const auto& e : report.energy) energy.push_back({e.component, e.nanojoules / 1000});
    Svg svg;
    svg.text(14, 26, title_of(report), Svg::At::start, 15);
    svg.text(14, 48, fmt::format("{} cycles; result: {}", s.cycles, report.result));
    double y = chart(svg, "Cycles of the SMs, by what held them up", cycles, "SM cycles", colour(Hue::blue, Shade::middle), 80);
    y = chart(svg, "Traffic by kind of message", flits, "flits", colour(Hue::ochre, Shade::middle), y);
    chart(svg, "Energy by component", energy, "µJ", colour(Hue::teal, Shade::middle), y);
    return svg.finish();
}

}  // namespace tandem::apps
