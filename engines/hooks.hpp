// The names that engines read of a protocol where it has them, and do without otherwise: README.md says what each means, and what is assumed
// without it. A name that is nearly one of these, and that nothing else reads, is a mistake (apps/folder/misspelt.hpp).
#pragma once

#include <array>

namespace tandem::engines {

/// What has the name: the description of a protocol, the protocol over a domain, a kind of nodes, the messages, or the settings.
enum class Owner { description, protocol, node, message, config };

struct Hook {
    const char* name;
    Owner owner;
};

inline constexpr std::array hooks{
    Hook{"name", Owner::description}, Hook{"summary", Owner::description}, Hook{"Config", Owner::description},
    Hook{"settings", Owner::description}, Hook{"Text", Owner::description}, Hook{"Monitor", Owner::description},
    Hook{"watched", Owner::description}, Hook{"add_properties", Owner::description}, Hook{"add_lemmas", Owner::description},
    Hook{"queues_as_sets", Owner::description}, Hook{"Domain", Owner::description}, Hook{"complete", Owner::description},
    Hook{"declare_needs", Owner::description}, Hook{"thorough", Owner::description}, Hook{"strong_fairness", Owner::description},
    Hook{"always_monitored", Owner::description}, Hook{"rules", Owner::description}, Hook{"all_refutations", Owner::description},
    Hook{"sound_variant", Owner::description}, Hook{"for_proof", Owner::description}, Hook{"explored", Owner::description},
    Hook{"not_on_symbols", Owner::description}, Hook{"no_relation_exported", Owner::description}, Hook{"tla", Owner::description},
    Hook{"promised_model", Owner::description}, Hook{"most_threads", Owner::description}, Hook{"loads_in_cache", Owner::description},
    Hook{"on_machine", Owner::description}, Hook{"not_simulated", Owner::description}, Hook{"Simulated", Owner::description},
    Hook{"simulated_word", Owner::description}, Hook{"Copies", Owner::description}, Hook{"unwatchable", Owner::description},
    Hook{"remark", Owner::description}, Hook{"check_components", Owner::description},

    Hook{"NodeKind", Owner::protocol}, Hook{"Nodes", Owner::protocol}, Hook{"Message", Owner::protocol}, Hook{"Outcome", Owner::protocol},
    Hook{"population", Owner::protocol}, Hook{"core_of", Owner::protocol}, Hook{"node_name", Owner::protocol},
    Hook{"channels", Owner::protocol}, Hook{"initial_memories", Owner::protocol}, Hook{"network", Owner::protocol},
    Hook{"connected", Owner::protocol}, Hook{"symmetric", Owner::protocol}, Hook{"clears_unused", Owner::protocol},

    Hook{"start", Owner::node}, Hook{"idle", Owner::node}, Hook{"access", Owner::node}, Hook{"receive", Owner::node}, Hook{"act", Owner::node},
    Hook{"Operation", Owner::node}, Hook{"issues", Owner::node}, Hook{"text", Owner::node}, Hook{"Action", Owner::node},
    Hook{"offers", Owner::node}, Hook{"fair", Owner::node}, Hook{"certain", Owner::node}, Hook{"clear_unused", Owner::node},
    Hook{"unit", Owner::node}, Hook{"misses", Owner::node}, Hook{"mshr", Owner::node}, Hook{"lines", Owner::node}, Hook{"dram", Owner::node},
    Hook{"memory", Owner::node}, Hook{"acquires_apart", Owner::node}, Hook{"each_ready", Owner::node}, Hook{"of_thread", Owner::node},
    Hook{"thread_of", Owner::node}, Hook{"awaits_others", Owner::node}, Hook{"before_cache", Owner::node}, Hook{"overlaps", Owner::node},
    Hook{"most_lanes", Owner::node}, Hook{"presses", Owner::node}, Hook{"tells", Owner::node}, Hook{"stays_coherent", Owner::node},

    Hook{"kind", Owner::message}, Hook{"address", Owner::message}, Hook{"carries", Owner::message}, Hook{"message_bytes", Owner::message},

    Hook{"shape", Owner::config}, Hook{"atomics", Owner::config}, Hook{"lanes", Owner::config}, Hook{"capacity", Owner::config},
    Hook{"components", Owner::config}, Hook{"cus_of_each", Owner::config}, Hook{"fetched", Owner::config}, Hook{"fetches_any", Owner::config},
    Hook{"every_order", Owner::config}, Hook{"grants", Owner::config}, Hook{"is_cpu", Owner::config},
};

}  // namespace tandem::engines
