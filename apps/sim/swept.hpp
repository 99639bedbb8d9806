// One number of the machine file and the values that it is to have, as `--sweep` says them.
#pragma once

#include <string>
#include <vector>

namespace tandem::apps {

struct Sweep {
    std::string key;  // in full, such as "timestamps.lease"
    std::vector<int> values;
};

/// "lease=2..64": from 2 to 64; "lease=2..64*2": 2, 4, 8 up to 64; "lease=8,10,12": these. A key of the machine file, with its
/// table if there are several. `machine` is a whole machine file, called `name`. Throws UsageError for what is none, for an empty
/// range, and for a value that this machine cannot have.
Sweep sweep_from(const std::string& text, const std::string& machine, const std::string& name);

}  // namespace tandem::apps
