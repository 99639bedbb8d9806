// The states in which one obligation is due, as a graph whose edges are made again whenever they are needed.
//
// Of an answer: the states that a step leads to that asks, and those that are reached from there by steps that do not answer.
//
// Of an operation that a thread asks for: the node refuses it, or what it would send finds no room. What that thread does instead
// is no edge, unless it is asked whether any run at all leads to its acceptance.
#pragma once

#include <optional>
#include <stdexcept>

#include "checker/asked_steps.hpp"
#include "checker/fair_classes.hpp"
#include "checker/liveness.hpp"

namespace tandem::checker::liveness {

class ObligationGraph {
public:
    // A state's mark: `unvisited`, the least index it is known to reach among the states being explored, or one of the last two.
    using Mark = std::uint32_t;
    static constexpr Mark unvisited = 0;
    static constexpr Mark inside = ~Mark{0} - 1;  // in the component that is being judged
    static constexpr Mark done = ~Mark{0};

    /// `strong`: the names of classes that are strongly fair where `fairness` is weak. `symmetry`: what takes a state to the one
    /// that was found, or null.
    ObligationGraph(Components& components, const FoundStates& found, Fairness fairness,
                    const std::vector<std::string>& strong = {}, Symmetry* symmetry = nullptr)
        : components_(components),
          found_(found),
          symmetry_(symmetry),
          classes_(components.network(), fairness == Fairness::strong, strong),
          end_(found.levels().back()) {}

    /// Turns to another obligation, with no state visited.
    void start(Obligation obligation) {
        obligation_ = obligation;
        marks_.assign(end_, unvisited);
        if (obligation.answers >= 0) {
            if (!asked_ || asked_->which() != obligation.answers) asked_.emplace(components_, obligation.answers);
            entries_.assign(end_, false);
        }
        if (obligation.label < 0) return;
        answers_.assign(components_.count(obligation.node), Answer::unknown);
        askings_ = components_.network().askings(obligation.node);
    }

    Obligation obligation() const { return obligation_; }
    bool strong(int c) const { return classes_.strong(c); }
    bool any_strong() const { return classes_.any_strong(); }
    int slots() const { return components_.slots(); }
    /// All positions are below it.
    Position end() const { return end_; }
    /// Of an answer: notes where the steps from the state at the position lead that ask. Needed of all states before `has`.
    void find_questions(Position p) {
        Parts parts;
        if (!found_.state(p, parts)) return;
        for_each_successor(components_, parts, [&](const Move& move, const Parts& next) {
            if (asked_->asks(move, obligation_.inquiry)) entries_[position_of(next)] = true;
        });
    }
    bool asks(const Move& move) { return asked_->asks(move, obligation_.inquiry); }
    /// Whether the obligation is due at the position, or, of an answer, becomes so.
    bool has(Position p) {
        if (obligation_.answers >= 0) return entries_[p];
        Parts parts;
        return found_.state(p, parts) && owed(parts);
    }
    bool owed(const Parts& parts) {
        if (obligation_.label >= 0) return refused(parts);
        return components_.node(obligation_.node, parts[static_cast<std::size_t>(obligation_.node)]).owes >> obligation_.bit & 1;
    }
    /// Whether a step from a state in which it is due leaves it due.
    bool stays_due(const Move& move, const Parts& next) {
        return obligation_.answers >= 0 ? !asked_->answers(move, obligation_.inquiry) : owed(next);
    }
    Mark& mark(Position p) { return marks_[p]; }

    /// Calls visit(move, next) for each step from the state at `position`.
    template <class Visit>
    void each_step(Position position, Visit&& visit) {
        Parts parts;
        found_.state(position, parts);
        for_each_successor(components_, parts, [&](const Move& move, const Parts& next) {
            if (!asks_instead(move)) visit(move, next);
        });
    }
    /// Calls visit(c) for the class c of each step from there that must not be postponed forever.
    template <class Visit>
    void each_class(Position position, Visit&& visit) {
        each_step(position, [&](const Move& move, const Parts&) {
            if (const int c = class_of(move); c >= 0) visit(c);
        });
    }
    int class_of(const Move& move) { return classes_.of(move); }

    /// Whether states that differ in data are one.
    bool up_to_data() const { return symmetry_ != nullptr; }
    Position position_of(Parts parts) const {
        if (symmetry_) symmetry_->canonicalise(parts);
        const Position p = found_.find(parts);
        if (p == no_position) throw std::logic_error("liveness met a state that the search has not found");
        return p;
    }
    /// Where the step leads if that is in the component that is being judged, else no_position.
    Position inside_at(const Move& move, const Parts& next) {
        if (!stays_due(move, next)) return no_position;
        const Position p = position_of(next);
        return mark(p) == inside ? p : no_position;
    }

    std::size_t bytes() const { return marks_.capacity() * sizeof(Mark) + answers_.capacity() + entries_.capacity() / 8; }

private:
    /// What the node says to the operation that it is asked for.
    enum class Answer : std::uint8_t { unknown, refuses, accepts, needs_room, excused };

    template <class Visit>
    void each_acceptance(Number number, Visit&& visit) {
        for (const Step& step : components_.row(obligation_.node, number).steps())
            if (step.channel < 0 && step.label == obligation_.label) visit(step);
    }
    Answer answer(Number number) {
        if (number >= answers_.size()) answers_.resize(number + 1, Answer::unknown);
        Answer& known = answers_[number];
        if (known != Answer::unknown) return known;
        const Network& network = components_.network();
        const int kind = network.nodes()[static_cast<std::size_t>(obligation_.node)].kind;
        if (obligation_.certain && network.excused(kind, components_.node(obligation_.node, number).packed, obligation_.thread))
            return known = Answer::excused;
        known = Answer::refuses;
        each_acceptance(number, [&](const Step& step) {
            if (step.elsewhere().empty()) known = Answer::accepts;
            else if (known == Answer::refuses) known = Answer::needs_room;
        });
        return known;
    }
    bool refused(const Parts& parts) {
        const Number number = parts[static_cast<std::size_t>(obligation_.node)];
        if (const Answer known = answer(number); known != Answer::needs_room) return known == Answer::refuses;
        bool possible = false;
        each_acceptance(number, [&](const Step& step) {
            Parts next = parts;
            bool room = true;
            for (const Posting& posting : step.elsewhere()) {
                Number& contents = next[posting.slot];
                contents = components_.push(posting, contents);
                if (!(room = contents != Components::none)) break;
            }
            possible = possible || room;
        });
        return !possible;
    }
    /// Whether a step is the asking thread's own, which does nothing else while it asks.
    bool asks_instead(const Move& move) const {
        return obligation_.label >= 0 && obligation_.certain && move.node == obligation_.node && move.channel < 0 &&
               move.step->label < askings_.size() && askings_[move.step->label].thread == obligation_.thread;
    }

    Components& components_;
    const FoundStates& found_;
    Symmetry* const symmetry_;  // null if there is none
    FairClasses classes_;
    const Position end_;
    Obligation obligation_{};
    std::vector<Mark> marks_;  // by position
    std::optional<AskedSteps> asked_;
    std::vector<bool> entries_;           // by position, of an answer
    std::vector<Answer> answers_;         // by number of the node's slot
    std::vector<model::Asking> askings_;  // of the node, by label
};

}  // namespace tandem::checker::liveness
