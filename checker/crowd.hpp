// What others keep from happening by asking again and again: how random walks see that an access starves.
//
// From a walk's last state on a round of turns is repeated: whatever must not be postponed forever, and a few operations, in an
// order that is drawn once. So the system soon comes back to a state, and from then on repeats a cycle. It is judged as a search
// judges a component: its run is fair, even strongly, if each class of fair steps that is possible in one of its states is taken
// between two of them. What all its states owe is then never done. Nothing is concluded from waiting long. What a node refuses is
// not judged: an instruction of several blocks needs all of them at once, and others may take turns with them.
//
// The monitor sees nothing meanwhile, as in drain.hpp. So nothing is sought where a monitor says which programs are promised
// anything (`WalkOptions::crowds`).
#pragma once

#include <algorithm>
#include <cstdint>

#include "checker/left_undone.hpp"
#include "checker/walk_in_place.hpp"

namespace tandem::checker {

/// The accepted access that is never completed in a cycle of states, if a run that repeats it is strongly fair. A step leads to
/// each state from the one before, and to the first from the last. The path begins and ends at the last. At most one.
std::vector<LeftUndone> never_done_in_cycle(Components& components, const NeverDone& judge, std::span<const Parts> cycle);

/// The step between two states, of those that the monitor does not see. Throws std::logic_error if there is none.
PathStep step_between(Components& components, const Parts& from, const Parts& to);

/// A round of turns, the same each time.
class Crowd {
public:
    /// Within so many rounds a state must come again.
    static constexpr int most_rounds = 40;
    /// Of a channel without order so many messages are tried.
    static constexpr int most_tried = 8;

    Crowd(const Network& network, const WalkInPlace& walk, Random& random);

    /// Takes each turn that is possible, and calls taken() after it. The monitor should not watch.
    template <class Taken>
    void round(model::InPlace& state, Taken&& taken) const {
        for (const Turn& turn : turns_) {
            int places = 1;
            if (turn.channel >= 0) places = std::min(turn.ordered ? 1 : most_tried, state.waiting(turn.channel));
            for (int place = 0; place < places; ++place) {
                std::uint64_t choices = turn.choices;
                if (!moved(state, turn, place, choices)) continue;
                taken();
                break;
            }
        }
    }

private:
    struct Turn {
        int node = -1, label = -1, channel = -1;  // all -1: a tick
        bool ordered = true;
        std::uint64_t choices = 0;  // what its handler's choices are drawn from
    };
    static bool moved(model::InPlace& state, const Turn& turn, int place, std::uint64_t& choices) {
        if (turn.channel >= 0) return state.deliver(turn.channel, place, choices) == model::InPlace::Tried::taken;
        if (turn.node >= 0) return state.act(turn.node, turn.label, choices) == model::InPlace::Tried::taken;
        return state.tick();
    }

    std::vector<Turn> turns_;
};

}  // namespace tandem::checker
