// How a property fares along a run that has been followed.
#pragma once

#include <optional>
#include <string>

#include "apps/replay/follow.hpp"
#include "checker/liveness.hpp"

namespace tandem::apps {

struct Judged {
    bool refuted = false;
    int step = 0;      // after which, or in which, the property fails; 0 is the start
    std::string says;  // if it is not refuted: in what sense it holds of this run, or why that is not known
    bool undecided = false;
    std::optional<checker::Obligation> obligation{};  // that is never met, where the property is of what happens in the end
};

/// Of states and steps: the first that fails counts, wherever the run goes from there. `components` know the properties' view of
/// a state.
Judged judge_states(checker::Components& components, const model::Property& property, const Followed& run);
/// Of the last state of a run that has been followed to its end.
Judged judge_deadlock(checker::Components& components, const Followed& run);
/// Of what must happen in the end: whether the steps that `trace` says repeat do so, are fair, and leave something undone. `run`
/// has all steps. `fairness` in words (apps/check/fairness.hpp).
Judged judge_loop(checker::Components& components, const model::Property& property, const Followed& run,
                  const WrittenTrace& trace, const std::string& fairness);

}  // namespace tandem::apps
