// How many simulations may run side by side: one on each processor, if memory allows.
#pragma once

#include <cstdint>

namespace tandem::apps {

/// What a run may need at most, in bytes: more than any run of the papers' figures.
inline constexpr std::uint64_t memory_of_a_run = std::uint64_t(1) << 30;

/// As many as are asked for; for 0 as many as there are processors, and as the host's free memory holds, but at least one.
int runs_at_once(int asked);
/// The same with so many processors and so many bytes free; 0 bytes: nobody knows.
int runs_at_once(int asked, int processors, std::uint64_t bytes_free);

}  // namespace tandem::apps
