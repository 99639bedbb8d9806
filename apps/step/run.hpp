// A run that grows event by event: what is possible in its last state, what each event does, and back again.
#pragma once

#include <string>
#include <vector>

#include "checker/path.hpp"
#include "checker/trace.hpp"

namespace tandem::apps {

/// An event that is possible now.
struct Choice {
    checker::Move move;
    checker::Parts after;   // of one whose handler does what no text may: the state before
    std::string event;      // "SM0: W0 load A"
    std::string outcomes;   // "load_miss, stalled"
    std::string error{};    // what its handler does that no text may

    bool changes = true;    // leads to another state
};

class SteppedRun {
public:
    /// `network` outlives it, and has the properties that are judged. It begins in the first initial state.
    explicit SteppedRun(const model::Network& network);

    const model::Network& network() const { return components_.network(); }
    checker::Components& components() { return components_; }
    const checker::Components& components() const { return components_; }

    void begin(const checker::Parts& start);
    /// In the order of nodes; each node's own first, then what it may receive.
    const std::vector<Choice>& choices() const { return choices_; }
    /// Outcomes by which handlers stall now, as bits: nothing follows from them.
    std::uint64_t stalls() const { return stalls_; }
    void take(const checker::PathStep& step);
    /// Takes back the last so many events, which there must be.
    void undo(std::size_t events);

    const checker::Parts& start() const { return start_; }
    const checker::Parts& now() const { return path_.empty() ? start_ : path_.back().after; }
    const std::vector<checker::PathStep>& path() const { return path_; }
    /// Event number `index`, counted from 0, in words.
    checker::TraceStep told(std::size_t index) const;
    /// Properties that the last event, or the state after it, violates: indices into Network::properties().
    std::vector<int> violated();
    /// The whole run; of a violation with its reason.
    checker::Trace trace(const model::Property& property) const;

private:
    void look();

    checker::Components components_;
    checker::Parts start_{};
    std::vector<checker::PathStep> path_;
    std::vector<Choice> choices_;
    std::uint64_t stalls_ = 0;
};

}  // namespace tandem::apps
