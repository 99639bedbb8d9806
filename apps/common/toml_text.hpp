// A file in TOML that the user names.
#pragma once

#include <string>

#include "apps/common/usage_error.hpp"
#include "model/file_bytes.hpp"

namespace tandem::apps {

inline constexpr std::size_t most_bytes_of_toml = 1 << 20;

/// What stands in it. `what` it should be and an `example` of that are for the complaint. Throws UsageError if it cannot be read.
inline std::string toml_text(const std::string& file, const std::string& what, const std::string& example) {
    try {
        return model::bytes_of_file(file, most_bytes_of_toml);
    } catch (const model::Unreadable& why) {
        throw UsageError("the " + what + " '" + file + "' cannot be read (" + why.what() + "): a TOML file like " + example +
                         " is accepted");
    }
}

}  // namespace tandem::apps
