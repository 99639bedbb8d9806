// Reports of single properties, as every engine of a check begins and fills them.
#pragma once

#include "apps/check/check.hpp"

namespace tandem::apps {

/// The indices of what is asked for, all properties if nothing is. A name stands for its family, too. Throws UsageError for one
/// that the system does not have, and where two properties have one name.
std::vector<int> choose_properties(const model::Network& network, const std::vector<std::string>& wanted);

/// What must happen in the end is judged on cycles of the states, not on the states.
bool of_all_runs(const model::Property& property);

/// Of these: that each question is answered.
bool is_of_answers(const model::Property& property);

bool asks_for_text_error(const CheckOptions& options);

/// Undecided, so far.
PropertyReport start_report(const model::Property& property);
/// That of the cycles which liveness looks for in a system, in words (fairness.hpp).
std::string fairness_of(const CheckOptions& options, const Selection& selection);
/// With the reason in words.
checker::Trace explained(const model::Network& network, const model::Property& property, checker::Trace trace);
/// What no text may do, which is judged whatever was asked, and reported where it was found.
PropertyReport text_error_report(checker::Trace trace);

}  // namespace tandem::apps
