// A random walk in place: a state of a system (model/in_place.hpp) that takes random steps.
//
// For each step one of the nodes with labels and of the channels with messages is drawn, all alike, and then a label or message of
// it, until a step is possible; so deliveries do not starve where a thread has many operations to issue. The same numbers draw the
// same walk, with any number of threads.
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
    }

    /// Takes a random step, or finds that a handler does what it must not (`wrong`). `stalled`: no step was found. Before each
    /// attempt before(attempt) is called.
    template <class Before>
    Tried step(Random& random, Attempt& taken, Before&& before) {
        list_sources();
        for (int tries = 0; tries < most_tries && !sources_.empty(); ++tries) {
            Attempt attempt = sources_[random.below(sources_.size())];
            if (attempt.node >= 0) attempt.label = static_cast<int>(random.below(static_cast<std::size_t>(labels_[static_cast<std::size_t>(attempt.node)])));
            else if (attempt.channel >= 0) attempt.place = place(attempt.channel, random);
            if (const Tried tried = tried_in(attempt, random, before); tried != Tried::stalled) return taken = attempt, tried;
        }
        // Few steps are possible here: each is tried, in a random order.
        list_all();
        for (std::size_t left = sources_.size(); left > 0; --left) {
            std::swap(sources_[random.below(left)], sources_[left - 1]);
            const Attempt attempt = sources_[left - 1];
            if (const Tried tried = tried_in(attempt, random, before); tried != Tried::stalled) return taken = attempt, tried;
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

    /// The outcomes of all handlers that `step` has run, of those that stalled too; and the pairs of those that were taken.
    std::uint64_t outcomes() const { return outcomes_; }
    const OutcomePairs& pairs() const { return pairs_; }

private:
    static constexpr int most_tries = 50;  // for a step: most operations of a busy thread stall

    void list_sources();
    void list_all();
    void list_fair();
    int place(int channel, Random& random) const {
        return network_.channels()[static_cast<std::size_t>(channel)].ordered ? 0 : static_cast<int>(random.below(static_cast<std::size_t>(state_->waiting(channel))));
    }
    /// `taken`, `wrong`, or `stalled` for whatever else there is.
    template <class Before>
    Tried tried_in(const Attempt& attempt, Random& random, Before&& before) {
        before(attempt);
        const Tried tried = attempted(attempt, random);
        const std::uint64_t outcomes = state_->last().outcomes;
        outcomes_ |= outcomes;
        if (tried == Tried::taken) pairs_.add(std::exchange(before_, outcomes), outcomes);
        return tried == Tried::taken || tried == Tried::wrong ? tried : Tried::stalled;
    }
    Tried attempted(const Attempt& attempt, Random& random) {
        if (attempt.channel >= 0) return state_->deliver(attempt.channel, attempt.place, random.state());
        if (attempt.node >= 0) return state_->act(attempt.node, attempt.label, random.state());
        return state_->tick() ? Tried::taken : Tried::stalled;
    }

    const Network& network_;
    std::unique_ptr<model::InPlace> state_;
    std::vector<int> labels_;        // by node
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
