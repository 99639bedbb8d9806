// Text as it may be shown. A terminal obeys control characters, and marks of direction make a line say something else than it
// does. So one function cleans all that is echoed, whoever wrote it: names, keys, words of the command line. It also leaves
// nothing that is no UTF-8, which XML and JSON refuse.
#pragma once

#include <string>
#include <string_view>

namespace tandem::model {

/// The bytes of the UTF-8 character that starts at `at`, or 0 if none starts there.
inline std::size_t character_size(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t size = first >= 0xC2 && first < 0xE0   ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
    if (size == 0 || at + size > text.size()) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    // Overlong codes, halves of UTF-16's pairs, and codes beyond the last character.
    const bool excluded = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) >= 0xA0) ||
                          (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) >= 0x90);
    return excluded ? 0 : size;
}

/// Whether the character in these bytes commands instead of showing: control characters but blanks, marks of direction,
/// separators of lines and what is no character.
inline bool commands_terminal(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) return (byte(0) < 0x20 && byte(0) != '\n' && byte(0) != '\t') || byte(0) == 0x7F;
    if (character.size() == 2)
        return (byte(0) == 0xC2 && byte(1) < 0xA0) || (byte(0) == 0xD8 && byte(1) == 0x9C);  // U+0080 to U+009F, U+061C
    if (character.size() != 3) return false;
    const unsigned code = (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
    return code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xFEFF || code >= 0xFFFE;
}

/// The text with a ? for each character that a terminal would obey, and for each byte that is of none.
inline std::string cleaned(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = character_size(text, at);
        const std::string_view character = text.substr(at, size);
        if (size == 0 || commands_terminal(character)) out += '?';
        else out += character;
        at += size == 0 ? 1 : size;
    }
    return out;
}

/// The same as one line.
inline std::string cleaned_line(std::string_view text) {
    std::string out = cleaned(text);
    for (char& c : out)
        if (c == '\n' || c == '\t') c = ' ';
    return out;
}

}  // namespace tandem::model
