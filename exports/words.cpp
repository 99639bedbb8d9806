#include "exports/words.hpp"

#include <cctype>

namespace tandem::exports {

std::string range(int values) { return "0.." + std::to_string(values - 1); }

bool mentions(const std::string& text, const std::string& name) {
    const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
        if (!(at > 0 && (in_word(text[at - 1]) || text[at - 1] == '.')) &&
            !(at + name.size() < text.size() && in_word(text[at + name.size()])))
            return true;
    return false;
}

std::string as_comment(const std::string& text, const std::string& mark) {
    std::string comment;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        comment += mark + " " + text.substr(from, to - from) + "\n";
        from = to + 1;
    }
    return comment;
}

}  // namespace tandem::exports
