// What a user wants to happen, and the shortest way there from where a run stands.
//
//   load_hit                                an outcome: a handler does that, or stalls so
//   single-writer                           a property: it is violated
//   L2: receives BusRd                      an event that begins with these words
//   SM0.lines.A.state=M & monitor.x!=0      fields of a state; without a value behind `=` there is no such field
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "apps/step/run.hpp"

namespace tandem::apps {

class Goal {
public:
    /// Throws UsageError with what is accepted.
    Goal(SteppedRun& run, const std::string& words);

    struct Way {
        std::vector<checker::PathStep> steps;  // empty: it is so already
        bool stalls = false;                   // in its last state a handler stalls with the outcome
    };
    enum class Ending { found, nowhere, too_many, interrupted };
    struct Search {
        Ending ending = Ending::nowhere;
        std::size_t states = 0;  // looked at
        Way way;
    };
    /// Breadth first, over at most so many states.
    Search find(std::size_t states, const std::atomic<bool>& interrupt);

private:
    struct Clause {
        int node;  // the number of nodes: the monitor
        std::string field, value;
        bool equal;
        // by the number of what the node is: -1 not yet looked at, else whether the clause holds
        std::vector<signed char> known{};
    };
    Clause clause(const std::string& words) const;
    bool holds(Clause& clause, const checker::Parts& parts);
    bool of_state(const checker::Parts& parts);
    bool of_step(const checker::Move& move) const;

    SteppedRun& run_;
    std::uint64_t outcome_ = 0;
    int property_ = -1;
    std::string event_;
    std::vector<Clause> clauses_;
    std::vector<const void*> objects_;
    std::vector<model::MessageInFlight> messages_;
};

}  // namespace tandem::apps
