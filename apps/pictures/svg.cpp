#include "apps/pictures/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

constexpr const char* style =
    R"(svg.chart text { fill: #222 } svg.chart .paper { fill: #fff } svg.chart .frame { fill: #fff; stroke: #222 } svg.chart .streak { fill: none; stroke: #e00000; stroke-opacity: .3; stroke-width: 9; stroke-linecap: round; stroke-linejoin: round } svg.chart .grid { stroke: #ddd } svg.chart .axis { stroke: #888 }
svg.chart .ink { stroke: #222; stroke-width: 1.5 } svg.chart .print { stroke: #000; stroke-width: 2.5 } svg.chart .dashed { stroke: #000; stroke-width: 2.5; stroke-dasharray: 4 2 }
svg.chart .seam { stroke: #fff; stroke-width: 4.5 } svg.seams text { paint-order: stroke; stroke: #fff; stroke-width: 3px } svg.seams rect.mark { fill: #fff; stroke-width: .6 } svg.chart .mark { stroke: #222; stroke-width: .3 } svg.chart .curve { fill: none; stroke-width: 1.8 }
@media (prefers-color-scheme: dark) { svg.chart text { fill: #e4e4e4 } svg.chart .paper { fill: #1d1f21 } svg.chart .frame { fill: #1d1f21; stroke: #e4e4e4 } svg.chart .grid { stroke: #3a3d40 } svg.chart .ink { stroke: #e4e4e4 }
svg.chart .seam { stroke: #1d1f21 } svg.seams text { stroke: #1d1f21 } svg.seams rect.mark { fill: #1d1f21 } svg.chart .print, svg.chart .dashed { stroke: #fff } svg.chart .seam { stroke: #fff; stroke-width: 4.5 } svg.chart .mark { stroke: #e4e4e4 } })";

/// Of pictures whose texts part the lines behind them.
constexpr const char* style_of_seams = R"( svg.chart .pending { stroke: #888; stroke-dasharray: 4 3 })";

/// Hundredths of the letters' size that DejaVu Sans takes for the characters from the blank to the tilde.
constexpr std::array<int, 95> widths{32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36,  32, 34, 64, 64, 64,
                                     64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63,
                                     58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63,  61, 73, 68, 99, 69,
                                     61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35,  63, 63, 28, 28, 58,
                                     28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59,  52, 64, 34, 64, 84};

std::string attribute(const std::string& series) { return series.empty() ? "" : " data-series=\"" + escaped(series) + "\""; }
/// The end of an element that may have a tip.
std::string closed(const char* element, const std::string& tip) {
    return tip.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", escaped(tip), element);
}

std::string joined(const Svg::Points& points) {
    std::string out;
    for (const auto& [x, y] : points) out += fmt::format("{}{:.1f},{:.1f}", out.empty() ? "" : " ", x, y);
    return out;
}

}  // namespace

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : model::cleaned(text))
        out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    return out;
}

std::string notation(double value) {
    const double size = std::abs(value);
    for (const auto& [unit, name] : {std::pair{1e9, " G"}, std::pair{1e6, " M"}, std::pair{1e3, " k"}})
        if (size >= std::max(9999.5, 0.9995 * unit)) return fmt::format("{:.3g}", value / unit) + name;
    return size >= 999.5 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

double width_of(const std::string& text, double size) {
    double hundredths = 0;
    for (const char c : text)
        if (const auto byte = static_cast<unsigned char>(c);
            byte < 0x80 || byte >= 0xc0)  // not what continues a character of several bytes
            hundredths += byte >= ' ' && byte <= '~' ? widths[byte - ' '] : 84;
    return size * hundredths / 100;
}

void Svg::reach(double x, double y) {
    right_ = std::max(right_, x);
    bottom_ = std::max(bottom_, y);
}

void Svg::text(double x, double y, const std::string& words, At at, double size, bool bold) {
    const double width = width_of(words, size) * (bold ? 1.1 : 1);
    reach(x + (at == At::start ? width : at == At::middle ? width / 2 : 0), y + size * 0.25);
    body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}{}>{}</text>\n", x, y,
                         at == At::start    ? ""
                         : at == At::middle ? " text-anchor=\"middle\""
                                            : " text-anchor=\"end\"",
                         size == usual_size ? "" : fmt::format(" font-size=\"{:g}\"", size), bold ? " font-weight=\"bold\"" : "",
                         escaped(words));
}

void Svg::upright_text(double x, double y, const std::string& words, double size) {
    reach(x + size * 0.25, y + width_of(words, size) / 2);
    body_ += fmt::format("<text transform=\"translate({:.1f},{:.1f}) rotate(-90)\" text-anchor=\"middle\"{}>{}</text>\n", x, y,
                         size == usual_size ? "" : fmt::format(" font-size=\"{:g}\"", size), escaped(words));
}

void Svg::box(double x, double y, double width, double height, const std::string& colour, const std::string& series,
              const std::string& tip) {
    reach(x + width, y + height);
    body_ += fmt::format("<rect class=\"mark\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"{}", x, y,
                         width, height, colour, attribute(series)) +
             closed("rect", tip);
}

void Svg::paper(double x, double y, double width, double height, bool edge) {
    reach(x + width, y + height);
    body_ += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"4\"/>\n",
                         edge ? "frame" : "paper", x, y, width, height);
}

