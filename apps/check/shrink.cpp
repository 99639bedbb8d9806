#include "apps/check/shrink.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/check/leave_out.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

using checker::Verdict;

namespace {

struct Number {
    std::string key, value;
};

/// The numbers in a system's description, "gtsc sc,delay  sms=2,warps=1": all that it shows.
std::vector<Number> numbers_of(const std::string& description) {
    std::vector<Number> all;
    for (std::size_t at = description.find("  "); at != std::string::npos; at = description.find("  ", at + 2)) {
        const std::string part = description.substr(at + 2, description.find("  ", at + 2) - at - 2);
        for (const std::string& word : split(part, ','))
            if (const std::size_t equals = word.find('='); equals != std::string::npos && word.find(' ') == std::string::npos)
                all.push_back({word.substr(0, equals), word.substr(equals + 1)});
    }
    return all;
}

/// What is less than a value, the least first: of a number those below it, of several words each alone.
std::vector<std::string> smaller_than(const std::string& value) {
    std::vector<std::string> all;
    if (!value.empty() && value.size() < 4 &&
        std::all_of(value.begin(), value.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
        for (int n = 0; n < std::stoi(value); ++n) all.push_back(std::to_string(n));
    else if (value.find('/') != std::string::npos)
        all = split(value, '/');
    return all;
}

const PropertyReport* first_refuted(const CheckReport& report) {
    const auto at = std::find_if(report.properties.begin(), report.properties.end(),
                                 [](const PropertyReport& p) { return p.verdict == Verdict::refuted && p.counts() && p.trace; });
    return at == report.properties.end() ? nullptr : &*at;
}

class Shrinker {
public:
    Shrinker(const CheckOptions& options, CheckReport& report, Shrinking& shrinking)
        : text_(protocol(options.protocol)), smallest_(options), report_(report), shrinking_(shrinking) {
        smallest_.properties = {shrinking.property};
        smallest_.all = false;
        smallest_.walk_time = 0.0;  // what is found must be of the smaller shape
        deadline_ = options.seconds > 0 ? std::max(options.seconds - report.result.seconds, 1e-3) : 0;
        seconds_of_try_ = std::max(10.0, 3 * report.result.seconds);
        seen_.insert(report.system);
        steps_ = shrinking.steps;
    }

    void shrink() {
        if (smallest_.walks > 0) refutes("", "");
        for (bool again = true; again && !shrinking_.interrupted;) {
            again = false;
            for (const std::string& key : keys()) again = shrink(key) || again;
        }
        shrinking_.shape = smallest_.selection.shape;
        if (!shrinking_.interrupted) drop_events();
    }

private:
    /// The sorts' keys first.
    std::vector<std::string> keys() const {
        std::vector<std::string> all;
        for (const std::string& key : text_.extents) all.push_back(key);
        for (const Entry& key : text_.shape_keys)
            if (std::find(all.begin(), all.end(), key.name) == all.end()) all.push_back(key.name);
        std::erase(all, "");
        return all;
    }

    /// Whether a smaller value of this key refutes as well; the least that does is kept.
    bool shrink(const std::string& key) {
        const auto numbers = numbers_of(report_.system);
        const auto at = std::find_if(numbers.begin(), numbers.end(), [&](const Number& n) { return n.key == key; });
        if (at == numbers.end()) return false;
        for (const std::string& value : smaller_than(at->value)) {
            if (shrinking_.interrupted) return false;
            if (refutes(key, value)) return true;
        }
        return false;
    }

    /// Without a key: the shape as it is, searched where random walks were taken.
    bool refutes(const std::string& key, const std::string& value) {
        CheckOptions smaller = smallest_;
        if (!key.empty()) smaller.selection.shape = model::with(smaller.selection.shape, key, value);
        smaller.seconds = seconds_of_try_;
        if (deadline_ > 0) {
            const double left = deadline_ - std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
            if (left <= 0) return shrinking_.interrupted = true, false;
            smaller.seconds = std::min(smaller.seconds, left);
        }
        Shrinking::Try attempt{key.empty() ? "searched" : key + "=" + value, "", false};
        try {
            if (!key.empty() && !seen_.insert(text_.describe(smaller.selection)).second) return false;
        } catch (const UsageError&) {
            return false;  // the shape accepts no such number
        }
        // A search of a smaller system may find what a random walk found here, with a shorter trace.
        for (const std::uint64_t walks :
             smaller.walks > 0 && !key.empty() ? std::vector<std::uint64_t>{0, smaller.walks} : std::vector<std::uint64_t>{0}) {
            smaller.walks = walks;
            try {
                CheckReport report = check(smaller);
                shrinking_.interrupted = InterruptWatch::flag();
                const PropertyReport* found = first_refuted(report);
                attempt.result = report.verdict() == Verdict::holds ? "holds" : "undecided";
                if (found && found->name == shrinking_.property) {
                    const auto steps = static_cast<int>(found->trace->steps.size());
                    // A system with less room or a shorter clock is no simpler if its trace is longer.
                    attempt.kept =
                        steps <= steps_ || std::find(text_.extents.begin(), text_.extents.end(), key) != text_.extents.end();
                    attempt.result = fmt::format("refuted in {} steps{}", steps, attempt.kept ? "" : ", which is more");
                    if (attempt.kept) steps_ = steps;
                }
                if (attempt.kept) {
                    report_ = std::move(report);
                    smallest_.selection.shape = smaller.selection.shape;
                }
            } catch (const UsageError&) {
                attempt.result = "says nothing";
            }
            if (attempt.result != "undecided" || shrinking_.interrupted) break;
        }
        shrinking_.tried.push_back(attempt);
        return attempt.kept;
    }

    /// Of a walk that no search has found again: fewer of its events.
    void drop_events() {
        const auto found = std::find_if(report_.properties.begin(), report_.properties.end(),
                                        [&](const PropertyReport& p) { return p.name == shrinking_.property && p.trace; });
        if (found == report_.properties.end()) return;
        const InterruptWatch watch;
        const bool fewer = leave_events_out(text_, smallest_.selection, report_.system, *found, seconds_of_try_);
        if (!found->trace->shortest)
            shrinking_.tried.push_back(
                {"fewer events", fewer ? fmt::format("refuted in {} steps", found->trace->steps.size()) : "none", fewer});
    }

    const Protocol& text_;
    CheckOptions smallest_;
    CheckReport& report_;
    Shrinking& shrinking_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    int steps_ = 0;  // of the trace in the smallest system
    double deadline_ = 0, seconds_of_try_ = 0;
    std::set<std::string> seen_;  // systems
};

}  // namespace

Shrinking shrink(const CheckOptions& options, CheckReport& report) {
    Shrinking shrinking;
    const PropertyReport* found = first_refuted(report);
    if (!found) return shrinking;
    shrinking.property = found->name;
    shrinking.from = report.system;
    shrinking.steps = static_cast<int>(found->trace->steps.size());
    Shrinker(options, report, shrinking).shrink();
    return shrinking;
}

std::string as_text(const Shrinking& shrinking) {
    if (shrinking.property.empty()) return "";
    std::string out = fmt::format("{}\n{} is refuted there in {} steps. Smaller shapes:\n", shrinking.from, shrinking.property,
                                  shrinking.steps);
    for (const Shrinking::Try& one : shrinking.tried)
        out += fmt::format("  {:<18} {}{}\n", one.change, one.result, one.kept ? ", and kept" : "");
    if (shrinking.tried.empty()) out += "  none is accepted\n";
    if (shrinking.interrupted) out += "Not all smaller shapes were tried.\n";
    if (std::any_of(shrinking.tried.begin(), shrinking.tried.end(), [](const Shrinking::Try& one) { return one.kept; }) &&
        !shrinking.shape.empty())
        out += "The smallest that refutes it is --shape " + shrinking.shape + "\n";
    return out + "\n";
}

nlohmann::json as_json(const Shrinking& shrinking) {
    nlohmann::json tried = nlohmann::json::array();
    for (const Shrinking::Try& one : shrinking.tried)
        tried.push_back({{"change", one.change}, {"result", one.result}, {"kept", one.kept}});
    return {{"property", shrinking.property}, {"from", shrinking.from}, {"steps", shrinking.steps},
            {"shape", shrinking.shape},       {"tried", tried},         {"all_tried", !shrinking.interrupted}};
}

}  // namespace tandem::apps
