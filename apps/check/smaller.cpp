#include "apps/check/smaller.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "apps/check/command_of.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

using model::Sort;

namespace {

/// How many cores take part in a run, threads of one core, and blocks.
struct Extents {
    std::size_t cores = 0, threads = 0, blocks = 0;
    std::size_t product() const { return cores * threads * blocks; }
};

Extents extents_of(const checker::Trace& trace) {
    std::set<std::size_t> blocks;
    std::map<std::size_t, std::set<std::size_t>> threads;  // by core
    for (const checker::TraceStep& step : trace.steps)
        for (const auto& event : step.events) {
            threads[event.core.index()].insert(event.thread.index());
            blocks.insert(event.address.index());
        }
    Extents extents{threads.size(), 0, blocks.size()};
    for (const auto& [core, its] : threads) extents.threads = std::max(extents.threads, its.size());
    return extents;
}

/// All that are no larger, the smallest first.
std::vector<Extents> up_to(const Extents& most) {
    std::vector<Extents> all;
    for (std::size_t c = 1; c <= most.cores; ++c)
        for (std::size_t t = 1; t <= most.threads; ++t)
            for (std::size_t b = 1; b <= most.blocks; ++b) all.push_back({c, t, b});
    std::stable_sort(all.begin(), all.end(), [](const Extents& a, const Extents& b) { return a.product() < b.product(); });
    return all;
}

std::string shape_of(const Protocol& protocol, std::string shape, const Extents& extents) {
    const auto set = [&](Sort sort, std::size_t number) {
        if (const std::string& key = protocol.extents[static_cast<std::size_t>(sort)]; !key.empty())
            shape = model::with(shape, key, std::to_string(number));
    };
    set(Sort::core, extents.cores);
    set(Sort::thread, extents.threads);
    set(Sort::address, extents.blocks);
    return shape;
}

/// "sms" -> "2" of the numbers that end a system's description.
std::map<std::string, std::string> settings_in(const std::string& system) {
    std::map<std::string, std::string> numbers;
    const std::size_t at = system.rfind("  ", system.find('='));
    for (const std::string& word :
         split(at == std::string::npos ? system : system.substr(at + 2, system.find("  ", at + 2) - at - 2), ','))
        if (const std::size_t is = word.find('='); is != std::string::npos) numbers[word.substr(0, is)] = word.substr(is + 1);
    return numbers;
}

/// Searches for one property, and nothing else is done.
class Smaller {
public:
    Smaller(const CheckOptions& options, double seconds, WideRefutation& refutation)
        : options_(options), seconds_(seconds), refutation_(refutation) {
        options_.properties = {refutation.property.name};
        options_.all = false;
        options_.walk_time = 0.0;
        options_.map = {};
        options_.checkpoint.clear(), options_.resume.clear(), options_.store.clear();
    }

    double left() const { return seconds_ - std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }
    void begin_again() { begun_ = std::chrono::steady_clock::now(); }
    /// Whether the property is refuted there as well; if so, the refutation becomes that.
    bool refuted_in(const std::string& shape) {
        options_.seconds = std::min(left(), seconds_ / 3);
        options_.selection = refutation_.selection;
        options_.selection.shape = shape;
        try {
            CheckReport report = check(options_);
            for (PropertyReport& p : report.properties)
                if (p.name == options_.properties.front() && p.verdict == checker::Verdict::refuted && p.trace) {
                    refutation_ = {std::move(p), options_.selection, report.system, command_of(options_)};
                    return true;
                }
        } catch (const UsageError&) {  // no such shape: its other numbers need more, or the property says nothing there
        }
        return false;
    }

private:
    CheckOptions options_;
    double seconds_;
    WideRefutation& refutation_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

/// Gives the shape what the explored system has, number by number, and says which ones it cannot do without.
std::string what_it_needs(Smaller& smaller, const std::string& explored, const WideRefutation& refutation) {
    const auto has = settings_in(explored);
    const auto as_explored = [&](const std::string& key, const std::string& number) {
        if (smaller.left() > 0 && !InterruptWatch::flag())
            smaller.refuted_in(model::with(refutation.selection.shape, key, number));
    };
    auto found = settings_in(refutation.system);
    for (const auto& [key, number] : found)
        if (const auto other = has.find(key); other == has.end()) as_explored(key, "0");  // what is not told is off
        else if (other->second != number) as_explored(key, other->second);
    for (const auto& [key, number] : has)
        if (!found.contains(key)) as_explored(key, number);
    std::vector<std::string> needs;
    found = settings_in(refutation.system);
    for (const auto& [key, number] : found)
        if (const auto other = has.find(key); other == has.end() || other->second != number) needs.push_back(key + "=" + number);
    for (const auto& [key, number] : has)
        if (!found.contains(key)) needs.push_back(key + " other than " + number);
    return join(needs, ", ");
}

}  // namespace

void in_smaller_system(const CheckOptions& options, double seconds, WideRefutation& refutation) {
    const Protocol& text = protocol(options.protocol);
    Smaller smaller(options, seconds, refutation);
    for (const Extents& extents : up_to(extents_of(*refutation.property.trace))) {
        if (smaller.left() <= 0 || InterruptWatch::flag()) return;
        if (!smaller.refuted_in(shape_of(text, refutation.selection.shape, extents))) continue;
        smaller.begin_again();
        refutation.needs = what_it_needs(smaller, text.describe(options.selection), refutation);
        return;
    }
}

}  // namespace tandem::apps
