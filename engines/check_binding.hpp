// A protocol in the explicit search: its own system, and the system of a proof, whose states refute candidates.
#pragma once

#include "engines/configuration.hpp"
#include "engines/lemmas.hpp"
#include "engines/needs.hpp"
#include "engines/systems.hpp"
#include "model/system.hpp"

namespace tandem::engines {

/// The system of a text and a monitor, with the properties that these can judge, and the lemmas if they are asked for.
template <class P, class Text, class Monitor>
std::unique_ptr<model::TextNetwork<Text>> explicit_system(const typename P::Config& config, bool lemmas = false) {
    using System = model::System<Text, Monitor>;
    std::unique_ptr<System> system;
    if constexpr (model::PlaysPrograms<Monitor>) system = std::make_unique<System>(config, P::rules(config));
    else system = std::make_unique<System>(config);
    P::template add_properties<Text, Monitor>(*system, config);
    if constexpr (requires { P::declare_needs(*system, config); }) P::declare_needs(*system, config);
    if (lemmas) add_lemmas<P, Text, Monitor>(*system, config);
    return system;
}

/// The same of the configuration's own text, for a search or beside a proof.
template <class P>
std::unique_ptr<model::Network> explicit_system(const typename P::Config& config, model::Limits limits, bool monitored,
                                                bool lemmas = false) {
    if constexpr (!HasText<P>) refuse_no_text(P::name, "check");
    else if constexpr (!StatesProperties<P>) refuse_no_properties(P::name, "check");
    else return with_text<P>(config, limits, [&]<class W>(W) -> std::unique_ptr<model::Network> {
        using Text = typename W::template Text<Domain<P>>;
        if (monitored) return explicit_system<P, Text, typename W::template Monitor<Domain<P>>>(config, lemmas);
        return explicit_system<P, Text, model::NoMonitor>(config, lemmas);
    });
}

template <class P>
std::unique_ptr<model::Network> search_system(const typename P::Config& config, bool monitored) {
    return explicit_system<P>(config, model::Limits::all, monitored);
}

template <class P>
std::unique_ptr<model::Network> make(const Selection& selection, bool monitored) {
    const SeededBugs& bugs = seeded_bugs(P::name);
    refuse_free_bugs(bugs, selection);
    const SeededBug* bug = bug_in(bugs, selection);
    if constexpr (requires { P::always_monitored; }) monitored = true;
    auto network = explicit_system<P>(configuration<P>(selection), model::Limits::all, !selection.free && (monitored || bug),
                                      selection.lemmas);
    if (bug && network->shape().words != 1)
        throw model::UsageError("the variant '" + bug->name +
                                "' is a seeded bug, of the text whose blocks have one word: words=1 is accepted");
    if (bug && !break_text(*bug, *network))
        throw model::UsageError("the variant '" + bug->name +
                                "' breaks the text of a node that this shape does not have: other variants are accepted, and the "
                                "shape that `tandem list` shows with it");
    return network;
}

template <class P>
Explored explored_system(typename P::Config asked, model::Limits limits) {
    auto config = proof_configuration<P>(std::move(asked), limits);
    if constexpr (requires { P::explored(config, limits); }) P::explored(config, limits);
    std::vector<int> leases;
    if constexpr (requires { config.grants(); }) leases.assign(config.grants().begin(), config.grants().end());
    return {explicit_system<P>(config, limits, true), leases};
}

template <class P>
void bind_check(Protocol& protocol) {
    static_assert(requires { std::string(P::name); },
                  "a description needs a name: `static constexpr const char* name = \"...\"`");
    static_assert(requires { sizeof(typename P::Config); }, "a description needs `Config`, the struct that its settings set");
    const auto& settings = settings_of<P>();
    settings.require_sound();
    protocol.name = P::name;
    if constexpr (requires { P::summary; }) protocol.summary = P::summary;
    protocol.variants = settings.variants();
    protocol.shapes = settings.shapes();
    protocol.shape_keys = settings.keys();
    protocol.extents = settings.extents();
    protocol.clock = settings.clock();
    protocol.bugs = &seeded_bugs(P::name);
    if (!protocol.bugs->empty()) {
        std::vector<Entry> broken;
        for (const SeededBug& bug : *protocol.bugs) broken.push_back({bug.name, bug.meaning});
        protocol.variants.emplace_back(broken_group, std::move(broken));
    }
    if constexpr (requires { P::thorough(); }) protocol.thorough = P::thorough();
    if constexpr (requires { P::all_refutations; }) protocol.all_refutations = P::all_refutations;
    if constexpr (requires { P::sound_variant; }) protocol.sound_variant = P::sound_variant;
    if constexpr (requires { P::known_failures(); }) protocol.known_failures = P::known_failures();
    if constexpr (requires { P::usual_properties(); }) protocol.usual_properties = P::usual_properties();
    if constexpr (requires { P::promised_model; }) protocol.promised_model = P::promised_model;
    protocol.make = make<P>;
    protocol.explored = [](const Selection& selection, model::Limits limits) {
        return explored_system<P>(configuration<P>(selection), limits);
    };
    protocol.describe = description_of<P>;
    protocol.over = [](const std::string& beneath, const std::string& variant) {
        return settings_of<P>().over(beneath, variant);
    };
    protocol.not_shown = [](const Selection& selection) -> std::vector<model::NotShown> {
        if constexpr (requires(typename P::Config c) { P::not_shown(c); }) return P::not_shown(configuration<P>(selection));
        else return {};
    };
    protocol.fairness = [](const Selection& selection) -> std::string {
        const typename P::Config config = configuration<P>(selection);
        if constexpr (requires {
                          { P::strong_fairness(config) } -> std::same_as<bool>;
                      }) {
            return P::strong_fairness(config) ? "strong" : "weak";
        } else if constexpr (requires { P::strong_fairness(config); }) {
            std::string words;
            for (const std::string& name : P::strong_fairness(config)) words += (words.empty() ? "strong=" : ",") + name;
            return words.empty() ? "weak" : words;
        } else {
            return config.shape[model::Sort::thread] > 1 ? "strong" : "weak";
        }
    };
}

}  // namespace tandem::engines
