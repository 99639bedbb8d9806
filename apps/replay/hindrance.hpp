// Why a step that a trace has is not possible in a state of today's text, in words.
#pragma once

#include <string>
#include <vector>

#include "apps/replay/trace_file.hpp"
#include "checker/components.hpp"

namespace tandem::apps {

/// A message on its way.
struct UnderWay {
    int id;  // among the trace's, or -1: the trace does not have it
    model::Packed message;
};

/// `step` is one of `node`, or of none (-1) a tick, and is not among the steps from `parts`. `under_way` is by channel, the
/// oldest first.
std::string hindrance(checker::Components& components, const checker::Parts& parts, const WrittenStep& step, int node,
                      const WrittenTrace& trace, const std::vector<std::vector<UnderWay>>& under_way);

}  // namespace tandem::apps
