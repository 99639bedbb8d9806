// Whether a run of a system explains a log (message_log.hpp): a search over pairs of a state and a number of lines.
//
// A step that the log observes has to be its next line; a silent one may come between two lines, as often as a bound says. The
// bound grows from 0 as long as it hindered anything, so a run with few silent steps is found first. This is trace validation
// (Cirstea, Kuppe, Loillier, Merz, "Validating traces of distributed programs against TLA+ specifications", SEFM 2024). A log is
// refused only where no bound hindered: all that could explain it was tried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/follow/message_log.hpp"
#include "checker/trace.hpp"

namespace tandem::apps {

enum class Explained { yes, no, undecided };

/// Lines whose steps are told where nobody says which.
inline constexpr std::size_t most_told = 40;

struct ExplanationLimits {
    std::size_t memory = std::size_t{4} << 30;  // bytes
    double seconds = 0;                         // 0: as long as it takes
    int silent = 1000;                          // silent steps between two lines
    bool keeps_run = false;                     // every state that is met is kept, so that a part of the run can be told
    std::uint32_t first_line = 0;               // of the file: where that part begins; 0: `most_told` lines before its end
    std::uint32_t last_line = 0;                // where it ends; 0: with the last line that is explained
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

    /// The part of a run that explains the lines from `from` to `to`, places in MessageLog::lines. Each step that the log has
    /// says of which line it is.
    struct Part {
        checker::Trace trace;
        std::size_t from = 0, to = 0;
    };
    std::optional<Part> part{};  // none where it is not asked for, or no run reaches its first line
};

/// `network` has no monitor. Ctrl-C ends it, if somebody watches.
Explanation explain_log(const model::Network& network, const MessageLog& log, const ExplanationLimits& limits);

}  // namespace tandem::apps
