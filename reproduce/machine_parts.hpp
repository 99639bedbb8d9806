// The parts of a simulated machine that can be switched off, to measure the effect of each on a claim.
#pragma once

#include <string>
#include <vector>

#include "reproduce/paper.hpp"

namespace tandem::reproduce {

struct MachinePart {
    std::string name;          // of the part
    std::string off;           // the machine's behaviour without it
    std::vector<Setting> set;  // the settings that switch it off: numbers that every machine has
};

/// One line for each part. `off` is as close to its absence as a machine file can express.
const std::vector<MachinePart>& machine_parts();

/// "dram.activate = 1, dram.precharge = 1"
std::string settings_of(const MachinePart& part);

}  // namespace tandem::reproduce
