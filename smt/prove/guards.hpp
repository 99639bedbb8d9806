// Situations that a candidate invariant speaks of: an object is there (or absent), in one of its states, of one address or
// thread.
//
// They come from the state's description and from samples of reachable states: a field with few values tells the states of its
// object apart; a named address, core or thread says whose it is. A *joined* situation is a message together with an
// object of the core that sent it or will get it, because the two act together when the message arrives; or what the monitor
// notes of a thread, together with the rest of what it notes, or with a moment that is the thread's.
#pragma once

#include "smt/prove/eras.hpp"
#include "smt/prove/objects.hpp"
#include "smt/prove/sample_table.hpp"

namespace tandem::smt {

struct Situation {
    std::vector<Literal> guard;
    std::vector<int> moments, data;      // variables that mean something here
    std::vector<std::pair<int, int>> leases{};  // of these moments: the first is never after the second
    std::array<int, model::sort_count> at;
    int object;
    int joined = -1;                     // the other object, if any
    int general = -1;                    // a situation that this one specialises
    bool absent = false, of_data = false;  // `of_data`: it says whether some data is the watched
    bool of_waiting = false;             // joined with a thread that waits for the message
    bool of_era = false;                 // it says which clock its moments count from
    SampleSet samples{};

    bool joint() const { return joined >= 0; }
    bool holds(const int* state) const {
        for (const Literal& l : guard)
            if (!l.holds(state)) return false;
        return true;
    }
};

std::vector<Situation> situations(const Problem& problem, const std::vector<StateObject>& objects, const Eras& eras,
                                  const SampleTable& samples);

}  // namespace tandem::smt
