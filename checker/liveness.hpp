// Whether every access is completed in the end, and every thread that asks for one accepted, judged on all the states that a
// search has found. And whether each question that an author asks is answered (model/answers.hpp).
//
// An *obligation* is one bit of what a node owes (`Network::owes`), or an operation that a thread keeps asking its node for
// (`Network::askings`): it is due in the states in which the node refuses it, and while it is due the thread does nothing else.
// It is broken by a run that from some state on leaves it due forever and yet is fair. Where a protocol does not promise so much
// (of an operation, or while its thread waits for one of those) less is judged: that from every state some run accepts it. That
// is broken by a component of states, all refusing, that no step leaves.
//
// An answer is due in what a step that asks leads to, as long as no step answers. So this obligation is one of steps: its graph
// has the states that are reached from there by steps that do not answer, and the steps that answer lead out of it.
//
// A run may end only where no fair step is possible: operations and the like may stay away. Fairness is
// due to *classes* of steps:
//
//   each fair action of a node;
//   each channel that keeps the order of messages: its deliveries;
//   each message of a channel that does not: its deliveries, so that no message is overtaken forever.
//
// *Weak* fairness: a class that stays possible from some state on is taken again and again. *Strong* fairness: a class that is
// possible again and again is. A step is impossible while a channel that it sends to is full or the monitor forbids it. Some
// classes may be strongly fair, and the others weakly (fair_names.hpp).
//
// A run that goes on forever stays in one strongly connected component of the states with the bit set. So an obligation is
// broken exactly if one of these components is fair: each class is impossible in one of its states, or taken within it. For
// strong fairness the states where a class is possible that the component never takes are removed, and the rest is judged again
// (as for Streett automata).
//
// States that differ in data alone may be taken for one, where these renamings keep each class and what is due
// (equivariance.hpp): a cycle up to such a renaming takes steps of the same classes, and is a cycle of states once it has gone
// round as often as the renaming takes to return. A cycle up to renamings of threads would say nothing about one thread's access.
// Source of the conditions: Lamport, "Proving the correctness of multiprocess programs", 1977;
// Lichtenstein and Pnueli, "Checking that finite state concurrent programs satisfy their linear specification", 1985.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/path.hpp"
#include "checker/search.hpp"
#include "model/answers.hpp"

namespace tandem::checker {

enum class Fairness : std::uint8_t { weak, strong };

struct LivenessOptions {
    model::PropertyKind kind = model::PropertyKind::always_eventually;  // or always_accepted
    // of always_accepted: nothing is promised of fair runs, only that some run from every state accepts
    bool some_run = false;
    int answers = -1;  // of always_eventually: which of the network's answers, or -1 for what nodes owe their threads
    Fairness fairness = Fairness::weak;
    std::vector<std::string> strong{};          // where that is weak: names of classes that are strongly fair (fair_names.hpp)
    bool symmetry = true;                       // of obligations that the network's symmetry maps to each other judge one
    int threads = 1;                            // each judges obligations of its own
    std::size_t memory = std::size_t{4} << 30;  // bytes, beside what the search holds
    double seconds = 0;                         // wall-clock limit; 0 for none
    const std::atomic<bool>* interrupt = nullptr;
    /// Called by one thread, a few times a second; if empty, the search's. Levels stand for obligations, of which `level` are
    /// judged; states are counted once for each obligation that they carry.
    std::function<void(const Progress&)> progress;
};

/// What is due in some states.
struct Obligation {
    int node;             // slot of the node that owes or is asked; or that has asked, and waits for an answer
    int bit = -1;         // of what it owes, or
    int label = -1;       // of the operation that it is asked for
    int thread = -1;      // that asks
    bool certain = true;  // judged of fair runs; else only that some run meets it
    int answers = -1;     // which of the network's answers is due, or -1, and to what
    model::Inquiry inquiry{};
};

/// A fair run that never meets the obligation: any way to the state at `entry`, then the cycle forever. Without a cycle the run
/// ends there, where no fair step is possible; or, if the obligation is not certain, no run from there meets it.
struct Lasso : Obligation {
    Position entry;
    std::vector<PathStep> cycle;
    // Of an answer: not any way to `entry`, but any way to the state at `entry` and then these steps. The first of them asks.
    std::vector<PathStep> unanswered{};
};

struct LivenessResult {
    Verdict verdict = Verdict::undecided;
    std::string reason;           // why it is undecided
    int obligations = 0;          // that some state carries
    std::uint64_t states = 0;     // judged, once for each obligation that they carry
    std::size_t bytes = 0;        // the most, beside what the search holds
    double seconds = 0;
    std::optional<Lasso> lasso;   // of the first obligation, in the order of nodes and bits, that is broken; none up to symmetry
};

/// Judges the property of kind `options.kind`. `search` must have run to its end, with the result `searched`, and without
/// symmetry, or with that of data alone (SearchOptions::data_alone), but for answers.
LivenessResult judge_liveness(Search& search, const SearchResult& searched, const LivenessOptions& options = {});

}  // namespace tandem::checker
