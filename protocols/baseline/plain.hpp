// The common part of the descriptions of the protocols without leases.
#pragma once

#include "model/description.hpp"
#include "protocols/baseline/machine.hpp"
#include "protocols/baseline/settings.hpp"
#include "protocols/baseline/specification.hpp"
#include "specs/usual_properties.hpp"

namespace tandem::baseline {

/// The names in TLA+ of the sorts of all protocols with SMs.
inline model::TlaWords tla_words() { return {{{{"SMs", "sm"}, {"Warps", "w"}, {"Blocks", "a"}, {"Values", "data"}}}}; }

struct Plain {
    using Config = baseline::Config;
    template <class D> using Monitor = specs::WatchedStore<D>;
    static void complete(Config& config, const model::Said&) { check(config); }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) {
        baseline::add_properties<typename Text::Outcome, Monitor>(system);
    }
    /// An author's own `add_properties` hides the one above.
    static std::vector<std::string> usual_properties() {
        return {specs::usual_property_names.begin(), specs::usual_property_names.end()};
    }
    static std::vector<model::NotShown> not_shown(const Config& config) {
        std::vector<model::NotShown> all;
        if (!config.atomics) all.push_back({"atomics=1", "stale data under a store, for stores overwrite whole blocks here"});
        if (config.shape[Sort::core] < 3) all.push_back({"sms=3", "one of two sharers that is left out"});
        return all;
    }
    static void declare_needs(model::Network& network, const Config&) { baseline::declare_needs(network); }

    static std::vector<model::ExaminedSystem> thorough() {
        return {{"", "warps", "two warps of an SM"},
                {"", "small", "two SMs"},
                {"", "small,atomics=1", "atomics"},
                {"", "small,blocks=2,capacity=2,lanes=2", "instructions that touch two blocks", model::Examined::states}};
    }

    static model::TlaWords tla(const Config&) { return tla_words(); }
    static constexpr int most_threads = most_waiting;
    using Copies = ReadableCopies;
    template <class Machine>
    static void on_machine(Config& config, const Machine& machine) { baseline::on_machine(config, machine); }
};

}  // namespace tandem::baseline