void Svg::dot(double x, double y, const std::string& colour, const std::string& series, const std::string& tip, double radius) {
    reach(x + radius, y + radius);
    body_ += fmt::format("<circle class=\"mark\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" fill=\"{}\"{}", x, y, radius, colour,
                         attribute(series)) +
             closed("circle", tip);
}

void Svg::curve(const Points& points, const std::string& colour, const std::string& series) {
    for (const auto& [x, y] : points) reach(x, y);
    body_ +=
        fmt::format("<polyline class=\"curve\" points=\"{}\" stroke=\"{}\"{}/>\n", joined(points), colour, attribute(series));
}

void Svg::streak(const Points& points) {
    for (const auto& [x, y] : points) reach(x, y);
    body_ += fmt::format("<polyline class=\"streak\" points=\"{}\"/>\n", joined(points));
}

void Svg::area(const Points& points, const std::string& colour, const std::string& series, const std::string& tip) {
    for (const auto& [x, y] : points) reach(x, y);
    body_ +=
        fmt::format("<polygon points=\"{}\" fill=\"{}\"{}", joined(points), colour, attribute(series)) + closed("polygon", tip);
}

void Svg::rule(double x1, double y1, double x2, double y2, const char* kind, const std::string& series, const std::string& tip) {
    reach(std::max(x1, x2), std::max(y1, y2));
    // What stands across bars needs a seam of paper, for bars may be as dark as ink.
    if (const std::string word = kind; word != "grid" && word != "axis" && word != "pending")
        body_ += fmt::format("<line class=\"seam\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>", x1, y1, x2, y2);
    body_ += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"{}", kind, x1, y1, x2, y2,
                         attribute(series)) +
             closed("line", tip);
}

void Svg::begin_key(const std::string& series) { body_ += "<g data-key=\"" + escaped(series) + "\">\n"; }

void Svg::begin_link(const std::string& address) { body_ += "<a href=\"" + escaped(address) + "\">\n"; }

std::string Svg::finish() const {
    constexpr double margin = 14;
    return fmt::format(
        "<svg class=\"chart{5}\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
        "{1:.0f}\" font-family=\"sans-serif\" font-size=\"{2:g}\">\n"
        "<style>{3}{6}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{4}</svg>\n",
        std::ceil(right_ + margin), std::ceil(bottom_ + margin), usual_size, style, body_, seams_ ? " seams" : "",
        seams_ ? style_of_seams : "");
}

}  // namespace tandem::apps
