// The texts of the litmus paper's data and of its tests, by their files' names: litmus/* and tests/litmus/*.litmus.
#pragma once

#include <string>

namespace tandem::reproduce {

/// Throws std::invalid_argument for a name that is none of theirs.
const std::string& litmus_text(const std::string& file);

}  // namespace tandem::reproduce
