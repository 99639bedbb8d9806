// Names and numbers that a user types: lists with commas, "key=value", enumerators with hyphens.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "model/usage_error.hpp"

namespace tandem::model {

/// The parts of a text that are not empty.
inline std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(separator, from), text.size());
        if (to > from) parts.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return parts;
}

inline std::string join(const std::vector<std::string>& words, const std::string& separator) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : separator) + word;
    return text;
}

/// An enumerator as users see it: "keep-old" for keep_old.
inline std::string shown(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

/// A whole number from `least` to `most`; `what` names it in the error. Throws UsageError.
inline int number(const std::string& text, const std::string& what, int least, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        throw UsageError(what + " is '" + text + "': a whole number from " + std::to_string(least) + " to " + std::to_string(most) + " is accepted");
    return value;
}

}  // namespace tandem::model
