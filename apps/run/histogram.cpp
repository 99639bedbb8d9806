#include "apps/run/histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "specs/axiomatic/text.hpp"

namespace tandem::apps {

namespace {

bool holds_in(const specs::Test& test, const specs::Formula& formula, const specs::FinalState& state) {
    return specs::holds(formula, [&](const specs::Observed& o) {
        return state[static_cast<std::size_t>(std::find(test.observed.begin(), test.observed.end(), o) - test.observed.begin())];
    });
}

}  // namespace

std::uint64_t Histogram::runs() const {
    std::uint64_t all = 0;
    for (const auto& [state, count] : states) all += count;
    return all;
}
void Histogram::add(const Histogram& other) {
    for (const auto& [state, count] : other.states) states[state] += count;
}

Counted counted(const specs::Test& test, const Histogram& histogram) {
    Counted c;
    for (const auto& [state, count] : histogram.states)
        if (!holds_in(test, test.filter, state)) c.filtered += count;
        else (holds_in(test, test.condition, state) ? c.positive : c.negative) += count;
    return c;
}

Histogram histogram_of(const specs::Test& test, const std::string& output, std::string& card) {
    Histogram histogram;
    std::istringstream lines(output);
    const int locations = static_cast<int>(test.locations.size());
    for (std::string line; std::getline(lines, line);) {
        if (line == "end") return histogram;
        if (line.starts_with("card ")) {
            card = line.substr(5);
            continue;
        }
        std::istringstream words(line);
        std::uint64_t count = 0;
        specs::FinalState state;
        if (!(words >> count)) break;
        for (int location = 0; state.size() < test.observed.size();) {
            char colon = 0;
            std::int64_t number = 0;
            if (!(words >> location >> colon >> number) || colon != ':' || location >= locations) break;
            state.push_back(location < 0 ? specs::Value::of(number) : specs::Value::address(location));
        }
        if (state.size() != test.observed.size()) break;
        histogram.states[state] += count;
    }
    throw std::runtime_error("the program's output is cut off");
}

std::string as_text(const specs::Test& test, const Histogram& histogram) {
    using enum specs::Test::Quantifier;
    const Counted c = counted(test, histogram);
    const bool forbids = test.quantifier == not_exists, requires_all = test.quantifier == for_all;
    std::string out = fmt::format("Test {} {}\nHistogram ({} states)\n", test.name,
                                  forbids        ? "Forbidden"
                                  : requires_all ? "Required"
                                                 : "Allowed",
                                  histogram.states.size());
    for (const auto& [state, count] : histogram.states)
        out += fmt::format("{:<8}{}>{}\n", count,
                           !holds_in(test, test.filter, state)     ? '-'
                           : holds_in(test, test.condition, state) ? '*'
                                                                   : ':',
                           specs::text(test, state));
    const bool ok = forbids ? c.positive == 0 : requires_all ? c.negative == 0 : c.positive > 0;
    const auto [for_it, against] = forbids ? std::pair(c.negative, c.positive) : std::pair(c.positive, c.negative);
    out += fmt::format("{}\n\nWitnesses\nPositive: {}, Negative: {}\nCondition {} is {}validated\n", ok ? "Ok" : "No", for_it,
                       against, specs::condition_text(test), ok ? "" : "NOT ");
    out += fmt::format("Observation {} {} {} {}\n", test.name,
                       c.positive == 0   ? "Never"
                       : c.negative == 0 ? "Always"
                                         : "Sometimes",
                       c.positive, c.negative);
    return out;
}

}  // namespace tandem::apps
