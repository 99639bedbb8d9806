// A protocol on a machine, with the monitor of the properties that the checker proves, or without.
#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "engines/configuration.hpp"
#include "engines/needs.hpp"
#include "engines/registry.hpp"
#include "perfsim/machine.hpp"
#include "perfsim/monitor.hpp"
#include "specs/single_writer.hpp"

namespace tandem::engines {

/// A machine and who watches it, which live together.
template <class P, class Copies>
class WatchedMachine final : public perfsim::Simulation {
public:
    WatchedMachine(const typename P::Config& config, const perfsim::MachineDescription& description, Copies copies)
        : machine_(config, description), monitor_(machine_, copies, specs::Apart{}) {
        machine_.observe(&monitor_);
        judged = [this] { return Judgements{monitor_.judged, monitor_.seconds}; };
    }
    perfsim::Memory& memory() override { return machine_.memory(); }
    void write_back() override {
        machine_.observe(nullptr);
        machine_.write_back();
    }
    perfsim::Statistics statistics() const override { return machine_.statistics(); }
    perfsim::Cycle now() const override { return machine_.now(); }
    const perfsim::MachineDescription& description() const override { return machine_.description(); }

protected:
    void run_grid(const perfsim::Launch& launch) override {
        machine_.limit = limit;
        machine_.progress = progress;
        machine_.timeline = timeline;
        machine_.run(launch);
    }

private:
    perfsim::Machine<P> machine_;
    perfsim::Monitor<P, Copies, specs::Apart> monitor_;
};

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
    if (machine.directory.present == wanted) return;
    if (wanted)
        throw model::UsageError(protocol + " has a directory behind L2, and the machine '" + machine.name +
                                "' has none: a machine file with the tables directory and l3 is accepted");
    throw model::UsageError("the machine '" + machine.name + "' has a directory behind L2, and " + protocol +
                            " has none: a machine file without the tables directory and l3 is accepted");
}

template <class P>
std::unique_ptr<perfsim::Simulation> simulate(const Selection& selection, const perfsim::MachineDescription& machine,
                                              bool monitored) {
    using Text = typename SimulatedText<P, perfsim::Timed>::type;
    refuse_bugs(seeded_bugs(P::name), selection);
    auto config = configuration<P>({simulated_variant<P>(selection.variant), ""}, Programs::others);
    check_directory(P::name, perfsim::has_behind<Text>, machine);
    P::on_machine(config, machine);
    if (!monitored) return std::make_unique<perfsim::Machine<Text>>(config, machine);
    if constexpr (requires { P::unwatchable(config); })
        if (const std::string why = P::unwatchable(config); !why.empty()) throw model::UsageError(why);
    if constexpr (requires { typename P::Copies; })
        return std::make_unique<WatchedMachine<Text, typename P::Copies>>(config, machine, typename P::Copies{});
    else
        throw model::UsageError(
            std::string(P::name) +
            " says nothing of which copies are readable, which is what the monitor asserts: a run without --monitor is accepted");
}

/// What a protocol is simulated by: a machine, or a complaint of what it lacks for one.
template <class P>
std::unique_ptr<perfsim::Simulation> simulate_or_refuse(const Selection& selection, const perfsim::MachineDescription& machine,
                                                        bool monitored) {
    if constexpr (requires { P::not_simulated; }) throw model::UsageError(P::not_simulated);
    else if constexpr (!HasText<P>) refuse_no_text(P::name, "sim");
    else if constexpr (!runs_programs<P>()) refuse_programs(P::name, "a simulated kernel");
    else if constexpr (!perfsim::TimedProtocol<typename SimulatedText<P, perfsim::Timed>::type>) refuse_nodes(P::name);
    else if constexpr (!perfsim::TellsBlocks<typename SimulatedText<P, perfsim::Timed>::type>) refuse_actions(P::name);
    else if constexpr (!KnowsMachines<P, perfsim::MachineDescription>) refuse_machines(P::name);
    else return simulate<P>(selection, machine, monitored);
}

/// Whether messages have a member of this type.
template <class Message, class Member>
bool carries_any() {
    bool found = false;
    Message message;
    model::for_each_member(message, [&](const char*, const auto& member) {
        found = found || std::is_same_v<std::decay_t<decltype(member)>, Member>;
    });
    return found;
}

template <class Node>
constexpr bool keeps_lines = requires(Node node) { node.lines; };

/// Whether a core's node of some kind has a cache.
template <class Text>
constexpr bool has_l1() {
    return []<int... kind>(std::integer_sequence<int, kind...>) {
        return (keeps_lines<perfsim::NodeOf<Text, kind>> || ...);
    }
    (std::make_integer_sequence<int, perfsim::bank_kind<Text>>{});
}

/// Whether the settings on two machines differ. What they do not say of themselves their bytes do: both begin as one object.
template <class P>
bool differ_on(const Selection& selection, const perfsim::MachineDescription& one, const perfsim::MachineDescription& other) {
    using Config = typename P::Config;
    if constexpr (std::is_trivially_copyable_v<Config>) {
        const Config begun = configuration<P>({simulated_variant<P>(selection.variant), ""}, Programs::others);
        Config first = begun, second = begun;
        std::memcpy(static_cast<void*>(&first), &begun, sizeof begun);
        std::memcpy(static_cast<void*>(&second), &begun, sizeof begun);
        P::on_machine(first, one);
        P::on_machine(second, other);
        return std::memcmp(&first, &second, sizeof first) != 0;
    } else {
        return true;
    }
}

/// What `Protocol::honours` says. The tables `blocks`, `sms`, `network`, `dram` and most others are of parts that each machine
/// has.
template <class P>
bool honours(const Selection& selection, const std::string& key, const perfsim::MachineDescription& one,
             const perfsim::MachineDescription& other) {
    if constexpr (!KnowsMachines<P, perfsim::MachineDescription>) {
        return true;  // `simulate` refuses it, and says why
    } else {
        using Text = typename SimulatedText<P, perfsim::Timed>::type;
        if (key.starts_with("pool")) return perfsim::has_pool<Text>;
        if (key == "l1.bytes" || key == "l1.ways") return has_l1<Text>() || differ_on<P>(selection, one, other);
        if (!key.starts_with("timestamps.")) return true;
        if (key == "timestamps.bits" && carries_any<typename Text::Message, perfsim::Time>()) return true;
        if (key == "timestamps.cycle_bits" && carries_any<typename Text::Message, perfsim::PhysicalTime>()) return true;
        return differ_on<P>(selection, one, other);
    }
}

template <class P>
void bind_simulation(Engines& engines) {
    engines.simulate = simulate_or_refuse<P>;
    engines.honours = honours<P>;
    if constexpr (requires { P::loads_in_cache(); }) engines.loads_in_cache = P::loads_in_cache();
}

}  // namespace tandem::engines
