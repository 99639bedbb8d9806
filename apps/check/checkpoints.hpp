// What of a search's checkpoints is the command's: where they are, of what they are, and what to type when a run has ended too
// early.
#pragma once

#include "apps/check/check.hpp"

namespace tandem::apps {

/// The command searches once for states, and once more, without symmetry, for what must happen in the end.
enum class SearchPart { states, cycles };

/// The checkpoints that `options` ask for, of a search of `network` with `search`. Throws UsageError if the folder has some
/// already, and nobody wants to go on from them.
checker::Checkpoints checkpoints(const CheckOptions& options, const std::string& system, const model::Network& network,
                                 const checker::SearchOptions& search, SearchPart part);

/// A sum of the program that runs and of the texts that it has loaded when this is first called: what another text or program has
/// found is not this one's.
const std::string& sum_of_texts();

/// "; the same command with --resume FOLDER goes on from level 12"; empty where the search has ended by itself, or has no
/// checkpoint.
std::string how_to_resume(const CheckOptions& options, const checker::SearchResult& result);

}  // namespace tandem::apps
