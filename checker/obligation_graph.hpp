// The states in which one obligation is owed, as a graph whose edges are made again whenever they are needed.
#pragma once

#include <optional>
#include <stdexcept>

#include "checker/fair_classes.hpp"
#include "checker/liveness.hpp"

namespace tandem::checker::liveness {

struct Obligation {
    int node, bit;
};

class ObligationGraph {
public:
    // A state's mark: `unvisited`, the least index it is known to reach among the states being explored, or one of the last two.
    using Mark = std::uint32_t;
    static constexpr Mark unvisited = 0;
    static constexpr Mark inside = ~Mark{0} - 1;  // in the component that is being judged
    static constexpr Mark done = ~Mark{0};

    ObligationGraph(Components& components, const FoundStates& found, Fairness fairness)
        : components_(components), found_(found), fairness_(fairness), classes_(components.network()), end_(found.levels().back()) {}

    /// Turns to another obligation, with no state visited.
    void start(Obligation obligation) {
        obligation_ = obligation;
        marks_.assign(end_, unvisited);
    }

    Obligation obligation() const { return obligation_; }
    bool strong() const { return fairness_ == Fairness::strong; }
    int slots() const { return components_.slots(); }
    /// All positions are below it.
    Position end() const { return end_; }
    /// Whether there is a state at the position, and it owes.
    bool has(Position p) const {
        Parts parts;
        return found_.state(p, parts) && owed(parts);
    }
    bool owed(const Parts& parts) const {
        return components_.node(obligation_.node, parts[static_cast<std::size_t>(obligation_.node)]).owes >> obligation_.bit & 1;
    }
    Mark& mark(Position p) { return marks_[p]; }

    /// Calls visit(move, next) for each step from the state at `position`.
    template <class Visit>
    void each_step(Position position, Visit&& visit) {
        Parts parts;
        found_.state(position, parts);
        for_each_successor(components_, parts, visit);
    }
    /// Calls visit(c) for the class c of each step from there that must not be postponed forever.
    template <class Visit>
    void each_class(Position position, Visit&& visit) {
        each_step(position, [&](const Move& move, const Parts&) {
            if (const int c = class_of(move); c >= 0) visit(c);
        });
    }
    int class_of(const Move& move) { return classes_.of(move); }

    Position position_of(const Parts& parts) const {
        const Position p = found_.find(parts);
        if (p == no_position) throw std::logic_error("liveness met a state that the search has not found");
        return p;
    }
    /// The position of `next` if it is in the component that is being judged, else no_position.
    Position inside_at(const Parts& next) {
        if (!owed(next)) return no_position;
        const Position p = position_of(next);
        return mark(p) == inside ? p : no_position;
    }

    std::size_t bytes() const { return marks_.capacity() * sizeof(Mark); }

private:
    Components& components_;
    const FoundStates& found_;
    const Fairness fairness_;
    FairClasses classes_;
    const Position end_;
    Obligation obligation_{};
    std::vector<Mark> marks_;  // by position
};

}  // namespace tandem::checker::liveness
