#include "reproduce/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/common/words.hpp"
#include "apps/pictures/chart.hpp"
#include "reproduce/colours.hpp"

namespace tandem::reproduce {

namespace {

constexpr double left = 76, height = 240, bar = 11, between = 11;
constexpr const char *claimed = "the paper's claim, from our bar of the dot's colour", *wrong_result = "wrong result",
                     *white = "#ffffff";

std::string axis_name(const Figure& f) {
    if (!f.relative_to.empty()) return "relative to " + f.relative_to;
    return f.measure == Measure::wrong ? "1: wrong, 0: right" : f.unit.empty() ? "share" : f.unit;
}
std::string title_of(const Figure& f) {
    return f.title + (f.relative_to.empty() ? f.unit.empty() ? "" : ", in " + f.unit : ", relative to " + f.relative_to);
}

/// Where a claim puts the mean of its configuration.
struct Mark {
    const Table::Row* row;
    std::size_t configuration;
    double value;
    std::string colour, tip;
};
std::vector<Mark> marks_of(const Table& table) {
    std::vector<Mark> marks;
    const Figure& f = *table.figure;
    for (std::size_t i = 0; i < f.claims.size(); ++i) {
        const Claim& claim = f.claims[i];
        const std::size_t than = f.position(claim.than);
        for (const auto& row : table.means)
            if (row.set == claim.set && table.claims[i].ours && row.values[than])
                marks.push_back({&row, f.position(claim.configuration), *row.values[than] * (1 + claim.percent / 100),
                                 colour_of(f.configurations[than]),
                                 fmt::format("{}: the paper says {}, ours is {}", table.claims[i].sentence,
                                             percent(claim.percent), percent(*table.claims[i].ours))});
    }
    return marks;
}

/// A box from quartile to quartile with the median, and tails to the least and the greatest.
void draw_box(Svg& svg, const Axis& axis, const Table::Box& box, double x, const std::string& colour, const std::string& series,
              const std::string& where) {
    const double middle = x + (bar - 1) / 2;
    svg.rule(middle, axis.place(box[0]), middle, axis.place(box[4]), "ink", series);
    svg.box(x, axis.place(box[3]), bar - 1, std::max(1.0, axis.place(box[1]) - axis.place(box[3])), colour, series,
            fmt::format("{}: {:.2f}", where, fmt::join(box, " ")));
    svg.rule(x, axis.place(box[2]), x + bar - 1, axis.place(box[2]), "ink", series);
}

/// The cross for a wrong result.
void draw_wrong(Svg& svg, double x, double base, const std::string& tip) {
    svg.rule(x + 1, base - 10, x + bar - 2, base - 2, "ink", wrong_result, tip);
    svg.rule(x + 1, base - 2, x + bar - 2, base - 10, "ink", wrong_result, tip);
}

/// A bar chart of a table.
class Bars {
public:
    explicit Bars(const Table& table) : table_(table), f_(*table.figure), marks_(marks_of(table)) {
        for (const auto* list : {&table.rows, &table.means})
            for (const auto& row : *list)
                if (has_marks(row)) groups_.push_back(&row);
        double label = 0;
        for (const auto* row : groups_)
            for (const auto& line : split(row->name, ',')) label = std::max(label, apps::width_of(line, Svg::usual_size));
        bars_ = bar * static_cast<double>(f_.configurations.size());
        group_ = std::max(bars_ + 2 * between, label + 8);
    }

    std::string draw() {
        const double right = left + group_ * static_cast<double>(groups_.size());
        svg_.text(14, 26, title_of(f_), Svg::At::start, 15);
        const double top = draw_legend(svg_, left, 42, std::max(500.0, right - left), keys()) + 12;
        draw_groups(0, groups_.size(), top);
        const std::string across = table_.means.empty()     ? "benchmarks"
                                   : f_.mean == Mean::total ? "benchmarks, and sums of them"
                                                            : "benchmarks, and means of them";
        svg_.text(std::max((left + right) / 2, left + apps::width_of(across, Svg::usual_size) / 2), top + height + 52, across,
                  Svg::At::middle);
        return svg_.finish();
    }

    std::vector<std::string> pieces(double widest) {
        draw_legend(svg_, 0, 4, widest, keys());
        std::vector<std::string> all{svg_.finish()};
        const auto fit = static_cast<std::size_t>(std::max(1.0, (widest - left) / group_));
        // As many as are needed, and each with about as many groups.
        const std::size_t count = (groups_.size() + fit - 1) / fit;
        for (std::size_t p = 0; p < count; ++p) {
            svg_ = Svg();
            draw_groups(groups_.size() * p / count, groups_.size() * (p + 1) / count, 12);
            all.push_back(svg_.finish());
        }
        return all;
    }

private:
    /// Those groups, on an axis that is that of all.
    void draw_groups(std::size_t begin, std::size_t end, double top) {
        const Axis axis(greatest(), top + height, top);
        draw_up(svg_, axis, left, left + group_ * static_cast<double>(end - begin), axis_name(f_));
        for (std::size_t g = begin; g < end; ++g) group(axis, *groups_[g], left + group_ * static_cast<double>(g - begin));
    }
    static bool has_marks(const Table::Row& row) {
        return std::any_of(row.values.begin(), row.values.end(), [](const auto& v) { return v.has_value(); }) ||
               std::any_of(row.wrong.begin(), row.wrong.end(), [](const auto& w) { return !w.empty(); });
    }
    static bool is_wrong(const Table::Row& row, std::size_t i) {
        return !row.values[i] && i < row.wrong.size() && !row.wrong[i].empty();
    }

