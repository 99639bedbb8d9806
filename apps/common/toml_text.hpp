// A file in TOML that the user names.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include "apps/common/usage_error.hpp"

namespace tandem::apps {

/// What stands in it. `what` it should be and an `example` of that are for the complaint. Throws UsageError if it cannot be read.
inline std::string toml_text(const std::string& file, const std::string& what, const std::string& example) {
    std::ifstream stream(file);
    std::stringstream text;
    if (!stream || !(text << stream.rdbuf())) throw UsageError("the " + what + " '" + file + "' cannot be read: a TOML file like " + example + " is accepted");
    return text.str();
}

}  // namespace tandem::apps
