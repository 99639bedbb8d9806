// The system in which a written trace is judged.
#pragma once

#include <memory>

#include "apps/common/catalog.hpp"
#include "apps/replay/trace_file.hpp"

namespace tandem::apps {

struct Judging {
    std::unique_ptr<model::Network> network;
    model::Property property;
};

/// The system that `check` judges the trace's property in: what must happen in the end without a monitor, all else with one if
/// the trace has it, and lemmas where it is of one. A run that `prove` wrote is judged in the system that its proof is about.
/// Throws UsageError if there is no such property, or none that a run could refute.
Judging judging_of(const Protocol& text, Selection selection, const WrittenTrace& trace);

/// Whether the property is of what must happen in the end, and not of states or steps.
bool of_the_end(const model::Property& property);

}  // namespace tandem::apps
