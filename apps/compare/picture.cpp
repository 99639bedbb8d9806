// A comparison as a picture: a bar for each protocol's speed, and a line from its slowest to its fastest run.
#include <fmt/format.h>

#include <algorithm>

#include "apps/compare/compare.hpp"
#include "apps/pictures/chart.hpp"
#include "apps/pictures/colours.hpp"

namespace tandem::apps {

std::string as_svg(const Comparison& comparison) {
    constexpr double row = 34, longest = 480, top = 92;
    constexpr const char* spread = "from the slowest to the fastest seed";
    double most = 1, names = 0;
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < comparison.protocols.size(); ++i)
        if (!comparison.protocols[i].runs.empty()) {
            shown.push_back(i);
            names = std::max(names, width_of(comparison.protocols[i].name(), Svg::usual_size));
            if (const auto speed = comparison.speed(i)) most = std::max(most, speed->most);
        }
    const double left = names + 30, bottom = top + row * static_cast<double>(shown.size());
    const Axis axis(most, left, left + longest);
    Svg svg;
    svg.text(14, 26,
             fmt::format("{}, size {}, on machine {}: speed by protocol", comparison.sim.workload,
                         comparison.sim.workload_options.size, comparison.machine),
             Svg::At::start, 15);
    svg.text(14, 48, fmt::format("Bars: geometric mean of {} seed{}", comparison.seeds, comparison.seeds == 1 ? "" : "s"));
    if (comparison.seeds > 1) draw_legend(svg, left, 58, longest, {{spread, "", "ink"}});
    draw_across(svg, axis, top, bottom,
                "times as fast as " + comparison.protocols[comparison.first()].name() + " on the same data");
    double y = top;
    for (const std::size_t i : shown) {
        const Compared& p = comparison.protocols[i];
        svg.text(left - 8, y + 21, p.name(), Svg::At::end);
        if (const auto speed = comparison.speed(i)) {
            svg.box(left, y + 5, axis.place(speed->mean) - left, row - 10, colour_of(p.protocol, p.variant), "",
                    p.name() + ": " + notation(speed->mean));
            if (comparison.seeds > 1) {
                svg.rule(axis.place(speed->least), y + row / 2, axis.place(speed->most), y + row / 2, "ink", spread,
                         notation(speed->least) + " to " + notation(speed->most));
                for (const double end : {speed->least, speed->most})
                    svg.rule(axis.place(end), y + row / 2 - 5, axis.place(end), y + row / 2 + 5, "ink", spread);
            }
            svg.text(axis.place(speed->most) + 8, y + 21, notation(speed->mean));
        } else {
            svg.text(left + 6, y + 21, "wrong result");
        }
        y += row;
    }
    return svg.finish();
}

}  // namespace tandem::apps
