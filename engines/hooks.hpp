// The names that engines read of a protocol where it has them, and do without otherwise: README.md says what each means, and what is assumed
// without it. A name that is nearly one of these, and that nothing else reads, is a mistake (apps/folder/misspelt.hpp).
#pragma once

#include <array>

namespace tandem::engines {

inline constexpr std::array hooks{
    // the description of a protocol
    "name", "summary", "Config", "settings", "Text", "Monitor", "watched", "add_properties", "add_lemmas", "queues_as_sets",
    "Domain", "complete", "declare_needs", "known_failures", "thorough", "strong_fairness", "always_monitored", "rules", "all_refutations",
    "sound_variant", "for_proof", "explored", "not_on_symbols", "no_relation_exported", "tla", "promised_model", "most_threads",
    "loads_in_cache", "on_machine", "not_simulated", "Simulated", "simulated_word", "Copies", "unwatchable", "remark",
    "check_components",
    // the protocol over a domain
    "NodeKind", "Nodes", "Message", "Outcome", "population", "core_of", "node_name", "channels", "initial_memories", "network",
    "connected", "symmetric", "clears_unused",
    // a kind of nodes
    "start", "idle", "access", "receive", "act", "Operation", "issues", "text", "Action", "offers", "fair", "certain",
    "clear_unused", "unit", "misses", "mshr", "lines", "dram", "memory", "acquires_apart", "each_ready", "of_thread",
    "thread_of", "awaits_others", "before_cache", "overlaps", "most_lanes", "presses", "tells", "stays_coherent",
    // the messages
    "kind", "address", "carries", "message_bytes",
    // the settings
    "shape", "atomics", "lanes", "capacity", "components", "cus_of_each", "fetched", "fetches_any", "every_order", "grants",
    "is_cpu",
};

}  // namespace tandem::engines
