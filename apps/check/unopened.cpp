#include "apps/check/unopened.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "model/file_bytes.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

bool part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The place of `word` as a whole word, or npos.
std::size_t find_word(const std::string& line, const std::string& word) {
    for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1))
        if (const std::size_t end = at + word.size();
            (at == 0 || !part_of_word(line[at - 1])) && (end >= line.size() || !part_of_word(line[end])))
            return at;
    return std::string::npos;
}
bool names_outcomes(const std::string& line) {
    return find_word(line, "did") != std::string::npos || find_word(line, "stall") != std::string::npos;
}

/// Whether the word there is the outcome, and not something else that is called like it: `line.late`, `late()`, `== State::late`.
bool is_outcome(const std::string& line, std::size_t at, std::size_t end) {
    if (end < line.size() && line[end] == '(') return false;
    std::size_t begin = at;  // of the name with what it is in
    while (begin > 0 && (part_of_word(line[begin - 1]) || line[begin - 1] == ':')) --begin;
    const std::string_view before = std::string_view(line).substr(0, begin);
    if (before.ends_with('.') || before.ends_with("->")) return false;
    return !before.ends_with("== ") && !before.ends_with("!= ") && !std::string_view(line).substr(end).starts_with(" =");
}

/// Whether a handler's call in this line, or in the one before that goes on here, names the outcome.
bool calls_with(const std::string& line, const std::string& outcome, bool goes_on) {
    std::size_t from = 0;
    if (!goes_on) {
        from = std::min(find_word(line, "did"), find_word(line, "stall"));
        if (from == std::string::npos) return false;
    }
    for (std::size_t at = line.find(outcome, from); at != std::string::npos; at = line.find(outcome, at + 1)) {
        const std::size_t end = at + outcome.size();
        const bool whole = (at == 0 || !part_of_word(line[at - 1])) && (end >= line.size() || !part_of_word(line[end]));
        if (whole && is_outcome(line, at, end)) return true;
    }
    return false;
}

std::size_t indented_by(const std::string& line) {
    const std::size_t first = line.find_first_not_of(" \t");
    return first == std::string::npos ? line.size() : first;
}
std::string bare(const std::string& line) {
    std::string text = line.substr(indented_by(line));
    while (!text.empty() && (text.back() == ' ' || text.back() == '{')) text.pop_back();
    return text;
}
bool blank(const std::string& line) { return indented_by(line) == line.size() || bare(line).starts_with("//"); }
bool is_condition(const std::string& text) {
    for (const char* word : {"if", "else", "case", "for", "while", "switch", "default", "} else"})
        if (text.starts_with(word) && (text.size() == std::string(word).size() || !part_of_word(text[std::string(word).size()])))
            return true;
    return false;
}

/// The line that says when line number `at` is reached, or -1.
int guard_of(const std::vector<std::string>& lines, int at) {
    const std::string& line = lines[static_cast<std::size_t>(at)];
    if (is_condition(bare(line)) || line.find(" ? ") != std::string::npos) return at;
    std::size_t inside = indented_by(line);
    for (int i = at - 1; i >= 0; --i) {
        const std::string& before = lines[static_cast<std::size_t>(i)];
        if (blank(before) || indented_by(before) > inside) continue;
        const std::string text = bare(before);
        if (indented_by(before) == inside) {
            if (text.starts_with("if ") && find_word(text, "return") != std::string::npos) return i;
            continue;
        }
        if (is_condition(text)) return i;
        if (before.ends_with("{")) return -1;  // a function that nothing is known to call
        inside = indented_by(before);          // a statement that goes on
    }
    return -1;
}

/// A guard in words: an `else` alone with the condition before it.
std::string text_of_guard(const std::vector<std::string>& lines, int at) {
    const std::string& line = lines[static_cast<std::size_t>(at)];
    std::string text = bare(line);
    if (!text.ends_with("else")) return text;
    for (int i = at - 1; i >= 0; --i) {
        const std::string& before = lines[static_cast<std::size_t>(i)];
        if (!blank(before) && indented_by(before) == indented_by(line) && find_word(before, "if") != std::string::npos)
            return "else, after " + bare(before);
    }
    return text;
}

/// None of what is no file, or more than any source has: a folder may be a stranger's.
std::vector<std::string> lines_of(const std::filesystem::path& file) {
    constexpr std::size_t most_bytes = 1 << 22;
    std::vector<std::string> lines;
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return lines;
    try {
        std::istringstream in(model::bytes_of_file(file, most_bytes));
        for (std::string line; std::getline(in, line);) lines.push_back(line);
    } catch (const model::Unreadable&) {
        lines.clear();
    }
    return lines;
}

/// The file that a source includes by this name, from its own folder or one of those above.
std::filesystem::path included(const std::filesystem::path& from, const std::string& name) {
    std::filesystem::path folder = from.parent_path();
    for (int up = 0; up < 5 && !folder.empty(); ++up, folder = folder.parent_path())
        if (std::error_code error; std::filesystem::is_regular_file(folder / name, error)) return folder / name;
    return {};
}

/// A file in which a handler names an outcome.
std::string source_of_handlers(const model::Network& network) {
    for (std::size_t n = 0; n < network.nodes().size(); ++n) {
        std::vector<model::LocalStep> steps;
        network.spontaneous(static_cast<int>(n), network.initial(0, static_cast<int>(n)), steps);
        for (const model::LocalStep& step : steps)
            if (!step.lines.empty()) return step.lines.front().file;
    }
    return {};
}

}  // namespace

std::string unopened_guard_in(const std::vector<std::string>& lines, const std::string& name, const std::string& outcome) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (blank(lines[i])) continue;
        const bool goes_on = i > 0 && names_outcomes(lines[i - 1]) && lines[i - 1].find(';') == std::string::npos;
        if (!calls_with(lines[i], outcome, goes_on)) continue;
        const int guard = guard_of(lines, static_cast<int>(i));
        if (guard >= 0) return model::cleaned_line(name + ":" + std::to_string(guard + 1) + ": " + text_of_guard(lines, guard));
    }
    return {};
}

std::string unopened_guard(const model::Network& network, const std::string& outcome) {
    const std::filesystem::path first = source_of_handlers(network);
    if (first.empty()) return {};
    constexpr std::size_t most = 300;  // files
    std::vector<std::filesystem::path> open{first};
    std::error_code error;
    for (auto entry = std::filesystem::directory_iterator(first.parent_path(), error); !error && entry != end(entry);
         entry.increment(error))
        if (entry->path().extension() == ".hpp") open.push_back(entry->path());
    std::sort(open.begin() + 1, open.end());
    std::set<std::filesystem::path> seen;
    for (std::size_t i = 0; i < open.size() && i < most; ++i) {
        const std::filesystem::path file = open[i];
        if (!seen.insert(file).second) continue;
        const std::vector<std::string> lines = lines_of(file);
        if (std::string guard = unopened_guard_in(lines, file.filename().string(), outcome); !guard.empty()) return guard;
        for (const std::string& line : lines) {
            static const std::string include = "#include \"";
            if (!line.starts_with(include)) continue;
            const std::size_t end = line.find('"', include.size());
            if (end == std::string::npos) continue;
            if (auto next = included(file, line.substr(include.size(), end - include.size())); !next.empty())
                open.push_back(std::move(next));
        }
    }
    return {};
}

}  // namespace tandem::apps
