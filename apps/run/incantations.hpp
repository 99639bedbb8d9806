// What makes a weak behaviour likelier, by the words that users say. Each is a bit that a harness reads: of processors what
// cpu_harness.cpp calls noise, of a GPU the four incantations of ptx-litmus.txt, 4.3.
#pragma once

#include <string>
#include <vector>

namespace tandem::apps {

/// In the order of their bits.
const std::vector<std::string>& incantations(bool cuda);

/// The combinations that a list of words, "all", "none" or "search" stands for. Throws UsageError.
std::vector<int> combinations_of(const std::string& words, bool cuda);

/// "prefetch,flush", or "none".
std::string incantation_words(int bits, bool cuda);

}  // namespace tandem::apps
