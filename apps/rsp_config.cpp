#include "apps/rsp_config.hpp"

#include <fmt/format.h>

#include "apps/rsp_mutants.hpp"
#include "apps/usage_error.hpp"
#include "apps/words.hpp"

namespace tandem::apps {

using model::Sort;
using rsp::Config;

namespace {

/// A word for a whole variant, or for one of its choices.
void apply_variant(const std::string& word, Config& config) {
    const auto repair = [&](bool late, bool release, bool acquire) {
        if (late) config.acquire_invalidates = rsp::AcquireInvalidates::after;
        if (release) config.remote_release = rsp::RemoteRelease::promotes;
        if (acquire) config.remote_acquire = rsp::RemoteAcquire::stalls;
    };
    if (word == "published" || mutant_called(rsp_mutants(), word)) return;
    if (word == "repaired") return repair(true, true, true);
    if (word == "late-invalidation") return repair(true, false, false);
    if (word == "promoting-release") return repair(false, true, false);
    if (word == "stalling-acquire") return repair(false, false, true);
    if (take(word, config.invalidation) || take(word, config.stalls_from)) return;
    std::vector<std::string> names;
    for (const auto& [group, entries] : protocol("rsp").variants)
        for (const Entry& entry : entries)
            if (!mutant_called(rsp_mutants(), entry.name)) names.push_back(entry.name);
    throw UsageError("rsp has no variant '" + word + "': " + join(names, ", ") + " and the broken ones that `tandem list` shows are accepted, separated by commas");
}

template <class E>
void take_list(const std::string& list, const char* key, std::vector<E>& out) {
    out.clear();
    for (const auto& word : split(list, '/')) {
        E e{};
        if (take(word, e)) {
            out.push_back(e);
            continue;
        }
        std::vector<std::string> names;
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) { names.push_back(d.name); });
        throw UsageError(fmt::format("{} is '{}': {} are accepted, several separated by '/'", key, list, join(names, ", ")));
    }
}

void apply_shape(const std::string& word, RspSystem& system) {
    Config& config = system.config;
    const auto set = [&](int cus, int wavefronts) { config.shape.extent = {cus, wavefronts, 2, 3}; };
    if (word == "small") return set(2, 2);
    if (word == "tiny") return set(2, 1);
    const auto parts = split(word, '=');
    const auto take_number = [&](const char* key, int& out, int least, int most) {
        if (parts.size() != 2 || parts[0] != key) return false;
        out = number(parts[1], key, least, most);
        return true;
    };
    if (parts.size() == 2 && parts[0] == "sharing") return take_list(parts[1], "sharing", system.rules.sharing);
    if (parts.size() == 2 && parts[0] == "passing") return take_list(parts[1], "passing", system.rules.passing);
    int memory = config.memory, evictions = config.evictions, looks = system.rules.looks, beyond = system.rules.home_beyond;
    const bool known = take_number("cus", config.shape[Sort::core], 1, model::max_extent) || take_number("wavefronts", config.shape[Sort::thread], 1, model::max_extent) ||
                       take_number("blocks", config.shape[Sort::address], 1, model::max_extent) ||
                       take_number("values", config.shape[Sort::value], 2, model::max_extent) || take_number("capacity", config.capacity, 1, 4) ||
                       take_number("writes", config.writes, 1, 4) || take_number("banks", config.banks, 1, 2) || take_number("memory", memory, 0, 1) ||
                       take_number("components", config.components, 1, model::max_extent) || take_number("cus_of_each", config.cus_of_each, 1, model::max_extent) || take_number("fetches", config.fetches, 0, 4) || take_number("evictions", evictions, 0, 1) || take_number("looks", looks, 0, 1) || take_number("beyond", beyond, 0, 1);
    if (!known) {
        std::vector<std::string> names;
        for (const Entry& entry : rsp_shapes()) names.push_back(entry.name);
        for (const Entry& entry : rsp_shape_keys()) names.push_back(entry.name + "=...");
        throw UsageError("rsp has no shape '" + word + "': " + join(names, ", ") + " are accepted, separated by commas");
    }
    config.memory = memory != 0;
    config.evictions = evictions != 0;
    system.rules.looks = looks != 0;
    system.rules.home_beyond = beyond != 0;
}

/// Whether the word says which programs wavefronts run, rather than what they run on.
bool chooses_programs(const std::string& word) {
    const std::string key = word.substr(0, word.find('='));
    return key == "sharing" || key == "passing" || key == "looks" || key == "beyond";
}

}  // namespace

std::vector<Entry> rsp_shapes() {
    return {{"tiny", "2 CUs, 1 wavefront each, 2 blocks"}, {"small", "2 CUs, 2 wavefronts each, 2 blocks"}};
}

