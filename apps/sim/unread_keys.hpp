// Numbers of a machine file that nothing reads in a run: a text without timestamps has no use for their bits, buffers that count
// flits none for a number of packets, and a kernel that states no registers none for how many there are.
//
// Those of the user's own file that no run of this protocol could read are refused before the run. That costs no run: the
// simulator knows which of its parts a text has, and the text's settings are made for the file's value and for another. The
// report names all, those of the base and those that this kernel has no use for among them.
//
// What is read and yet decides nothing in a certain run only another run shows: idle_keys.hpp.
#pragma once

#include "apps/sim/sim.hpp"

namespace tandem::apps {

/// Throws UsageError for the first such setting of the options' machine.
void refuse_unread_keys(const SimOptions& options);

/// Keys that nothing reads, for one reason.
struct UnreadKeys {
    std::string why;                // "network.input_flits counts flits"
    std::vector<std::string> keys;  // "network.input_packets"
};
/// Those of the machine that the options name. What is 0 is off, and is not among them.
std::vector<UnreadKeys> unread_keys(const SimOptions& options, const perfsim::Statistics& statistics);

/// Lines for the report, or nothing.
std::string as_text(const std::vector<UnreadKeys>& unread, const std::string& protocol);

}  // namespace tandem::apps
