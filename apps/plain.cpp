#include "apps/plain.hpp"

#include <fmt/format.h>

#include "apps/baseline_mutants.hpp"
#include "apps/words.hpp"
#include "perfsim/coalescer.hpp"

namespace tandem::apps {

using baseline::Config;
using model::Sort;

namespace {

const std::vector<Entry> shapes{{"small", "2 SMs, 1 warp each, 1 block"}, {"warps", "1 SM, 2 warps, 2 blocks"}};

void apply_shape(const std::string& protocol, const std::string& word, Config& config) {
    if (word == "small") return void(config.shape.extent = {2, 1, 1, 2});
    if (word == "warps") return void(config.shape.extent = {1, 2, 2, 2});
    if (take_shape_key(word, config)) return;
    throw unknown_shape(protocol, word, shapes, plain_shape_keys());
}

const std::vector<Mutant>& mutants_of(const std::string& protocol) {
    static const std::vector<Mutant> none;
    return protocol == "baseline" ? baseline_mutants() : none;
}

/// The configuration, for what only true texts do.
Config true_config(const std::string& protocol, const Selection& selection) {
    refuse_mutants(mutants_of(protocol), selection);
    return plain_config(protocol, selection);
}

decltype(Protocol::variants) variants_of(const std::string& protocol) {
    decltype(Protocol::variants) groups{{"consistency", {{"sc", "one outstanding access a warp"}, {"rc", "several, to different blocks, and fences that wait for all"}}}};
    if (const auto broken = broken_variants(mutants_of(protocol)); !broken.empty()) groups.push_back({broken_group, broken});
    return groups;
}

template <auto make, auto write_files, auto simulation, auto play_programs>
Protocol plain_protocol(const char* name, const char* summary) {
    static const std::string protocol = name;
    return {name,
            summary,
            variants_of(protocol),
            shapes,
            plain_shape_keys(),
            {{"", "warps", "two warps of an SM"}, {"", "small", "two SMs"}, {"", "small,atomics=1", "atomics"}, {"", "small,blocks=2,capacity=2,lanes=2", "instructions that touch two blocks", Examined::states}},
            [](const Selection& s, bool monitored) {
                if (s.free) refuse_free_mutants(mutants_of(protocol), s);
                return system_of(mutants_of(protocol), s, monitored, [&](bool with) { return make(plain_config(protocol, s), with && !s.free); });
            },
            [](const Selection& s) {
                const auto* mutant = mutant_in(mutants_of(protocol), s);
                return describe(protocol, plain_config(protocol, s)) + (mutant ? "  broken: " + mutant->name : "") + (s.free ? free_system : "");
            },
            [](const Selection&, smt::Limits) -> smt::Problem { throw UsageError(protocol + " cannot be proved yet: gtsc, tc and rsp are accepted"); },
            nullptr,
            [](const Selection& s, const ExportOptions& options) { return write_files(true_config(protocol, s), exported(apps::protocol(protocol), s), options); },
            [](const Selection& s, const perfsim::MachineDescription& machine, bool monitored) {
                return simulation(true_config(protocol, {s.variant, ""}), machine, monitored);
            },
            [](const Selection& s, const std::vector<specs::Test>& tests) { return play_programs(true_config(protocol, s), tests); },
            [](const Selection& s) { return plain_config(protocol, s).shape[Sort::thread] > 1; }};
}

}  // namespace

std::vector<Entry> plain_shape_keys() {
    return {{"sms", "1 to 4"}, {"warps", "of each SM, 1 to 4"}, {"blocks", "1 to 4"}, {"values", "data values, 1 to 4"},
            {"capacity", "messages in each channel, 1 to 4"}, {"lanes", "blocks that one instruction may touch, 1 to 4"},
            {"atomics", "1: warps also issue atomics"}};
}

bool take_shape_key(const std::string& word, Config& config) {
    const auto parts = split(word, '=');
    const auto take_number = [&](const char* key, int& out, int least) {
        if (parts.size() != 2 || parts[0] != key) return false;
        out = number(parts[1], key, least, model::max_extent);
        return true;
    };
    int atomics = config.atomics;
    const bool known = take_number("sms", config.shape[Sort::core], 1) || take_number("warps", config.shape[Sort::thread], 1) ||
                       take_number("blocks", config.shape[Sort::address], 1) || take_number("values", config.shape[Sort::value], 1) ||
                       take_number("capacity", config.capacity, 1) || take_number("lanes", config.lanes, 1) || take_number("atomics", atomics, 0);
    config.atomics = atomics != 0;
    return known;
}

void check_shape(const Config& config) {
    if (config.shape[Sort::core] * config.shape[Sort::thread] > baseline::most_waiting)
        throw UsageError(fmt::format("sms={} times warps={} is more than L2 has places for requests that wait for a block: up to {} warps in all are accepted",
                                     config.shape[Sort::core], config.shape[Sort::thread], baseline::most_waiting));
    if (config.lanes > config.capacity)
        throw UsageError(fmt::format("lanes={} needs capacity={} or more: an instruction may send a message for each block", config.lanes, config.lanes));
}

UsageError unknown_shape(const std::string& protocol, const std::string& word, const std::vector<Entry>& shapes, const std::vector<Entry>& keys) {
    std::vector<std::string> names;
    for (const Entry& entry : shapes) names.push_back(entry.name);
    for (const Entry& entry : keys) names.push_back(entry.name + "=...");
    return UsageError(protocol + " has no shape '" + word + "': " + join(names, ", ") + " are accepted, separated by commas");
}

Config plain_config(const std::string& protocol, const Selection& selection) {
    Config config;
    apply_shape(protocol, "small", config);
    for (const auto& word : split(selection.variant, ','))
        if (!mutant_called(mutants_of(protocol), word) && !take(word, config.consistency))
            throw UsageError(protocol + " has no variant '" + word + "': sc, rc are accepted" + (mutants_of(protocol).empty() ? "" : ", and the broken ones that `tandem list` shows"));
    for (const auto& word : split(selection.shape, ',')) apply_shape(protocol, word, config);
    check_shape(config);
    return config;
}

std::string describe(const std::string& protocol, const Config& config) {
    return fmt::format("{} {}  sms={},warps={},blocks={},values={},capacity={},lanes={}{}", protocol, model::name_of(config.consistency), config.shape[Sort::core],
                       config.shape[Sort::thread], config.shape[Sort::address], config.shape[Sort::value], config.capacity, config.lanes,
                       config.atomics ? ",atomics=1" : "");
}

Config on_machine(Config config, const perfsim::MachineDescription& machine) {
    config.shape[Sort::core] = machine.sms.count;
    config.shape[Sort::thread] = machine.sms.warps;
    config.banks = machine.l2.partitions;
    config.atomics = true;
    config.lanes = machine.sms.lanes;
    return config;
}

Protocol baseline_protocol() {
    return plain_protocol<make_baseline, export_baseline, simulate_baseline, play_baseline>("baseline", "BL: no private caches, every access goes to L2 (G-TSC paper, VI-A)");
}
Protocol incoherent_protocol() {
    return plain_protocol<make_incoherent, export_incoherent, simulate_incoherent, play_incoherent>("incoherent", "private caches that nobody invalidates: broken");
}

}  // namespace tandem::apps
