// Settings of a user's machine file that nothing reads in a run of this protocol: a text without timestamps has no use for their
// bits, and one without an L1 none for its bytes. They are refused before the run. That costs no run: the simulator knows which
// of its parts a text has, and the text's settings are made for the file's value and for the base's.
//
// What is read and yet decides nothing in a certain run only another run shows: idle_keys.hpp.
#pragma once

#include "apps/sim/sim.hpp"

namespace tandem::apps {

/// Throws UsageError for the first such setting of the options' machine.
void refuse_unread_keys(const SimOptions& options);

}  // namespace tandem::apps