    std::vector<Key> keys() const {
        std::vector<Key> keys;
        for (const auto& c : f_.configurations) keys.push_back({c.name, colour_of(c)});
        for (std::size_t p = 0; p < f_.printed.size(); ++p) keys.push_back({f_.printed[p].name, "", kind(p)});
        if (!marks_.empty()) keys.push_back({claimed, white, "dot"});
        if (std::any_of(groups_.begin(), groups_.end(), [](const auto* row) {
                for (std::size_t i = 0; i < row->values.size(); ++i)
                    if (is_wrong(*row, i)) return true;
                return false;
            }))
            keys.push_back({wrong_result, "", "ink"});
        return keys;
    }
    /// The kind of line for a printed value: the first of a configuration, or another.
    const char* kind(std::size_t printed) const {
        for (std::size_t p = 0; p < printed; ++p)
            if (f_.printed[p].configuration == f_.printed[printed].configuration) return "dashed";
        return "print";
    }

    double greatest() const {
        double most = 0;
        for (const auto* row : groups_) {
            for (const auto* list : {&row->values, &row->printed})
                for (const auto& v : *list) most = std::max(most, v.value_or(0));
            for (const auto& box : row->boxes) most = std::max(most, box.back());
        }
        for (const Mark& mark : marks_) most = std::max(most, mark.value);
        return most;
    }

    void group(const Axis& axis, const Table::Row& row, double from) {
        const double first = from + (group_ - bars_) / 2;
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            const Configuration& c = f_.configurations[i];
            const double x = first + bar * static_cast<double>(i);
            const std::string where = row.name + ", " + c.name;
            if (is_wrong(row, i)) draw_wrong(svg_, x, axis.from(), where + ": " + row.wrong[i]);
            if (!row.values[i]) continue;
            if (i < row.boxes.size()) draw_box(svg_, axis, row.boxes[i], x, colour_of(c), c.name, where);
            else
                svg_.box(x, axis.place(*row.values[i]), bar - 1, axis.from() - axis.place(*row.values[i]), colour_of(c), c.name,
                         where + ": " + shown(row.values[i]));
            for (std::size_t p = 0; p < row.printed.size(); ++p)
                if (f_.printed[p].configuration == c.name && row.printed[p])
                    svg_.rule(x - 1, axis.place(*row.printed[p]), x + bar, axis.place(*row.printed[p]), kind(p),
                              f_.printed[p].name, f_.printed[p].name + ": " + shown(row.printed[p]));
        }
        for (const Mark& mark : marks_)
            if (mark.row == &row)
                svg_.dot(first + bar * static_cast<double>(mark.configuration) + (bar - 1) / 2, axis.place(mark.value),
                         mark.colour, claimed, mark.tip);
        // The mean of a set takes two lines.
        double y = axis.from() + 17;
        for (const auto& line : split(row.name, ',')) {
            svg_.text(from + group_ / 2, y, line.substr(line.find_first_not_of(' ')), Svg::At::middle);
            y += 15;
        }
    }

    const Table& table_;
    const Figure& f_;
    const std::vector<Mark> marks_;
    std::vector<const Table::Row*> groups_;
    double bars_ = 0, group_ = 0;
    Svg svg_;
};

}  // namespace

std::string as_svg(const Table& table) { return Bars(table).draw(); }
std::vector<std::string> pieces_of(const Table& table, double widest) { return Bars(table).pieces(widest); }

std::string as_svg(const SweepTable& sweep) {
    const Figure& f = *sweep.figure;
    constexpr double width = 600, right = left + width;
    double greatest = 0;
    std::vector<int> values;
    for (const auto& point : sweep.points) {
        values.push_back(point.value);
        for (const auto& v : point.table.means.back().values) greatest = std::max(greatest, v.value_or(0));
    }
    std::sort(values.begin(), values.end());
    Svg svg;
    svg.text(14, 26, title_of(f), Svg::At::start, 15);
    svg.text(14, 46, mean_of(sweep));
    std::vector<Key> keys;
    for (const auto& c : f.configurations) keys.push_back({c.name, colour_of(c)});
    const double top = draw_legend(svg, left, 60, width, keys) + 12, bottom = top + height;
    const Axis axis(greatest, bottom, top);
    const Scale scale(values.front(), values.back(), left + 12, right - 12);
    draw_up(svg, axis, left, right, axis_name(f));
    draw_values(svg, scale, values, bottom, left + width / 2, sweep.key);
    for (std::size_t c = 0; c < f.configurations.size(); ++c) {
        const std::string colour = colour_of(f.configurations[c]), &series = f.configurations[c].name;
        Svg::Points line;
        for (const auto& point : sweep.points)
            if (const auto& v = point.table.means.back().values[c]) line.emplace_back(scale.place(point.value), axis.place(*v));
        std::sort(line.begin(), line.end());
        svg.curve(line, colour, series);
        for (const auto& point : sweep.points)
            if (const auto& v = point.table.means.back().values[c])
                svg.dot(scale.place(point.value), axis.place(*v), colour, series,
                        fmt::format("{}, {} = {}: {}", series, sweep.key, point.value, shown(v)));
    }
    return svg.finish();
}

}  // namespace tandem::reproduce
