// What an atomic makes of a word: the simulator performs it so, and who follows a run tells it so.
#pragma once

#include "perfsim/datum.hpp"

namespace tandem::perfsim {

/// `expected` is for compare_and_swap only.
std::uint32_t atomic_result(AtomicOperation operation, std::uint32_t old, std::uint32_t operand, std::uint32_t expected);

}  // namespace tandem::perfsim
