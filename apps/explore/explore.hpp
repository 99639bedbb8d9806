// `tandem explore`: a protocol's open choices, combination by combination: which are right, and what each costs.
//
// A combination is judged by searches in the systems that can tell (telling.hpp), and timed on the simulated machine. What is
// known is kept (results.hpp), so an interrupted run goes on, and a second run does nothing.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/explore/choices.hpp"
#include "apps/explore/telling.hpp"
#include "apps/sim/sim.hpp"
#include "checker/search.hpp"

namespace tandem::apps {

struct ExploreOptions {
    std::string protocol;
    std::string variant;                 // words that all combinations have
    std::vector<std::string> choices;    // that are walked, by name; none: all
    std::vector<std::string> with;       // alternatives listed as broken that are walked too; "broken" is all of them
    std::vector<std::string> workloads;  // none: the usual ones
    SimOptions sim;                      // machine, energy, data and limit of each run
    std::string lease;                   // "2,8,32", or nothing
    std::vector<std::string> sweeps;     // "l1.ways=2,4": numbers of the machine
    bool prove = false;
    bool simulate = true;            // false: verdicts alone
    double seconds = 0;              // for all; 0: no limit
    double search_seconds = 300;     // for the search of one system, and for one run
    int threads = 0;                 // 0: as many as there are processors
    std::string memory = "4G";       // of all searches together
    std::string results;             // a file; empty: among the user's caches
    bool anew = false;               // what is kept is not used
    std::string against = "energy";  // what pictures show against cycles: energy or bytes
    std::string json, html, svg;
    ProgressStyle progress = ProgressStyle::off;
};

/// Why something is not known that a further run finds out.
inline constexpr const char* time_ran_out = "time ran out";

/// What is known of a combination's rightness.
struct CombinationVerdict {
    checker::Verdict verdict = checker::Verdict::undecided;
    std::vector<std::string> held;  // the systems in which all holds
    std::string why;                // of what is undecided
    // of what is refuted: the property, the steps of its trace, the command that shows it, and the trace in words
    std::string property, command, trace;
    std::size_t steps = 0;            // 0: it has no trace
    std::vector<std::string> listed;  // properties that do not hold, as the protocol's list of known failures says
    std::set<std::string> outcomes;   // of handlers, that occur in these systems
    std::string proof;                // "proved", "refuted", "undecided" or why there is none; empty: not asked for
};

/// One workload on one machine.
struct TimedRun {
    bool done = false;      // otherwise `refused` says why not, or time ran out
    bool finished = false;  // whether the kernel came to its end
    bool right = false;     // whether its result is right
    std::string result, refused;
    double ended_after = 0;  // seconds after which nobody waited any longer; 0: it ended by itself
    double cycles = 0, nanojoules = 0, bytes = 0;
    std::set<std::string> outcomes;  // of handlers, that occur
};

/// A machine: the numbers that --lease and --sweep change.
struct MachinePoint {
    std::vector<int> values;  // by sweep
    perfsim::MachineDescription machine;
    std::string digest;  // of the machine's text
};

enum class Figure : std::size_t { cycles, energy, bytes };
inline constexpr std::array figures{Figure::cycles, Figure::energy, Figure::bytes};
inline constexpr std::array<const char*, 3> figure_names{"cycles", "energy", "bytes"};

/// A combination on a machine: a line of the table.
struct ExploredRow {
    std::size_t combination = 0, point = 0;
    std::vector<TimedRun> runs;                 // by workload
    std::optional<std::array<double, 3>> cost;  // the geometric mean over workloads; nothing unless all came to their ends
    bool front = false;                         // right, and no right one is better in all figures

    /// Why there is no cost; empty if there is one.
    std::string no_cost() const;
    /// The first wrong result, or nothing.
    std::string wrong() const;
};

/// What one alternative does, beside the first of its choice and with all else alike.
struct ChoiceEffect {
    std::string choice, word, against;                 // `against` is the first alternative
    std::size_t pairs = 0, timed = 0;                  // combinations that differ in this alone, and of these, that have costs
    std::size_t breaks = 0, mends = 0, undecided = 0;  // of the pairs: right without it alone, right with it alone, not known
    bool verdict_matters = true;                       // false: of a number of the machine
    struct Ratio {
        double least = 1, median = 1, most = 1;
    };
    std::array<Ratio, 3> ratios{};  // figure with it by figure without
    bool changes_nothing = false;   // all runs of all pairs agree in all figures
    std::string reason;             // of that, where one is known
};

struct DesignSpace {
    std::string protocol;
    std::vector<OpenChoice> choices;  // with more than one alternative
    std::vector<std::string> fixed;   // words that all combinations have
    std::vector<std::string> sweep_keys;
    std::vector<MachinePoint> points;
    std::string machine;  // its name
    perfsim::WorkloadOptions workload_options;
    std::vector<std::string> workloads;
    std::vector<Combination> combinations;
    std::vector<std::string> none;             // tuples of alternatives that are no combination, and why
    std::vector<CombinationVerdict> verdicts;  // by combination
    std::vector<TellingSystem> systems;
    std::vector<Breakage> breakages;
    bool overtaking = false;        // whether some are judged with room for two messages in each channel
    std::vector<ExploredRow> rows;  // the cheapest first
    std::vector<ChoiceEffect> effects;
    std::size_t judged_now = 0, judged_before = 0, timed_now = 0, timed_before = 0, proved_now = 0, proved_before = 0;
    std::string results;   // the file; empty: nothing is kept
    bool complete = true;  // false: time ran out, or it was interrupted
    double seconds = 0;
    bool proofs = false;

    /// Whether every combination that promises all properties is right, with right results.
    bool as_promised() const;
    /// The words of a combination, by choice, and the values of a row's machine.
    std::vector<std::string> words_of(const ExploredRow& row) const;
};

/// Throws UsageError.
DesignSpace explore(const ExploreOptions& options);

/// The whole command; returns the exit status.
int run_explore(const ExploreOptions& options);

}  // namespace tandem::apps
