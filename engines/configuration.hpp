// What a user's selection makes of a protocol's settings.
#pragma once

#include "engines/seeded_bug.hpp"
#include "model/description.hpp"
#include "model/settings.hpp"
#include "model/system.hpp"

namespace tandem::engines {

/// Which programs run: those that the protocol's monitor lets run, or others, of which the selection must say nothing.
enum class Programs : std::uint8_t { its_own, others };

inline Programs programs_of(const Selection& selection) { return selection.free ? Programs::others : Programs::its_own; }

/// What may be set; a description that says nothing of it has no settings.
template <class P>
const model::Settings<typename P::Config>& settings_of() {
    if constexpr (requires { P::settings(); }) {
        return P::settings();
    } else {
        static const model::Settings<typename P::Config> none(P::name);
        return none;
    }
}

/// Throws UsageError for what is not known or does not fit together.
template <class P>
typename P::Config configuration(const Selection& selection, Programs programs) {
    std::vector<std::string> broken;
    for (const SeededBug& bug : seeded_bugs(P::name)) broken.push_back(bug.name);
    auto read = settings_of<P>().read(selection.variant, selection.shape, broken, programs == Programs::its_own);
    if constexpr (requires { P::complete(read.config, read.said); }) P::complete(read.config, read.said);
    for (std::size_t s = 0; s < selection.names.size(); ++s)
        if (selection.names[s] > 0) read.config.shape.extent[s] = selection.names[s];
    return std::move(read.config);
}
template <class P>
typename P::Config configuration(const Selection& selection) { return configuration<P>(selection, programs_of(selection)); }

/// The configuration of a proof. Throws UsageError for one that has none.
template <class P>
typename P::Config proof_configuration(typename P::Config config, model::Limits limits) {
    if constexpr (requires { P::for_proof(config, limits); }) P::for_proof(config, limits);
    return config;
}

/// The system in one line, without a seeded bug.
template <class P>
std::string text_of(const typename P::Config& config, Programs programs) {
    std::string text = settings_of<P>().text(config, programs == Programs::its_own);
    if constexpr (requires { P::remark(config); }) text += P::remark(config);
    return text;
}

/// The same with the bug, as it is printed.
template <class P>
std::string description_of(const Selection& selection) {
    const SeededBug* bug = bug_in(seeded_bugs(P::name), selection);
    return text_of<P>(configuration<P>(selection), programs_of(selection)) + (bug ? "  broken: " + bug->name : "") +
           (selection.free ? free_system : "");
}

/// Calls use(Watched<Text, Monitor>{}) for the text and the monitor that a configuration asks for.
template <class P, class Use>
decltype(auto) with_text(const typename P::Config& config, model::Limits limits, Use&& use) {
    if constexpr (requires { P::watched(config, limits, use); }) return P::watched(config, limits, use);
    else if constexpr (requires { typename P::template Monitor<model::Concrete>; })
        return use(model::Watched<P::template Text, P::template Monitor>{});
    else return use(model::Watched<P::template Text, model::Unwatched>{});
}

}  // namespace tandem::engines
