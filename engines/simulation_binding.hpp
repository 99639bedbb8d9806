// A protocol on a machine, with the monitor of the properties that the checker proves, or without.
#pragma once

#include <cstring>
#include <type_traits>

#include "engines/configuration.hpp"
#include "engines/needs.hpp"
#include "engines/observed_machine.hpp"
#include "engines/recording.hpp"
#include "engines/registry.hpp"
#include "engines/simulated.hpp"
#include "perfsim/machine.hpp"
#include "perfsim/monitor.hpp"
#include "specs/single_writer.hpp"

namespace tandem::engines {

/// With the monitor of the checked properties.
template <class P, class Copies>
class WatchedMachine final : public ObservedMachine<P> {
public:
    WatchedMachine(const typename P::Config& config, const perfsim::MachineDescription& description, Copies copies)
        : ObservedMachine<P>(config, description), monitor_(this->machine(), copies, specs::Apart{}) {
        this->machine().observe(&monitor_);
        this->judged = [this] { return perfsim::Simulation::Judgements{monitor_.judged, monitor_.seconds}; };
    }

private:
    perfsim::Monitor<P, Copies, specs::Apart> monitor_;
};

template <class P>
std::unique_ptr<perfsim::Simulation> simulate(const Selection& selection, const perfsim::MachineDescription& machine,
                                              bool monitored) {
    using Text = typename SimulatedText<P, perfsim::Timed>::type;
    const auto config = configuration_on<P>(selection, machine);
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

/// What `Protocol::record` says.
template <class P>
std::unique_ptr<perfsim::Simulation> record(const Selection& selection, const perfsim::MachineDescription& machine,
                                            EventsTold& told) {
    if constexpr (!is_simulated<P>()) {
        return simulate_or_refuse<P>(selection, machine, false);  // which says why not
    } else {
        using Timed = typename SimulatedText<P, perfsim::Timed>::type;
        const auto config = configuration_on<P>(selection, machine);
        const Selection searched = searched_selection<P>(config, machine);
        const auto searched_config = configuration<P>(searched);
        if (!says_all<P>(searched_config, machine))
            throw model::UsageError("a machine sets more of " + std::string(P::name) +
                                    " than a shape says, so no log of its messages could be followed: a run without --messages "
                                    "is accepted");
        told.begins(searched);
        std::unique_ptr<perfsim::Simulation> recorded;
        with_searched_text<P>(searched_config, [&]<class Searched>(std::type_identity<Searched>) {
            if constexpr (std::is_same_v<Searched, typename SimulatedText<P, typename Searched::Domain>::type>)
                recorded = std::make_unique<RecordedMachine<Timed, Searched>>(config, machine, searched_config, told);
            else
                throw model::UsageError(std::string(P::name) +
                                        " is simulated by another text than the one that is searched, so no log of its messages "
                                        "could be followed: a run without --messages is accepted");
        });
        return recorded;
    }
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
inline constexpr bool node_has_lines = requires(Node node) { node.lines; };

/// Whether a core's node of some kind has a cache.
template <class Text>
constexpr bool has_l1() {
    return []<int... kind>(std::integer_sequence<int, kind...>) {
        return (node_has_lines<perfsim::NodeOf<Text, kind>> || ...);
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
        if (key == "cpus.mrf" || key == "cpus.counts") return perfsim::has_cpus<Text> && perfsim::has_pool<Text>;
        if (key.starts_with("cpus")) return perfsim::has_cpus<Text>;
        using Core = perfsim::NodeOf<Text, 0>;
        constexpr bool counts_waiting = perfsim::keeps_lines<Core> || perfsim::has_mshr_entries<Core>;
        if (key == "l1.bytes" || key == "l1.ways" || key == "l1.sectors")
            return has_l1<Text>() || differ_on<P>(selection, one, other);
        if (key == "l1.bypass_bytes") return !perfsim::keeps_lines<Core>;
        if (key == "l1.mshr_incremental") return perfsim::has_mshr_entries<Core>;
        if (key == "l1.mshr_entries" || key == "l1.mshr_merges") return counts_waiting || differ_on<P>(selection, one, other);
        if (key == "l2.mshr_entries") return !perfsim::has_behind<Text>;
        if (key.starts_with("directory.") || key.starts_with("l3.")) return perfsim::has_behind<Text>;
        if (key != "l1.fifo" && key != "l2.rehash" && !key.starts_with("timestamps.")) return true;
        if (key == "timestamps.bits" && carries_any<typename Text::Message, perfsim::Time>()) return true;
        if (key == "timestamps.cycle_bits" && carries_any<typename Text::Message, perfsim::PhysicalTime>()) return true;
        return differ_on<P>(selection, one, other);
    }
}

template <class P>
void bind_simulation(Engines& engines) {
    engines.simulate = simulate_or_refuse<P>;
    engines.record = record<P>;
    engines.honours = honours<P>;
    if constexpr (requires { P::loads_in_cache(); }) engines.loads_in_cache = P::loads_in_cache();
}

}  // namespace tandem::engines
