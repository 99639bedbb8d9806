// The timeline as a picture: panels above each other, over one axis of cycles. Stacked areas are parts of a whole, in steps, for
// an interval has one value.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "apps/pictures/chart.hpp"
#include "apps/pictures/colours.hpp"
#include "apps/sim/picture.hpp"
#include "apps/sim/timeline.hpp"

namespace tandem::apps {

namespace {

using perfsim::Interval;

constexpr double panel_left = 80, width = 660, height = 120, between = 46;

/// One part of what a panel shows: its value in an interval.
struct Part {
    std::string name, colour;
    std::function<double(const Interval&)> value;
};

class Panels {
public:
    explicit Panels(const SimReport& report)
        : timeline_(*report.timeline),
          intervals_(timeline_.intervals()),
          time_(static_cast<double>(std::max<perfsim::Cycle>(1, report.statistics.cycles)), panel_left, panel_left + width,
                true) {
        svg_.text(14, 26, title_of(report), Svg::At::start, 15);
        svg_.text(14, 48,
                  fmt::format("{} cycles in intervals of {}; result: {}", report.statistics.cycles, timeline_.interval(),
                              report.result));
    }

    /// The parts on each other; `most` is where the axis ends, if it is known.
    void stacked(const std::string& heading, const std::string& unit, std::vector<Part> parts, double most = 0) {
        std::erase_if(parts, [&](const Part& part) {
            return std::all_of(intervals_.begin(), intervals_.end(), [&](const Interval& i) { return part.value(i) == 0; });
        });
        std::vector<double> below(intervals_.size(), 0);
        double greatest = 0;
        for (std::size_t i = 0; i < intervals_.size(); ++i) {
            double sum = 0;
            for (const Part& part : parts) sum += part.value(intervals_[i]);
            greatest = std::max(greatest, sum);
        }
        const double top = begin(heading, parts), bottom = top + height;
        const Axis axis(most > 0 ? most : greatest, bottom, top, most > 0);
        draw_up(svg_, axis, panel_left, panel_left + width, unit);
        for (const Part& part : parts) {
            Svg::Points upper, lower;
            for (std::size_t i = 0; i < intervals_.size(); ++i) {
                const double from = time_.place(static_cast<double>(intervals_[i].begin)),
                             to = time_.place(static_cast<double>(intervals_[i].end)), low = axis.place(below[i]);
                below[i] += part.value(intervals_[i]);
                const double high = axis.place(below[i]);
                upper.insert(upper.end(), {{from, high}, {to, high}});
                lower.insert(lower.end(), {{from, low}, {to, low}});
            }
            upper.insert(upper.end(), lower.rbegin(), lower.rend());
            svg_.area(upper, part.colour, part.name, part.name);
        }
        end(bottom);
    }

    /// Beneath all: the cycles.
    std::string finish() {
        draw_across(svg_, time_, y_ - between + 6, y_ - between + 10, "cycles");
        return svg_.finish();
    }

private:
    /// Heading, legend, and where the panel begins below them.
    double begin(const std::string& heading, const std::vector<Part>& parts) {
        svg_.text(14, y_, heading, Svg::At::start, Svg::usual_size, true);
        std::vector<Key> keys;
        for (const Part& part : parts) keys.push_back({part.name, part.colour});
        return draw_legend(svg_, panel_left, y_ + 10, width, keys) + 8;
    }
    /// Where launches begin is marked above the panel, unless they are too many to tell apart.
    void end(double bottom) {
        if (timeline_.launches.size() > 1 && timeline_.launches.size() <= 60)
            for (const auto& launch : timeline_.launches) {
                const double x = time_.place(static_cast<double>(launch.begin));
                svg_.rule(x, bottom, x, bottom + 6, "ink", "", fmt::format("a launch of {} thread blocks begins", launch.blocks));
            }
        y_ = bottom + between;
    }

    const perfsim::Timeline& timeline_;
    const std::vector<Interval> intervals_;
    Svg svg_;
    Axis time_;
    double y_ = 84;
};

double per_cycle(std::uint64_t count, const Interval& i) { return static_cast<double>(count) / static_cast<double>(i.length()); }

}  // namespace

std::string timeline_svg(const SimReport& report) {
    const perfsim::Statistics& total = report.timeline->total();
    double sms = 0;
    if (const auto intervals = report.timeline->intervals(); !intervals.empty())
        for (const auto cycles : intervals.front().stalled) sms += per_cycle(cycles, intervals.front());
    std::vector<Part> stalls, flits;
    for (std::size_t s = 0; s < total.stalled.size(); ++s)
        stalls.push_back({total.stalled[s].name == "none" ? "issuing" : total.stalled[s].name, colour_of_part(s),
                          [s](const Interval& i) { return per_cycle(i.stalled[s], i); }});
    for (std::size_t k = 0; k < total.traffic.size(); ++k)
        flits.push_back(
            {total.traffic[k].name, colour_of_part(k + 1), [k](const Interval& i) { return per_cycle(i.flits[k], i); }});

    Panels panels(report);
    panels.stacked("Instructions issued", "in an SM's cycle",
                   {{"instructions", colour(Hue::green, Shade::dark),
                     [sms](const Interval& i) { return sms > 0 ? per_cycle(i.instructions, i) / sms : 0; }}});
    panels.stacked("What SMs do or wait for", "SMs", stalls, sms);
    panels.stacked("Traffic by kind of message", "flits a cycle", flits);
    if (total.l1_lookups > 0)
        panels.stacked("Accesses to L1", "blocks a cycle",
                       {{"load hits", colour(Hue::blue, Shade::dark), [](const Interval& i) { return per_cycle(i.l1_hits, i); }},
                        {"others", colour(Hue::ochre, Shade::light),
                         [](const Interval& i) { return per_cycle(i.l1_lookups - i.l1_hits, i); }}});
    panels.stacked(
        "DRAM", "blocks a cycle",
        {{"reads", colour(Hue::teal, Shade::dark), [](const Interval& i) { return per_cycle(i.dram_reads, i); }},
         {"writes", colour(Hue::vermilion, Shade::middle), [](const Interval& i) { return per_cycle(i.dram_writes, i); }}});
    return panels.finish();
}

}  // namespace tandem::apps
