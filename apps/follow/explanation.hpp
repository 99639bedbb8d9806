// Whether a run of a system explains a log (message_log.hpp): a search over pairs of a state and a number of lines.
//
// A step that the log observes has to be its next line; a silent one may come between two lines, as often as a bound says. The
// bound grows from 0 as long as it hindered anything, so a run with few silent steps is found first. This is trace validation
// (Cirstea, Kuppe, Loillier, Merz, "Validating traces of distributed programs against TLA+ specifications", SEFM 2024). A log is
// refused only where no bound hindered: all that could explain it was tried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/follow/message_log.hpp"

namespace tandem::apps {

enum class Explained { yes, no, undecided };

struct ExplanationLimits {
    std::size_t memory = std::size_t{4} << 30;  // bytes
    double seconds = 0;                         // 0: as long as it takes
    int silent = 1000;                          // silent steps between two lines
};

struct Explanation {
    Explained answer = Explained::undecided;
    std::string why;             // of what is undecided
    std::size_t lines = 0;       // that a run explains: all, or the longest prefix
    std::uint64_t steps = 0;     // of the run that explains all, with silent ones
    std::uint64_t ticks = 0;     // of time, in it
    std::uint64_t pairs = 0;     // of a state and a number of lines that were met
    std::string nearest;         // what the node of the line behind the prefix could receive or do instead, and how it differs
    std::vector<std::string> expected;  // observed steps that are possible there, those of its node first
    bool more_expected = false;
};

/// `network` has no monitor. Ctrl-C ends it, if somebody watches.
Explanation explain_log(const model::Network& network, const MessageLog& log, const ExplanationLimits& limits);

}  // namespace tandem::apps
