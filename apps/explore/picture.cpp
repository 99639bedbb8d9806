// What combinations cost, as a picture: cycles to the right and another figure upwards, a mark for each row of the table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/common/words.hpp"
#include "apps/explore/picture.hpp"
#include "apps/explore/report.hpp"
#include "apps/pictures/chart.hpp"
#include "apps/pictures/colours.hpp"

namespace tandem::apps {

using checker::Verdict;

namespace {

/// A scale that begins near the least value: costs differ by percents, and from 0 on they would be one heap.
class CostScale {
public:
    CostScale(double least, double most, double from, double to) : from_(from), to_(to) {
        if (!(most > least)) least *= 0.99, most = least == 0 ? 1 : most * 1.01;
        const double rough = (most - least) / 4, power = std::pow(10, std::floor(std::log10(rough))), part = rough / power;
        step_ = power * (part <= 1.0001 ? 1 : part <= 2.0001 ? 2 : part <= 5.0001 ? 5 : 10);
        first_ = step_ * std::floor(least / step_ - 0.0001);
        last_ = step_ * std::ceil(most / step_ + 0.0001);
    }
    double place(double value) const { return from_ + (to_ - from_) * (value - first_) / (last_ - first_); }
    std::vector<double> marks() const {
        std::vector<double> all;
        for (int i = 0; first_ + i * step_ <= last_ + step_ / 1000; ++i) all.push_back(first_ + i * step_);
        return all;
    }
    /// A mark with as many digits as tell it from the next.
    std::string written(double value) const {
        const auto [unit, name] = last_ >= 1e6 ? std::pair{1e6, " M"} : last_ >= 1e4 ? std::pair{1e3, " k"} : std::pair{1.0, ""};
        const int digits = std::max(0, -static_cast<int>(std::floor(std::log10(step_ / unit) + 1e-9)));
        return fmt::format("{:.{}f}{}", value / unit, digits, name);
    }

private:
    double from_, to_, first_, last_, step_;
};

constexpr const char *front_series = "right, in the front", *right_series = "right", *refuted_series = "refuted (x)",
                     *undecided_series = "undecided";

const char* series_of(const DesignSpace& space, const ExploredRow& row) {
    const Verdict verdict = space.verdicts[row.combination].verdict;
    return row.front                     ? front_series
           : verdict == Verdict::holds   ? right_series
           : verdict == Verdict::refuted ? refuted_series
                                         : undecided_series;
}

/// What is drawn later stands over what costs the same.
int rank_of(const DesignSpace& space, std::size_t r) {
    const ExploredRow& row = space.rows[r];
    return row.front ? 2 : space.verdicts[row.combination].verdict == Verdict::holds ? 1 : 0;
}

std::string tip_of(const DesignSpace& space, const ExploredRow& row) {
    const CombinationVerdict& verdict = space.verdicts[row.combination];
    std::string tip = join(space.words_of(row), ", ") + "\n" + word_of(verdict.verdict);
    if (verdict.verdict == Verdict::refuted)
        tip += fmt::format(": {}, {} steps\n{}", verdict.property, verdict.steps, verdict.command);
    if (verdict.verdict == Verdict::undecided) tip += ": " + verdict.why;
    for (const Figure figure : figures)
        tip += fmt::format("\n{} {}", as_figure(figure, (*row.cost)[static_cast<std::size_t>(figure)]),
                           figure_units[static_cast<std::size_t>(figure)]);
    return tip;
}

void draw_mark(Svg& svg, const std::string& series, double x, double y, const std::string& tip) {
    if (series == front_series) {
        svg.dot(x, y, colour(Hue::green, Shade::dark), series, tip, 6);
    } else if (series == right_series) {
        svg.dot(x, y, colour(Hue::blue, Shade::middle), series, tip, 4);
    } else if (series == refuted_series) {
        svg.rule(x - 4, y - 4, x + 4, y + 4, "ink", series, tip);
        svg.rule(x - 4, y + 4, x + 4, y - 4, "ink", series, tip);
    } else {
        svg.box(x - 4, y - 4, 8, 8, colour(Hue::ochre, Shade::light), series, tip);
    }
}

}  // namespace

std::string scatter_of(const DesignSpace& space, Figure upwards, const std::function<std::string(std::size_t row)>& link) {
    constexpr double left = 90, top = 92, width = 620, height = 380;
    Svg svg;
    svg.text(14, 26, fmt::format("{} on machine {}: {}", space.protocol, space.machine, join(space.workloads, ", ")),
             Svg::At::start, 15);
    std::vector<std::size_t> shown;
    double least_x = INFINITY, most_x = 0, least_y = INFINITY, most_y = 0;
    const auto value = [&](std::size_t r, Figure figure) {
        return (*space.rows[r].cost)[static_cast<std::size_t>(figure)] / (figure == Figure::cycles ? 1 : 1e3);
    };
    for (std::size_t r = 0; r < space.rows.size(); ++r) {
        if (!space.rows[r].cost) continue;
        shown.push_back(r);
        least_x = std::min(least_x, value(r, Figure::cycles)), most_x = std::max(most_x, value(r, Figure::cycles));
        least_y = std::min(least_y, value(r, upwards)), most_y = std::max(most_y, value(r, upwards));
    }
    if (shown.empty()) {
        svg.text(14, 52, "No combination has a cost");
        return svg.finish();
    }
    svg.text(14, 46,
             fmt::format("Geometric means over {} workload{}; the axes do not begin at 0", space.workloads.size(),
                         space.workloads.size() == 1 ? "" : "s"));
    std::vector<Key> keys;
    for (const auto& [series, colour_of_it, rule] :
         {std::tuple{front_series, colour(Hue::green, Shade::dark), "dot"},
          std::tuple{right_series, colour(Hue::blue, Shade::middle), "dot"}, std::tuple{refuted_series, std::string(), "ink"},
          std::tuple{undecided_series, colour(Hue::ochre, Shade::light), static_cast<const char*>(nullptr)}})
        if (std::any_of(shown.begin(), shown.end(),
                        [&, named = series](std::size_t r) { return series_of(space, space.rows[r]) == std::string(named); }))
            keys.push_back({series, colour_of_it, rule});
    draw_legend(svg, left, 58, width, keys);
    const CostScale across(least_x, most_x, left + 12, left + width - 12), up(least_y, most_y, top + height, top);
    for (const double mark : up.marks()) {
        svg.rule(left, up.place(mark), left + width, up.place(mark), "grid");
        svg.text(left - 6, up.place(mark) + 4, up.written(mark), Svg::At::end);
    }
    for (const double mark : across.marks()) {
        svg.rule(across.place(mark), top, across.place(mark), top + height, "grid");
        svg.text(across.place(mark), top + height + 16, across.written(mark), Svg::At::middle);
    }
    svg.text(left + width / 2, top + height + 36, "cycles", Svg::At::middle);
    svg.upright_text(22, top + height / 2, upwards == Figure::energy ? "energy, uJ" : "sent on the network, kB");
    std::stable_sort(shown.begin(), shown.end(),
                     [&](std::size_t a, std::size_t b) { return rank_of(space, a) < rank_of(space, b); });
    for (const std::size_t r : shown) {
        const std::string target = link ? link(r) : "";
        if (!target.empty()) svg.begin_link(target);
        draw_mark(svg, series_of(space, space.rows[r]), across.place(value(r, Figure::cycles)), up.place(value(r, upwards)),
                  tip_of(space, space.rows[r]));
        if (!target.empty()) svg.end_link();
    }
    return svg.finish();
}

std::string as_svg(const DesignSpace& space, const std::string& against) {
    return scatter_of(space, against == "bytes" ? Figure::bytes : Figure::energy, {});
}

}  // namespace tandem::apps
