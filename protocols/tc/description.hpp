// Temporal Coherence as the engines see it (engines/README.md).
#pragma once

#include <algorithm>

#include "protocols/baseline/plain.hpp"
#include "protocols/tc/settings.hpp"
#include "protocols/tc/specification.hpp"
#include "specs/several_blocks.hpp"

namespace tandem::tc {

struct Description {
    static constexpr const char* name = "tc";
    static constexpr const char* summary =
        "Temporal Coherence, TC-Strong and TC-Weak (Singh et al., HPCA 2013; G-TSC paper, II-D)";
    using Config = tc::Config;
    static constexpr std::array any_number{Sort::core, Sort::address};
    template <class D> using Text = Tc<D>;
    static const model::Settings<Config>& settings() { return tc::settings(); }
    static void complete(Config& config, const model::Said& said) { tc::complete(config, said); }

    /// The monitor is that of the variant's promise.
    template <class Use>
    static auto watched(const Config& config, model::Limits, Use&& use) {
        const bool weak = config.atomicity == Atomicity::weak;
        if (config.shape.words != 1)  // parts of several blocks are followed one at a time
            return weak ? model::watched_in_words<Tc, SeenAfterFence>(config.shape, use)
                        : model::watched_in_words<Tc, SeenNow>(config.shape, use);
        return weak ? specs::watched_in_blocks<Tc, SeenAfterFence>(config, use)
                    : specs::watched_in_blocks<Tc, SeenNow>(config, use);
    }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { tc::add_properties<Monitor>(system); }
    static void declare_needs(model::Network& network, const Config&) { tc::declare_needs(network); }

    static std::vector<model::KnownFailure> known_failures() {
        return {{"write-atomicity", "weak", "",
                 "TC-Weak relaxes it (II-D): from two warps an SM or three SMs on, a thread may read a store while another still "
                 "hits an older copy"}};
    }
    static std::vector<model::ExaminedSystem> thorough();
    /// Several warps compete for the channel to L2, and so do several outstanding accesses of one.
    static bool strong_fairness(const Config& config) {
        return config.shape[Sort::thread] > 1 ||
               (config.shape[Sort::address] > 1 && (config.consistency == Consistency::rc || config.lanes > 1));
    }

    static void for_proof(const Config& config, model::Limits limits) {
        if (limits == model::Limits::clock)
            throw model::UsageError(
                "Temporal Coherence's clock is never reset: --bits goes with a protocol that has a largest timestamp");
        if (limits == model::Limits::none && config.choice == LeaseChoice::predicted)
            throw model::UsageError(
                "a proof is of any lease at any time, whatever predicts it: any is accepted (and predicted with --method bmc)");
    }

    static model::TlaWords tla(const Config&) { return baseline::tla_words(); }
    static constexpr int most_threads = most_waiting;
    using Copies = ReadableCopies;
    static std::string unwatchable(const Config& config) {
        return config.atomicity == Atomicity::weak
                   ? "the monitor asserts what weak does not promise, that all copies agree at every moment: strong is accepted"
                   : "";
    }
    static std::vector<model::Tally> loads_in_cache() {
        return {{"hits", {Outcome::load_hit}},
                {"misses", {Outcome::load_miss}},
                {"expired", {Outcome::load_expired}},
                {"merged with a miss", {Outcome::load_merged}},
                {"requests for loads that wait", {Outcome::requested_again}}};
    }
    template <class Machine>
    static void on_machine(Config& config, const Machine& machine) {
        baseline::on_machine(config, machine);
        const int lease = machine.timestamps.lease_cycles;
        config.leases = {lease};
        config.lease_choices = 1;
        // From a quarter of the machine's lease to twice as much: neither paper gives a range.
        if (config.choice == LeaseChoice::predicted)
            config.leases = {std::max(1, lease / 4), std::max(1, lease / 2), lease, 2 * lease}, config.lease_choices = 4;
    }
};

}  // namespace tandem::tc
