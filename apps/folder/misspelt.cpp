#include "apps/folder/misspelt.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include "apps/common/words.hpp"
#include "engines/hooks.hpp"
#include "model/file_bytes.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_header = 4 << 20;  // bytes

/// What the library's caches (protocols/baseline) ask of a node or a line that derives from them. Without some of these they do
/// something else, and the compiler misses none; of the others it says that the library's header misses it, and not where.
constexpr std::array asked_by_caches{"accepts", "answer",  "begin",    "deferred", "delays",  "delays_eviction",
                                     "evict",   "put_off", "readable", "stable",   "waiting", "writable"};

struct Token {
    std::string text;  // a name or number, or one character
    int line;
    bool is_name() const { return std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_'; }
};

/// Without comments and what is quoted.
std::vector<Token> tokens_of(const std::string& text) {
    std::vector<Token> tokens;
    int line = 1;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        const auto skip_to = [&](const std::string& end, std::size_t from) {
            const std::size_t found = std::min(text.find(end, from), text.size());
            const std::size_t next = std::min(found + end.size(), text.size());
            line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                text.begin() + static_cast<std::ptrdiff_t>(next), '\n'));
            at = next;
        };
        if (text.compare(at, 2, "//") == 0) skip_to("\n", at);
        else if (text.compare(at, 2, "/*") == 0) skip_to("*/", at + 2);
        else if (c == '"' || c == '\'') {
            ++at;
            while (at < text.size() && text[at] != c && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
            ++at;
        } else if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
            const std::size_t begun = at;
            while (at < text.size() &&
                   (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_' || text[at] == '\''))
                ++at;
            tokens.push_back({text.substr(begun, at - begun), line});
        } else {
            line += c == '\n';
            if (!std::isspace(static_cast<unsigned char>(c))) tokens.push_back({std::string(1, c), line});
            ++at;
        }
    }
    return tokens;
}

/// Whether a name is declared there: a type comes before it, and after it a parameter list or a value.
bool declares(const std::vector<Token>& tokens, std::size_t i) {
    static const std::set<std::string> no_types{"return",   "else",      "case",     "throw",   "new",       "delete", "goto",
                                                "typename", "namespace", "operator", "include", "co_return", "if",     "while",
                                                "for",      "switch",    "sizeof",   "not",     "and",       "or"};
    if (i == 0 || i + 1 >= tokens.size()) return false;
    const Token &before = tokens[i - 1], &after = tokens[i + 1];
    const bool typed =
        (before.is_name() && !no_types.contains(before.text)) || before.text == ">" || before.text == "&" || before.text == "*";
    return typed && (after.text == "(" || after.text == "=" || after.text == "{" || after.text == ";");
}

std::vector<Token> tokens_in(const fs::path& file) {
    try {
        return tokens_of(model::bytes_of_file(file, largest_header));
    } catch (const model::Unreadable&) {
        return {};  // the compiler says why
    }
}

/// "propert" of property and properties.
std::string without_number(const std::string& name) {
    for (const char* end : {"ies", "es", "s", "y"})
        if (name.ends_with(end)) return name.substr(0, name.size() - std::string_view(end).size());
    return name;
}

/// `add_property` and `add_properties`. The library has such names for what a system offers, so that one of them is no hook
/// though it is known.
bool differ_in_number(const std::string& name, const std::string& hook) {
    return hook.find('_') != std::string::npos && without_number(name) == without_number(hook);
}

/// Drops what a header of the library has: it is read there.
void drop_known(std::vector<Misspelt>& declared, const fs::path& library) {
    std::error_code error;
    const auto options = fs::directory_options::follow_directory_symlink;
    for (auto entry = fs::recursive_directory_iterator(library, options, error);
         !declared.empty() && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (error) return;
        if (entry->path().extension() != ".hpp" || !entry->is_regular_file(error)) continue;
        std::set<std::string> names;
        for (const Token& token : tokens_in(entry->path())) names.insert(token.text);
        std::erase_if(declared, [&](const Misspelt& m) { return names.contains(m.name) && !differ_in_number(m.name, m.hook); });
    }
}

}  // namespace

std::vector<Misspelt> misspelt_hooks(const fs::path& folder, const fs::path& library) {
    std::set<std::string> known(engines::hooks.begin(), engines::hooks.end());
    known.insert(asked_by_caches.begin(), asked_by_caches.end());
    const std::vector<std::string> names(known.begin(), known.end());

    std::map<std::string, int> uses, asked_of_objects;
    std::vector<Misspelt> declared;
    std::error_code error;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (const std::string end = entry.path().extension();
            (end == ".hpp" || end == ".cpp") && entry.is_regular_file(error) && entry.file_size(error) <= largest_header)
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        const std::vector<Token> tokens = tokens_in(file);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (!tokens[i].is_name()) continue;
            ++uses[tokens[i].text];
            if (i > 0 && tokens[i - 1].text == ".") ++asked_of_objects[tokens[i].text];
            if (tokens[i].text.size() < 4 || known.contains(tokens[i].text) || !declares(tokens, i)) continue;
            const auto number = std::find_if(names.begin(), names.end(),
                                             [&](const std::string& hook) { return differ_in_number(tokens[i].text, hook); });
            const std::string near = number != names.end() ? *number : model::nearest(tokens[i].text, names);
            if (near.size() >= 4) declared.push_back({file.filename(), tokens[i].line, tokens[i].text, near});
        }
    }
    std::erase_if(declared, [&](const Misspelt& m) {
        const int of_library = differ_in_number(m.name, m.hook) ? asked_of_objects[m.name] : 0;
        return uses[m.name] - of_library > 1;
    });
    drop_known(declared, library);
    return declared;
}

}  // namespace tandem::apps
