// A message sequence chart as SVG: a lane for each node, steps downwards, and messages that slope from the step that sends them
// to the step that receives them.
//
// Each text has a line of its own, so no two meet: a step's first, then one for each message that it sends. Above stands why.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/common/words.hpp"
#include "apps/pictures/chart.hpp"
#include "apps/pictures/svg.hpp"
#include "apps/trace/message_text.hpp"
#include "apps/trace/written.hpp"

namespace tandem::apps {

namespace {

constexpr double line_height = 17, step_height = 22, letters = 11;
constexpr double bold = 1.15;  // how much wider bold letters are
constexpr double repeat_height = 18;
constexpr const char* grey = "#888";
constexpr const char* red = "#c0392b";

/// Words in lines no wider than that.
std::vector<std::string> lines_of(const std::string& text, double width) {
    std::vector<std::string> lines;
    for (const std::string& word : split(text, ' ')) {
        if (lines.empty() || width_of(lines.back() + " " + word, Svg::usual_size) > width) lines.push_back(word);
        else lines.back() += " " + word;
    }
    return lines;
}

class Chart {
public:
    explicit Chart(const TraceFile& file) : file_(file), trace_(*file.traces.front().trace), lanes_(trace_.cores.size()) {
        double widest = 150;
        for (const checker::Flight& message : trace_.messages) widest = std::max(widest, width_of(label(message), letters) + 24);
        gap_ = widest;
        // No box reaches beyond the left edge.
        for (std::size_t i = 0; i < trace_.steps.size(); ++i) margin_ = std::max(margin_, half(i) + 8 - (middle(i) - x(0)));
        reason_ = lines_of(trace_.why, std::max(560.0, x(static_cast<int>(lanes_) - 1) + gap_ / 2));
        head_ = 56 + line_height * static_cast<double>(reason_.size()) + 22;
        double y = head_ + 30;
        for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
            if (repeats(i)) y += repeat_height;
            tops_.push_back(y);
            y += step_height + line_height * static_cast<double>(trace_.steps[i].sent.size()) + 8;
        }
        bottom_ = y;
    }

    std::string drawn() {
        svg_.part_texts_from_lines();
        svg_.text(
            10, 20,
            trace_.property + ", " + file_.protocol + (file_.selection.variant.empty() ? "" : " " + file_.selection.variant),
            Svg::At::start, 14, true);
        double y = 42;
        for (const std::string& line : reason_) svg_.text(10, y, line), y += line_height;
        std::vector<Key> keys;
        if (!trace_.witnesses.empty()) keys.push_back({"a step that the violation rests on", red, "dot"});
        if (std::any_of(trace_.messages.begin(), trace_.messages.end(), [](const auto& m) { return m.received < 0; }))
            keys.push_back({"a message that is on its way at the end", grey, "pending"});
        draw_legend(svg_, 10, y - 4, 560, keys);
        for (std::size_t n = 0; n < lanes_; ++n)
            svg_.text(x(static_cast<int>(n)), head_, trace_.start[n].first, Svg::At::middle, 13, true);
        draw_lifelines();
        for (const checker::Flight& message : trace_.messages) draw_arrow(message);
        for (std::size_t i = 0; i < trace_.steps.size(); ++i) draw_step(i);
        return svg_.finish();
    }

private:
    double x(int node) const { return margin_ + gap_ * node; }
    std::string label(const checker::Flight& message) const { return short_text(message_text(message.message), trace_.blocks); }
    std::string words(std::size_t i) const {
        const checker::TraceStep& step = trace_.steps[i];
        return fmt::format("{}. {}{}", i + 1, step_text(trace_, step),
                           step.outcomes.empty() ? "" : " (" + join(step.outcomes, ", ") + ")");
    }
    bool witness(std::size_t i) const {
        return std::find(trace_.witnesses.begin(), trace_.witnesses.end(), static_cast<int>(i)) != trace_.witnesses.end();
    }
    bool repeats(std::size_t i) const { return trace_.cycle_from == static_cast<int>(i); }
    double half(std::size_t i) const { return width_of(words(i), Svg::usual_size) / 2 * (witness(i) ? bold : 1) + 6; }
    double middle(std::size_t i) const {
        const int node = trace_.steps[i].node;
        return node < 0 ? x(0) + gap_ * static_cast<double>(lanes_ - 1) / 2 : x(node);
    }
    /// Where a message leaves its sender: the line of its label.
    double leaves_at(const checker::Flight& message) const {
        if (message.sent < 0) return head_ + 10;
        const std::vector<int>& sent = trace_.steps[static_cast<std::size_t>(message.sent)].sent;
        const auto place = std::find_if(sent.begin(), sent.end(),
                                        [&](int id) { return &trace_.messages[static_cast<std::size_t>(id)] == &message; }) -
                           sent.begin();
        return tops_[static_cast<std::size_t>(message.sent)] + step_height + line_height * static_cast<double>(place) +
               line_height - 2;  // below its label
    }

