#include "reproduce/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reproduce/page.hpp"

namespace tandem::reproduce {

namespace {

constexpr std::array colours{"#9c9c9c", "#d8b365", "#e8877e", "#b03a2e", "#9a5fa5", "#8db7dd", "#28629c", "#6a9f58"};
constexpr double left = 60, top = 70, height = 240;

const char* colour(std::size_t i) { return colours[i % colours.size()]; }

/// The y axis of a chart from 0 to a round number.
struct Axis {
    double step, most;
    explicit Axis(double greatest) {
        const double rough = (greatest > 0 ? greatest : 1) / 4, power = std::pow(10, std::floor(std::log10(rough)));
        step = power * (rough / power <= 1 ? 1 : rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10);
        most = step * std::ceil(greatest / step * 1.0001);
        if (most <= 0) most = step;
    }
    double y(double value) const { return top + height * (1 - value / most); }
    std::string grid(double right) const {
        std::string out;
        for (int i = 0; step * i <= most * 1.0001; ++i)
            out += fmt::format("<line x1=\"{0}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#ddd\"/><text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:g}</text>\n", left, right,
                               y(step * i), left - 6, y(step * i) + 4, step * i);
        return out;
    }
};

std::string frame(const std::string& title, const std::vector<Configuration>& configurations, double width, const std::string& body) {
    std::string legend;
    double x = left;
    for (std::size_t i = 0; i < configurations.size(); ++i) {
        legend += fmt::format("<rect x=\"{:.0f}\" y=\"40\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{:.0f}\" y=\"51\">{}</text>\n", x, colour(i), x + 17, configurations[i].name);
        x += 40 + 8 * static_cast<double>(configurations[i].name.size());
    }
    width = std::max(width, x);
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
                       "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"10\" y=\"24\" font-size=\"15\">{2}</text>\n{3}{4}</svg>\n",
                       width, top + height + 50, escaped(title), legend, body);
}

std::string title_of(const Figure& f) {
    return f.title + (f.relative_to.empty() ? f.unit.empty() ? "" : ", in " + f.unit : ", relative to " + f.relative_to);
}

/// A box from quartile to quartile with the median, and tails to the least and the greatest.
std::string box_and_tails(const Axis& axis, const Table::Box& box, double x, double width, const char* fill, const std::string& title) {
    const double middle = x + width / 2;
    return fmt::format("<g stroke=\"black\"><line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/><rect x=\"{3:.1f}\" y=\"{4:.1f}\" width=\"{5:.1f}\" height=\"{6:.1f}\" fill=\"{7}\"><title>{8}: {9:.2f} "
                       "{10:.2f} {11:.2f} {12:.2f} {13:.2f}</title></rect><line x1=\"{3:.1f}\" x2=\"{14:.1f}\" y1=\"{15:.1f}\" y2=\"{15:.1f}\"/></g>\n",
                       middle, axis.y(box[0]), axis.y(box[4]), x, axis.y(box[3]), width, std::max(1.0, axis.y(box[1]) - axis.y(box[3])), fill, title, box[0], box[1], box[2], box[3], box[4], x + width,
                       axis.y(box[2]));
}

/// Where values of a setting stand between `from` and `to`: by their logarithms where the last is many times the first, or the first would be one heap.
struct Scale {
    double from, to, first, last;
    bool logarithmic;
    Scale(const std::vector<SweepTable::Point>& points, double from, double to)
        : from(from), to(to), first(points.front().value), last(std::max(first + 1, static_cast<double>(points.back().value))), logarithmic(first > 0 && last >= 8 * first) {}
    double x(int value) const {
        const double part = logarithmic ? std::log(value / first) / std::log(last / first) : (value - first) / (last - first);
        return from + (to - from) * part;
    }
};

}  // namespace

std::string as_svg(const Table& table) {
    const Figure& f = *table.figure;
    std::vector<const Table::Row*> groups;
    for (const auto* list : {&table.rows, &table.means})
        for (const auto& row : *list)
            if (std::any_of(row.values.begin(), row.values.end(), [](const auto& v) { return v.has_value(); })) groups.push_back(&row);
    double greatest = 0;
    for (const auto* row : groups)
        for (const auto* list : {&row->values, &row->printed})
            for (const auto& v : *list) greatest = std::max(greatest, v.value_or(0));
    const Axis axis(greatest);
    const double bar = 11, group = bar * static_cast<double>(f.configurations.size()) + 22, right = left + group * static_cast<double>(groups.size());

    std::string body = axis.grid(right);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const auto& row = *groups[g];
        const double x0 = left + group * static_cast<double>(g) + 11;
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            if (!row.values[i]) continue;
            if (i < row.boxes.size()) {
                body += box_and_tails(axis, row.boxes[i], x0 + bar * static_cast<double>(i), bar - 2, colour(i), row.name + ", " + f.configurations[i].name);
                continue;
            }
            const double x = x0 + bar * static_cast<double>(i), y = axis.y(*row.values[i]);
            body += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"><title>{}, {}: {}</title></rect>\n", x, y, bar - 1, top + height - y, colour(i),
                                row.name, f.configurations[i].name, shown(row.values[i]));
            for (std::size_t p = 0; p < row.printed.size(); ++p)
                if (f.printed[p].configuration == f.configurations[i].name && row.printed[p])
                    body += fmt::format("<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{3:.1f}\" y2=\"{3:.1f}\" stroke=\"black\" stroke-width=\"2\"{2}/>\n", x - 3, x + bar + 2,
                                        p == 0 ? "" : " stroke-dasharray=\"3 2\"", axis.y(*row.printed[p]));
        }
        const auto comma = row.name.find(", ");  // the mean of a set takes two lines
        body += fmt::format("<text x=\"{0:.1f}\" y=\"{1:.1f}\" text-anchor=\"middle\">{2}</text>", x0 + (group - 22) / 2, top + height + 16, row.name.substr(0, comma));
        if (comma != std::string::npos) body += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x0 + (group - 22) / 2, top + height + 31, row.name.substr(comma + 2));
    }
    return frame(title_of(f), f.configurations, right + 20, body);
}

std::string as_svg(const SweepTable& sweep) {
    const Figure& f = *sweep.figure;
    double greatest = 0;
    for (const auto& point : sweep.points)
        for (const auto& v : point.table.means.back().values) greatest = std::max(greatest, v.value_or(0));
    const Axis axis(greatest);
    const double width = 600, right = left + width;
    const Scale scale(sweep.points, left + 10, right - 10);

    std::string body = axis.grid(right);
    const std::size_t labelled = (sweep.points.size() + 15) / 16;
    for (std::size_t i = 0; i < sweep.points.size(); i += labelled)
        body += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", scale.x(sweep.points[i].value), top + height + 16, sweep.points[i].value);
    body += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", left + width / 2, top + height + 36, escaped(sweep.key));
    for (std::size_t c = 0; c < f.configurations.size(); ++c) {
        std::string line;
        for (const auto& point : sweep.points) {
            const auto& v = point.table.means.back().values[c];
            if (!v) continue;
            line += fmt::format("{:.1f},{:.1f} ", scale.x(point.value), axis.y(*v));
            body += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"><title>{}, {} = {}: {}</title></circle>\n", scale.x(point.value), axis.y(*v), colour(c), f.configurations[c].name,
                                sweep.key, point.value, shown(v));
        }
        body += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", line, colour(c));
    }
    return frame(title_of(f) + ", " + mean_of(sweep), f.configurations, right + 20, body);
}

}  // namespace tandem::reproduce
