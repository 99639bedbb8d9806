// `tandem step`: a run that its user makes, event by event, in a terminal or from a script.
#pragma once

#include <iosfwd>
#include <string>

#include "apps/common/catalog.hpp"

namespace tandem::apps {

struct StepOptions {
    std::string protocol;
    Selection selection;
    std::string trace;                 // a file that `check --trace FILE.json` or `save` wrote: its run is there at the beginning
    std::size_t states = 10'000'000;    // that a search for a goal may look at
};

/// The whole command, which reads lines from `in` until they end, or `quit`. `asked`: somebody types them, so that a mistake ends
/// nothing, and is answered. Returns the exit status; of a script 1 where a goal cannot be reached, and 3 where that is not
/// known. Throws UsageError for a script's mistake.
int run_step(const StepOptions& options, std::istream& in, bool asked);

}  // namespace tandem::apps
