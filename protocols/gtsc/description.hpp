// G-TSC as the engines see it (engines/README.md).
#pragma once

#include "model/description.hpp"
#include "protocols/gtsc/machine.hpp"
#include "protocols/gtsc/settings.hpp"
#include "protocols/gtsc/specification.hpp"
#include "protocols/gtsc/tla.hpp"
#include "specs/several_blocks.hpp"

namespace tandem::gtsc {

struct Description {
    static constexpr const char* name = "gtsc";
    static constexpr const char* summary = "G-TSC: timestamp based coherence for GPUs (Tabbakh, Qian, Annavaram, HPCA 2018)";
    using Config = gtsc::Config;
    static constexpr std::array any_number{Sort::core, Sort::address};
    template <class D> using Text = Gtsc<D>;
    static const model::Settings<Config>& settings() { return gtsc::settings(); }
    static void complete(Config& config, const model::Said&) { check(config); }

    /// With SC a warp has one access under way, and warp-ts-latest already says that its moments follow its program order.
    template <class Use>
    static auto watched(const Config& config, model::Limits limits, Use&& use) {
        if (limits != model::Limits::all) return model::watched_in_words<Gtsc, specs::OnlyWatchedStore>(config.shape, use);
        const bool rc = config.consistency == Consistency::rc;
        if (config.shape.words != 1)  // parts of several blocks are followed one at a time
            return rc ? model::watched_in_words<Gtsc, specs::ProgramOrder>(config.shape, use)
                      : model::watched_in_words<Gtsc, specs::WatchedStore>(config.shape, use);
        return rc ? specs::watched_in_blocks<Gtsc, specs::ProgramOrder>(config, use)
                  : specs::watched_in_blocks<Gtsc, specs::WatchedStore>(config, use);
    }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { gtsc::add_properties<Monitor>(system); }
    static void declare_needs(model::Network& network, const Config& config) { gtsc::declare_needs(network, config); }

    static std::vector<model::ExaminedSystem> thorough();
    /// Several warps compete for the channel to L2, and so do several outstanding accesses of one.
    static bool strong_fairness(const Config& config) {
        return config.shape[Sort::thread] > 1 ||
               (config.shape[Sort::address] > 1 && (config.consistency == Consistency::rc || config.lanes > 1));
    }

    /// A proof covers any leases; this takes some of them. A clock without limit is replaced by one of 12 bits, whose end is a
    /// thousand grants away.
    static void explored(Config& config, model::Limits limits) {
        if (limits == model::Limits::none) {
            config.shape.time_max = model::max_time;
            config.leases = {1, 3};
            config.lease_choices = 2;
        } else if (limits == model::Limits::clock) {  // the first is the one that a reset grants
            config.leases[1] = config.longest_lease();
            config.lease_choices = config.leases[1] == config.leases[0] ? 1 : 2;
        }
    }

    static model::TlaWords tla(const Config& config) { return tla_words(config); }
    static constexpr int most_threads = most_waiting;
    using Copies = ReadableCopies;
    static std::vector<model::Tally> loads_in_cache() {
        return {{"hits", {Outcome::load_hit, Outcome::load_hit_under_store}},
                {"misses", {Outcome::load_miss}},
                {"expired", {Outcome::load_expired}},
                {"merged with a miss", {Outcome::load_merged}},
                {"behind a store", {Outcome::load_waits_for_store}},
                {"requests for loads that wait", {Outcome::renewal_sent}}};
    }
    template <class Machine>
    static void on_machine(Config& config, const Machine& machine) { gtsc::on_machine(config, machine); }
};

}  // namespace tandem::gtsc
