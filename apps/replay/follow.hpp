// The run of a written trace, followed event by event through the system that today's text makes. Only the events count: which
// operation, or which message is received. That the state they lead to is another than the file has is noted, and of several
// steps that one event may be, the one that differs least is taken.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/replay/trace_file.hpp"
#include "checker/path.hpp"

namespace tandem::apps {

struct Followed {
    bool begun = false;  // the system has the trace's nodes
    checker::Parts start{};
    // as far as it goes. Of a step whose handler does what no text may, which is then the last, `after` is the state before
    std::vector<checker::PathStep> path;
    // why the step behind the last is not possible, or why the run cannot begin; empty if all were taken
    std::string stop;

    struct Difference {
        int step;  // counted from 1; 0 is the start
        std::string what;
    };
    std::optional<Difference> difference;  // the first that hindered nothing: a value, an outcome or a message
    // the first field that only the trace has, or only the system: a text may have got it meanwhile
    std::optional<Difference> unknown;

    const checker::Parts& last() const { return path.empty() ? start : path.back().after; }
};

/// What is returned points into `components`.
Followed follow(checker::Components& components, const WrittenTrace& trace);

/// The run of those steps of the trace that are wanted and possible, one after the other; what is not is passed over, and stops
/// nothing.
struct Passed {
    Followed run;
    std::vector<std::size_t> steps;  // that it has taken: which of the trace, counted from 0
};
Passed follow_possible(checker::Components& components, const WrittenTrace& trace, const std::vector<bool>& wanted);

}  // namespace tandem::apps
