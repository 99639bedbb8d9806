// A violation by fewer of a run's events. A random walk takes many that it does not need.
#pragma once

#include <functional>
#include <optional>

#include "apps/replay/system.hpp"
#include "checker/trace.hpp"

namespace tandem::apps {

/// The run without the events that its violation does not need, as far as they are found before `enough()`; nothing if none was
/// found. Stretches of steps are left out, long ones first, and with them what is not possible then; what is left must violate
/// the property (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). Of what must happen in the
/// end that is so if it does not, once threads ask for nothing more (checker/drain.hpp), or if the last steps repeat a cycle
/// (checker/crowd.hpp).
std::optional<checker::Trace> with_fewer_events(const Judging& judging, const WrittenTrace& trace,
                                                const std::function<bool()>& enough);

}  // namespace tandem::apps
