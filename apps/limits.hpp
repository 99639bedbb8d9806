// Limits of a search as users state them, and how a search has ended.
#pragma once

#include "checker/search.hpp"

namespace tandem::apps {

/// "4G", "500M": bytes. Throws UsageError.
std::size_t bytes_of(const std::string& text);

const char* ending_text(checker::Ending ending);

}  // namespace tandem::apps
