#include "apps/common/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

constexpr double window = 10;  // seconds over which a rate is the mean

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double tenths(double number) { return std::round(number * 10) / 10; }

/// "40 s", "12 min", "3.5 h".
std::string duration(double seconds) {
    if (seconds < 100) return fmt::format("{:.0f} s", seconds);
    if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

ProgressReport::ProgressReport(ProgressStyle style)
    : style_(style == ProgressStyle::on_terminal && !isatty(STDERR_FILENO) ? ProgressStyle::off : style), start_(now()) {}

ProgressReport::~ProgressReport() { clear(); }

void ProgressReport::clear() {
    if (shown_ && line_wanted()) std::cerr << "\r\033[K" << std::flush;
    shown_ = false;
}

bool ProgressReport::due() {
    if (style_ == ProgressStyle::off) return false;
    const double apart = line_wanted() ? 0.3 : std::clamp((now() - start_) / 100, 1.0, 60.0);
    return now() - last_ >= apart;
}

void ProgressReport::put(const std::string& line, const nlohmann::ordered_json& object) {
    last_ = now();
    shown_ = true;
    if (line_wanted()) std::cerr << "\r\033[K" << model::cleaned_line(line) << std::flush;
    else std::cerr << json_text(object, -1) << std::endl;
}

void ProgressReport::show(const std::string& phase, const checker::Progress& p) {
    if (style_ == ProgressStyle::off) return;
    if (phase != phase_) {
        phase_ = phase;
        trend_ = {};
        samples_.clear();
    }
    trend_.add(p);
    const std::uint64_t left = p.level_states - p.level_done, taken = p.states - std::min(p.states, p.next_states + left);
    const bool at_end = left == 0 && p.next_states == 0;
    if (!at_end && !due()) return;
    while (!samples_.empty() && p.seconds - samples_.front().seconds > window) samples_.pop_front();
    const Sample since = samples_.empty() ? Sample{0, 0, 0} : samples_.front();
    samples_.push_back({p.seconds, p.states, taken});
    const double seconds = p.seconds - since.seconds;
    const double rate = seconds > 0 ? static_cast<double>(p.states - std::min(p.states, since.states)) / seconds : 0;
    const double taking = seconds > 0 ? static_cast<double>(taken - std::min(taken, since.taken)) / seconds : 0;
    const auto growth = trend_.growth();
    const auto remaining = trend_.remaining();

    std::string line = fmt::format("{:.2f} M states, level {} ({}% of {}", static_cast<double>(p.states) / 1e6, p.level,
                                   p.level_states ? 100 * p.level_done / p.level_states : 100, p.level_states);
    if (growth) line += *growth >= 1 ? ", growing" : ", shrinking";
    line += fmt::format("), {:.2f} M states/s, {} MB, {}", rate / 1e6, p.bytes / 1'000'000, duration(p.seconds));
    nlohmann::ordered_json object{{"phase", phase},
                                  {"seconds", tenths(p.seconds)},
                                  {"states", p.states},
                                  {"transitions", p.transitions},
                                  {"level", p.level},
                                  {"level_states", p.level_states},
                                  {"level_done", p.level_done},
                                  {"next_states", p.next_states},
                                  {"states_per_second", std::round(rate)},
                                  {"bytes", p.bytes}};
    if (growth) object["growth"] = std::round(*growth * 1000) / 1000;
    if (remaining && taking > 0 && !at_end) {
        line += fmt::format("; {} to {} more, if levels go on to shrink", duration(remaining->low / taking),
                            duration(remaining->high / taking));
        object["remaining_seconds"] = {tenths(remaining->low / taking), tenths(remaining->high / taking)};
    }
    put(line, object);
}

void ProgressReport::show_cycles(const checker::Progress& p) {
    phase_.clear();
    if (!due()) return;
    put(fmt::format("cycles: {} of {} obligations judged, {:.2f} M states, {} MB, {}", p.level_done, p.level_states,
                    static_cast<double>(p.states) / 1e6, p.bytes / 1'000'000, duration(p.seconds)),
        {{"phase", "cycles"},
         {"seconds", tenths(p.seconds)},
         {"obligations", p.level_states},
         {"judged", p.level_done},
         {"states", p.states},
         {"bytes", p.bytes}});
}

void ProgressReport::show(const checker::WalkProgress& p, std::uint64_t walks) {
    if (!due()) return;
    const std::string taken = walks > 0 ? fmt::format("{} of {}", p.walks, walks) : std::to_string(p.walks);
    const double million = static_cast<double>(p.steps) / 1e6;
    put(fmt::format("{} walks, {:.2f} M steps, {:.2f} M steps/s, {} outcomes, {} pairs of them, {} new in the last minute, {}",
                    taken, million, p.seconds > 0 ? million / p.seconds : 0, p.outcomes, p.pairs, p.new_pairs,
                    duration(p.seconds)),
        {{"phase", "walks"},
         {"seconds", tenths(p.seconds)},
         {"walks", p.walks},
         {"of", walks},
         {"steps", p.steps},
         {"bytes", p.bytes},
         {"outcomes", p.outcomes},
         {"pairs", p.pairs},
         {"new_pairs", p.new_pairs}});
}

void ProgressReport::show_runs(std::size_t done, std::size_t all, const std::string& latest) {
    if (style_ == ProgressStyle::off || (done < all && !due())) return;
    put(fmt::format("{} of {} runs ({})", done, all, latest),
        {{"phase", "runs"}, {"seconds", tenths(now() - start_)}, {"runs", done}, {"of", all}, {"latest", latest}});
}

void ProgressReport::show(const std::string& phase, const std::string& words) {
    if (!due()) return;
    put(words, {{"phase", phase}, {"seconds", tenths(now() - start_)}, {"now", words}});
}

}  // namespace tandem::apps
