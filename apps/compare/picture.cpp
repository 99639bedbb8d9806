// A comparison as a picture: a bar for each protocol's speed, and a line from its slowest to its fastest run.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "apps/compare/compare.hpp"

namespace tandem::apps {

namespace {

constexpr int width = 800, row = 34, left = 170, longest = 480, top = 90;
/// One for each protocol, the same in each picture of the same protocols; they differ in lightness too, for prints without colour.
constexpr std::array colours{"#9aa5b1", "#4878a8", "#d1805e", "#6a9f58", "#8d6fb0", "#c7a23c", "#3f8f8f", "#b0506a"};

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

/// A step between marks of an axis that ends at `most`: 1, 2 or 5 times a power of ten, so that there are at most six.
double step_of(double most) {
    const double power = std::pow(10, std::floor(std::log10(most)));
    for (const double factor : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0})
        if (most / (factor * power) <= 6) return factor * power;
    return 10 * power;
}

}  // namespace

std::string as_svg(const Comparison& comparison) {
    double most = 0;
    int rows = 0;
    for (std::size_t i = 0; i < comparison.protocols.size(); ++i)
        if (!comparison.protocols[i].runs.empty()) {
            ++rows;
            if (const auto speed = comparison.speed(i)) most = std::max(most, speed->most);
        }
    most = std::max(most, 1.0);
    const int bottom = top + rows * row, height = bottom + 60;
    const auto x = [&](double speed) { return left + longest * speed / most; };
    std::string out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"13\">\n"
                                  "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"10\" y=\"26\" font-size=\"16\">{2}, size {3}, on machine {4}: speed by protocol</text>\n"
                                  "<text x=\"10\" y=\"48\">Bars: geometric mean of {5} seed{6}. Black lines: from the slowest to the fastest of them.</text>\n",
                                  width, height, escaped(comparison.sim.workload), comparison.sim.workload_options.size, escaped(comparison.machine), comparison.seeds, comparison.seeds == 1 ? "" : "s");
    const double step = step_of(most);
    for (int mark = 0; mark * step <= most * 1.0001; ++mark)
        out += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#ddd\"/><text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4:.2g}</text>\n", x(mark * step), top - 6, bottom, bottom + 18, mark * step);
    int y = top;
    for (std::size_t i = 0; i < comparison.protocols.size(); ++i) {
        const Compared& p = comparison.protocols[i];
        if (p.runs.empty()) continue;
        out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", left - 8, y + 20, escaped(p.name()));
        if (const auto speed = comparison.speed(i))
            out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"/><line x1=\"{:.1f}\" y1=\"{}\" x2=\"{:.1f}\" y2=\"{}\" stroke=\"black\" stroke-width=\"2\"/><text x=\"{:.1f}\" y=\"{}\">{:.3f}</text>\n",
                               left, y + 4, longest * speed->mean / most, row - 10, colours[i % colours.size()], x(speed->least), y + row / 2 - 1, x(speed->most), y + row / 2 - 1, x(speed->most) + 8, y + 20, speed->mean);
        else
            out += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"#a00\">wrong result</text>\n", left + 6, y + 20);
        y += row;
    }
    return out + fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">times as fast as {} on the same data</text>\n</svg>\n", left + longest / 2, bottom + 42, escaped(comparison.protocols[comparison.first()].name()));
}

}  // namespace tandem::apps
