// Which paths can be taken in a state that an invariant allows. What cannot happen at all is proved of trivially, so a report
// says what that is.
#pragma once

#include <functional>
#include <set>

#include "smt/prove/problem.hpp"

namespace tandem::smt {

enum class Possible : std::uint8_t { yes, no, unknown };  // unknown: Z3 could not decide

/// By path. Those in `taken` are known to happen; Z3 is asked about the others, with `limit` on each question. Once `stop` says
/// so the rest is unknown.
std::vector<Possible> possible_paths(const Problem& problem, const std::vector<Clause>& invariant, const std::set<int>& taken,
                                     unsigned limit, const std::function<bool()>& stop);

/// Of an outcome or an event, or of all: how many paths it has, and how many of these can be taken or cannot. The rest is
/// unknown.
struct PathCount {
    std::size_t paths = 0, possible = 0, impossible = 0;

    void add(Possible p) {
        ++paths;
        possible += p == Possible::yes;
        impossible += p == Possible::no;
    }
    bool none_possible() const { return impossible == paths; }  // also where there are none
};

/// By outcome, and by event.
std::vector<PathCount> by_outcome(const Problem& problem, const std::vector<Possible>& possible);
std::vector<PathCount> by_event(const Problem& problem, const std::vector<Possible>& possible);

/// Whether an initial state meets all that is said of initial states.
bool begins(const Problem& problem, unsigned limit);

}  // namespace tandem::smt