std::vector<Entry> rsp_shape_keys() {
    return {{"cus", "compute units with a work-group each, 1 to 4"}, {"wavefronts", "of each CU, 1 to 4; at most 4 in all"},
            {"blocks", "1 to 4, 2 at least for programs that share: the last is the synchronization location, the others hold data"}, {"values", "data values, 2 to 4; turns need as many as there are wavefronts, and 3 suffice"}, {"capacity", "messages in each channel, 1 to 4"},
            {"writes", "that the FIFO of an L1 holds, 1 to 4"}, {"banks", "of L2, 1 or 2"}, {"memory", "1: L2 has memory behind it"},
            {"components", "GPUs with an L2 each, 1 to 4, among which the compute units are divided: several have memory and the system's scope in common"},
            {"cus_of_each", "compute units of each component but the last; else they are divided evenly"},
            {"fetches", "blocks that an L1 may fetch by itself, 0 to 4"}, {"evictions", "0: caches with a FIFO have room for all blocks, and evict none"},
            {"sharing", "how wavefronts share data: local, global, apart or component (specs/ownership.hpp); several as in local/global"},
            {"passing", "how data pass from one to the next: lock, turns"}, {"looks", "1: wavefronts look at a lock without taking it"},
            {"beyond", "1: the work-group that a lock belongs to uses component scope as well"}};
}

RspSystem rsp_system(const Selection& selection) {
    RspSystem system;
    Config& config = system.config;
    config.atomics = true;
    config.cus_of_each = 0;  // not said
    apply_shape("tiny", system);
    for (const auto& word : split(selection.variant, ',')) apply_variant(word, config);
    system.rules.sharing.clear();
    for (const auto& word : split(selection.shape, ',')) {
        if (selection.free && chooses_programs(word)) throw UsageError("'" + word + "' is of the programs without races that a monitor chooses: without --free it is accepted");
        apply_shape(word, system);
    }
    // Programs that reach a work-group of another component have many more states.
    if (system.rules.sharing.empty()) system.rules.sharing = {config.components == 1 ? specs::Sharing::local : specs::Sharing::global};
    if (config.shape[Sort::core] * config.shape[Sort::thread] > baseline::most_waiting)
        throw UsageError(fmt::format("cus={} times wavefronts={} is more than L2 has places for requests that wait: up to {} wavefronts in all are accepted",
                                     config.shape[Sort::core], config.shape[Sort::thread], baseline::most_waiting));
    if (config.cus_of_each == 0 && config.shape[Sort::core] % config.components != 0)
        throw UsageError(fmt::format("cus={} compute units cannot be divided evenly among components={}: a multiple is accepted, or cus_of_each=...", config.shape[Sort::core], config.components));
    if (config.cus_of_each == 0) config.cus_of_each = config.shape[Sort::core] / config.components;
    if (config.cus_of_each * config.components < config.shape[Sort::core])
        throw UsageError(fmt::format("components={} of cus_of_each={} compute units have no room for cus={}", config.components, config.cus_of_each, config.shape[Sort::core]));
    check_components(config);
    if (config.components == 1 && std::find(system.rules.sharing.begin(), system.rules.sharing.end(), specs::Sharing::component) != system.rules.sharing.end())
        throw UsageError("sharing=component is of a component that shares with another: with components=2 or more it is accepted, and for one sharing=global is the same");
    system.rules.components = config.components;
    system.rules.cores_of_component = config.cus_of_each;
    system.rules.cores = config.shape[Sort::core];
    system.rules.threads = config.shape[Sort::thread];
    system.rules.blocks = config.shape[Sort::address];
    return system;
}

void check_shares_data(const Config& config) {
    if (config.shape[Sort::address] < 2) throw UsageError("blocks=1 is the synchronization location, and leaves none for the data that programs share: 2 to 4 are accepted");
}

void check_components(const Config& config) {
    if (config.components > 1 && (config.memory || config.banks > 1))
        throw UsageError(fmt::format("components={} have an L2 of one bank each and memory behind it anyway: without banks and memory the shape is accepted", config.components));
}

std::string describe(const RspSystem& system) {
    const auto names = [](const auto& list) {
        std::vector<std::string> all;
        for (const auto e : list) all.push_back(model::name_of(e));
        return join(all, "/");
    };
    return fmt::format("{},sharing={},passing={},looks={},beyond={}", describe(system.config), names(system.rules.sharing), names(system.rules.passing),
                       int(system.rules.looks), int(system.rules.home_beyond));
}

std::string describe(const Config& config) {
    const bool late = config.acquire_invalidates == rsp::AcquireInvalidates::after, release = config.remote_release == rsp::RemoteRelease::promotes,
               acquire = config.remote_acquire == rsp::RemoteAcquire::stalls;
    std::vector<std::string> repairs;
    if (late) repairs.push_back("late-invalidation");
    if (release) repairs.push_back("promoting-release");
    if (acquire) repairs.push_back("stalling-acquire");
    const std::string name = repairs.empty() ? "published" : repairs.size() == 3 ? "repaired" : join(repairs, ",");
    return fmt::format("rsp {},{},{}  cus={},wavefronts={},blocks={},values={},writes={},capacity={},banks={},fetches={}{}", name, shown(model::name_of(config.invalidation)),
                       shown(model::name_of(config.stalls_from)), config.shape[Sort::core], config.shape[Sort::thread], config.shape[Sort::address], config.shape[Sort::value], config.writes,
                       config.capacity, config.banks, config.fetches, config.memory ? ",memory=1" : "") + (config.evictions ? "" : ",evictions=0") +
           (config.components > 1 ? fmt::format(",components={}", config.components) : "") +
           (config.components > 1 && config.cus_of_each * config.components != config.shape[Sort::core] ? fmt::format(",cus_of_each={}", config.cus_of_each) : "") +
           (config.fetches > 0 && !config.fetches_any ? "  (L1s fetch what their programs load)" : "");
}

}  // namespace tandem::apps