    void draw_lifelines() {
        for (std::size_t n = 0; n < lanes_; ++n) {
            double from = head_ + 8;
            for (std::size_t i = 0; i < trace_.steps.size(); ++i)
                if (trace_.steps[i].node == static_cast<int>(n)) {
                    svg_.rule(x(static_cast<int>(n)), from, x(static_cast<int>(n)), tops_[i], "grid");
                    from = tops_[i] + step_height;
                }
            svg_.rule(x(static_cast<int>(n)), from, x(static_cast<int>(n)), bottom_, "grid");
        }
        if (trace_.cycle_from >= 0 && trace_.cycle_from < static_cast<int>(trace_.steps.size())) {
            const double y = tops_[static_cast<std::size_t>(trace_.cycle_from)] - 5;
            svg_.rule(10, y, x(static_cast<int>(lanes_) - 1) + gap_ / 2, y, "axis");
            svg_.text(10, y - 4, "from here on the steps repeat forever", Svg::At::start, letters);
        }
    }

    void draw_arrow(const checker::Flight& message) {
        const double direction = message.to > message.from ? 1 : -1;
        const double from_x = x(message.from), from_y = leaves_at(message);
        double to_x = x(message.to), to_y = bottom_;
        if (message.received >= 0) {
            to_y = tops_[static_cast<std::size_t>(message.received)] + step_height / 2;
            to_x -= direction * (half(static_cast<std::size_t>(message.received)) + 1);
            // A box may reach beyond the lane that the arrow comes from.
            if ((to_x - from_x) * direction < 6) to_x = x(message.to), to_y = tops_[static_cast<std::size_t>(message.received)];
        } else {
            to_x = from_x + (to_x - from_x) * 0.7;
        }
        svg_.rule(from_x, from_y, to_x, to_y, message.received < 0 ? "pending" : "axis", "", message.message);
        if (message.received >= 0) {
            const double angle = std::atan2(to_y - from_y, to_x - from_x);
            const auto corner = [&](double turn) {
                return std::pair{to_x - 8 * std::cos(angle + turn), to_y - 8 * std::sin(angle + turn)};
            };
            svg_.area({{to_x, to_y}, corner(0.4), corner(-0.4)}, grey, "", "");
        }
        if (message.sent >= 0)
            svg_.text(from_x + direction * 8, from_y - 4, label(message), direction > 0 ? Svg::At::start : Svg::At::end, letters);
    }

    void draw_step(std::size_t i) {
        const checker::TraceStep& step = trace_.steps[i];
        svg_.box(middle(i) - half(i), tops_[i], 2 * half(i), step_height, "none", "", join(step.sends, "; "));
        if (witness(i)) svg_.dot(middle(i) - half(i), tops_[i], red, "", "a step that the violation rests on");
        svg_.text(middle(i), tops_[i] + 15, words(i), Svg::At::middle, Svg::usual_size, witness(i));
    }

    const TraceFile& file_;
    const checker::Trace& trace_;
    std::size_t lanes_;
    double gap_ = 0, margin_ = 90, head_ = 0, bottom_ = 0;
    std::vector<std::string> reason_;
    std::vector<double> tops_;
    Svg svg_;
};

}  // namespace

std::string chart_of(const TraceFile& file) { return Chart(file).drawn(); }

}  // namespace tandem::apps
