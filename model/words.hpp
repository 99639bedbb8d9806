// Names and numbers that a user types: lists with commas, "key=value", enumerators with hyphens.
#pragma once

#include <algorithm>
#include <charconv>
#include <set>
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

/// Throws UsageError if a user said something twice; `what` names the list, as in "--property".
inline void require_each_once(const std::vector<std::string>& words, const std::string& what) {
    std::set<std::string> seen;
    for (const auto& word : words)
        if (!seen.insert(word).second) throw UsageError(what + " says '" + word + "' twice: once is accepted");
}

/// The parts of a text. No two may be equal, or set the same key: the later of two values would silently win. Throws UsageError.
inline std::vector<std::string> split_once_each(const std::string& text, char separator, const std::string& what) {
    const auto parts = split(text, separator);
    std::set<std::string> seen;  // "blocks" may be a word beside the key of "blocks=2"
    for (const auto& part : parts) {
        const std::size_t equals = part.find('=');
        const std::string key = part.substr(0, equals);
        if (!seen.insert(equals == std::string::npos ? key : key + "=").second)
            throw UsageError(what + " '" + text + "' says '" + key + "' twice: once is accepted");
    }
    return parts;
}

inline std::string join(const std::vector<std::string>& words, const std::string& separator) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : separator) + word;
    return text;
}

/// A list of words and "key=value" with one value set, whatever it was before.
inline std::string with(const std::string& list, const std::string& key, const std::string& value) {
    std::vector<std::string> words = split(list, ',');
    std::erase_if(words, [&](const std::string& word) { return word.starts_with(key + "="); });
    words.push_back(key + "=" + value);
    return join(words, ",");
}

/// An enumerator as users see it: "keep-old" for keep_old.
inline std::string shown(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

/// The number of letters to add, delete, replace or swap with a neighbour that turns one word into the other.
inline std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

/// The one of `known` that a user who typed `word` may have meant, or nothing. Two slips are forgiven, and one in words of three
/// letters or fewer.
inline std::string nearest(const std::string& word, const std::vector<std::string>& known) {
    const auto best = std::min_element(known.begin(), known.end(),
                                       [&](const auto& a, const auto& b) { return distance(word, a) < distance(word, b); });
    return best != known.end() && distance(word, *best) <= (word.size() <= 3 ? 1u : 2u) ? *best : "";
}

/// A whole number from `least` to `most`; `what` names it in the error. Throws UsageError.
inline int number(const std::string& text, const std::string& what, int least, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        throw UsageError(what + " is '" + text + "': a whole number from " + std::to_string(least) + " to " +
                         std::to_string(most) + " is accepted");
    return value;
}

}  // namespace tandem::model
