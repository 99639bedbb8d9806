#include "apps/tc_config.hpp"

#include <fmt/format.h>

#include "apps/plain.hpp"
#include "apps/tc_mutants.hpp"
#include "apps/words.hpp"

namespace tandem::apps {

using model::Sort;
using tc::Config;

namespace {

template <class E>
std::string text(E e) {
    return shown(model::name_of(e));
}

void apply_variant(const std::string& word, Config& config) {
    if (mutant_called(tc_mutants(), word)) return;  // says which text, not which configuration
    if (take(word, config.consistency) || take(word, config.atomicity) || take(word, config.patience) || take(word, config.inclusion) || take(word, config.clocks) || take(word, config.choice)) return;
    std::vector<std::string> names;
    for (const auto& [group, entries] : protocol("tc").variants)
        for (const Entry& entry : entries)
            if (!mutant_called(tc_mutants(), entry.name)) names.push_back(entry.name);
    throw UsageError("tc has no variant '" + word + "': " + join(names, ", ") + " and the broken ones that `tandem list` shows are accepted, separated by commas");
}

void take_leases(const std::string& list, Config& config) {
    const auto leases = split(list, '/');
    if (leases.empty() || leases.size() > config.leases.size())
        throw UsageError("lease is '" + list + "': one to " + std::to_string(config.leases.size()) + " leases are accepted, separated by '/'");
    config.lease_choices = static_cast<int>(leases.size());
    for (std::size_t i = 0; i < leases.size(); ++i) config.leases[i] = number(leases[i], "lease", 1, model::max_time / 2);
}

void apply_shape(const std::string& word, Config& config) {
    const auto set = [&](int sms, int warps, int blocks, const char* leases) {
        config.shape.extent = {sms, warps, blocks, 2};
        take_leases(leases, config);
    };
    if (word == "small") return set(2, 1, 2, "1/2/3/4");
    if (word == "tiny") return set(2, 1, 1, "2");
    if (word == "warps") return set(1, 2, 1, "2");
    if (take_shape_key(word, config)) return;
    if (const auto parts = split(word, '='); parts.size() == 2 && parts[0] == "lease") return take_leases(parts[1], config);
    throw unknown_shape("tc", word, tc_shapes(), tc_shape_keys());
}

}  // namespace

std::vector<Entry> tc_shapes() {
    return {{"small", "2 SMs, 1 warp each, 2 blocks, leases 1 to 4"},
            {"tiny", "2 SMs, 1 warp each, 1 block, lease 2"},
            {"warps", "1 SM, 2 warps, 1 block, lease 2"}};
}

std::vector<Entry> tc_shape_keys() {
    auto keys = plain_shape_keys();
    keys.push_back({"lease", "in ticks; several, which L2 chooses from, as in 1/2/4"});
    return keys;
}

Config tc_config(const Selection& selection) {
    Config config;
    apply_shape("small", config);
    const auto words = split(selection.variant, ',');
    const auto says = [&](const char* word) { return std::find(words.begin(), words.end(), word) != words.end(); };
    for (const auto& word : words) apply_variant(word, config);
    // TC-Weak keeps no order between a warp's accesses, so it goes with RC.
    if (config.atomicity == tc::Atomicity::weak) {
        if (says("sc")) throw UsageError("weak does not give SC, for what one SM has read another may not see yet: weak,rc is accepted");
        config.consistency = tc::Consistency::rc;
    }
    for (const auto& word : split(selection.shape, ',')) apply_shape(word, config);
    check_shape(config);
    config.shape.horizon = config.furthest();
    return config;
}

std::string describe(const Config& config) {
    std::string leases;
    for (const int lease : config.grants()) leases += (leases.empty() ? "" : "/") + std::to_string(lease);
    return fmt::format("tc {},{},{},{},{}{}  sms={},warps={},blocks={},values={},lease={},capacity={},lanes={}{}", text(config.consistency), text(config.atomicity),
                       text(config.patience), text(config.inclusion), text(config.clocks), config.choice == tc::LeaseChoice::predicted ? ",predicted" : "", config.shape[Sort::core], config.shape[Sort::thread],
                       config.shape[Sort::address], config.shape[Sort::value], leases, config.capacity, config.lanes, config.atomics ? ",atomics=1" : "");
}

}  // namespace tandem::apps
