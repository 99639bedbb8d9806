// Remote-scope promotion as the engines see it (engines/README.md).
#pragma once

#include "model/description.hpp"
#include "protocols/baseline/machine.hpp"
#include "protocols/rsp/components.hpp"
#include "protocols/rsp/lemmas.hpp"
#include "protocols/rsp/protocol.hpp"
#include "protocols/rsp/settings.hpp"
#include "protocols/rsp/specification.hpp"

namespace tandem::rsp {

struct Description {
    static constexpr const char* name = "rsp";
    static constexpr const char* summary = "Remote-scope promotion on scoped caches (Orr et al., ASPLOS 2015)";
    using Config = Setup;
    static const model::Settings<Setup>& settings() { return rsp::settings(); }
    static void complete(Setup& setup, const model::Said& said) { rsp::complete(setup, said); }
    /// What litmus programs on it leave out.
    static std::string remark(const Setup& setup) {
        return setup.fetches > 0 && !setup.fetches_any ? "  (L1s fetch what their programs load)" : "";
    }

    /// One component or several, and a monitor that chooses race-free programs. Without it wavefronts race, and racing programs
    /// are promised nothing.
    template <class Use>
    static auto watched(const Setup& setup, model::Limits, Use&& use) {
        return setup.components > 1 ? use(model::Watched<RspOfComponents, specs::Ownership>{})
                                    : use(model::Watched<Rsp, specs::Ownership>{});
    }
    static constexpr bool always_monitored = true;
    static const specs::SharingRules& rules(const Setup& setup) { return rsp::rules(setup); }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Setup& setup) { rsp::add_properties<Text, Monitor>(system, setup.rules); }
    template <class Text, class Monitor, class System>
    static void add_lemmas(System& system, const Setup& setup) {
        if constexpr (Monitor::present && std::is_same_v<Text, Rsp<typename Text::Domain>>) rsp::add_lemmas(system, setup.rules);
    }
    static constexpr bool queues_as_sets = true;  // what is dirty is in the FIFO, wherever it stands there
    static void declare_needs(model::Network& network, const Setup& setup) { rsp::declare_needs(network, setup); }

    static std::vector<model::ExaminedSystem> thorough();
    static bool strong_fairness(const Setup&) { return true; }
    static constexpr bool all_refutations = true;
    static constexpr const char* sound_variant = "repaired";

    /// A proof's programs store any data. Its lemmas do not say where the latest value of the lock is while no access to it is
    /// under way.
    static void for_proof(Setup& setup, model::Limits limits) {
        if (setup.components > 1)
            throw model::UsageError("proofs of rsp are of one component: a shape without components=" +
                                    std::to_string(setup.components) + " is accepted");
        setup.rules.any_data = limits != model::Limits::all;
        setup.rules.answers = limits == model::Limits::all;
    }
    static constexpr bool no_relation_exported = true;  // it has variables that are defined by others

    static model::TlaWords tla(const Setup&) {
        return {{{{"CUs", "cu"}, {"Wavefronts", "w"}, {"Blocks", "a"}, {"Values", "data"}}}};
    }
    static constexpr int most_threads = baseline::most_waiting;
    static constexpr const char* promised_model = "hrf-indirect-relaxed-rsp-pairs";
    template <class D> using Simulated = Rsp<D>;
    static std::string unwatchable(const Setup&) {
        return "rsp promises nothing of copies at every moment, which is what the monitor asserts: a run without --monitor is "
               "accepted";
    }
    static std::vector<model::Tally> loads_in_cache() {
        return {{"hits", {Outcome::load_hit}}, {"misses", {Outcome::load_miss}}, {"merged with a miss", {Outcome::load_merged}}};
    }
    template <class Machine>
    static void on_machine(Setup& setup, const Machine& machine) {
        baseline::on_machine(setup, machine);
        setup.memory = true;
        setup.every_order = true;
        setup.fetches = 0;
        setup.writes = machine.l1.fifo;
    }
};

}  // namespace tandem::rsp
