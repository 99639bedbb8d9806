// `tandem check`: explores a system and judges its properties.
#pragma once

#include <optional>

#include "apps/common/catalog.hpp"
#include "apps/common/progress.hpp"
#include "apps/map/state_map.hpp"
#include "apps/trace/written.hpp"
#include "checker/trace.hpp"

namespace tandem::apps {

struct CheckOptions {
    std::string protocol;
    Selection selection;
    std::vector<std::string> properties;  // by name; all if empty
    int threads = 0;                      // 0: as many as there are processors
    std::string memory = "4G";
    double seconds = 0;  // 0: no limit
    bool symmetry = true;
    bool lazy = false;             // what is new in its parts comes first (checker/directed_search.hpp)
    bool compact = false;          // fewer bytes a state (checker/compact_store.hpp)
    std::string store{};           // a folder that states are kept in, and go on from (checker/disk/)
    bool cycles = true;            // false: what must happen in the end is left out, unless it is asked for by name
    std::optional<bool> all;       // go on after a refutation; by default as the protocol says
    std::string fairness;          // of the cycles that liveness looks for (fairness.hpp); empty: the protocol's
    std::uint64_t walks = 0;       // random walks instead of the search
    std::uint64_t first_walk = 0;  // the number of the first of them
    std::uint64_t depth = 1000, seed = 1;
    // seconds of random walks after the search, in wide shapes; nothing: as long as the search took, within the limits below
    std::optional<double> walk_time = 0.0;
    std::string walk_record{};      // a file: how far these walks have come, from which another run goes on
    bool shrink = false;            // what is refuted is looked for in smaller shapes
    std::string trace, html, json;  // files; json may be "-"
    MapOptions map;
    ProgressStyle progress = ProgressStyle::on_terminal;
    std::string checkpoint, resume;  // folders
    double every = 10;               // minutes between two checkpoints, at least
    // of several systems: if it lacks a name of `fairness`, what must happen in the end is set aside, and no error
    bool one_of_several = false;
};

/// Seconds of the walks that follow a search, if nobody says how many.
inline constexpr double least_walk_time = 1, most_walk_time = 5;
/// Seconds in which other named shapes are searched for what a broken variant does.
inline constexpr double most_time_elsewhere = 10;

struct PropertyReport {
    std::string name, sentence;
    checker::Verdict verdict = checker::Verdict::undecided;
    std::optional<checker::Trace> trace;
    std::string why{};  // of an error in the text: what its handler does
    // why the verdict does not count: what the property needs of a shape, or which shape exercises the outcome
    std::string aside{};
    std::string guard{};     // of an outcome that never occurs: the condition before it (unopened.hpp)
    std::string fairness{};  // of what must always happen in the end (fairness.hpp)
    bool lemma = false;
    model::UnmetPremises unmet{};  // of a lemma that holds

    bool counts() const { return aside.empty(); }
};

/// What every text must keep, whatever is asked of it (model::LocalStep::error). It is reported only where it is refuted.
model::Property text_error_property();

/// Throws BrokenText if the search has found that the text does what none may.
void require_sound_text(checker::Search& search, const checker::SearchResult& result);

/// What a walk refutes, with its trace: in the system walked in, or in a smaller one that shows it as well (smaller.hpp).
struct WideRefutation {
    PropertyReport property;
    Selection selection;
    std::string system;
    std::string command;  // that finds it again
    std::string needs{};  // of a smaller system: its numbers that those of the explored one cannot replace, "atomics=1, sms=3"
};

/// Random walks in one system that is too wide to explore (walks.hpp).
struct WideWalks {
    Selection selection;
    std::string system;
    std::uint64_t walks = 0, steps = 0;  // taken
    std::uint64_t earlier = 0;           // of these steps, in earlier runs of the command
    std::uint64_t depth = 0, seed = 0;
    double seconds = 0;          // of this run
    std::uint64_t outcomes = 0;  // a bit for each that was seen in this run
    int pairs = 0;               // of outcomes that followed each other
    std::vector<WideRefutation> refuted{};
};

/// Where a variant that is listed as broken is refuted, if the explored shape shows nothing of it (elsewhere.hpp).
struct Elsewhere {
    std::vector<std::string> broken{};    // the words of the variant that promise nothing
    std::vector<std::string> meanings{};  // theirs
    std::vector<std::string> tried{};   // the named shapes that were searched
    std::string property{}, command{};  // what the last of these refutes, and how to see it; empty: none does
    std::size_t steps = 0;              // of its trace; 0 if it has none
    double seconds = 0;
};

struct CheckReport {
    std::string protocol;
    Selection selection;
    std::string system;
    std::string ending;  // "complete", or why not
    checker::SearchResult result;
    bool symmetric = false;
    // where the text treats names differently, so that it was searched without symmetry; empty if it does not
    std::string not_symmetric;
    std::string not_renamed;  // what the reduction by symmetry leaves as it is; empty for nothing
    std::vector<PropertyReport> properties;
    std::string lacks{};                       // which name of `fairness`, in words (CheckOptions::one_of_several)
    std::vector<std::string> not_stated{};     // properties that a base of the description states, if all are asked for
    std::vector<model::NotShown> not_shown{};  // kinds of bugs for which the shape is too small, if all are asked for
    std::uint64_t liveness_states = 0;         // examined for what must always happen; 0 if that was not asked
    std::uint64_t all_liveness_states = 0;     // the same, where states that differ in data count by themselves
    std::uint64_t walks = 0, steps = 0;        // instead of a search
    std::vector<WideWalks> wide;               // after it
    std::optional<Elsewhere> elsewhere{};
    std::optional<StateMap> map;  // of the states that were found, if one is wanted and there was time for it

    checker::Verdict verdict() const;  // of the properties that count
};

/// Throws UsageError. Interrupts (Ctrl-C) end it with an undecided report.
CheckReport check(const CheckOptions& options);

/// The traces of a report, for a file: a system each. The report outlives it.
std::vector<TraceFile> traces_of(const CheckReport& report);

/// The whole command; returns the exit status.
int run_check(const CheckOptions& options);

}  // namespace tandem::apps
