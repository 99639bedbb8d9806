// The litmus tests that a user names.
#pragma once

#include <string>
#include <vector>

namespace tandem::apps {

/// Files as they are, and of folders their *.litmus in the order of names. Throws UsageError for what is not there, and for a
/// folder without any.
std::vector<std::string> test_files(const std::vector<std::string>& named);

}  // namespace tandem::apps
