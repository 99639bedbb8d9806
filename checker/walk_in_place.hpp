// A random walk in place: a state of a system (model/in_place.hpp) that takes random steps.
//
// For each step one of the nodes and channels that can do something is drawn, all alike, and then one of its steps; so deliveries
// do not starve where a thread has many operations to issue. Most operations stall most of the time. A handler sees nothing but
// its node, so what has stalled is not tried again before that has changed. The same numbers draw the same walk, with any number
// of threads.
#pragma once

#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "checker/path.hpp"
#include "checker/random_choice.hpp"
#include "model/in_place.hpp"

namespace tandem::checker {

/// Which outcomes have followed each other in walks: of two steps, one directly after the other. Bit j of row i: j after i.
struct OutcomePairs {
    std::array<std::uint64_t, 64> after{};

    void add(std::uint64_t before, std::uint64_t outcomes) {
        for (; before != 0; before &= before - 1) after[static_cast<std::size_t>(std::countr_zero(before))] |= outcomes;
    }
    void add(const OutcomePairs& other) {
        for (std::size_t i = 0; i < after.size(); ++i) after[i] |= other.after[i];
    }
    int count() const {
        int sum = 0;
        for (const std::uint64_t row : after) sum += std::popcount(row);
        return sum;
    }
};

/// What is taken or tried: a label of a node, the message at a place of a channel, or a tick (both -1).
struct Attempt {
    int node = -1, label = -1;
    int channel = -1, place = 0;
};

class WalkInPlace {
public:
    using Tried = model::InPlace::Tried;

    explicit WalkInPlace(const Network& network);

    model::InPlace& state() { return *state_; }
    void start(int initial) {
        before_ = 0;
        state_->start(initial);
        for (std::size_t n = 0; n < labels_.size(); ++n) changed(static_cast<int>(n));
    }

    /// Takes a random step, or finds that a handler does what it must not (`wrong`). `stalled`: there is no step, unless another
    /// choice of a handler leads to one. Before each attempt before(attempt) is called.
    template <class Before>
    Tried step(Random& random, Attempt& taken, Before&& before) {
        list_sources();
        while (!sources_.empty()) {
            std::swap(sources_[random.below(sources_.size())], sources_.back());
            taken = sources_.back();
            const Tried tried = taken.node >= 0      ? any_label(taken, random, before)
                                : taken.channel >= 0 ? any_message(taken, random, before)
                                                     : tried_in(taken, random, before);
            if (tried != Tried::stalled) return tried;
            sources_.pop_back();
        }
        return Tried::stalled;
    }

    /// Takes a step that must not be postponed forever; false if none is found. The monitor should not watch.
    template <class Before>
    bool fair_step(Random& random, Attempt& taken, Before&& before) {
        list_fair();
        for (std::size_t left = sources_.size(); left > 0; --left) {
            const std::size_t which = random.below(left);
            Attempt attempt = sources_[which];
            if (attempt.channel >= 0) attempt.place = place(attempt.channel, random);
            std::swap(sources_[which], sources_[left - 1]);
            before(attempt);
            if (attempted(attempt, random) != Tried::taken) continue;
            taken = attempt;
            return true;
        }
        return false;
    }

    /// All labels of all nodes, and whether such a step must not be postponed forever.
    std::vector<Attempt> labels_of_nodes() const;
    bool fair(const Attempt& attempt) const { return state_->fair(attempt.node, attempt.label); }

    /// The outcomes of all handlers that `step` has run, of those that stalled too; and the pairs of those that were taken.
    std::uint64_t outcomes() const { return outcomes_; }
    const OutcomePairs& pairs() const { return pairs_; }

private:
    void list_sources();
    void list_fair();
    /// The node's state is another: all of its labels may be possible again.
    void changed(int node) {
        const auto n = static_cast<std::size_t>(node);
        possible_[n] = all_labels_[n];
    }

