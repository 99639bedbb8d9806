// The names that engines read of a protocol where it has them, and do without otherwise: what each means, and what is assumed
// without it. docs/api.md is made of these comments. A name that is nearly one of these, and that nothing else reads, is a
// mistake (apps/folder/misspelt.hpp).
#pragma once

#include <array>

namespace tandem::engines {

inline constexpr std::array hooks{
    // ---- the description of a protocol ----

    // The word on the command line. Needed.
    "name",
    // One line for `tandem list`. Without it: empty.
    "summary",
    // What the settings set: the text's configuration, or derived from it. Needed.
    "Config",
    // A `model::Settings<Config>`, which declares each choice, number and named shape once (`model/settings.hpp`).
    // `.wide(name, words)` is a shape for the random walks behind a search. `Promise::none` marks an alternative in which some
    // property is known to fail. Without it: nothing is set, and nothing walked.
    "settings",
    // The protocol over a domain. Needed, unless `watched` names the text.
    "Text",
    // The monitor that watches it. Without it: none, unless `watched` names it.
    "Monitor",
    // For configurations that choose among texts or monitors: calls `use(model::Watched<Text, Monitor>{})`. If `settings()`
    // have `.words()`, it calls `model::watched_in_words<Text, Monitor>(config.shape, use)`: with `words=2` stores may name
    // parts of blocks (`model/block_words.hpp`). Without it: `Text` and `Monitor`.
    "watched",
    // States the properties, for the search's system and the proof's alike. Needed.
    "add_properties",
    // The properties that a base states and whoever derives from it is expected to state. `check` names those that are
    // missing. Without it: none.
    "usual_properties",
    // What the shape cannot show, and the words that would show it: `check` says so in a line when all holds. Without it:
    // nothing is said.
    "not_shown",
    // States lemmas (`model/lemma.hpp`), for `check --lemmas` and as suggestions for proofs. Without it: `--lemmas` is
    // refused.
    "add_lemmas",
    // A proof sees the contents of queues as sets, and does without renamings (`smt/prove/defined.hpp`). Without it: it sees
    // places.
    "queues_as_sets",
    // Sorts whose names the text only compares and copies, so that there may be any number of them: `std::array{Sort::core}`.
    // The compiler refuses a text that does more (`model/any_number.hpp`). Without it: `prove --any` proves nothing.
    "any_number",
    // `model::Wide`, for more than four cores, threads or blocks. Without it: `model::Concrete`.
    "Domain",
    // Fills in what follows from the settings that were given. Throws `model::UsageError` if they do not fit together. Without
    // it: nothing follows.
    "complete",
    // The shape that each property needs to say anything. Without it: every shape will do.
    "declare_needs",
    // Which property does not hold in which named shape of a variant that promises all properties, and why. Without it: all
    // hold.
    "known_failures",
    // The systems of `check --thorough`. Alternatives that are in none of them are added. Without it: each named shape of the
    // sound variant.
    "thorough",
    // Whether delivery is promised only to those that get a turn at an arbiter. In place of a bool it may return the names of
    // what is strongly fair, all else being weakly fair: channels, virtual networks, nodes, actions ("L2: DRAM fills A"), as
    // reports call them. Without it: all is strongly fair with several threads a core, and else nothing.
    "strong_fairness",
    // Its monitor chooses the programs, so no system is without it. Without it: some are.
    "always_monitored",
    // What a monitor that chooses the programs keeps to. Needed for such a monitor alone.
    "rules",
    // Whether a search goes on after a refutation. Without it: no.
    "all_refutations",
    // The variant in which all properties hold. Without it: the default.
    "sound_variant",
    // Changes for a proof. Throws `model::UsageError` if there is no proof. Without it: none.
    "for_proof",
    // Changes for the search beside a proof. Without it: none.
    "explored",
    // Why `prove` and `export` are refused, for a text that is only searched. Without it: they are not.
    "not_on_symbols",
    // `export --format smt2` is refused. Without it: it is accepted.
    "no_relation_exported",
    // Names of sorts, and properties, in TLA+. Without it: general names.
    "tla",
    // The model that `conform` compares it with. Without it: `sc`.
    "promised_model",
    // The largest number of threads in all. Without it: as many as there can be.
    "most_threads",
    // A report's names for the outcomes of loads in its cache, such as hits and misses. Without it: `sim` lists the outcomes
    // by their own names.
    "loads_in_cache",
    // How the settings become those of a simulated machine. Without it: `sim` is refused.
    "on_machine",
    // Why `sim` is refused. Without it: it is not.
    "not_simulated",
    // Which of several texts is simulated. Without it: `Text`.
    "Simulated",
    // The choice that asks for that text. Without it: none does.
    "simulated_word",
    // The readable copies that `sim --monitor` judges. Without it: `--monitor` is refused.
    "Copies",
    // Why `--monitor` is refused. Without it: for want of `Copies`.
    "unwatchable",
    // What the printed description ends with. Without it: nothing.
    "remark",

    // ---- the protocol over a domain ----

    // An enumeration of the kinds of nodes. Needed.
    "NodeKind",
    // A tuple of the node types, in the order of `NodeKind`. Needed.
    "Nodes",
    // One struct for all kinds of message. Needed.
    "Message",
    // An enumeration: what a handler can do, or why it stalls. Needed.
    "Outcome",
    // How many nodes of a kind there are. Needed.
    "population",
    // The core that a node belongs to, or -1. Needed.
    "core_of",
    // A node's name in traces. Needed.
    "node_name",
    // The channels from kind to kind: ordered or not, capacity, virtual network. Needed.
    "channels",
    // What memory may hold at first. Needed.
    "initial_memories",
    // The virtual network that a message takes; a second parameter may be the configuration. Without it: 0.
    "network",
    // What the author calls a virtual network, given its number: "channel B". It ends the names of its channels. Without it:
    // "network 1", and nothing for network 0.
    "network_name",
    // What the author calls a thread of a core, given its number: "hart 1". Without it: W0, W1.
    "thread_name",
    // Whether a message about a block asks for it or for an operation on it, and does not only answer, return or tell. Counts
    // of L2's accesses and hits are of such messages (`sim`). Without it: each does.
    "requests_block",
    // Which nodes of two kinds have a channel. Without it: all.
    "connected",
    // Which renamings map runs to runs. Without it: all that keep kinds of nodes.
    "symmetric",
    // Its handlers leave nothing for `clear_unused` to clear, so the machine need not call it. Without it: the machine calls
    // it after each event, as the search does.
    "clears_unused",

    // ---- a kind of nodes ----

    // Its part of the first state. Needed.
    "start",
    // Whether nothing is under way here, besides what the ledger holds. Needed.
    "idle",
    // A thread of this node issues an operation. Needed where there is an `Operation`.
    "access",
    // A message arrives. Without it: no message may be sent to this kind.
    "receive",
    // The node does something by itself. Needed where there is an `Action`.
    "act",
    // What threads issue: `model::WarpInstruction<D>`, `model::OrderedInstruction<D>`, whose fences are releases, acquires or
    // both, or a struct of one's own. Without it: the node has no threads.
    "Operation",
    // Which operations have a meaning. Needed where there is an `Operation`.
    "issues",
    // An operation or action in a trace's words. Needed for each of them; `model::BlockAction` has its own.
    "text",
    // What the node does by itself. Without it: nothing.
    "Action",
    // Which actions have a meaning. Needed where there is an `Action`.
    "offers",
    // Which actions must not be postponed for ever. Needed where there is an `Action`.
    "fair",
    // Which operations the protocol promises to accept and to complete. Without it: all.
    "certain",
    // Gives members without meaning in the present state their default; any described struct may have it. Without it: each
    // member always has a meaning.
    "clear_unused",
    // What part of a machine takes such an action (`model/network.hpp`). Needed for `sim`.
    "unit",
    // Whether such an access must wait for the block, so that the machine needs room for it. Without it: whether there is no
    // line.
    "misses",
    // A table of what waits for blocks, at a core's node. Its entries say whether they wait for data (`awaits_data()`).
    // Without it: accesses wait in `lines`.
    "mshr",
    // The lines of a cache, by block. A bank's node has these and `dram`, or `memory`. Needed for `sim`.
    "lines",
    // The DRAM behind a bank's cache. The node asks for a block by `ctx.memory_read(block)`, and an action of the unit
    // `memory` follows.
    "dram",
    // A bank's memory by block, for which the machine has a cache, in place of `lines` and `dram`.
    "memory",
    // Its loads may read what others have overwritten until their warp acquires, so `Warp::acquire()` is a fence. Without it:
    // an acquire costs nothing.
    "acquires_apart",
    // Of a core's node that acts for its threads, as a write buffer does: calls f(action, block) for each such action that is
    // possible. The node alone then decides what a fence waits for. Without it: it acts for no thread.
    "each_ready",
    // Which kinds of action those are. Needed beside `each_ready`.
    "of_thread",
    // Whose action or answer it is. Without it: the thread that the ledger names.
    "thread_of",
    // Of such a node: whether threads wait for what others have under way. Without it: they do not.
    "awaits_others",
    // Of such a node: how many accesses wait before the cache and need no MSHR. Without it: none.
    "before_cache",
    // Whether a thread may have several accesses to one location under way. Without it: it may not.
    "overlaps",
    // The most threads of a wavefront. Without it: 1.
    "most_lanes",
    // It holds writes back and wants to be rid of some. With it programs are judged at rest. Without it: it does not.
    "presses",
    // Of a bank's node: an action that concerns no block may be possible. Without it: a machine of one bank asks after each
    // event.
    "tells",
    // Its cache needs no emptying where a kernel ends. Without it: the machine empties it.
    "stays_coherent",

    // ---- the messages ----

    // Which message it is; an action has one too. Needed for `sim`.
    "kind",
    // The block that it is about. Needed for `sim`.
    "address",
    // Whether a kind of message has this member: the paper's table of messages. Needed for `sim`.
    "carries",
    // Of a type of a member: its bytes on the network. Without it: what its kind of value takes.
    "message_bytes",

    // ---- the settings, in `Config`, which litmus tests and `conform` set ----

    // As many cores, threads, blocks and values as the programs need. Needed.
    "shape",
    // Fits the rest to what the programs need: components, lanes, atomics, blocks that are loaded
    // (`specs/operational/needs.hpp`). It is told what is known twice, before and after the programs are compiled. Throws
    // `model::UsageError` if there is no room. Without it: the rest stays as it is set.
    "for_programs",
    // The leases that a search or a machine chooses from, and the longest in a proof (`model/moment_choice.hpp`). Without it:
    // there are no leases.
    "grants",
    // Whether a core is a CPU, whose threads are no lanes. Without it: none is.
    "is_cpu",
};

}  // namespace tandem::engines
