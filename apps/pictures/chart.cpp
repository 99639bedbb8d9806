#include "apps/pictures/chart.hpp"

#include <algorithm>
#include <cmath>

namespace tandem::apps {

namespace {

constexpr double gap = 6, line = 16;  // between a mark and its number; from one line of text to the next

}  // namespace

Axis::Axis(double greatest, double from, double to, bool exact) : from_(from), to_(to) {
    if (!(greatest > 0)) greatest = 1;
    const double rough = greatest / 4, power = std::pow(10, std::floor(std::log10(rough))), part = rough / power;
    step_ = power * (part <= 1.0001 ? 1 : part <= 2.0001 ? 2 : part <= 5.0001 ? 5 : 10);
    most_ = exact ? greatest : step_ * std::ceil(greatest / step_ * 0.9999);
}

std::vector<double> Axis::marks() const {
    std::vector<double> all;
    for (int i = 0; i * step_ <= most_ * 1.0001; ++i) all.push_back(i * step_);
    return all;
}

Scale::Scale(double first, double last, double from, double to)
    : first_(first), last_(std::max(first + 1, last)), from_(from), to_(to), logarithmic_(first > 0 && last_ >= 8 * first) {}

double Scale::place(double value) const {
    return from_ + (to_ - from_) *
                       (logarithmic_ ? std::log(value / first_) / std::log(last_ / first_) : (value - first_) / (last_ - first_));
}

void draw_up(Svg& svg, const Axis& axis, double left, double right, const std::string& name) {
    double widest = 0;
    for (const double mark : axis.marks()) {
        const double y = axis.place(mark);
        svg.rule(left, y, right, y, mark == 0 ? "axis" : "grid");
        svg.text(left - gap, y + 4, notation(mark), Svg::At::end);
        widest = std::max(widest, width_of(notation(mark), Svg::usual_size));
    }
    svg.upright_text(left - 2 * gap - widest - 4, (axis.from() + axis.to()) / 2, name);
}

void draw_across(Svg& svg, const Axis& axis, double top, double bottom, const std::string& name) {
    double free = -1;
    for (const double mark : axis.marks()) {
        const double x = axis.place(mark), half = width_of(notation(mark), Svg::usual_size) / 2;
        svg.rule(x, top, x, bottom, mark == 0 ? "axis" : "grid");
        if (x - half < free) continue;
        svg.text(x, bottom + line, notation(mark), Svg::At::middle);
        free = x + half + gap;
    }
    svg.text((axis.from() + axis.to()) / 2, bottom + 2 * line + 2, name, Svg::At::middle);
}

void draw_values(Svg& svg, const Scale& scale, const std::vector<int>& values, double bottom, double middle,
                 const std::string& name) {
    double free = -1;
    for (const int value : values) {
        const double x = scale.place(value), half = width_of(notation(value), Svg::usual_size) / 2;
        svg.rule(x, bottom, x, bottom + 4, "axis");
        if (x - half < free) continue;
        svg.text(x, bottom + line + 2, notation(value), Svg::At::middle);
        free = x + half + gap;
    }
    svg.text(middle, bottom + 2 * line + 4, name, Svg::At::middle);
}

double draw_legend(Svg& svg, double left, double top, double width, const std::vector<Key>& keys) {
    constexpr double swatch = 14, row = 19;
    double x = left, y = top;
    for (const Key& key : keys) {
        const double taken = swatch + gap + width_of(key.series, Svg::usual_size);
        if (x > left && x + taken > left + width) {
            x = left;
            y += row;
        }
        svg.begin_key(key.series);
        if (key.rule && key.rule == std::string("dot")) svg.dot(x + swatch / 2, y + 6, key.colour, "", "");
        else if (key.rule) svg.rule(x, y + 6, x + swatch, y + 6, key.rule);
        else svg.box(x + 1, y, 12, 12, key.colour);
        svg.text(x + swatch + gap, y + 10.5, key.series);
        svg.end_key();
        x += taken + 18;
    }
    return keys.empty() ? top : y + row;
}

}  // namespace tandem::apps
