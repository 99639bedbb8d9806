#include "apps/sim/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::apps {

namespace {

struct Bar {
    std::string name;
    double amount;
};

constexpr int width = 760, row = 22, left = 190, longest = 400;

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

/// Horizontal bars under a heading, from `y` on; moves `y` below them.
std::string chart(const std::string& heading, std::vector<Bar> bars, const std::string& unit, const char* colour, int& y) {
    std::erase_if(bars, [](const Bar& bar) { return bar.amount <= 0; });
    double sum = 0, most = 0;
    for (const Bar& bar : bars) {
        sum += bar.amount;
        most = std::max(most, bar.amount);
    }
    std::string out = fmt::format("<text x=\"10\" y=\"{}\" font-weight=\"bold\">{} ({:.4g} {})</text>\n", y + 16, heading, sum, unit);
    y += row + 4;
    for (const Bar& bar : bars) {
        const double length = longest * bar.amount / most;
        out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"/>"
                           "<text x=\"{:.1f}\" y=\"{}\">{:.4g} ({:.1f}%)</text>\n",
                           left - 8, y + 15, escaped(bar.name), left, y + 3, length, row - 6, colour, left + length + 6, y + 15, bar.amount, 100 * bar.amount / sum);
        y += row;
    }
    y += 10;
    return out;
}

}  // namespace

std::string as_svg(const SimReport& report) {
    const auto& s = report.statistics;
    std::vector<Bar> cycles, flits, energy;
    for (const auto& c : s.stalled) cycles.push_back({c.name == "none" ? "issuing" : c.name, static_cast<double>(c.count)});
    for (const auto& t : s.traffic) flits.push_back({t.name, static_cast<double>(t.flits)});
    for (const auto& e : report.energy) energy.push_back({e.component, e.nanojoules});
    int y = 70;
    std::string body = chart("Cycles of the SMs, by what held them up", cycles, "cycles", "#4878a8", y);
    body += chart("Traffic by kind of message", flits, "flits", "#6a9f58", y);
    body += chart("Energy by component", energy, "nJ", "#d1605e", y);
    const std::string title = fmt::format("{} {}: {} (size {}, seed {}) on machine {}", report.protocol, report.variant, report.workload, report.options.size, report.options.seed, report.machine);
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"13\">\n"
                       "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"10\" y=\"24\" font-size=\"16\">{2}</text>\n"
                       "<text x=\"10\" y=\"48\">{3} cycles; result: {4}</text>\n{5}</svg>\n",
                       width, y, escaped(title), s.cycles, escaped(report.result), body);
}

}  // namespace tandem::apps
