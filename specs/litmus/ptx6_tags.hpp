// What an instruction of PTX as it was in 2015 is in PTX 6, which gave accesses orders and scopes.
//
// Source: PTX ISA 6.0, "Memory Consistency Model" and the descriptions of ld, st, atom and membar: membar is fence.sc, volatile
// accesses are relaxed at system scope, atomics without an order or a scope are relaxed at the scope of the GPU, and all other
// accesses are weak. Cache operators say nothing there.
#pragma once

#include <string>
#include <vector>

#include "specs/litmus/test.hpp"

namespace tandem::specs {

/// The tags, as PTX 6's models name them: WEAK, RLX, SC, and CTA, GPU or SYS.
std::vector<std::string> ptx6_tags(const Instruction& instruction);

}  // namespace tandem::specs
