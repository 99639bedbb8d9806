#include "apps/gtsc_config.hpp"

#include <fmt/format.h>

#include "apps/gtsc_mutants.hpp"
#include "apps/words.hpp"

namespace tandem::apps {

using gtsc::Config;
using model::Sort;

namespace {

template <class E>
std::string text(E e) {
    return shown(model::name_of(e));
}

void apply_variant(const std::string& word, Config& config) {
    if (mutant_called(gtsc_mutants(), word)) return;  // says which text, not which configuration
    if (take(word, config.consistency) || take(word, config.visibility) || take(word, config.combining) || take(word, config.response)) return;
    if (word == "epoch-reset") config.reset = gtsc::Reset::epoch;
    else if (word == "paper-reset") config.reset = gtsc::Reset::paper;
    else if (word == "ordered" || word == "unordered") config.ordered = word == "ordered";
    else {
        std::vector<std::string> names;
        for (const auto& [group, entries] : protocol("gtsc").variants)
            for (const Entry& entry : entries)
                if (!mutant_called(gtsc_mutants(), entry.name)) names.push_back(entry.name);
        throw UsageError("gtsc has no variant '" + word + "': " + join(names, ", ") +
                         " and the broken ones that `tandem list` shows are accepted, separated by commas");
    }
}

void apply_shape(const std::string& word, Config& config) {
    const auto set = [&](int sms, int warps, int blocks, int lease, int ts) {
        config.shape.extent = {sms, warps, blocks, 2};
        config.leases = {lease};
        config.lease_choices = 1;
        config.shape.time_max = ts;
    };
    if (word == "small") return set(2, 1, 1, 2, 7);
    if (word == "tiny") return set(2, 1, 1, 1, 3);
    if (word == "warps") return set(1, 2, 2, 1, 4);
    if (word == "blocks") return set(2, 1, 2, 1, 4);
    if (word == "large") return set(2, 2, 2, 2, 7);
    const auto parts = split(word, '=');
    const auto is = [&](const char* key) { return parts.size() == 2 && parts[0] == key; };
    const auto extent = [&](const char* key, Sort sort) {
        if (!is(key)) return false;
        config.shape[sort] = number(parts[1], key, 1, model::max_extent);
        return true;
    };
    if (extent("sms", Sort::core) || extent("warps", Sort::thread) || extent("blocks", Sort::address) || extent("values", Sort::value)) return;
    if (is("ts")) config.shape.time_max = number(parts[1], "ts", 3, model::max_time);
    else if (is("capacity")) config.capacity = number(parts[1], "capacity", 1, model::max_extent);
    else if (is("atomics")) config.atomics = number(parts[1], "atomics", 0, 1) == 1;
    else if (is("lanes")) config.lanes = number(parts[1], "lanes", 1, model::max_extent);
    else if (is("lease")) {
        const auto leases = split(parts[1], '/');
        if (leases.empty() || leases.size() > config.leases.size()) throw UsageError("lease is '" + parts[1] + "': one to three leases are accepted, separated by '/'");
        config.lease_choices = static_cast<int>(leases.size());
        for (std::size_t i = 0; i < leases.size(); ++i) config.leases[i] = number(leases[i], "lease", 1, model::max_time / 2 - 1);
    } else {
        std::vector<std::string> names;
        for (const Entry& entry : protocol("gtsc").shapes) names.push_back(entry.name);
        for (const Entry& entry : protocol("gtsc").shape_keys) names.push_back(entry.name + "=...");
        throw UsageError("gtsc has no shape '" + word + "': " + join(names, ", ") + " are accepted, separated by commas");
    }
}

}  // namespace

Config gtsc_config(const Selection& selection) {
    Config config;
    apply_shape("small", config);
    for (const auto& word : split(selection.variant, ',')) apply_variant(word, config);
    for (const auto& word : split(selection.shape, ',')) apply_shape(word, config);
    if (config.shape.time_max < config.smallest_time_max())
        throw UsageError(fmt::format("ts={} is too small for lease={}: after a reset (V-D) a store needs at least ts={}", config.shape.time_max,
                                     (config.smallest_time_max() - 1) / 2, config.smallest_time_max()));
    if (config.shape[Sort::core] * config.shape[Sort::thread] > gtsc::most_waiting)
        throw UsageError(fmt::format("sms={} times warps={} is more than L2 has places for requests that wait for a block: up to {} warps in all are accepted",
                                     config.shape[Sort::core], config.shape[Sort::thread], gtsc::most_waiting));
    if (config.lanes > config.capacity)
        throw UsageError(fmt::format("lanes={} needs capacity={} or more: an instruction may send a message for each block", config.lanes, config.lanes));
    return config;
}

std::string describe(const Config& config) {
    std::string leases;
    for (int i = 0; i < config.lease_choices; ++i) leases += (i ? "/" : "") + std::to_string(config.leases[static_cast<std::size_t>(i)]);
    return fmt::format("gtsc {},{},{},{}-reset,{},{}  sms={},warps={},blocks={},values={},lease={},ts={},capacity={},lanes={}{}", text(config.consistency),
                       text(config.visibility), text(config.combining), text(config.reset), text(config.response),
                       config.ordered ? "ordered" : "unordered", config.shape[Sort::core], config.shape[Sort::thread], config.shape[Sort::address],
                       config.shape[Sort::value], leases, config.shape.time_max, config.capacity, config.lanes, config.atomics ? ",atomics=1" : "");
}

}  // namespace tandem::apps
