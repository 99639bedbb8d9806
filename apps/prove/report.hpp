// What `tandem prove` found, as facts, and how it is told.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/prove/refute.hpp"
#include "checker/trace.hpp"
#include "smt/prove/possible.hpp"

namespace tandem::apps {

enum class Verdict : std::uint8_t { proved, refuted, undecided };

/// An outcome or an event, and how many of its paths the invariant lets happen.
struct Happening {
    std::string name;
    smt::PathCount count;
};

/// Outcomes of an event that the explicit search has shown in no state where it was compared with the relation.
struct Uncompared {
    std::string event;
    std::vector<std::string> outcomes;
};

struct ProofReport {
    std::string system, method, ending, left;
    std::vector<std::pair<std::string, Verdict>> properties;
    std::vector<std::string> facts, invariant, run;
    // of the whole relation; like those below empty unless something is proved with an invariant
    smt::PathCount paths;
    std::vector<Uncompared> uncompared;
    std::vector<Happening> outcomes, events;   // outcomes that a path has; all events
    std::vector<Refutation> refuted;
    std::optional<checker::Trace> step;   // that is not inductive, from a state that no run need reach
    std::string sentence;                      // of the property that this step breaks
    double seconds = 0;

    Verdict verdict() const;
    /// The refutation of fewest steps; null if there is none.
    const Refutation* shortest() const;
};

/// The invariant's first clauses, or the whole.
std::string as_text(const ProofReport& report, bool whole);
nlohmann::json as_json(const ProofReport& report);

}  // namespace tandem::apps
