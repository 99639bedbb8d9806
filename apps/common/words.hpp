// Names and numbers that a user types.
#pragma once

#include "apps/common/usage_error.hpp"
#include "model/words.hpp"

namespace tandem::apps {

using model::join, model::number, model::require_each_once, model::shown, model::split, model::split_once_each;

/// All parts of a text, those that are empty as well: who lists nothing between two separators has made a mistake.
inline std::vector<std::string> parts_of(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(separator, from), text.size());
        parts.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return parts;
}
inline bool has_empty_part(const std::string& list) {
    const auto parts = parts_of(list, ',');
    return std::find(parts.begin(), parts.end(), "") != parts.end();
}

}  // namespace tandem::apps
