// What charts have in common: axes with names and units, and legends.
#pragma once

#include <string>
#include <vector>

#include "apps/pictures/svg.hpp"

namespace tandem::apps {

/// A scale from 0, whose marks are 1, 2 or 5 times a power of ten, between two places of a picture.
class Axis {
public:
    /// It ends at a mark, at `greatest` or beyond; `exact`: at `greatest` itself.
    Axis(double greatest, double from, double to, bool exact = false);
    double place(double value) const { return from_ + (to_ - from_) * value / most_; }
    double from() const { return from_; }
    double to() const { return to_; }
    std::vector<double> marks() const;

private:
    double from_, to_, most_, step_;
};

/// Where values stand between two places of a picture: by their logarithms where the last is many times the first, or the first
/// would be one heap.
class Scale {
public:
    Scale(double first, double last, double from, double to);
    double place(double value) const;

private:
    double first_, last_, from_, to_;
    bool logarithmic_;
};

/// Lines across, with numbers on their left, and what is counted, upright.
void draw_up(Svg& svg, const Axis& axis, double left, double right, const std::string& name);
/// Lines upwards from `bottom` to `top`, with numbers beneath, and what is counted.
void draw_across(Svg& svg, const Axis& axis, double top, double bottom, const std::string& name);
/// Values of a setting beneath a chart, as many as there is room for, and the setting.
void draw_values(Svg& svg, const Scale& scale, const std::vector<int>& values, double bottom, double middle,
                 const std::string& name);

/// What a legend says of a kind of mark.
struct Key {
    std::string series, colour;
    // a line of that kind stands for it (`Svg::rule`), not a box of the colour; or a dot, if it is "dot"
    const char* rule = nullptr;
};
/// In rows of at most that width; returns where the picture goes on below them.
double draw_legend(Svg& svg, double left, double top, double width, const std::vector<Key>& keys);

}  // namespace tandem::apps
