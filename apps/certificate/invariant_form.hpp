// The one file of a certificate that no text gives: the invariant. It may say anything of a state, and nothing else:
// it must define a function and assert nothing.
#pragma once

#include <string>

namespace tandem::apps {

/// What is wrong with an invariant's file, or "". `frame` is the file of an invariant without clauses, which its clauses are put
/// into.
std::string flaw_of_invariant(const std::string& text, const std::string& frame);

}  // namespace tandem::apps
