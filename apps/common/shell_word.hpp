// A word as a shell must be given it: commands that we print are pasted.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace tandem::apps {

/// The word itself if no shell changes it, else in quotes.
inline std::string shell_word(const std::string& word) {
    const auto plain = [](unsigned char c) {
        return std::isalnum(c) || std::string("-_.,:=/+@%").find(static_cast<char>(c)) != std::string::npos;
    };
    if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? "'\\''" : std::string{c};
    return out + "'";
}

}  // namespace tandem::apps
