#include "apps/sim/swept.hpp"

#include <climits>
#include <cstdint>
#include <set>

#include "apps/common/words.hpp"
#include "model/file_bytes.hpp"
#include "perfsim/machine_text.hpp"

namespace tandem::apps {

namespace {

constexpr const char* accepted = "such as lease=2..64, lease=2..64*2 or lease=8,10,12 are accepted";
constexpr std::size_t most_points = 10'000;

/// `text` is how the sweep is shown.
void add_range(const std::string& part, const std::string& text, std::vector<int>& values) {
    constexpr std::size_t longest = 40;  // three numbers have fewer characters
    if (part.size() > longest)
        throw UsageError("the sweep '" + text + "' has a part of " + std::to_string(part.size()) + " characters: ranges " +
                         accepted);
    const auto dots = part.find("..");
    const auto add = [&](int value) {
        values.push_back(value);
        if (values.size() > most_points)
            throw UsageError("the sweep '" + text + "' has more than " + std::to_string(most_points) +
                             " points: fewer are accepted");
    };
    if (dots == std::string::npos) return add(number(part, "the sweep's value", 0, INT_MAX / 2));
    const auto star = part.find('*', dots);
    const int from = number(part.substr(0, dots), "the sweep's first value", 0, INT_MAX / 2);
    const int to = number(part.substr(dots + 2, star == std::string::npos ? star : star - dots - 2), "the sweep's last value", 0,
                          INT_MAX / 2);
    const int factor = star == std::string::npos ? 1 : number(part.substr(star + 1), "the sweep's factor", 2, 1000);
    if (from > to)
        throw UsageError("the sweep '" + text + "' is empty, for " + std::to_string(from) + " is more than " +
                         std::to_string(to) + ": ranges " + accepted);
    if (factor > 1 && from == 0) throw UsageError("the sweep '" + text + "' multiplies 0: ranges " + accepted);
    for (std::int64_t v = from; v <= to; v = factor == 1 ? v + 1 : v * factor) add(static_cast<int>(v));
}

}  // namespace

Sweep sweep_from(const std::string& text, const std::string& machine, const std::string& name) {
    const auto sign = text.find('=');
    const std::string shown = model::printable(text, 60);
    if (sign == std::string::npos || sign == 0)
        throw UsageError("the sweep '" + shown + "' is no key with values: sweeps " + accepted);
    Sweep sweep;
    for (const auto& part : parts_of(text.substr(sign + 1), ',')) add_range(part, shown, sweep.values);
    std::set<int> before;
    for (const int value : sweep.values)
        if (!before.insert(value).second)
            throw UsageError("the sweep '" + shown + "' has " + std::to_string(value) + " twice: once is accepted");
    if (sweep.values.empty()) throw UsageError("the sweep '" + shown + "' is empty: ranges " + accepted);
    try {
        sweep.key = perfsim::setting_in(machine, text.substr(0, sign));
        // All values are tried now, not when the sweep gets there.
        for (const int value : sweep.values)
            perfsim::machine_from(perfsim::with_setting(machine, sweep.key, value),
                                  name + ", with " + sweep.key + " = " + std::to_string(value));
    } catch (const perfsim::DescriptionError& error) {
        throw UsageError(error.what());
    }
    return sweep;
}

}  // namespace tandem::apps
