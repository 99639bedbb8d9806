// The parts of a simulated machine that can be switched off, to see what each does to a claim.
#pragma once

#include <string>
#include <vector>

#include "reproduce/paper.hpp"

namespace tandem::reproduce {

struct MachinePart {
    std::string name;          // of the part
    std::string off;           // what the machine does without it
    std::vector<Setting> set;  // what switches it off: numbers that every machine has
};

/// One line a part. `off` is as near to not being there as a machine file can say.
const std::vector<MachinePart>& machine_parts();

/// "dram.activate = 1, dram.precharge = 1"
std::string settings_of(const MachinePart& part);

}  // namespace tandem::reproduce
