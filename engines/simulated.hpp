// What of a protocol is simulated, on a machine: its text, and its settings there.
#pragma once

#include <algorithm>
#include <string>

#include "engines/configuration.hpp"
#include "engines/needs.hpp"
#include "perfsim/machine.hpp"

namespace tandem::engines {

/// The text that is simulated: the protocol's `Simulated` where it has several.
template <class P, class D>
struct SimulatedText {
    using type = typename P::template Text<D>;
};
template <class P, class D>
    requires requires { typename P::template Simulated<D>; }
struct SimulatedText<P, D> {
    using type = typename P::template Simulated<D>;
};

/// What the user asks for, and the choice that the simulated text is, so that another of that choice is refused and not ignored.
template <class P>
std::string simulated_variant(const std::string& asked) {
    if constexpr (requires { P::simulated_word; }) {
        auto words = model::split(asked, ',');
        if (std::find(words.begin(), words.end(), P::simulated_word) == words.end()) words.push_back(P::simulated_word);
        return model::join(words, ",");
    } else return asked;
}

/// Whether a machine has a directory behind L2 must be as the protocol has it: else what the file says of it would be ignored, or
/// missed. Throws UsageError.
inline void check_directory(const std::string& protocol, bool wanted, const perfsim::MachineDescription& machine) {
    if (machine.directory.present == wanted || (machine.directory.optional && !wanted)) return;
    if (wanted)
        throw model::UsageError(protocol + " has a directory behind L2, and the machine '" + machine.name +
                                "' has none: a machine file with the tables directory and l3 is accepted");
    throw model::UsageError("the machine '" + machine.name + "' has a directory behind L2, and " + protocol +
                            " has none: a machine file without the tables directory and l3 is accepted");
}

/// The words and the numbers that a configuration prints.
template <class P>
Selection selection_of(const typename P::Config& config) {
    const std::string text = settings_of<P>().text(config, false);
    const std::size_t gap = text.rfind("  "), begin = std::min(gap, std::string(P::name).size() + 1);
    return {text.substr(begin, gap - begin), text.substr(gap + 2)};
}

/// A machine takes whatever it says of a protocol, and of a choice that it leaves no other value somebody may have asked for
/// another. That is refused, and not ignored. `asked` is before, and `taken` what the machine has made of it. Throws UsageError.
template <class P>
void refuse_ignored_choices(const std::string& asked, const typename P::Config& before, const typename P::Config& taken) {
    const auto has = [](const std::vector<std::string>& words, const std::string& word) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    const auto then = model::split(selection_of<P>(before).variant, ','), now = model::split(selection_of<P>(taken).variant, ',');
    for (const std::string& word : model::split(asked, ','))
        if (has(then, word) && !has(now, word))
            throw model::UsageError("'" + word + "' of " + P::name + " is not what a simulated machine has, which is " +
                                    model::join(now, ",") + ": the variant without it is accepted");
}

/// The protocol's settings on a machine. Throws UsageError.
template <class P>
typename P::Config configuration_on(const Selection& selection, const perfsim::MachineDescription& machine) {
    using Text = typename SimulatedText<P, perfsim::Timed>::type;
    refuse_bugs(seeded_bugs(P::name), selection);
    const std::string variant = simulated_variant<P>(selection.variant);
    auto config = configuration<P>({variant, ""}, Programs::others);
    check_directory(P::name, perfsim::has_behind<Text>, machine);
    const auto before = config;
    P::on_machine(config, machine);
    refuse_ignored_choices<P>(selection.variant, before, config);
    return config;
}

/// Whether a machine can run it; what it lacks otherwise `simulate_or_refuse` says.
template <class P>
constexpr bool is_simulated() {
    if constexpr (requires { P::not_simulated; }) return false;
    else if constexpr (!HasText<P>) return false;
    else if constexpr (!runs_programs<P>()) return false;
    else if constexpr (!perfsim::TimedProtocol<typename SimulatedText<P, perfsim::Timed>::type>) return false;
    else if constexpr (!perfsim::TellsBlocks<typename SimulatedText<P, perfsim::Timed>::type>) return false;
    else return KnowsMachines<P, perfsim::MachineDescription>;
}

}  // namespace tandem::engines