    template <class Before>
    Tried any_label(Attempt& attempt, Random& random, Before&& before) {
        std::vector<int>& possible = possible_[static_cast<std::size_t>(attempt.node)];
        hindered_.clear();
        Tried tried = Tried::stalled;
        while (tried == Tried::stalled && !possible.empty()) {
            std::swap(possible[random.below(possible.size())], possible.back());
            attempt.label = possible.back();
            possible.pop_back();
            const std::uint64_t drawn = random.state();
            tried = tried_in(attempt, random, before);
            // What a full channel or the monitor hinders, or another choice may make possible, is tried again at the next step.
            if (hindered_by_others_ || random.state() != drawn) hindered_.push_back(attempt.label);
        }
        // else all are possible again
        if (tried != Tried::taken) possible.insert(possible.end(), hindered_.begin(), hindered_.end());
        return tried;
    }
    template <class Before>
    Tried any_message(Attempt& attempt, Random& random, Before&& before) {
        const bool ordered = network_.channels()[static_cast<std::size_t>(attempt.channel)].ordered;
        const int places = ordered ? 1 : state_->waiting(attempt.channel), first = place(attempt.channel, random);
        for (int i = 0; i < places; ++i) {
            attempt.place = (first + i) % places;
            if (const Tried tried = tried_in(attempt, random, before); tried != Tried::stalled) return tried;
        }
        return Tried::stalled;
    }
    int place(int channel, Random& random) const {
        return network_.channels()[static_cast<std::size_t>(channel)].ordered
                   ? 0
                   : static_cast<int>(random.below(static_cast<std::size_t>(state_->waiting(channel))));
    }
    /// `taken`, `wrong`, or `stalled` for whatever else there is.
    template <class Before>
    Tried tried_in(const Attempt& attempt, Random& random, Before&& before) {
        before(attempt);
        const Tried tried = attempted(attempt, random);
        const std::uint64_t outcomes = state_->last().outcomes;
        outcomes_ |= outcomes;
        hindered_by_others_ = tried == Tried::no_room || tried == Tried::forbidden;
        if (tried == Tried::wrong) return tried;
        if (tried != Tried::taken) return Tried::stalled;
        pairs_.add(std::exchange(before_, outcomes), outcomes);
        if (attempt.node >= 0) changed(attempt.node);
        else if (attempt.channel >= 0) changed(network_.channels()[static_cast<std::size_t>(attempt.channel)].to);
        else for (std::size_t n = 0; n < labels_.size(); ++n) changed(static_cast<int>(n));
        return tried;
    }
    Tried attempted(const Attempt& attempt, Random& random) {
        if (attempt.channel >= 0) return state_->deliver(attempt.channel, attempt.place, random.state());
        if (attempt.node >= 0) return state_->act(attempt.node, attempt.label, random.state());
        return state_->tick() ? Tried::taken : Tried::stalled;
    }

    const Network& network_;
    std::unique_ptr<model::InPlace> state_;
    std::vector<int> labels_;        // by node
    std::vector<std::vector<int>> all_labels_, possible_;  // by node; possible_: without those that stall in its state
    std::vector<int> hindered_;
    bool hindered_by_others_ = false;  // what was tried last
    std::vector<Attempt> fair_;      // actions
    std::vector<Attempt> sources_;
    std::uint64_t outcomes_ = 0, before_ = 0;  // before: of the step that was taken last
    OutcomePairs pairs_;
};

/// Follows a walk in place among components, where each step can be told.
class Follower {
public:
    Follower(Components& components, model::InPlace& state) : components_(components), state_(state) {}

    /// What an attempt is about to take.
    void before(const Attempt& attempt) {
        if (attempt.channel >= 0) message_ = state_.message(attempt.channel, attempt.place);
    }
    /// The step that was taken from `from`, among all or among the fair ones. Throws std::logic_error if there is no such step.
    PathStep taken(const Parts& from, const Attempt& attempt, Steps steps) const;
    /// The step there whose handler does what it must not; `after` is `from`. False if there is none.
    bool wrong(const Parts& from, const Attempt& attempt, PathStep& step) const;

private:
    bool same_source(const Attempt& attempt, const Move& move) const;

    Components& components_;
    model::InPlace& state_;
    Packed message_;
};

}  // namespace tandem::checker
