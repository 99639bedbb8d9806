// The kind of fairness, in the words of `--fairness`, of reports and of traces: "weak", "strong", or "strong=NAME,NAME": what has
// one of these names is strongly fair, and all else weakly (checker/fair_names.hpp).
#pragma once

#include <string>
#include <vector>

#include "apps/common/usage_error.hpp"
#include "checker/liveness.hpp"

namespace tandem::apps {

struct GivenFairness {
    checker::Fairness kind = checker::Fairness::weak;
    std::vector<std::string> strong{};  // names
};

/// Whether the words have one of the three forms.
bool is_fairness(const std::string& words);

/// A name in `--fairness` that the system has not.
struct NoSuchFairName : UsageError {
    using UsageError::UsageError;
};

/// Throws UsageError for other words, and NoSuchFairName for a name that nothing in the network can have. Names may have commas
/// in them.
GivenFairness fairness_in(const std::string& words, const model::Network& network);

/// Throws NoSuchFairName for a name that no fair step has of those that a search has met.
void require_names(const GivenFairness& fairness, checker::Components& components);

/// ", under strong fairness", ", under strong fairness of L2 to L1 0", or nothing: what follows a verdict.
std::string under_fairness(const std::string& words);

}  // namespace tandem::apps
